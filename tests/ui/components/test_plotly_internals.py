"""What the linked view uses of plotly's insides: one script, checked with the shipped plotly.js."""

import re
from importlib.resources import files
from pathlib import Path

import pages.ui.components as components

FOLDER = Path(components.__file__).parent
INTERNALS = FOLDER / "linked" / "plotly_internals.js"
# Underscored fields, and the conversions of an axis between data, linear numbers and pixels.
INSIDE = re.compile(r"\._[a-z]\w*|\b(?:[dlrc]2p|p2[dlrc])\b")


def test_the_shipped_plotly_is_one_that_was_checked():
    # Another version? See whether all tests pass, those in the browser too; then add it.
    head = files("plotly").joinpath("package_data/plotly.min.js").read_text("utf-8")[:200]
    shipped = re.search(r"plotly\.js v(\d+\.\d+)\.", head)
    listed = re.search(r"CHECKED_VERSIONS = \[(.*)\];", INTERNALS.read_text("utf-8"))
    assert shipped
    assert listed
    assert shipped[1] in re.findall(r'"([^"]+)"', listed[1])


def test_nothing_else_reaches_in():
    found = {path.name: INSIDE.findall(path.read_text("utf-8")) for path in FOLDER.rglob("*.js")}
    assert found.pop(INTERNALS.name)
    assert {name: names for name, names in found.items() if names} == {}
