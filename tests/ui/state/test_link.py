"""What the address decides when the person goes back or forth, also if the run is interrupted."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.state import link
from tests.waiting import PATIENCE


def script() -> None:
    import streamlit as st

    from pages.ui.state import link

    link.arrive()
    st.session_state["choice"] = st.session_state.get("choice", "")
    for name in st.session_state.get("controls", ["a", "b"]):
        if link.opens(name):
            st.session_state[name] = "from the address"
    if not st.session_state.get("interrupted"):
        link.arrived()


def test_each_control_reads_the_address_once_per_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    went = False
    monkeypatch.setattr(link, "went_back", lambda: went)
    app = AppTest.from_function(script, default_timeout=PATIENCE).run()
    assert app.session_state["a"] == app.session_state["b"] == "from the address"

    app.session_state["a"] = app.session_state["b"] = "chosen"
    app.run()
    assert app.session_state["a"] == "chosen"

    # The run that hears of the visit is interrupted before it has come to b; the next does it.
    went, app.session_state["controls"], app.session_state["interrupted"] = True, ["a"], True
    app.run()
    went = False
    assert [app.session_state[key] for key in "ab"] == ["from the address", "chosen"]
    app.session_state["a"] = "chosen since"
    app.session_state["controls"], app.session_state["interrupted"] = ["a", "b"], False
    app.run()
    assert [app.session_state[key] for key in "ab"] == ["chosen since", "from the address"]

    app.session_state["b"] = "chosen since"
    app.run()
    assert app.session_state["b"] == "chosen since"
