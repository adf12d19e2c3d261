"""Uploads: how much a session may hold, and never on a disk.

Streamlit itself enforces ``server.maxUploadSize`` per file while the body arrives. This adds the
limit per session and keeps the body in memory instead of a temporary file.
"""

from __future__ import annotations

import os

import streamlit as st
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.ui.streamlit_internals import UPLOAD_ROUTE, held_bytes, keep_uploads_in_memory

DEFAULT_SESSION_MB = 150


def session_limit() -> int:
    """Bytes of uploads that one session may hold; AUCC_SESSION_UPLOAD_MB changes it."""
    wished = os.environ.get("AUCC_SESSION_UPLOAD_MB", "")
    return (int(wished) if wished.isdigit() else DEFAULT_SESSION_MB) << 20


def keep_in_memory() -> None:
    """Keep every upload that is allowed in memory while it arrives, never in a temporary file."""
    keep_uploads_in_memory((int(st.get_option("server.maxUploadSize")) + 1) << 20)


class SessionUploadLimit:
    """Middleware that refuses an upload which would take its session over the limit."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 411 without a length, 413 above the limit; else pass on."""
        if scope["type"] == "http" and scope["method"] == "PUT" and UPLOAD_ROUTE in scope["path"]:
            length = dict(scope["headers"]).get(b"content-length", b"").decode()
            session_id = scope["path"].split(UPLOAD_ROUTE, 1)[1].split("/", 1)[0]
            if not length.isdigit():
                refusal = PlainTextResponse("Send the size of the file first.", 411)
                await refusal(scope, receive, send)
                return
            if held_bytes(session_id) + int(length) > session_limit():
                limit = session_limit() >> 20
                text = f"Your uploads would exceed {limit} MB. Remove one, then try again."
                await PlainTextResponse(text, 413)(scope, receive, send)
                return
        await self.app(scope, receive, send)
