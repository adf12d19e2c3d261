"""Uploads: how much a file and a session may hold, and never on a disk.

Streamlit itself enforces ``server.maxUploadSize`` per file while the body arrives. This adds the
lower limit of servers for others, the limit per session, and keeps the body in memory instead of a
temporary file.
"""

from __future__ import annotations

import streamlit as st
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.ui.state.upload_size import file_megabytes, session_megabytes
from pages.ui.streamlit_internals import UPLOAD_ROUTE, held_bytes, keep_uploads_in_memory

# What a form adds to the file in it.
_FORM_BYTES = 1 << 20


def keep_in_memory() -> None:
    """Keep every upload that is allowed in memory while it arrives, never in a temporary file."""
    keep_uploads_in_memory((int(st.get_option("server.maxUploadSize")) + 1) << 20)


class UploadLimits:
    """Middleware that refuses a file above the limit, or one that takes its session above its."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 411 without a length, 413 above the limit; else pass on."""
        if scope["type"] == "http" and scope["method"] == "PUT" and UPLOAD_ROUTE in scope["path"]:
            length = dict(scope["headers"]).get(b"content-length", b"").decode()
            session_id = scope["path"].split(UPLOAD_ROUTE, 1)[1].split("/", 1)[0]
            refusal = _refusal(length, session_id)
            if refusal is not None:
                await refusal(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _refusal(length: str, session_id: str) -> PlainTextResponse | None:
    if not length.isdigit():
        return PlainTextResponse("Send the size of the file first.", 411)
    size = int(length)
    if size > (file_megabytes() << 20) + _FORM_BYTES:
        text = f"A file may have {file_megabytes()} MB here. Keep fewer columns or a sample."
        return PlainTextResponse(text, 413)
    if held_bytes(session_id) + size > session_megabytes() << 20:
        limit = session_megabytes()
        text = f"Your uploads would exceed {limit} MB. Remove one, then try again."
        return PlainTextResponse(text, 413)
    return None
