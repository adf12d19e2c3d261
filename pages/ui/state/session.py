"""What a session keeps from screen to screen: the person's own table, and shared choices.

The choices are the side panel's, which Explore and Criteria share (data, clusterings), and which
evidence Explore shows. Both survive a page change and a short loss of the connection. A reload
begins a new session, which takes its choices from the address bar and claims the table of the one
before with the secret that the browser tab holds (`claim`). A restart of the server loses the
table, as a browser cannot send a file again by itself; so may a store that is full (`upload` is
then None).

Of the other controls Streamlit carries those along that are bound to the address
(``bind="query-params"``): Explore's view, Score's verdict, the part of Paper. A page change loses
what the rest was set to: the Dask scheduler, the verdict's kind of data without clusters, all that
only Criteria or only Score asks, the settings of a run on Paper, files that wait in the import step
with what was corrected there (of those taken in, *Edit columns* brings it back), objects selected
in the linked view, and which lesson was open.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from typing import Any

import streamlit as st

from aucc_core.datasets import DATASETS
from aucc_core.score.inputs import Dataset
from aucc_core.score.metrics import METRICS
from pages.ui.state.cache import table_digest
from pages.ui.store.digest import digest_of
from pages.ui.store.store import store
from pages.ui.streamlit_internals import session_id

_UPLOAD, _IMPORT = "upload.digest", "upload.import"
_HOW_READ = "upload.how_read"
_OWN = (_UPLOAD, _IMPORT, _HOW_READ)  # digests of what is the person's own
_TAB = "tab.claimed_by"
_SHOWN, _KEPT = "panel.shown", "panel.kept"
VIEW_START = "explore.saved_start"  # how often the linked view was given a start, and the last one
_KEYS = (
    "data",
    "objects",
    "engine",
    "features",
    "scaling",
    "distance",
    "seed",
    "starts",
    "second",
    "paths",
    *(f"{row.name}.{setting.name}" for row in METRICS.values() for setting in row.settings),
)
# How Explore draws, which numbers of clusters, data and objects were chosen, which tab is open.
_VIEW_KEYS = (
    "panels",
    "colour",
    "reference",
    "own",
    "picture",
    "x",
    "y",
    "tab",
    "k.wish",
    "data.chosen",
    "algorithms.wish",
    "algorithms.distances.wish",
    "objects.only",
)


# The person's own table


def keep_upload(dataset: Dataset, *, how_read: Any = None) -> None:
    """Remember a table for all screens of this session; it replaces the one before.

    A table larger than the whole store is not remembered. ``how_read`` is what a script needs to
    read it again.
    """
    st.session_state.pop(_HOW_READ, None)
    if how_read is not None:
        read = digest_of("how read", how_read)
        if store.put(read, how_read, sessions=(session_id(),)):
            st.session_state[_HOW_READ] = read
    digest = digest_of("upload", table_digest(dataset))
    if store.put(digest, dataset, sessions=(session_id(),)):
        st.session_state[_UPLOAD] = digest


def keep_import(value: Any, digest: str) -> None:
    """Remember the files behind the table and what was answered about them, to correct it.

    They are let go before the table is; None when they are too large to be kept.
    """
    st.session_state.pop(_IMPORT, None)
    if value is not None and store.put(digest, value, sessions=(session_id(),)):
        st.session_state[_IMPORT] = digest


def imported() -> Any:
    """The files of the table and what was answered, or None when they are gone."""
    digest = st.session_state.get(_IMPORT)
    entry = store.get(digest, session_id()) if digest else None
    return entry.value if entry else None


def how_read() -> Any:
    """What a script needs to read the table again, or None."""
    digest = st.session_state.get(_HOW_READ)
    entry = store.get(digest, session_id()) if digest else None
    return entry.value if entry else None


def forget_upload() -> None:
    """Let go of the table, its files and everything else that only this session keeps."""
    for key in _OWN:
        st.session_state.pop(key, None)
    store.forget_sessions((session_id(),))


def upload() -> Dataset | None:
    """The table of this session, if there is one and it was not pushed out of memory."""
    digest = st.session_state.get(_UPLOAD)
    entry = store.get(digest, session_id()) if digest else None
    return entry.value if entry else None


# What a reload brings back: the browser tab holds a secret, the store what it stands for


def tab_secret() -> str | None:
    """The secret of this browser tab; None while there is nothing to come back to."""
    held = {key: st.session_state[key] for key in _OWN if key in st.session_state}
    if not held and _TAB not in st.session_state:
        return None
    secret: str = st.session_state.setdefault(_TAB, secrets.token_urlsafe(24))
    store.put(digest_of("tab", secret), held, sessions=(session_id(),))
    return secret


def claim(secret: str) -> None:
    """Take over what the session before a reload held; nothing, when it has ended since."""
    digest, here = digest_of("tab", secret), session_id()
    entry = store.get(digest, here) if store.grant(digest, here) else None
    for key, held in (entry.value if entry else {}).items():
        if store.grant(held, here):
            st.session_state[key] = held
            st.session_state[_TAB] = secret


# The side panel's choices: same data, same run, another view


def bring_choices(page: str) -> None:
    """Call before the panel is drawn: on the way from another screen its choices come along.

    Streamlit keeps the controls of each screen apart, so what was chosen is written down
    (`keep_choices`) and put into those of the next screen before they are drawn.
    """
    before = st.session_state.get(_SHOWN)
    st.session_state[_SHOWN] = page
    if before in (None, page):
        return
    for key, value in st.session_state.get(_KEPT, {}).items():
        st.session_state[key] = value


def keep_choices() -> None:
    """Write down what is chosen; call it first in every run, and after the panel was drawn.

    First, because a run that goes to another screen may have interrupted the one before on its way
    to the panel: the last choice is then known to Streamlit only, and gone after this run.
    """
    live = {key: st.session_state[key] for key in _panel_keys() if key in st.session_state}
    if live:  # a screen without the panel knows nothing of it
        st.session_state[_KEPT] = live


def choices() -> dict[str, Any]:
    """What all controls of Explore are set to, as plain values, to be saved with the work."""
    keys = (*_panel_keys(), *_VIEW_KEYS)
    return {key: st.session_state[key] for key in keys if key in st.session_state}


def take_choices(saved: Mapping[str, Any]) -> None:
    """Set the controls as they were when they were saved; for a callback."""
    known = {*_KEYS, *_VIEW_KEYS}
    known |= {f"{entry.name}.{s.name}" for entry in DATASETS.values() for s in entry.settings}
    for key, value in saved.items():
        if key in known:
            st.session_state[key] = value


def hand_to_explore(*, data: str | None, start: Any, **choices: Any) -> None:
    """Set what Explore opens with next; for a callback on a screen without the side panel.

    ``data`` is an example's name, None the own table; ``start`` where the view begins. What else
    was chosen in the side panel is kept.
    """
    for key, value in st.session_state.get(_KEPT, {}).items():
        st.session_state.setdefault(key, value)
    take_choices(choices)
    if data is None:
        st.session_state["explore.fresh"] = True
    else:
        st.session_state["data.chosen"] = data
    times, _ = st.session_state.get(VIEW_START, (0, None))
    st.session_state[VIEW_START] = (times + 1, start)


def _panel_keys() -> Iterator[str]:
    yield from _KEYS
    chosen = str(st.session_state.get("data"))
    if chosen in DATASETS:
        yield from (f"{chosen}.{s.name}" for s in DATASETS[chosen].settings)
