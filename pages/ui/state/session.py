"""What a session keeps from screen to screen: the person's own table, and shared choices.

The choices are the side panel's, which Explore and Criteria share (data, clusterings), and which
evidence Explore shows. Both survive a page change and a short loss of the connection. A reload
begins a new session, which takes its choices from the address bar; the table is lost, as a browser
cannot send a file again by itself. So it is with a restart of the server, and with a store that is
full, where the table may be pushed out (`upload` is then None).

Of the other controls Streamlit carries those along that are bound to the address
(``bind="query-params"``): Explore's view, Score's verdict, the part of Paper. A page change loses
what the rest was set to: the Dask scheduler, the verdict's kind of data without clusters, all that
only Criteria or only Score asks, the settings of a run on Paper, files that wait in the import step
with what was corrected there, objects selected in the linked view, and which lesson was open.
"""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from aucc_core.datasets import DATASETS
from aucc_core.score.inputs import Dataset
from pages.ui.state.cache import table_digest
from pages.ui.store.digest import digest_of
from pages.ui.store.store import store
from pages.ui.streamlit_internals import session_id

_UPLOAD = "upload.digest"
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


# The person's own table


def keep_upload(dataset: Dataset) -> None:
    """Remember a table for all screens of this session; it replaces the one before.

    A table larger than the whole store is not remembered.
    """
    digest = digest_of("upload", table_digest(dataset))
    if store.put(digest, dataset, sessions=(session_id(),)):
        st.session_state[_UPLOAD] = digest


def upload() -> Dataset | None:
    """The table of this session, if there is one and it was not pushed out of memory."""
    digest = st.session_state.get(_UPLOAD)
    entry = store.get(digest, session_id()) if digest else None
    return entry.value if entry else None


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


def _panel_keys() -> Iterator[str]:
    yield from _KEYS
    chosen = str(st.session_state.get("data"))
    if chosen in DATASETS:
        yield from (f"{chosen}.{s.name}" for s in DATASETS[chosen].settings)
