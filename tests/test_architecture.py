"""Imports point one way: aucc_core, then pages/ui, then pages, then app.py."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 350


def sources(*folders: str) -> list[Path]:
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return sorted(path for path in files if "__pycache__" not in path.parts)


def imported(path: Path) -> Iterator[str]:
    """Modules that a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: write the whole name of {node.module}"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


@pytest.mark.parametrize("path", sources("aucc_core"), ids=lambda p: str(p.relative_to(ROOT)))
def test_core_knows_nothing_of_the_web(path: Path) -> None:
    above = [n for n in imported(path) if any(within(n, p) for p in ("streamlit", "pages", "app"))]
    assert above == []


@pytest.mark.parametrize("path", sources("pages/ui"), ids=lambda p: str(p.relative_to(ROOT)))
def test_ui_does_not_import_screens(path: Path) -> None:
    screens = [n for n in imported(path) if within(n, "pages") and not within(n, "pages.ui")]
    assert [n for n in screens if n != "pages"] == []
    assert not any(within(n, "app") for n in imported(path))


def test_screens_do_not_import_each_other() -> None:
    for path in (ROOT / "pages").glob("*.py"):
        others = [n for n in imported(path) if within(n, "pages") and not within(n, "pages.ui")]
        assert [n for n in others if n != "pages"] == [], path.name


def test_importing_the_core_brings_no_streamlit_in() -> None:
    code = (
        "import pkgutil, sys, aucc_core, importlib\n"
        "for m in pkgutil.walk_packages(aucc_core.__path__, 'aucc_core.'):\n"
        "    if not m.name.endswith('__main__'): importlib.import_module(m.name)\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('streamlit', 'pages')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_worker_module_brings_no_streamlit_in() -> None:
    code = "import sys, pages.ui.solutions; print('streamlit' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    "path", sources("aucc_core", "pages"), ids=lambda p: str(p.relative_to(ROOT))
)
def test_files_are_short(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST


def test_top_level_is_what_the_readme_says() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    if not tracked:  # an unpacked archive has no git
        tracked = [p.name for p in ROOT.iterdir() if not p.name.startswith(".")]
    known = {"app.py", "pages", "aucc_core", "assets", "tests", "requirements.txt"}
    known |= {"pyproject.toml", "Makefile", "LICENSE", "CHANGELOG.md", "README.md"}
    known |= {".streamlit", ".ci", ".gitignore", ".dockerignore", "requirements.lock"}
    caches = {"build", "dist", "screenshots"}
    assert {name.split("/")[0] for name in tracked} - known - caches == set()
