"""Choosing files: an uploader that never shows a file which the server no longer has."""

from __future__ import annotations

from typing import Any

import streamlit as st

GONE = "The server no longer has your file. Choose it again."


def ask_files(label: str, *, key: str, help: str) -> list[Any]:  # noqa: A002 -- Streamlit's word
    """Files that were dropped; says so when a restarted server has lost them.

    The browser goes on listing files after a restart, and Streamlit takes a file that it does not
    know for no file at all. A new key empties the list, so that it shows what is so.
    """
    turn = st.session_state.get(f"{key}.turn", 0)
    name = f"{key}.{turn}" if turn else key
    files = st.file_uploader(label, accept_multiple_files=True, key=name, help=help)
    if len(files) < len(st.session_state[name]):
        st.session_state[f"{key}.turn"] = turn + 1
        st.session_state[f"{key}.gone"] = True
        st.rerun()
    if files:
        st.session_state[f"{key}.gone"] = False
    if st.session_state.get(f"{key}.gone"):
        st.info(GONE, icon=":material/upload_file:")
    return files
