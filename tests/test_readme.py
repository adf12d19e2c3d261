"""Every command and snippet of the README is run, or at least asked of its program."""

import importlib
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from aucc_core.version import CITATION, __version__

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def _blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def _commands():
    lines = "".join(_blocks("bash")).splitlines()
    return [line.split(" #")[0].strip() for line in lines if line.strip()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A place with the files that the README's examples name."""
    place = tmp_path_factory.mktemp("readme")
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, 4000)
    table = pd.DataFrame(rng.normal(size=(4000, 3)) + labels[:, None], columns=["a", "b", "c"])
    table.assign(cluster=labels).to_parquet(place / "big.parquet")
    names = np.array(["one", "two", "three"])[labels]
    table[:60].assign(species=names[:60]).to_csv(place / "flowers.csv", index=False)
    return place


def test_there_are_commands_to_check():
    programs = {shlex.split(command)[0] for command in _commands()}
    assert programs == {"make", "aucc", "dask"}


@pytest.mark.parametrize("command", [c for c in _commands() if c.startswith("make ")])
def test_make_knows_the_target(command):
    done = subprocess.run(
        [*shlex.split(command), "-n"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "command", [c for c in _commands() if c.startswith("aucc ") and "--cluster" not in c]
)
def test_command_line(command, folder):
    done = subprocess.run(
        [sys.executable, "-m", "aucc_core", *shlex.split(command)[1:]],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("command", [c for c in _commands() if "--cluster" in c])
def test_command_line_names_a_cluster_that_is_not_there(command, folder):
    here = re.sub(r"tcp://[\d.:]+", "tcp://127.0.0.1:9", command)
    done = subprocess.run(
        [sys.executable, "-m", "aucc_core", *shlex.split(here)[1:]],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "127.0.0.1:9" in done.stderr


@pytest.mark.parametrize("command", [c for c in _commands() if c.startswith("dask ")])
def test_dask_knows_the_options(command):
    words = shlex.split(command)
    done = subprocess.run(
        [sys.executable, "-m", "dask", words[1], "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for option in (w for w in words if w.startswith("--")):
        assert option in done.stdout


def test_the_map_names_every_room():
    """The map is the block of rooms in the order of the house."""
    tree = next(block for block in _blocks("") if block.startswith("aucc_core/"))
    for folder in ("aucc_core", "pages/ui"):
        for room in (path.parent.name for path in (ROOT / folder).glob("*/__init__.py")):
            assert re.search(rf"(?<![\w/]){room}/", tree), f"{folder}/{room}"


def test_each_row_to_add_names_a_registry_that_is_there():
    rows = re.findall(r"^\| an? [^|]+ \| `([A-Z_]+)`, `([\w./]+)`", README, re.MULTILINE)
    assert len(rows) == 12
    for name, path in rows:
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        assert len(getattr(importlib.import_module(module), name)) > 0


def test_the_citation_is_that_of_the_package():
    cff = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"version: {__version__}\n" in cff
    for part in re.findall(r"(?:family-names|title|journal): (.+)", cff)[1:]:
        assert part in CITATION


def test_snippets_run(capsys):
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, 4000)
    names = {"X": rng.normal(size=(4000, 3)) + labels[:, None], "labels": labels}
    for snippet in _blocks("python"):
        exec(snippet, names)
    out = capsys.readouterr().out
    assert "0.9994532401464366" in out
    assert "certain" in out
    assert "95 %" in out
