"""Which data a link opens, and what it says when they are not here."""

from __future__ import annotations

import pytest

from aucc_core.datasets import DATASETS
from pages.ui.side_panel import data
from tests.ui.explore.test_explore import open_explore, title


def test_every_name_and_every_title_is_known_however_it_is_spelled() -> None:
    for name, row in DATASETS.items():
        for text in (name, row.title, row.title.upper(), name.replace("_", "-")):
            assert data.named(text) == name
    assert data.named("nonsense") is None
    assert data.named("") is None


@pytest.mark.parametrize("called", ["uniform", "Uniform noise", "UNIFORM"])
def test_a_link_may_call_data_as_the_command_line_does(called: str) -> None:
    app = open_explore(data=called)
    assert title(app).startswith("Uniform noise · 300 objects")
    assert not app.info
    app.run()
    assert "".join(app.query_params["data"]) == called  # a reload opens the same
    app.selectbox(key="data").select("iris").run()
    assert "".join(app.query_params["data"]) == "Iris"


def test_data_that_are_not_here_are_said_to_be_missing() -> None:
    app = open_explore(data="non*sense")
    assert not app.exception
    assert r"called **non\*sense**, which is not here" in app.info[0].value
    app.run()  # something else happens
    assert app.info
    app.selectbox(key="data").select("iris").run()
    assert not app.info
    assert title(app).startswith("Iris")
