"""Modules and functions that are named by strings exist: nobody else would notice in time."""

import ast
import importlib
import re
from pathlib import Path

import pytest

from pages.ui.jobs.process import COMPILING
from pages.ui.jobs.worker_factory import PRELOAD

ROOT = Path(__file__).resolve().parents[3]
SOURCES = sorted([*(ROOT / "pages").rglob("*.py"), *(ROOT / "tests" / "load").rglob("*.py")])
OURS = r"(?:aucc_core|pages|tests)"
WORKER = re.compile(rf"[\"']({OURS}[\w.]*:[\w.]+)[\"']")
WORKERS = sorted({name for path in SOURCES for name in WORKER.findall(path.read_text("utf-8"))})


@pytest.mark.parametrize("name", PRELOAD)
def test_every_module_that_is_loaded_ahead_exists(name):
    importlib.import_module(name)


def test_the_search_for_workers_finds_them():
    assert COMPILING.function in WORKERS


@pytest.mark.parametrize("name", WORKERS)
def test_every_worker_exists(name):
    module, _, function = name.partition(":")
    assert callable(getattr(importlib.import_module(module), function))


def test_no_name_of_a_worker_is_put_together():
    """A name made of pieces is found neither by the test above nor by who renames the function."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.JoinedStr) and re.match(rf"{OURS}\.", _start(node))
    ]
    assert found == []


def _start(node):
    first = node.values[0] if node.values else None
    return str(first.value) if isinstance(first, ast.Constant) else ""
