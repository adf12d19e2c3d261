"""What one browser tab keeps: a way back that means something, and its table over a reload.

`remember` mounts a component without a picture. Its scripts let Back leave the data set or the
screen, not the last click (way_back.js), and hold a secret that gives this tab, and nobody else,
its table again after a reload (table.js; `session.claim`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.components.modules import join
from pages.ui.state import link, session

KEY = "aucc_tab"
_HERE = Path(__file__).parent


def remember() -> None:
    """Call it once, before the screens: a table that comes back is there when they ask."""
    data = {"secret": session.tab_secret(), "visits": link.visits()}
    found = _tab()(key=KEY, data=data, on_again_change=_nothing)
    if isinstance(found.again, str):
        session.claim(found.again)


def _nothing() -> None:
    """Streamlit wants a callback for every value that comes back."""


@cache
def _tab() -> Any:
    return st.components.v2.component(KEY, js=join(_HERE / "main.js"), isolate_styles=False)
