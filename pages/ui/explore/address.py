"""What the linked view has in the address bar, so that a link shows it again.

The side panel needs none of this: its controls are bound to the address themselves.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.ui.components.linked import Settled

_START = "explore.start"


def keep(settled: Settled) -> None:
    """Put what has settled into the address bar, and remember it for the way back here."""
    st.session_state[_START] = {
        "focus": settled.focus,
        "log": settled.log,
        "max_fpr": settled.max_fpr,
    }
    wanted = {
        "focus": settled.focus,
        "log": "1" if settled.log else None,
        "area": f"{settled.max_fpr:g}" if settled.max_fpr < 1 else None,
    }
    for name, value in wanted.items():
        if value is None:
            st.query_params.pop(name, None)
        elif st.query_params.get(name) != value:
            st.query_params[name] = value


def opened_with() -> dict[str, Any]:
    """Where the view starts: as it was left, or as the link says that opened this session."""
    if _START not in st.session_state:
        st.session_state[_START] = {
            "focus": st.query_params.get("focus"),
            "log": st.query_params.get("log") == "1",
            "max_fpr": _rate(st.query_params.get("area", "")),
        }
    return st.session_state[_START]


def _rate(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return 1.0
    return value if 0 < value <= 1 else 1.0
