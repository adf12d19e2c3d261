"""plotly.js from the installed plotly package at /vendor/plotly.min.js: no CDN, no second copy."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

PLOTLY_URL = "/vendor/plotly.min.js"
BEGIN_URL = "/vendor/begin.js"
_A_YEAR = "public, max-age=31536000, immutable"
_A_DAY = "public, max-age=86400"
# Chromium then compiles the whole file beside the page's own work, while it arrives. Without, it
# compiles each function when it is first called, which held the page up for 0.4 s. To every other
# browser this is a comment.
_HINT = b"//# allFunctionsCalledOnLoad\n"


@cache
def _script() -> tuple[bytes, bytes, str]:
    """The file, the same compressed (once, 4.8 MB to 1.4 MB), and a name for this content."""
    plain = _HINT + files("plotly").joinpath("package_data/plotly.min.js").read_bytes()
    name = hashlib.blake2b(plain, digest_size=12).hexdigest()
    return plain, gzip.compress(plain, compresslevel=6, mtime=0), name


def plotly_url() -> str:
    """The address with a name for the content, so that a browser keeps it until that changes."""
    return f"{PLOTLY_URL}?v={_script()[2]}"


def prepare() -> None:
    """Read and compress before the first browser asks."""
    _script()


def plotly_js(request: Request) -> Response:
    """Serve the file, compressed where the browser takes that."""
    plain, packed, name = _script()
    squeezed = "gzip" in request.headers.get("accept-encoding", "")
    tag = f'"{name}{"-gzip" if squeezed else ""}"'
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


async def begin_js(_: Request) -> Response:
    """The script that asks for plotly.js on a page that was opened without it."""
    script = Path(__file__).with_name("begin.js").read_text("utf-8")
    script = script.replace(f".{PLOTLY_URL}", f".{plotly_url()}")
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


routes = [
    Route(PLOTLY_URL, plotly_js, methods=["GET"]),
    Route(BEGIN_URL, begin_js, methods=["GET"]),
]
