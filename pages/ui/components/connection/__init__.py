"""The connection to the server: what a page says while it is gone, and once it is back.

`watch` mounts a component without a picture. Its script sees the connection go, says in plain words
what happened and what to do, and lets the page run again as soon as the server answers, because
Streamlit itself would leave the old page standing until somebody touches it. A server that was
restarted knows nothing of the page: `visit` tells the script so, `upload` what was lost with it.
"""

from __future__ import annotations

import uuid
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.components.modules import join
from pages.ui.state import session
from pages.ui.streamlit_internals import held_bytes, session_id

KEY = "aucc_connection"
_HERE = Path(__file__).parent
_VISIT = "connection.visit"
_server = uuid.uuid4().hex  # another one after every start


def watch() -> None:
    """Watch the connection of this page; call it once, before the screens."""
    _watcher()(key=KEY, data=_held(), on_back_change=_nothing)


def _held() -> dict[str, Any]:
    """What this server and this session are, and whether a table would be lost with them."""
    # Not the session's own id: whoever has that can take the session over.
    visit = st.session_state.setdefault(_VISIT, uuid.uuid4().hex)
    upload = session.upload() is not None or held_bytes(session_id()) > 0
    return {"server": _server, "visit": visit, "upload": upload}


def _nothing() -> None:
    """Streamlit wants a callback for every value that comes back."""


@cache
def _watcher() -> Any:
    return st.components.v2.component(
        KEY,
        css=(_HERE / "banner.css").read_text("utf-8"),
        js=join(_HERE / "main.js"),
        isolate_styles=False,  # the banner stands outside of the component, above everything
    )
