"""The rooms of the project: what each may import, and that the tests stand in the same rooms.

Imports inside functions count; those that only a type checker sees do not.
"""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from aucc_core import _HOMES

ROOT = Path(__file__).resolve().parents[1]

# Each room may import those of earlier lines, and no other room of its own line.
CORE = (
    ("version", "score"),
    ("cost", "blas"),
    ("prepare",),
    ("datasets", "ingest", "large"),
    ("explain", "criteria"),
    ("partitions",),
    ("sweeps",),
    ("verdicts", "paper"),
    ("report",),
    # What joins rooms for callers from outside; no room imports it.
    ("pairs", "warm"),
    ("search",),
    ("cli",),
    ("__main__", ""),
)
SCREENS = ("explore", "score", "criteria", "paper", "learn")
UI = (
    ("streamlit_internals", "store"),
    ("jobs",),
    ("state", "classroom"),
    ("components",),
    ("upload",),
    ("side_panel",),
    (*SCREENS, "server"),
)
# What stands beside a line and may import less than the line says.
ONLY = {
    "aucc_core.pairs": {"score", "explain", "large"},
    "pages.ui.server": {"streamlit_internals", "store", "jobs", "state", "classroom"},
}
JOINING = {"aucc_core.pairs", "aucc_core.warm", "aucc_core.search"}
MOST_SIBLINGS = 10
# Modules that import more than that of their own room, and why.
MANY_SIBLINGS: dict[str, str] = {
    "aucc_core.ingest.cells": "FORMATS, whose rows name every reader",
    "pages.ui.learn": "LESSONS, whose rows name every lesson",
}


def sources(*folders: str) -> list[Path]:
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return sorted(path for path in files if "__pycache__" not in path.parts)


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in [*sources("aucc_core", "pages"), ROOT / "app.py"]}
LOAD = {name_of(path): path for path in sources("tests/load")}  # they start jobs, too


def counted(node: ast.AST) -> Iterator[ast.AST]:
    """Every node, but those below ``if TYPE_CHECKING``."""
    yield node
    children = ast.iter_child_nodes(node)
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        children = iter(node.orelse)
    for child in children:
        yield from counted(child)


@cache
def imported(module: str) -> frozenset[str]:
    """All that a module of the project imports: modules of the project, and others by name."""
    found: set[str] = set()
    for node in counted(ast.parse(MODULES[module].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
            # `import a.b` gives the name a, and with it everything that a hands out.
            found |= {alias.name.split(".")[0] for alias in node.names if not alias.asname}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: write the whole name of {node.module}"
            found |= {home(f"{node.module}.{alias.name}") for alias in node.names}
    return frozenset(found)


def home(name: str) -> str:
    """The module that a name comes from: of the project, the longest that there is."""
    if name.startswith("aucc_core.") and name.removeprefix("aucc_core.") in _HOMES:
        return f"aucc_core.{_HOMES[name.removeprefix('aucc_core.')]}"
    return name if name in MODULES else name.rpartition(".")[0]


def of_project(module: str) -> frozenset[str]:
    return frozenset(name for name in imported(module) if name in MODULES and name != module)


def reached(module: str) -> frozenset[str]:
    """What a module imports, and what it names as text to be loaded."""
    as_text = {name.partition(":")[0] for where, name in named_modules() if where == module}
    return (of_project(module) | as_text) - {module}


def room(module: str) -> str:
    """aucc_core.<room>, pages.ui.<room>, or pages for the scripts of the screens."""
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[:2] == ["pages", "ui"] else 2])


def allowed(place: str) -> set[str]:
    """The rooms that a room may import, itself among them."""
    package, _, name = place.rpartition(".")
    core = {f"aucc_core.{other}" for line in CORE for other in line if other}
    if place == "aucc_core":
        return core
    lines = UI if package == "pages.ui" else CORE
    assert any(name in line for line in lines), f"{place} has no line in the order of the rooms"
    at = next(i for i, line in enumerate(lines) if name in line)
    below = {f"{package}.{other}" for line in lines[:at] for other in line}
    if place in ONLY:
        below &= {f"{package}.{other}" for other in ONLY[place]}
    if name not in ("cli", "search") and package == "aucc_core" and name != "__main__":
        below -= JOINING
    return below | {place} | (core if package == "pages.ui" else set())


@pytest.mark.parametrize("module", [m for m in MODULES if m.startswith(("aucc_core", "pages.ui."))])
def test_a_room_imports_only_rooms_below_it(module: str) -> None:
    below = allowed(room(module))  # asked even when nothing is imported: every room has a line
    above = {name for name in reached(module) if room(name) not in below}
    # The package itself hands out everything: to the screens, which stand above all of it.
    free = {"aucc_core", "pages.ui"} if module.startswith("pages.") else set()
    assert above - free == set()


@pytest.mark.parametrize("module", [m for m in MODULES if m.startswith("aucc_core")])
def test_core_knows_nothing_of_the_web(module: str) -> None:
    web = ("streamlit", "pages", "app", "starlette", "tornado")
    assert [n for n in imported(module) if n.split(".")[0] in web] == []


@pytest.mark.parametrize("module", [m for m in MODULES if room(m) == "aucc_core.score"])
def test_the_small_core_needs_numpy_scipy_and_numba_only(module: str) -> None:
    packages = {name.split(".")[0] for name in imported(module)}
    known = {"aucc_core", "numpy", "scipy", "numba", *sys.stdlib_module_names}
    assert packages - known == set()


def test_a_screen_imports_its_own_room_and_what_all_share() -> None:
    for path in (ROOT / "pages").glob("*.py"):
        used = {room(n) for n in of_project(f"pages.{path.stem}")}
        own = f"pages.ui.{path.stem}"
        others = {f"pages.ui.{screen}" for screen in SCREENS} - {own}
        assert used & others == set(), path.name
        assert {n for n in used if n.startswith("pages") and not n.startswith("pages.ui")} == set()


def circles(graph: dict[str, frozenset[str]]) -> list[list[str]]:
    """Groups of names that reach each other."""
    reach = {name: set(names) for name, names in graph.items()}
    for middle in graph:
        for names in reach.values():
            if middle in names:
                names |= reach[middle]
    rings = {frozenset(n for n in reach[name] if name in reach[n]) for name in graph}
    return [sorted(ring) for ring in rings if len(ring) > 1]


def test_modules_do_not_import_each_other_in_circles() -> None:
    assert circles({module: reached(module) & MODULES.keys() for module in MODULES}) == []


def test_rooms_do_not_import_each_other_in_circles() -> None:
    graph: dict[str, set[str]] = {room(module): set() for module in MODULES}
    for module in MODULES:
        # The package itself hands out everything by name, when it is asked.
        graph[room(module)] |= {room(n) for n in of_project(module)} - {room(module), "aucc_core"}
    assert circles({name: frozenset(names) for name, names in graph.items()}) == []


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_few_of_its_room_or_says_why(module: str) -> None:
    siblings = {n for n in of_project(module) if room(n) == room(module)}
    assert (len(siblings) > MOST_SIBLINGS) == (module in MANY_SIBLINGS), sorted(siblings)


def brought_by(statement: str) -> set[str]:
    """Modules that are loaded after a statement in a new Python."""
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys; print(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_importing_the_small_core_brings_nothing_else() -> None:
    loaded = brought_by("import aucc_core.score.ranked")
    assert loaded & {"pandas", "sklearn", "streamlit", "plotly", "pyarrow", "pages"} == set()
    rooms = {room(name) for name in loaded if name.startswith("aucc_core.")}
    assert rooms == {"aucc_core.score", "aucc_core.version"}


@pytest.mark.parametrize("module", ["sweeps.solutions", "report.score_card", "verdicts.weigh"])
def test_what_a_worker_runs_brings_no_streamlit_in(module: str) -> None:
    loaded = brought_by(f"import aucc_core.{module}")
    assert loaded & {"streamlit", "pages"} == set()


def test_everyday_tasks_walk_down_through_the_rooms_and_never_in_circles() -> None:
    from tests import walks

    found = walks.all_walks()
    assert [call for seen in found for call in seen.upwards] == []
    assert [circle for seen in found for circle in seen.circles()] == []
    assert [m for seen in found for m in seen.modules if room(m) == "aucc_core.large"] == []


@cache
def named_modules() -> list[tuple[str, str]]:
    """Modules that the source names as text: what the job queue loads, what is loaded ahead."""
    whole = re.compile(r"(aucc_core|pages|tests)((\.\w+)+(:\w+)?|:\w+)")
    return sorted(
        (module, node.value)
        for module, path in (MODULES | LOAD).items()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and whole.fullmatch(node.value)
        and not node.value.endswith((".py", ".js", ".css", ".html"))
    )


@pytest.mark.parametrize(("module", "name"), named_modules())
def test_every_module_that_is_named_as_text_exists(module: str, name: str) -> None:
    where, _, function = name.partition(":")
    known = where in MODULES | LOAD or (ROOT / where.replace(".", "/")).is_dir()
    assert known, f"{module} names {name}"
    assert not function or callable(getattr(importlib.import_module(where), function))


def test_the_search_for_names_finds_what_the_queue_loads() -> None:
    assert ("pages.ui.jobs.process", "aucc_core:warm_up") in named_modules()


def test_no_name_of_a_module_is_put_together() -> None:
    """A name made of pieces is found neither by the test above nor by who renames a function."""
    made = [
        f"{module}: {ast.unparse(node)}"
        for module, path in (MODULES | LOAD).items()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.JoinedStr)
        and isinstance(start := next(iter(node.values), None), ast.Constant)
        and re.match(r"(aucc_core|pages|tests)\.", str(start.value))
    ]
    assert made == []


# What `import_module` is given where that is no name in quotes; the text comes from where it says.
LOADED = {
    ("aucc_core", "f'{__name__}.{_HOMES[name]}'"),  # `home` knows these
    ("aucc_core.partitions.make", "module"),  # rows of ALGORITHMS
    ("pages.ui.jobs.worker", "module"),  # the job queue, which is given a function
    ("pages.ui.jobs.worker_factory", "name"),  # its list of what to load ahead
    ("pages.ui.server.housekeeping", "package"),  # all there is, at start
    ("pages.ui.server.housekeeping", "module.name"),
}


def test_no_import_hides_in_a_text_that_is_put_together() -> None:
    given = {
        (module, ast.unparse(node.args[0]))
        for module, path in MODULES.items()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__")
        and not isinstance(node.args[0], ast.Constant)
    }
    assert given == LOADED


@pytest.mark.parametrize("module", [m for m in MODULES if not m.startswith("aucc_core")])
def test_a_click_is_remembered_by_its_callback(module: str) -> None:
    # Asked in an `if`, a click is lost with the run of the script that another click interrupts.
    tree = ast.parse(MODULES[module].read_text("utf-8"))
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    asked = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).split(".")[-1] in ("button", "form_submit_button")
        and id(node) not in alone
    ]
    assert asked == []


def test_what_may_be_unused_is_a_short_list() -> None:
    listed = (ROOT / "pyproject.toml").read_text("utf-8").partition("ignore_names = [\n")[2]
    lines = listed.partition("]\n")[0].splitlines()
    assert 0 < len(lines) <= 20
    assert all("# " in line for line in lines)


# The tests mirror the tree


def rooms_in(folder: str) -> set[str]:
    return {path.parent.name for path in (ROOT / folder).glob("*/*.py")}


@pytest.mark.parametrize(
    ("source", "tests"), [("aucc_core", "tests/core"), ("pages/ui", "tests/ui")]
)
def test_tests_stand_in_the_rooms_of_what_they_test(source: str, tests: str) -> None:
    assert rooms_in(tests) == rooms_in(source)


def test_no_test_file_is_empty_of_tests() -> None:
    for path in sources("tests"):
        if path.name.startswith("test_"):
            assert re.search(r"^\s*(async )?def test_", path.read_text("utf-8"), re.MULTILINE), path


def test_no_app_under_test_is_given_up_after_a_few_seconds() -> None:
    """Streamlit's own limit is 3 seconds, which a busy machine takes to start a script."""
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            if re.fullmatch(r"AppTest\.from_\w+", ast.unparse(node.func)):
                given = {keyword.arg for keyword in node.keywords}
                assert "default_timeout" in given, f"{path.name}:{node.lineno}"


def test_nothing_new_at_the_top_level() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    if not tracked:  # an unpacked archive has no git
        tracked = [p.name for p in ROOT.iterdir() if not p.name.startswith(".")]
    known = {"app.py", "pages", "aucc_core", "assets", "tests", "requirements.txt"}
    known |= {"pyproject.toml", "Makefile", "LICENSE", "CHANGELOG.md", "README.md", "CITATION.cff"}
    known |= {".streamlit", ".ci", ".gitignore", ".dockerignore", "requirements.lock"}
    caches = {"build", "dist", "screenshots"}
    assert {name.split("/")[0] for name in tracked} - known - caches == set()
