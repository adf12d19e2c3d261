"""What a page needs to say after a restart: a table that is gone, a session that is new."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.waiting import PATIENCE

FRAME = Path(__file__).resolve().parents[3] / "pages" / "frame.py"


def open_screen(screen: str, **query: str | list[str]) -> AppTest:
    app = AppTest.from_file(str(FRAME), default_timeout=PATIENCE)
    for name, value in query.items():
        app.query_params[name] = value
    if screen != "explore.py":
        app.switch_page(screen)
    return app.run()


@pytest.mark.parametrize("screen", ["explore.py", "criteria.py"])
def test_a_table_that_is_gone_is_not_replaced_by_an_example(screen: str) -> None:
    app = open_screen(screen, data="Your data", k=["2", "4"])
    assert not app.exception
    assert app.title[0].value == "Your data"
    assert "Choose the file again" in app.info[0].value
    assert app.sidebar.selectbox(key="data").value == "your-data"
    app.sidebar.selectbox(key="data").select("ruspini").run()
    assert "Ruspini" in app.title[0].value
    assert app.sidebar.slider(key="k").value == (2, 4)  # the link's other settings are kept


def test_the_own_table_is_offered_only_where_it_is_or_was_asked_for() -> None:
    assert "Your data" not in open_screen("explore.py").sidebar.selectbox(key="data").options


def test_a_session_tells_itself_apart_from_the_next() -> None:
    def script() -> None:
        import streamlit as st

        from pages.ui.components import connection

        st.json(connection._held())

    first = AppTest.from_function(script, default_timeout=PATIENCE).run()
    said = first.json[0].value
    assert first.run().json[0].value == said
    assert AppTest.from_function(script, default_timeout=PATIENCE).run().json[0].value != said
    assert '"upload": false' in said
