"""The page that loads everything else, with what Explore's charts need asked for at once.

Streamlit's own page names the scripts of its core. Those of the controls, and plotly.js, a browser
would ask for only when a control or a chart is to be drawn, one round after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route
from streamlit import file_util

from pages.ui.server.vendor import plotly_url

# Streamlit's scripts for what Explore shows first, by the name before the hash.
SCRIPTS = (
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
_IMPORT = re.compile(r"""(?:from|import)\s*["'`]\./([\w.-]+\.js)["'`]""")
_HEAD_ENDS = "</head>"


@cache
def shell() -> str:
    """Streamlit's page with the links in its head; as it is, should it have none."""
    static = Path(file_util.get_static_dir())
    index = (static / "index.html").read_text(encoding="utf-8")
    return index.replace(_HEAD_ENDS, f"{''.join(_tags(index, static))}{_HEAD_ENDS}", 1)


def _tags(index: str, static: Path) -> Iterator[str]:
    # Plotly.js is by far the longest to fetch and compile, so it goes first; the controls can wait
    # until Streamlit's core, which a browser would otherwise share its few connections with, is in.
    yield f'<script async fetchpriority="high" src=".{plotly_url()}"></script>'
    for name in chunks(static / "static" / "js", SCRIPTS):
        if name not in index:
            yield (
                '<link rel="modulepreload" crossorigin fetchpriority="low"'
                f' href="./static/js/{name}">'
            )


def chunks(folder: Path, names: Iterable[str]) -> list[str]:
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


async def answer(_: Request) -> HTMLResponse:
    """The page; a browser asks for it each time, because it names the current files."""
    return HTMLResponse(shell(), headers={"Cache-Control": "no-cache"})


# Explore is the start page; the others draw nothing with what is asked for here.
routes = [Route("/", answer, methods=["GET"])]
