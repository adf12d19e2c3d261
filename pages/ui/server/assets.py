"""What browsers get from memory: the start page, plotly.js, and Streamlit's own files.

A browser that opens the start page asks for more than a hundred small files before it draws
anything. Through all layers and from the disk each takes the server several milliseconds; from
here, a fraction of one. The start page names what Explore's charts need, which a browser would
otherwise ask for only when a control or a chart is to be drawn, one round after the other.
Plotly.js comes from the installed plotly package: no CDN, no second copy.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.ui.streamlit_internals import static_folder

PLOTLY_URL = "/vendor/plotly.min.js"
BEGIN_URL = "/vendor/begin.js"
# Streamlit's scripts for what Explore shows first, by the name before the hash.
EARLY_SCRIPTS = (
    "BidiComponent",
    "Html",
    "Selectbox",
    "Multiselect",
    "Slider",
    "NumberInput",
    "FileUploader",
    "Checkbox",
    "DownloadButton",
)
_A_YEAR = "public, max-age=31536000, immutable"  # for addresses that change with the content
_A_DAY = "public, max-age=86400"
_ASK_EACH_TIME = "no-cache"
_LARGEST_FILE = 1 << 20  # what is larger is no part of the first page, and stays on the disk
_HEAD_ENDS = "</head>"
_IMPORT = re.compile(r"""(?:from|import)\s*["'`]\./([\w.-]+\.js)["'`]""")
# Chromium then compiles the whole file beside the page's own work, while it arrives. Without, it
# compiles each function when it is first called, which held the page up for 0.4 s. To every other
# browser this is a comment.
_HINT = b"//# allFunctionsCalledOnLoad\n"


# Plotly.js


@cache
def _plotly() -> tuple[bytes, bytes, str]:
    """The file, the same compressed (once, 4.8 MB to 1.4 MB), and a name for this content."""
    plain = _HINT + files("plotly").joinpath("package_data/plotly.min.js").read_bytes()
    name = hashlib.blake2b(plain, digest_size=12).hexdigest()
    return plain, gzip.compress(plain, compresslevel=6, mtime=0), name


def plotly_url() -> str:
    """The address with a name for the content, so that a browser keeps it until that changes."""
    return f"{PLOTLY_URL}?v={_plotly()[2]}"


def prepare() -> None:
    """Read and compress before the first browser asks."""
    _plotly()


def plotly_js(request: Request) -> Response:
    """Serve the file, compressed where the browser takes that."""
    plain, packed, name = _plotly()
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
    return Response(script, media_type="text/javascript", headers={"Cache-Control": _ASK_EACH_TIME})


# The start page


@cache
def start_page() -> str:
    """Streamlit's page with the links in its head; as it is, should it have none."""
    index = (static_folder() / "index.html").read_text(encoding="utf-8")
    return index.replace(_HEAD_ENDS, f"{''.join(_tags(index))}{_HEAD_ENDS}", 1)


def _tags(index: str) -> Iterator[str]:
    # Plotly.js is by far the longest to fetch and compile, so it goes first; the controls can wait
    # until Streamlit's core, which a browser would otherwise share its few connections with, is in.
    yield f'<script async fetchpriority="high" src=".{plotly_url()}"></script>'
    for name in with_imports(static_folder() / "static" / "js", EARLY_SCRIPTS):
        if name not in index:
            yield (
                '<link rel="modulepreload" crossorigin fetchpriority="low"'
                f' href="./static/js/{name}">'
            )


def with_imports(folder: Path, names: Iterable[str]) -> list[str]:
    """The files of these scripts and of all that they import; an unknown name gives none."""
    found: dict[str, None] = {}
    waiting = [path for name in names for path in folder.glob(f"{name}.*.js")]
    while waiting:
        path = waiting.pop(0)
        if path.name in found or not path.is_file():
            continue
        found[path.name] = None
        waiting += [folder / name for name in _IMPORT.findall(path.read_text("utf-8"))]
    return list(found)


async def _start(_: Request) -> HTMLResponse:
    """A browser asks for the page each time, because it names the current files."""
    return HTMLResponse(start_page(), headers={"Cache-Control": _ASK_EACH_TIME})


# Explore is the start page; the others draw nothing with what is asked for there.
routes = [
    Route(PLOTLY_URL, plotly_js, methods=["GET"]),
    Route(BEGIN_URL, begin_js, methods=["GET"]),
    Route("/", _start, methods=["GET"]),
]


# Streamlit's own scripts, styles and fonts


@cache
def streamlit_files() -> Mapping[str, Path]:
    """Every file of Streamlit that is served from here, by its path in the address."""
    root = static_folder()
    found = (path for path in sorted(root.glob("static/*/*")) if path.is_file())
    return {
        f"/{path.relative_to(root).as_posix()}": path
        for path in found
        if path.stat().st_size <= _LARGEST_FILE
    }


class StreamlitFiles:
    """Middleware that answers for Streamlit's files itself; all else goes its usual way."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer at once, or pass the request on."""
        plain = scope["type"] == "http" and scope["method"] == "GET"
        path = streamlit_files().get(scope["path"]) if plain else None
        if path is None:
            await self.app(scope, receive, send)
        else:
            await _answer(path, Headers(scope=scope))(scope, receive, send)


def _answer(path: Path, asked: Headers) -> Response:
    headers = {"Cache-Control": _A_YEAR, "ETag": f'"{path.name}"'}  # the name carries a hash
    if asked.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(_content(path), media_type=kind, headers=headers)


@cache
def _content(path: Path) -> bytes:
    return path.read_bytes()
