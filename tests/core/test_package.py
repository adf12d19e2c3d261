"""What others get: the names they call, each from one place, and what goes into the wheel."""

import doctest
import importlib
import inspect
import re
import tomllib
from pathlib import Path

import pytest

import aucc_core
from aucc_core.datasets import real

PROMISED = [
    "aucc_score",
    "gamma_score",
    "Pairs",
    "RocCurve",
    "aucc_bounds",
    "aucc_sample",
    "make_partitions",
    "sweep",
    "reference_band",
    "stability",
    "diagnose",
    "verdict",
    "AUCCSearch",
    "load_dataset",
    "read_table",
    "InputError",
    "ALGORITHMS",
    "METRICS",
    "CRITERIA",
    "DATASETS",
]
METHODS = [
    "aucc",
    "aucc_many",
    "curve",
    "counts",
    "null",
    "by_cluster",
    "by_object",
    "by_cluster_pair",
    "score",
    "score_many",
]


def test_every_promised_name_is_there():
    assert set(PROMISED) <= set(aucc_core.__all__)
    assert all(hasattr(aucc_core.Pairs, name) for name in METHODS)


def test_a_star_brings_every_public_name():
    names: dict[str, object] = {}
    exec("from aucc_core import *", names)
    assert set(aucc_core.__all__) <= set(names)
    assert inspect.isfunction(names["sweep"])
    assert inspect.isfunction(names["verdict"])


def test_every_listed_name_is_found_and_no_other():
    assert set(aucc_core.__all__) == {*aucc_core._HOMES, "__version__"}
    assert set(aucc_core.__all__) <= set(dir(aucc_core))


def test_the_map_names_every_room():
    rooms = {name.split(".")[0] for name in aucc_core._HOMES.values()} - {"pairs", "search", "warm"}
    lines = [line.split()[0] for line in aucc_core.__doc__.splitlines() if line.strip()]
    assert rooms | {"paper", "report", "cli"} <= set(lines)


# The wheel: every package, and the data files as aucc_core.data


ROOT = Path(__file__).resolve().parents[2]
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


def test_every_package_is_listed():
    inits = (ROOT / "aucc_core").rglob("__init__.py")
    on_disk = {".".join(init.parent.relative_to(ROOT).parts) for init in inits}
    for path in (ROOT / "pages").rglob("*.py"):
        parts = path.parent.relative_to(ROOT).parts
        on_disk.add(".".join(("aucc_core", "_dashboard", *parts)))
    assert set(SETUP["packages"]) == on_disk | {"aucc_core.data", "aucc_core._dashboard"}


def test_data_files_are_mapped_into_the_package():
    assert SETUP["package-dir"] == {"aucc_core.data": "assets/data", "aucc_core._dashboard": "."}
    assert SETUP["package-data"]["aucc_core.data"] == ["*"]


def test_every_file_that_is_no_python_is_named_as_package_data():
    others = {
        path
        for path in (ROOT / "aucc_core").rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc", ".nbi", ".nbc")
    }
    others |= {path for path in (ROOT / "pages").rglob("*.*") if path.suffix in (".js", ".css")}
    named = {
        path
        for package, patterns in SETUP["package-data"].items()
        for pattern in patterns
        for path in folder_of(package).glob(pattern)
    }
    assert others
    assert others <= named


def folder_of(package):
    return ROOT / SETUP["package-dir"].get(package, package.replace(".", "/"))


def test_data_is_found_inside_an_installed_package(monkeypatch, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "ruspini.csv").write_text("x,y\n1,2\n", encoding="utf-8")
    monkeypatch.setattr(real.resources, "files", lambda package: tmp_path)
    assert real.open_data("ruspini.csv").getvalue() == "x,y\n1,2\n"
    # A file that the package does not hold comes from the project's assets.
    assert real.open_data("ecoli.csv").readline().startswith("name,mcg")


def with_examples():
    root = Path(aucc_core.__file__).parents[1]
    for path in sorted(p for f in ("aucc_core", "pages") for p in (root / f).rglob("*.py")):
        if ">>>" in path.read_text("utf-8"):
            yield ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


# Public names that are asked for by hand, each with an example that the next test runs.
SHOWN = [
    "AUCCSearch",
    "Pairs",
    "aucc_bounds",
    "aucc_sample",
    "aucc_score",
    "aucc_scorer",
    "criteria_scores",
    "diagnose",
    "gamma_score",
    "inspect_table",
    "load_dataset",
    "make_partitions",
    "permutation_test",
    "read_table",
    "reference_band",
    "stability",
    "sweep",
    "verdict",
]


@pytest.mark.parametrize("name", SHOWN)
def test_help_on_a_public_name_shows_an_example(name):
    lines = getattr(aucc_core, name).__doc__.splitlines()
    example = "\n".join(line for line in lines if line.strip().startswith((">>>", "...")))
    assert re.search(rf"import .*\b{name}\b", example)
    assert re.search(rf"\b{name}\(", example)


@pytest.mark.parametrize("module", list(with_examples()))
def test_examples_in_docstrings_are_true(module):
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    found = doctest.testmod(importlib.import_module(module), optionflags=flags)
    assert found.attempted > 0
    assert found.failed == 0
