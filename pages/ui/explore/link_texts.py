"""What has settled in the linked view as short texts for an address, and back.

Rows are written as ranges ("0-5.9"), labels of a clustering by hand packed. What is too long for an
address is left out of it: a link then opens without that part.
"""

from __future__ import annotations

import base64
import binascii
import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from pages.ui.components.linked import Hand, Inset, Settled

# Servers and chats cut addresses of more than some 2,000 characters in all.
MOST_CHARACTERS = 1_200
_MOST_OBJECTS = 200_000  # unpacked, so that a short text cannot ask for any memory


def texts_of(settled: Settled) -> dict[str, str | None]:
    """A text for each name in the address; None for what is as usual or too long."""
    rows = _rows_text(settled.selected)
    hand = "" if settled.hand is None else _hand_text(settled.hand)
    found = {
        "focus": settled.focus or "",
        "log": "1" if settled.log else "",
        "area": f"{settled.max_fpr:g}" if settled.max_fpr < 1 else "",
        "held": "" if settled.held is None else repr(settled.held),
        "inset": _inset_text(settled.inset),
        "pins": ".".join(settled.pins),
        "selected": rows if len(rows) <= MOST_CHARACTERS else "",
        "hand": hand if len(hand) <= MOST_CHARACTERS else "",
    }
    return {name: text or None for name, text in found.items()}


def settled_from(texts: Mapping[str, str]) -> Settled:
    """What the texts say; anything odd in one counts as not said."""

    def read(name: str, reader: Callable[[str], Any], otherwise: Any) -> Any:
        text = texts.get(name)
        try:
            return reader(text) if text else otherwise
        except (ValueError, OverflowError, zlib.error, binascii.Error):
            return otherwise

    return Settled(
        focus=texts.get("focus") or None,
        log=texts.get("log") == "1",
        max_fpr=read("area", _rate, 1.0),
        held=read("held", _finite, None),
        inset=read("inset", _inset, Inset()),
        pins=tuple(p for p in texts.get("pins", "").split(".") if p),
        selected=read("selected", _rows, ()),
        hand=read("hand", _hand, None),
    )


def _rows_text(rows: Sequence[int]) -> str:
    """Sorted rows as ranges."""
    parts = []
    for _, run in groupby(enumerate(sorted(rows)), key=lambda place: place[1] - place[0]):
        values = [row for _, row in run]
        parts.append(str(values[0]) if len(values) == 1 else f"{values[0]}-{values[-1]}")
    return ".".join(parts)


def _rows(text: str) -> tuple[int, ...]:
    found: list[int] = []
    for part in text.split("."):
        first, _, last = part.partition("-")
        low, high = int(first), int(last or first)
        if not 0 <= low <= high < _MOST_OBJECTS:
            raise ValueError
        found.extend(range(low, high + 1))
        if len(found) > _MOST_OBJECTS:
            raise ValueError
    return tuple(dict.fromkeys(found))


def _inset_text(inset: Inset) -> str:
    if not inset.on:
        return "off"
    if inset == Inset():
        return ""
    return "_".join(f"{side:.4g}" for side in (inset.x0, inset.x1, inset.y0, inset.y1))


def _inset(text: str) -> Inset:
    if text == "off":
        return Inset(on=False)
    x0, x1, y0, y1 = (_finite(part) for part in text.split("_"))
    if not (x0 < x1 and y0 < y1):
        raise ValueError
    return Inset(True, x0, x1, y0, y1)


def _hand_text(hand: Hand) -> str:
    packed = zlib.compress(np.array(hand.labels, "<i4").tobytes(), 9)
    return f"{hand.origin}~{base64.urlsafe_b64encode(packed).decode('ascii')}"


def _hand(text: str) -> Hand:
    origin, _, packed = text.partition("~")
    unpack = zlib.decompressobj()
    data = unpack.decompress(base64.urlsafe_b64decode(packed), 4 * _MOST_OBJECTS)
    labels = np.frombuffer(data, "<i4")
    if not labels.size or labels.min() < -1 or labels.max() >= 65535:
        raise ValueError
    return Hand(origin, tuple(labels.tolist()))


def _rate(text: str) -> float:
    value = _finite(text)
    if not 0 < value <= 1:
        raise ValueError
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError
    return value
