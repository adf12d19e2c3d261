"""The side panel's choices follow from screen to screen: same data, same run, another view.

Streamlit keeps the controls of each screen apart, so what was chosen is written down after the
controls were drawn, and put into those of the next screen before they are.
"""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from aucc_core.datasets import DATASETS

_SHOWN, _KEPT = "panel.shown", "panel.kept"
_KEYS = (
    "data",
    "objects",
    "engine",
    "features",
    "scaling",
    "distance",
    "algorithms",
    "algorithms.distances",
    "k",
    "seed",
    "starts",
    "second",
    "verdict",
    "structure",
)


def arrive(page: str) -> None:
    """Call before the panel is drawn: on the way from another screen its choices come along."""
    before = st.session_state.get(_SHOWN)
    st.session_state[_SHOWN] = page
    if before in (None, page):
        return
    for key, value in st.session_state.get(_KEPT, {}).items():
        st.session_state[key] = value


def keep() -> None:
    """Call after the panel was drawn: write down what is chosen."""
    st.session_state[_KEPT] = {
        key: st.session_state[key] for key in _panel_keys() if key in st.session_state
    }


def _panel_keys() -> Iterator[str]:
    yield from _KEYS
    chosen = str(st.session_state.get("data"))
    if chosen in DATASETS:
        yield from (f"{chosen}.{s.name}" for s in DATASETS[chosen].settings)
