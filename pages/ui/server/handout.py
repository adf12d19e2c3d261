"""GET /handout/<key>: what a session has offered to its own browser (pages/ui/state/handout.py)."""

from __future__ import annotations

import gzip

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pages.ui.state import handout


async def hand_out(request: Request) -> Response:
    """The bytes, compressed where the browser takes that; 404 for a key that nobody has."""
    squeeze = "gzip" in request.headers.get("accept-encoding", "")
    body = await run_in_threadpool(_made, request.path_params["key"], squeeze)
    private = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if body is None:
        return PlainTextResponse("Not there (any more).", 404, headers=private)
    if squeeze:
        private["Content-Encoding"] = "gzip"
    return Response(body, media_type="application/octet-stream", headers=private)


def _made(key: str, squeeze: bool) -> bytes | None:
    body = handout.fetch(key)
    return gzip.compress(body, compresslevel=1) if squeeze and body is not None else body


routes = [Route(f"{handout.ROUTE}{{key}}", hand_out, methods=["GET"])]
