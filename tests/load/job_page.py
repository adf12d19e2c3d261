"""A page with one job and one upload, for tests of what happens around jobs and sessions."""

import streamlit as st

from pages.ui import streamlit_internals
from pages.ui.jobs import job_queue, panel
from pages.ui.store.digest import digest_of
from pages.ui.store.store import store

session_id = streamlit_internals.session_id()
steps = st.number_input("steps", value=3)
name = st.text_input("digest")
if st.button("Run"):
    st.session_state["job"] = job_queue.submit(
        session_id,
        "tests.load.work:count",
        {"steps": int(steps), "name": name},
        digest=name or None,
    )
if "job" in st.session_state:
    state = panel.show_job(st.session_state["job"], key="job")
    st.text(f"status={state.status} result={state.result}")

upload = st.file_uploader("file")
if upload is not None:
    data = upload.getvalue()
    digest = digest_of(data)
    store.put(digest, data, sessions=(session_id,))
    st.text(f"bytes={len(data)}")
if st.button("Break"):
    raise ValueError(f"a message with {name} in it")
