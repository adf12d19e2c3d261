"""Which numbers of clusters k are asked for: any range that so many objects allow, up to 100.

What a person chose is remembered as it was chosen. Data with fewer objects get what fits of it, and
the next data all of it again.
"""

from __future__ import annotations

import streamlit as st

from pages.ui.state import link

MOST_CLUSTERS = 100
# The slider's end, unless more is wanted: pulled to its end, it grows to the most that is possible.
_USUAL_END = 30
_USUAL = (2, 9)
_WISH = "k.wish"


def ask_k_range(n: int) -> tuple[int, ...]:
    """Every k of the range that is chosen, for n objects."""
    if link.opens(_WISH):
        st.session_state[_WISH] = _in_link()
    wish = st.session_state[_WISH]
    link.write("k", *(str(k) for k in wish or ()))
    most = most_clusters(n)
    first, last = fitting(wish or _USUAL, most)
    if most > 2:
        st.session_state["k"] = (first, last)
        first, last = st.slider(
            "Numbers of clusters k",
            2,
            most if last >= _USUAL_END else min(_USUAL_END, most),
            (first, last),
            key="k",
            on_change=_remember,
            help="One solution is made for every k in this range. Pull the end to "
            f"{_USUAL_END} for more: up to {MOST_CLUSTERS}, where there are so many objects.",
        )
    return tuple(range(first, last + 1))


def usual(n: int) -> tuple[int, ...]:
    """Every k that is asked for as long as nobody has chosen."""
    first, last = fitting(_USUAL, most_clusters(n))
    return tuple(range(first, last + 1))


def most_clusters(n: int) -> int:
    """The largest k that is offered for n objects."""
    return min(MOST_CLUSTERS, n - 1)


def widen(first: int, last: int) -> None:
    """Ask for numbers of clusters in a wider range; call it in a button's callback."""
    st.session_state[_WISH] = (first, last)


def fitting(wish: tuple[int, int], most: int) -> tuple[int, int]:
    """What of a range is possible; from 2 on where nothing of it is."""
    first, last = wish
    return (first if first <= most else 2), min(last, most)


def _remember() -> None:
    first, last = st.session_state["k"]
    st.session_state[_WISH] = (int(first), int(last))


def _in_link() -> tuple[int, int] | None:
    """The range in the address; None when there is none, or nothing that could be one."""
    values = link.read("k")
    if len(values) != 2 or not all(v.isascii() and v.isdigit() and len(v) < 6 for v in values):
        return None
    first, last = (int(v) for v in values)
    return (first, last) if 2 <= first <= last else None
