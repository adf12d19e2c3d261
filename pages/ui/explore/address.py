"""What the linked view has in the address bar, so that a link shows it again.

The side panel needs none of this: its controls are bound to the address themselves.
"""

from __future__ import annotations

import streamlit as st

from pages.ui.components.linked import Settled
from pages.ui.explore.link_texts import settled_from, texts_of
from pages.ui.state import link, session

_START = "explore.start"  # where the view begins when it is drawn anew, and of which data
_SPOKEN = "explore.spoken"  # what the browser said last, and of which data
_SAVED = session.VIEW_START


def keep(settled: Settled, rows: str, opened: Settled) -> Settled:
    """What has settled for these data, put into the address and remembered for the way back here.

    The browser's last word may be about the data before: until it has spoken of these, the view is
    as it was ``opened``. ``rows`` stands for the data (`Study.rows`).
    """
    spoken_of, last = st.session_state.get(_SPOKEN, (rows, None))
    if spoken_of != rows and settled == last:
        settled = opened
    else:
        st.session_state[_SPOKEN] = (rows, settled)
    st.session_state[_START] = (rows, settled)
    for name, text in texts_of(settled).items():
        link.write(name, *([] if text is None else [text]))
    return settled


def opened_with(rows: str) -> Settled:
    """Where the view starts: as it was left, or as the link says that opened this session.

    For other data only how to look stays: objects and curves are others.
    """
    if link.opens(_START):
        texts = {name: "".join(link.read(name)[:1]) for name in texts_of(Settled())}
        st.session_state[_START] = (rows, settled_from(texts))
    of, start = st.session_state[_START]
    if of == rows:
        return start
    return Settled(log=start.log, max_fpr=start.max_fpr, inset=start.inset)


def start_as_saved(settled: Settled) -> None:
    """Open the view anew, as it was when work was saved; for a callback."""
    times, _ = saved_start()
    st.session_state[_SAVED] = (times + 1, settled)


def saved_start() -> tuple[int, Settled | None]:
    """How often work was opened in this session, and where the view begins for that, if it does."""
    found: tuple[int, Settled | None] = st.session_state.get(_SAVED, (0, None))
    return found


def forget_saved_start() -> None:
    """Begin as the address says again, once something else has settled in the view."""
    times, saved = saved_start()
    _, left = st.session_state.get(_START, ("", Settled()))
    if saved is not None and left.focus not in (None, saved.focus):
        st.session_state[_SAVED] = (times, None)
