"""What the address bar holds besides the controls that are bound to it.

A bound control whose limits follow from the data would take an old value from the address when they
change; what the linked view shows is no control at all. Both are read and written here.
"""

from __future__ import annotations

import streamlit as st

from pages.ui.streamlit_internals import went_back


def read(name: str) -> list[str]:
    """All values of a name, in order; none when the address does not have it."""
    return list(st.query_params.get_all(name))


def write(name: str, *values: str) -> None:
    """Put values under a name; without values the name goes."""
    if read(name) == list(values):
        return
    if values:
        st.query_params[name] = list(values) if len(values) > 1 else values[0]
    else:
        st.query_params.pop(name, None)


def opens(key: str) -> bool:
    """Whether the address decides: at first, and when the person went back or forth to it."""
    return key not in st.session_state or went_back()
