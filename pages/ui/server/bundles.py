"""Streamlit's own scripts, styles and fonts from memory.

A browser that opens the page asks for more than a hundred small files before it draws anything.
Through all layers and from the disk each takes the server several milliseconds; from here, a
fraction of one. Whatever is not known here goes its usual way.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import file_util

_LARGEST = 1 << 20  # what is larger is no part of the first page, and stays on the disk
# The names carry a hash of the content.
_FOR_EVER = "public, immutable, max-age=31536000"


@cache
def bundles() -> Mapping[str, Path]:
    """Every file that is served from here, by its path in the address."""
    root = Path(file_util.get_static_dir())
    found = (path for path in sorted(root.glob("static/*/*")) if path.is_file())
    return {
        f"/{path.relative_to(root).as_posix()}": path
        for path in found
        if path.stat().st_size <= _LARGEST
    }


@cache
def _content(path: Path) -> bytes:
    return path.read_bytes()


def _answer(path: Path, asked: Headers) -> Response:
    headers = {"Cache-Control": _FOR_EVER, "ETag": f'"{path.name}"'}
    if asked.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(_content(path), media_type=kind, headers=headers)


class Bundles:
    """Middleware that answers for the known files itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer at once, or pass the request on."""
        plain = scope["type"] == "http" and scope["method"] == "GET"
        path = bundles().get(scope["path"]) if plain else None
        if path is None:
            await self.app(scope, receive, send)
        else:
            await _answer(path, Headers(scope=scope))(scope, receive, send)
