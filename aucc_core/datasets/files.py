"""Where the shipped data files are: inside the package in a wheel, in assets/ in the project."""

from __future__ import annotations

import io
from importlib import resources
from pathlib import Path

_IN_PROJECT = Path(__file__).resolve().parents[2] / "assets" / "data"


def open_data(file: str) -> io.StringIO:
    """Text of one shipped data file."""
    packaged = resources.files("aucc_core").joinpath("data", file)
    place = packaged if packaged.is_file() else _IN_PROJECT / file
    return io.StringIO(place.read_text(encoding="utf-8"))
