"""Security headers on every answer, with the hash of Streamlit's own inline script."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from functools import cache

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.ui.streamlit_internals import static_folder

_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_ORIGIN = re.compile(r"https?://(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:\d{1,5})?")
_DENIED = ("accelerometer", "camera", "geolocation", "gyroscope", "microphone", "payment", "usb")


def security_headers() -> dict[str, str]:
    """The headers; no other site may show these pages in a frame.

    AUCC_FRAMES names those that may: ``self`` (a page of the same site, as Streamlit Community
    Cloud has it) and origins such as ``https://moodle.example``, with spaces between them. Where
    anything else stands in it nobody may: a slip must not open more than was meant.
    """
    return _headers(frame_ancestors(os.environ.get("AUCC_FRAMES", "")))


def frame_ancestors(allowed: str) -> str:
    """Who may show these pages in a frame, as the policy writes it."""
    named = allowed.split()
    if not named or not all(name == "self" or _ORIGIN.fullmatch(name) for name in named):
        return "'none'"
    return " ".join("'self'" if name == "self" else name for name in named)


@cache
def _headers(ancestors: str) -> dict[str, str]:
    """Made once, because the inline script changes only with Streamlit itself."""
    # The older header knows no list; browsers that know the policy's go by that.
    older = {"'none'": "DENY", "'self'": "SAMEORIGIN"}.get(ancestors)
    return {
        "Content-Security-Policy": content_security_policy(frame_ancestors=ancestors),
        "X-Content-Type-Options": "nosniff",
        **({"X-Frame-Options": older} if older else {}),
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": ", ".join(f"{name}=()" for name in _DENIED),
        "Cross-Origin-Opener-Policy": "same-origin",
    }


def content_security_policy(*, frame_ancestors: str = "'none'") -> str:
    """Everything from this server only; the one inline script of the shell by its hash.

    ``blob:`` is how Streamlit loads the script of an inline component; only a script that already
    runs can make such an address. ``'wasm-unsafe-eval'`` lets its protocol library use 64 bits.
    """
    index = (static_folder() / "index.html").read_text(encoding="utf-8")
    hashes = " ".join(f"'{_sha256(text)}'" for text in _INLINE_SCRIPT.findall(index))
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' blob: 'wasm-unsafe-eval' {hashes}".rstrip(),
            "connect-src 'self' ws: wss:",
            "img-src 'self' data: blob:",
            "style-src 'self' 'unsafe-inline'",
            "font-src 'self' data:",
            "worker-src 'self' blob:",
            f"frame-ancestors {frame_ancestors}",
            "base-uri 'self'",
            "object-src 'none'",
            "form-action 'self'",
        )
    )


class SecurityHeaders:
    """Middleware that adds the headers to every HTTP answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; add to the head of the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(security_headers())
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _sha256(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
