"""How large uploads may be: more where only this machine can reach the server."""

from __future__ import annotations

import os

import streamlit as st

# Megabytes for one file and for one session, where others can reach the server and where not.
OPEN_FILE, OPEN_SESSION = 50, 150
OWN_FILE, OWN_SESSION = 500, 1_000
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def for_this_machine_only() -> bool:
    """Whether the server listens on the loopback address alone."""
    return st.get_option("server.address") in _LOOPBACK


def file_megabytes() -> int:
    """What one uploaded file may take; server.maxUploadSize can lower it."""
    most = OWN_FILE if for_this_machine_only() else OPEN_FILE
    return min(most, int(st.get_option("server.maxUploadSize")))


def session_megabytes() -> int:
    """What the uploads of one session may take; AUCC_SESSION_UPLOAD_MB sets it."""
    wished = os.environ.get("AUCC_SESSION_UPLOAD_MB", "")
    if wished.isdigit():
        return int(wished)
    return OWN_SESSION if for_this_machine_only() else OPEN_SESSION
