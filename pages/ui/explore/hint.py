"""What Python tells the view unasked: the band, which solutions bear a star, what was clicked.

A click in a tab lights objects in the view or brings a solution into focus there: `light` and
`focus` are for its callback. A click is said again with everything that follows, until there is
another: of what a script has sent, Streamlit drops what has not left the server when the next
script begins, and the browser shows only the last of what came at once. Each click has a name of
its own, so that the view acts on it once, and the same click works twice.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from pages.ui.components import linked

_CLICKED = "explore.clicked"  # the last of each kind, and of which data


def light(data_key: str, objects: Sequence[int]) -> None:
    """Select these objects of some data in the view."""
    _remember(data_key, "highlight", {"objects": list(objects)})


def focus(data_key: str, solution: str) -> None:
    """Bring a solution of some data into focus in the view."""
    _remember(data_key, "focus", {"id": solution})


def tell_view(data_key: str, band: dict[str, Any] | None, stars: Mapping[str, str | None]) -> None:
    """Send what was found and clicked; ``stars``: who bears one, and where the view starts."""
    of, clicked = st.session_state.get(_CLICKED, (None, {}))
    mine = clicked if of == data_key else {}
    found = {
        "band": band,
        "stars": {"dataKey": data_key, **stars},
        "highlight": mine.get("highlight"),
        "focus": mine.get("focus"),
    }
    linked.answer(found, key="explore.hint")


def _remember(data_key: str, kind: str, what: dict[str, Any]) -> None:
    click = secrets.token_urlsafe(6)
    of, clicked = st.session_state.get(_CLICKED, (data_key, {}))
    kept = clicked if of == data_key else {}
    st.session_state[_CLICKED] = (data_key, {**kept, kind: {"click": click, **what}})
