"""The pipeline can be read top to bottom, and every refusal is found by searching its text."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from aucc_core import ingest

ROOT = Path(ingest.__file__).parents[2]
FILES = {p.stem: p for p in Path(ingest.__file__).parent.glob("*.py") if p.stem != "__init__"}
REFUSING = [*FILES.values(), *(ROOT / "aucc_core" / "score").glob("*.py")]
# As they are: words that a source line breaks are not found by searching for them.
SOURCES = "\n".join(
    path.read_text("utf-8")
    for room in ("aucc_core", "pages")
    for path in (ROOT / room).rglob("*.py")
)
# Refusals whose text is made elsewhere, or starts with it.
ELSEWHERE = {
    "done.stderr.decode('utf-8', 'replace').strip()": "a sentence of child.py, handed on",
    "self.metric.only_at_once": "a sentence of the metric's row",
    "f'{what} {remedy}'": "a sentence of sniff.py's table",
    "f'{key} must be one of {options}; got {value!r}.'": "an option of choices.py",
}


def stages() -> list[str]:
    """Names in the order in which the package's docstring lists them."""
    rows = re.findall(r"^([a-z_]+(?:, [a-z_]+)*) {2,}\S", ingest.__doc__, re.MULTILINE)
    return [name for row in rows for name in row.split(", ")]


def siblings(name: str) -> set[str]:
    tree = ast.parse(FILES[name].read_text("utf-8"))
    modules = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    return {m.rpartition(".")[2] for m in modules if m.startswith("aucc_core.ingest.")}


def test_every_file_is_listed_and_imports_only_what_stands_above_it() -> None:
    order = stages()
    assert sorted(order) == sorted(FILES)
    for at, name in enumerate(order):
        assert siblings(name) <= set(order[:at]), name


def refusals(path: Path) -> Iterator[ast.expr]:
    """What the errors that a file raises are made of."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("InputError", "RefusedError"):
            yield node.args[0]


def constants() -> dict[str, ast.expr]:
    """Strings that modules name, so that several refusals can end alike."""
    return {
        target.id: node.value
        for path in REFUSING
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.JoinedStr)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def fixed_parts(message: ast.expr, named: dict[str, ast.expr]) -> list[str]:
    """What people read between the values, a sentence at a time."""
    if isinstance(message, ast.JoinedStr):
        return [part for value in message.values for part in fixed_parts(value, named)]
    if isinstance(message, ast.FormattedValue):
        message = message.value
    if isinstance(message, ast.Name) and message.id in named:
        return fixed_parts(named[message.id], named)
    if not isinstance(message, ast.Constant):
        return []
    return [part.strip(" .,:;()") for part in re.split(r"(?<=[.?]) ", str(message.value))]


def hits(part: str) -> int:
    """Places in the sources where the first words of a part stand, 25 characters or more."""
    words = re.match(r".{25,}?(?= |$)", part)
    return SOURCES.count(words[0] if words else part)


def test_each_refusal_is_found_in_one_place_by_searching_its_text() -> None:
    named = constants()
    messages = [message for path in REFUSING for message in refusals(path)]
    assert len(messages) > 100
    lost = set()
    for message in messages:
        found = {part: hits(part) for part in fixed_parts(message, named) if part}
        long = [part for part in found if len(part) >= 25]
        # A short refusal has one fixed part that stands nowhere else.
        good = all(found[part] == 1 for part in long) if long else 1 in found.values()
        if not good:
            lost.add(ast.unparse(message))
    assert lost == ELSEWHERE.keys()
