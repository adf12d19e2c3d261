"""The linked view: scatter plots, score and ROC curves that follow each other in the browser.

`show_linked_view` mounts one Streamlit component whose script is the ES modules beside this file,
joined into one (pages.ui.components.modules). Everything moves in the browser; what has settled
comes back as a `Settled`, and `answer` sends what only Python can count.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.components.modules import join

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Hand:
    """A clustering made by hand in the view: labels as those of a Solution, noise -1.

    ``origin`` is the id of the solution that it began from.
    """

    origin: str
    labels: tuple[int, ...]


@dataclass(frozen=True)
class Inset:
    """The corner of the ROC plot that is enlarged: rates, and whether it is shown."""

    on: bool = True
    x0: float = 0.0
    x1: float = 0.12
    y0: float = 0.0
    y1: float = 1.01


@dataclass(frozen=True)
class Settled:
    """What a person has chosen in the view; given back to it, it opens the same way.

    Attributes
    ----------
    focus : id of the solution put in focus; None where the view starts by itself.
    shown : id of the solution in focus, chosen or not.
    selected : rows of the selected objects.
    held : the distance that is held on the curve in focus.
    pins : ids of the solutions kept side by side; none for the neighbours of the focus.
    hand : a clustering made by hand; its id, in ``focus``, ``shown`` and ``pins``, is HAND.
    """

    focus: str | None = None
    shown: str | None = None
    selected: tuple[int, ...] = ()
    max_fpr: float = 1.0
    log: bool = False
    held: float | None = None
    inset: Inset = Inset()
    pins: tuple[str, ...] = ()
    hand: Hand | None = None


HAND = "hand"


def show_linked_view(
    payload: Mapping[str, Any], opened: Settled, *, ranks: str | None = None, key: str
) -> Settled:
    """Draw the view and return what has settled in it: ``opened`` before anything was touched.

    Where the view opens is not part of what it draws: it changes nothing once it is open. Streamlit
    sends data only when they have changed, so ``opened`` should stay the same while things settle.
    ``ranks``: where the ranks of all pairs can be fetched, so that the browser can count.
    """
    result = _view()(
        key=key,
        data={**payload, "ranks": ranks, "opened": told(opened)},
        on_settled_change=_nothing,
    )
    return opened if result.settled is None else settled_of(result.settled)


def told(opened: Settled) -> dict[str, Any]:
    """What has settled, in the view's own terms; `settled_of` reads the same."""
    return {**asdict(opened), "maxFpr": opened.max_fpr}


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
    limit = _number(raw.get("maxFpr"))
    return Settled(
        focus=_text(raw.get("focus")),
        shown=_text(raw.get("shown")),
        selected=tuple(i for i in _list(raw.get("selected")) if _whole(i) and i >= 0),
        max_fpr=limit if limit is not None and 0 < limit <= 1 else 1.0,
        log=raw.get("log") is True,
        held=_number(raw.get("held")),
        inset=_inset(raw.get("inset")),
        pins=tuple(pin for pin in _list(raw.get("pins")) if isinstance(pin, str)),
        hand=_hand(raw.get("hand")),
    )


def _inset(raw: Any) -> Inset:
    """The corner, if it is one."""
    if not isinstance(raw, Mapping):
        return Inset()
    sides = {field.name: _number(raw.get(field.name)) for field in fields(Inset)[1:]}
    if any(side is None for side in sides.values()):
        return Inset(on=raw.get("on") is not False)
    return Inset(raw.get("on") is not False, **sides)  # type: ignore[arg-type]


def _hand(raw: Any) -> Hand | None:
    if not isinstance(raw, Mapping):
        return None
    origin, labels = _text(raw.get("origin")), _list(raw.get("labels"))
    if origin is None or not labels or not all(_whole(x) and -1 <= x < 65535 for x in labels):
        return None
    return Hand(origin, tuple(labels))


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> float | None:
    odd = isinstance(value, bool) or not isinstance(value, int | float)
    return None if odd or not math.isfinite(value) else float(value)


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
    """Hands the answer to the view, and keeps it for one that is not there yet; draws nothing.

    Streamlit sends the same data only once, so what comes before the view would be lost.
    """
    js = """export default function answer({ data }) {
  if (!data) return;
  (window.auccSaid ??= {})["band" in data ? "hint" : "answer"] = data;
  window.auccReceive?.(data);
}
"""
    return st.components.v2.component("aucc_linked_answer", js=js, isolate_styles=False)
