"""What is handed out holds all it needs: built, installed elsewhere, started, looked at."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import watched_pages
from tests.browser.linked_view import open_view, state
from tests.installed import ROOT, Built, Installed, built, installed, run

DASHBOARD = "aucc_core/_dashboard"
# A program as people write it; mypy must see every type of it.
PROGRAM = """
import aucc_core
from aucc_core import Dataset, Pairs, RocCurve, Score, SweepResult, Verdict, aucc_score
from aucc_core import load_dataset, make_partitions, sweep, verdict

data: Dataset = load_dataset("ruspini")
value: float = aucc_score(data.X, [1, 2, 3])
curve: RocCurve = Pairs(data.X).curve(data.labels)
area: float = curve.area
result: SweepResult = sweep(data, ["kmeans"], range(2, 5), seed=0)
found: Verdict = verdict(data, "kmeans", range(2, 5), seed=0)
score: Score = aucc_core.aucc_bounds(data.X, data.labels)
made = [partition.labels for partition in make_partitions(data.X, "ward", [2, 3], seed=0)]
wrong: int = aucc_score(data.X, [1, 2, 3])
"""
AT = 1 + next(at for at, line in enumerate(PROGRAM.splitlines()) if line.startswith("wrong"))
WRONG = f'program.py:{AT}: error: Incompatible types in assignment (expression has type "float", '


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return built(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def environment(files: Built, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return installed(files.wheel, tmp_path_factory.mktemp("installed"))


def expected() -> set[str]:
    """Every file of the project that a program reads, by its name in the wheel."""
    names = {}
    for folder in ("aucc_core", "pages", "assets", ".streamlit"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                names[path.relative_to(ROOT).as_posix()] = None
    moved = {name if name.startswith("aucc_core/") else f"{DASHBOARD}/{name}" for name in names}
    return {
        name.replace(f"{DASHBOARD}/assets/data/", "aucc_core/data/")
        for name in {*moved, f"{DASHBOARD}/app.py"}
    }


def test_the_wheel_holds_every_file_once_and_nothing_else(files: Built) -> None:
    with zipfile.ZipFile(files.wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
    assert len(names) == len(set(names))
    assert set(names) == expected()
    assert {name.split("/")[0] for name in names} == {"aucc_core"}  # no package called pages


def test_the_sdist_holds_what_the_wheel_is_made_of(files: Built) -> None:
    with tarfile.open(files.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "app.py", "pages/frame.py"} <= names


def test_nothing_of_the_project_is_imported_from_where_it_was_built(
    environment: Installed,
) -> None:
    asked = "import aucc_core; print(aucc_core.__file__)"
    said = run(environment.program("python"), "-c", asked, cwd=environment.home)
    assert Path(said.strip()).is_relative_to(environment.folder)


@pytest.fixture
def start(environment: Installed) -> Iterator[Callable[..., str]]:
    """Start `aucc app` with arguments, in a folder with a file; the link that it prints."""
    started: list[subprocess.Popen[str]] = []
    shutil.copy(ROOT / "assets" / "examples" / "iris.csv", environment.home / "flowers.csv")
    outside = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "AUCC"))}

    def begin(*arguments: str) -> str:
        program = environment.program("aucc")
        server = subprocess.Popen(
            [str(program), "app", "--no-browser", "--port", "0", *arguments],
            cwd=environment.home,
            env={**outside, "HOME": str(environment.home)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(server)
        assert server.stdout is not None
        said = []
        for line in server.stdout:
            said.append(line)
            if found := re.search(r"http://\S+", line):
                return found[0]
        pytest.fail("".join(said))

    yield begin
    for server in started:
        server.terminate()
        server.communicate()


@pytest.fixture
def open_link(chromium: Browser) -> Iterator[Callable[[str], Page]]:
    with watched_pages(chromium, "http://127.0.0.1") as make:

        def open_it(link: str) -> Page:
            page = make()
            open_view(page, link)
            return page

        yield open_it


def test_the_installed_command_shows_a_file_to_who_has_the_link(
    start: Callable[..., str], open_link: Callable[[str], Page]
) -> None:
    link = start("flowers.csv")
    page = open_link(link)
    expect(page.get_by_role("heading", level=1)).to_contain_text("flowers.csv")
    assert state(page)["curves"]
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("flowers.csv")
    # Somebody who only knows the address sees an example, and nothing of the file.
    other = open_link(link.partition("?")[0])
    expect(other.get_by_role("heading", level=1)).to_contain_text("Ruspini")
    other.goto(link[:-1] + ("A" if link[-1] != "A" else "B"))
    expect(other.get_by_role("heading", level=1)).to_contain_text("Ruspini")
    expect(other.locator("body")).not_to_contain_text("flowers")


def test_public_names_are_typed_for_who_installs_it(environment: Installed) -> None:
    (environment.home / "program.py").write_text(PROGRAM)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--python-executable"),
            *(str(environment.program("python")), "--cache-dir", "cache", "program.py"),
        ],
        cwd=environment.home, capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = done.stdout.splitlines()
    assert said[0].startswith(WRONG)  # seen only where the package says what it returns
    assert said[1:] == ["Found 1 error in 1 file (checked 1 source file)"], done.stdout
