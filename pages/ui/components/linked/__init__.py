"""The linked view: scatter plots, score and ROC curves that follow each other in the browser.

`show_linked_view` mounts one Streamlit component whose script is the ES modules beside this file,
joined into one (pages.ui.components.modules). Everything moves in the browser; what has settled
comes back as a `Settled`, and `answer` sends what only Python can count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.components.modules import join

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Settled:
    """What a person has chosen in the view."""

    focus: str | None = None
    shown: str | None = None
    selected: tuple[int, ...] = ()
    max_fpr: float = 1.0
    log: bool = False


def show_linked_view(payload: Mapping[str, Any], opened: Settled, *, key: str) -> Settled:
    """Draw the view and return what has settled in it: ``opened`` before anything was touched.

    Where the view opens is not part of what it draws: it changes nothing once it is open. Streamlit
    sends data only when they have changed, so ``opened`` should stay the same while things settle.
    """
    begin = {"focus": opened.focus, "log": opened.log, "maxFpr": opened.max_fpr}
    data = {**payload, "opened": begin}
    result = _view()(key=key, data=data, on_settled_change=_nothing)
    return opened if result.settled is None else settled_of(result.settled)


def hurry() -> None:
    """Let the browser fetch the drawing library while Python computes; call it first on a page.

    A page that was opened on Explore has asked for it already (pages/ui/server/assets.py).
    """
    st.html('<script async src="vendor/begin.js"></script>', unsafe_allow_javascript=True)


def answer(data: Mapping[str, Any] | None, *, key: str) -> None:
    """Send the view what Python has counted for it, or has found below it (band, highlight)."""
    _answer()(key=key, data=None if data is None else dict(data))


def settled_of(raw: Any) -> Settled:
    """Read what the browser sent; anything odd in it counts as not chosen."""
    if not isinstance(raw, Mapping):
        return Settled()
    selected = raw.get("selected") or ()
    limit = raw.get("maxFpr")
    return Settled(
        focus=_text(raw.get("focus")),
        shown=_text(raw.get("shown")),
        selected=tuple(i for i in selected if isinstance(i, int) and i >= 0),
        max_fpr=float(limit) if isinstance(limit, int | float) and 0 < limit <= 1 else 1.0,
        log=raw.get("log") is True,
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _nothing() -> None:
    """Streamlit wants a callback for every value that comes back."""


@cache
def _view() -> Any:
    return st.components.v2.component(
        "aucc_linked_view",
        html=(_HERE / "view.html").read_text("utf-8"),
        css=(_HERE / "view.css").read_text("utf-8"),
        js=join(_HERE / "main.js"),
        isolate_styles=False,
    )


@cache
def _answer() -> Any:
    """Hands the answer to the view; draws nothing itself."""
    js = "export default function answer({ data }) {\n  window.auccReceive?.(data);\n}\n"
    return st.components.v2.component("aucc_linked_answer", js=js, isolate_styles=False)
