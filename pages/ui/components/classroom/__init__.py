"""The live class on the screen: the bar of the lecturer or of a student, and the way to both.

Answers and what the lecturer sees of them go between the browser and pages/ui/server/classroom.py
without a run of the page. Python hears of one thing only: the lecturer leads to another place of
the course. Lessons speak to it through hooks.js and know nothing else of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.components.modules import join

KEY = "aucc_classroom"
_HERE = Path(__file__).parent


def mount(titles: Mapping[str, str]) -> None:
    """Call it below the lesson, with every lesson's title by its name."""
    _renderer()(
        key=KEY,
        data={"titles": dict(titles), "query": st.query_params.to_dict()},
        on_go_change=_go,
    )


def _go() -> None:
    """Follow the lecturer; the lesson reads the address and drops what makes no sense in it."""
    state = st.session_state.get(KEY)
    place = None if state is None else state.get("go")
    if isinstance(place, Mapping):
        st.query_params.from_dict({str(name): str(text) for name, text in place.items()})


@cache
def _renderer() -> Any:
    return st.components.v2.component(
        KEY,
        html='<div class="aucc-class-door"></div>',
        css=(_HERE / "classroom.css").read_text("utf-8"),
        js=join(_HERE / "main.js"),
        isolate_styles=False,  # the bar stands outside of the component, above everything
    )
