"""What people get: sdist and wheel built from the files of the project, and installed elsewhere.

`built` does what ``python -m build`` does: an sdist, and the wheel from what is in it. `installed`
makes an environment for the wheel. For `make test` that one looks its packages up here; with
``AUCC_EMPTY=1`` (`make test-install`) it begins empty and pip fetches all; AUCC_PYTHON then names
another Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOT_OURS = shutil.ignore_patterns(".*cache*", "__pycache__", ".git", ".venv", "*.egg-info")
BUILD = "import sys; from setuptools import build_meta as b; getattr(b, sys.argv[1])(sys.argv[2])"


def run(*command: str | Path, cwd: Path | None = None, **environment: str) -> str:
    """What a program says on stdout; it must end well."""
    outside = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COVERAGE"))}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=outside | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@dataclass(frozen=True)
class Built:
    """Both files that are handed out."""

    sdist: Path
    wheel: Path


def built(place: Path) -> Built:
    """Sdist and wheel of the project as it stands here."""
    tool, source = place / "tool", place / "source"
    run(sys.executable, "-m", "pip", "install", "-qq", "--target", tool, "setuptools>=77")
    shutil.copytree(ROOT, source, ignore=NOT_OURS)
    build = [sys.executable, "-c", BUILD]
    run(*build, "build_sdist", place, cwd=source, PYTHONPATH=str(tool))
    (sdist,) = place.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(place, filter="data")
    unpacked = place / sdist.name.removesuffix(".tar.gz")
    run(*build, "build_wheel", place, cwd=unpacked, PYTHONPATH=str(tool))
    (wheel,) = place.glob("*.whl")
    return Built(sdist, wheel)


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel in it, and an empty folder to stand in."""

    folder: Path
    home: Path

    def program(self, name: str) -> Path:
        """A program of the environment."""
        return self.folder / ("Scripts" if os.name == "nt" else "bin") / name


def installed(wheel: Path, place: Path) -> Installed:
    """The wheel in an environment of its own."""
    empty = bool(os.environ.get("AUCC_EMPTY"))
    python = os.environ.get("AUCC_PYTHON", sys.executable) if empty else sys.executable
    environment = Installed(place / "environment", place / "home")
    environment.home.mkdir()
    run(python, "-m", "venv", "--without-pip", environment.folder)
    pip = [sys.executable, "-m", "pip", "--python", environment.program("python"), "install", "-qq"]
    if empty:
        run(*pip, f"{wheel}[app]")
    else:
        run(*pip, "--no-deps", wheel)
        ours = run(
            environment.program("python"), "-c", "import site; print(*site.getsitepackages())"
        )
        here = sysconfig.get_paths()["purelib"]
        (Path(ours.split()[0]) / "packages_of_the_tests.pth").write_text(here)
    return environment
