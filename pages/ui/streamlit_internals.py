"""Every reach of Python into Streamlit's insides, and the versions in which each was found to hold.

Streamlit promises none of what is used here, and offers nothing public instead. All other Python of
the project uses ``import streamlit as st`` only; a test holds that, and another that each name
below exists in the installed version. This file is at the bottom, beside the store, because jobs
and caches need to know whose session it is.

What Streamlit sends to browsers is known elsewhere, and held by the tests that run in one: its
elements, their attributes and its dialog (components/connection/main.js, components/course/
course.css, assets/styles/app.css), the names of its scripts (server/assets.py) and the inline one
of its page (server/security.py).
"""

from __future__ import annotations

from pathlib import Path

from starlette.formparsers import MultiPartParser
from streamlit import file_util
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

# Add a version after the tests have passed with it.
CHECKED_VERSIONS = ("1.67",)
UPLOAD_ROUTE = "/_stcore/upload_file/"  # then the session's id, a slash, the file's id


def session_id() -> str:
    """The id of the browser session that runs this script; "script" outside of any."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context is not None else "script"


def went_back() -> bool:
    """Whether the person came to this address by the browser's Back or Forward."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation


def alive_sessions() -> frozenset[str]:
    """Ids of sessions that are connected or may still reconnect."""
    if not Runtime.exists():
        return frozenset()
    manager = Runtime.instance()._session_mgr
    return frozenset(info.session.id for info in manager.list_sessions())


def close_expired() -> int:
    """Close disconnected sessions whose time to reconnect is over; return how many.

    Streamlit drops them only when another session leaves, so after a class the last ones would
    keep their memory until the next class. Must run on the server's event loop.
    """
    if not Runtime.exists():
        return 0
    storage = getattr(Runtime.instance()._session_mgr, "_session_storage", None)
    cache = getattr(storage, "_cache", None)
    before = len(getattr(cache, "_data", ()))
    return before - len(cache) if cache is not None else 0  # len() removes what has expired


def held_bytes(session_id: str) -> int:
    """What the files that a session has uploaded take now."""
    if not Runtime.exists():
        return 0
    files = getattr(Runtime.instance().uploaded_file_mgr, "file_storage", {}).get(session_id, {})
    return sum(len(record.data) for record in list(files.values()))


def keep_uploads_in_memory(largest: int) -> None:
    """Let the form parser hold uploads of `largest` bytes in memory; by default 1 MB goes to disk.

    Streamlit makes the parser itself, so only the class can be told.
    """
    MultiPartParser.spool_max_size = largest


def static_folder() -> Path:
    """Where Streamlit's own page, scripts, styles and fonts are."""
    return Path(file_util.get_static_dir())
