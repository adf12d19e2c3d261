"""What Python tells the view unasked: the band, which solutions bear a star, what was clicked.

A click in a tab lights objects in the view or brings a solution into focus there: `light` and
`focus` are for its callback. It carries a number, so that the same click works twice, and is
forgotten once it has been sent, not before: a script may end on its way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from pages.ui.components import linked

_CLICKS = "explore.clicks"  # how many there were
_CLICKED = "explore.clicked"  # the last of each kind, until the view has been told


def light(data_key: str, objects: Sequence[int]) -> None:
    """Select these objects of some data in the view."""
    _remember(data_key, "highlight", {"objects": list(objects)})


def focus(data_key: str, solution: str) -> None:
    """Bring a solution of some data into focus in the view."""
    _remember(data_key, "focus", {"id": solution})


def tell_view(data_key: str, band: dict[str, Any] | None, stars: Mapping[str, str | None]) -> None:
    """Send what was found and clicked."""
    of, clicked = st.session_state.get(_CLICKED, (None, {}))
    mine = clicked if of == data_key else {}
    found = {
        "band": band,
        "stars": dict(stars),
        "highlight": mine.get("highlight"),
        "focus": mine.get("focus"),
    }
    linked.answer(found, key="explore.hint")
    st.session_state.pop(_CLICKED, None)


def _remember(data_key: str, kind: str, what: dict[str, Any]) -> None:
    click = st.session_state.get(_CLICKS, 0) + 1
    st.session_state[_CLICKS] = click
    of, clicked = st.session_state.get(_CLICKED, (data_key, {}))
    kept = clicked if of == data_key else {}
    st.session_state[_CLICKED] = (data_key, {**kept, kind: {"click": click, **what}})
