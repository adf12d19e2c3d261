"""What the address bar holds besides the controls that are bound to it.

A bound control whose limits follow from the data would take an old value from the address when they
change; what the linked view shows is no control at all. Both are read and written here.
"""

from __future__ import annotations

import streamlit as st

from pages.ui.streamlit_internals import went_back

_VISITS = "link.visits"
_READ = "link.read"  # what has read the address since the person went back or forth


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


def arrive() -> None:
    """Begin a run, before anything can interrupt it, and see whether the person went back or forth.

    Streamlit says so to one run only. If another takes its place before it has come to a control,
    that one still has to know.
    """
    if went_back():
        st.session_state[_VISITS] = visits() + 1
        st.session_state[_READ] = set()


def arrived() -> None:
    """End a run: whatever is on screen has read the address."""
    st.session_state.pop(_READ, None)


def visits() -> int:
    """How often the person has gone back or forth in this session."""
    times: int = st.session_state.get(_VISITS, 0)
    return times


def opens(key: str) -> bool:
    """Whether the address decides: at first, and once each time the person goes back or forth."""
    read: set[str] | None = st.session_state.get(_READ)
    again = read is not None and key not in read
    if read is not None:
        read.add(key)
    return again or key not in st.session_state
