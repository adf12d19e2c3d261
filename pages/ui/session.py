"""What survives a page change: the person's own table. Everything else is in the address bar."""

from __future__ import annotations

import streamlit as st

from aucc_core.dataset import Dataset
from pages.ui.jobs import digest_of
from pages.ui.jobs_ui import session_id
from pages.ui.store import store

_UPLOAD = "upload.digest"


def keep_upload(dataset: Dataset) -> None:
    """Remember a table for all screens of this session; it replaces the one before."""
    digest = digest_of("upload", dataset.name, dataset.X, dataset.labels, dataset.distances)
    if store.put(digest, dataset, sessions=(session_id(),)):
        st.session_state[_UPLOAD] = digest


def upload() -> Dataset | None:
    """The table of this session, if there is one and it was not pushed out of memory."""
    digest = st.session_state.get(_UPLOAD)
    entry = store.get(digest, session_id()) if digest else None
    return entry.value if entry else None
