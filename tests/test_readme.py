"""Every command and snippet of the README is run, or at least asked of its program."""

import importlib
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from aucc_core.version import CITATION, __version__

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def _blocks(language):
    # All of them in order: what closes one block is not what opens the next.
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return [text for name, text in blocks if name == language]


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
    assert programs == {"make", "pip", "aucc", "dask"}


@pytest.mark.parametrize("command", [c for c in _commands() if c.startswith("make ")])
def test_make_knows_the_target(command):
    done = subprocess.run(
        [*shlex.split(command), "-n"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", [c for c in _commands() if c.startswith("pip ")])
def test_pip_is_asked_for_what_there_is(command):
    # tests/browser/test_install.py installs it.
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    known = {*project["optional-dependencies"]}
    assert shlex.split(command)[2] in {".", *(f".[{extra}]" for extra in known)}


def test_the_dashboard_starts(folder):
    commands = [c for c in _commands() if c.startswith("aucc app")]
    assert len(commands) == 2
    for command in commands:
        server = subprocess.Popen(
            [sys.executable, "-m", "aucc_core", *shlex.split(command)[1:], "--no-browser"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        said = server.stdout.readline()
        server.terminate()
        server.communicate()
        assert said.startswith("AUCC is ready: http://127.0.0.1:"), said


@pytest.mark.parametrize(
    "command",
    [c for c in _commands() if re.match(r"aucc (?!app)", c) and "--cluster" not in c],
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
    assert "{'agglomerativeclustering__n_clusters': 4} 4\n" in out
    assert "certain" in out
    assert "95 %" in out
