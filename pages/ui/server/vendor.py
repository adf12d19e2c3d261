"""plotly.js from the installed plotly package at /vendor/plotly.min.js: no CDN, no second copy."""

from __future__ import annotations

import gzip
import importlib.metadata
from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

PLOTLY_URL = "/vendor/plotly.min.js"
_A_YEAR = "public, max-age=31536000, immutable"
_A_DAY = "public, max-age=86400"


def plotly_url() -> str:
    """The address with the version, so that a browser keeps it until plotly changes."""
    return f"{PLOTLY_URL}?v={importlib.metadata.version('plotly')}"


@cache
def _script() -> tuple[bytes, bytes]:
    """The file as it is and compressed (once, 4.8 MB to 1.4 MB)."""
    plain = files("plotly").joinpath("package_data/plotly.min.js").read_bytes()
    return plain, gzip.compress(plain, compresslevel=6, mtime=0)


def prepare() -> None:
    """Read and compress before the first browser asks."""
    _script()


def plotly_js(request: Request) -> Response:
    """Serve the file, compressed where the browser takes that."""
    plain, packed = _script()
    squeezed = "gzip" in request.headers.get("accept-encoding", "")
    tag = f'"{importlib.metadata.version("plotly")}{"-gzip" if squeezed else ""}"'
    headers = {
        "Cache-Control": _A_YEAR if "v" in request.query_params else _A_DAY,
        "Vary": "Accept-Encoding",
        "ETag": tag,
    }
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if squeezed:
        headers["Content-Encoding"] = "gzip"
    return Response(packed if squeezed else plain, media_type="text/javascript", headers=headers)


routes = [Route(PLOTLY_URL, plotly_js, methods=["GET"])]
