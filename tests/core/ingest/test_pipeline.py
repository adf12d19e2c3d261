"""The pipeline can be read top to bottom, and every refusal is found by searching its text."""

import ast
import re
from collections import Counter
from pathlib import Path

from aucc_core import ingest

FILES = {p.stem: p for p in Path(ingest.__file__).parent.glob("*.py") if p.stem != "__init__"}


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


def test_each_refusal_stands_in_one_place() -> None:
    texts = Counter(
        ast.unparse(node.args[0])
        for path in FILES.values()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("InputError", "RefusedError")
        and isinstance(node.args[0], ast.Constant | ast.JoinedStr)
    )
    assert len(texts) > 50
    assert [text for text, count in texts.items() if count > 1] == []
