"""What goes into the wheel: every package, and the data files as aucc_core.data."""

import tomllib
from pathlib import Path

from aucc_core.datasets import files

ROOT = Path(__file__).resolve().parents[2]
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


def test_every_package_is_listed():
    inits = (ROOT / "aucc_core").rglob("__init__.py")
    on_disk = {".".join(init.parent.relative_to(ROOT).parts) for init in inits}
    assert set(SETUP["packages"]) == on_disk | {"aucc_core.data"}


def test_data_files_are_mapped_into_the_package():
    assert SETUP["package-dir"] == {"aucc_core.data": "assets/data"}
    assert SETUP["package-data"]["aucc_core.data"] == ["*"]


def test_data_is_found_inside_an_installed_package(monkeypatch, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "ruspini.csv").write_text("x,y\n1,2\n", encoding="utf-8")
    monkeypatch.setattr(files.resources, "files", lambda package: tmp_path)
    assert files.open_data("ruspini.csv").getvalue() == "x,y\n1,2\n"
    # A file that the package does not hold comes from the project's assets.
    assert files.open_data("ecoli.csv").readline().startswith("name,mcg")
