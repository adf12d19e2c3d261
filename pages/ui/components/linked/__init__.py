"""The linked view: scatter plots, score and ROC curves that follow each other in the browser.

`show` mounts one Streamlit component whose script is the .js files beside this module, joined in
order (plain functions, no build step). Everything moves in the browser; what has settled comes back
as a `Settled`, and `answer` sends what only Python can count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

_HERE = Path(__file__).parent
_SCRIPTS = (
    "model",
    "theme",
    "words",
    "cloud",
    "scatter",
    "score",
    "roc",
    "inset",
    "save",
    "linking",
    "panel",
    "main",
)


@dataclass(frozen=True)
class Settled:
    """What a person has chosen in the view."""

    focus: str | None = None
    shown: str | None = None
    selected: tuple[int, ...] = ()
    max_fpr: float = 1.0
    log: bool = False


def show(payload: Mapping[str, Any], *, key: str) -> Settled | None:
    """Draw the view and return what has settled in it; None before anything was touched."""
    result = _view()(key=key, data=dict(payload), on_settled_change=_nothing)
    return None if result.settled is None else settled_of(result.settled)


def hurry() -> None:
    """Let the browser fetch the drawing library while Python computes; call it first on a page.

    A page that was opened on Explore has asked for it already (pages/ui/server/shell.py).
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
def script() -> str:
    """The view's script, whole."""
    return "\n".join((_HERE / f"{name}.js").read_text("utf-8") for name in _SCRIPTS)


@cache
def _view() -> Any:
    return st.components.v2.component(
        "aucc_linked_view",
        html=(_HERE / "view.html").read_text("utf-8"),
        css=(_HERE / "view.css").read_text("utf-8"),
        js=script(),
        isolate_styles=False,
    )


@cache
def _answer() -> Any:
    js = (_HERE / "answer.js").read_text("utf-8")
    return st.components.v2.component("aucc_linked_answer", js=js, isolate_styles=False)
