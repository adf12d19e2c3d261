"""Text from users made harmless in plotly, Markdown and CSV, numbers for JSON.

In HTML the templates do it, see `page`.
"""

from __future__ import annotations

import html
import json
import math
import re
from typing import Any

# A spreadsheet program runs a cell that starts with one of these as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
# Every sign that Markdown knows.
_SPECIAL = re.compile(r"([!-/:-@\[-`{-~])")
_NEGATIVE = re.compile(r"-([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def plotly_text(text: Any, longest: int = 40) -> str:
    """Text for titles, legends and ticks of a figure; plotly would render tags in it."""
    return html.escape(shortened(text, longest), quote=False)


def plain(text: object, longest: int = 60) -> str:
    """Text of a user inside Markdown, shown as it is: no bold, links, colours or formulas."""
    return _SPECIAL.sub(r"\\\1", shortened(text, longest))


def plain_sentence(text: object) -> str:
    """A notice or an error message, which may quote user text, in full inside Markdown."""
    return plain(text, 2000)


def csv_text(value: Any) -> Any:
    """Cell for a CSV file: text that a spreadsheet would run gets a quote in front.

    Numbers stay numbers, negative ones too, also where a column of text holds them.

    >>> csv_text("=1+1"), csv_text("-a"), csv_text("-0.57"), csv_text(-0.57)
    ("'=1+1", "'-a", '-0.57', -0.57)
    """
    if not isinstance(value, str) or not value.startswith(_FORMULA):
        return value
    return value if _NEGATIVE.fullmatch(value) else "'" + value


def shortened(text: Any, longest: int) -> str:
    """Text cut in the middle when it is longer than `longest`, so that both ends tell it apart."""
    whole = " ".join(str(text).split())
    if len(whole) <= longest:
        return whole
    head = (longest - 1) * 2 // 3
    return whole[:head] + "…" + whole[len(whole) - (longest - 1 - head) :]


def json_text(value: Any) -> str:
    """JSON of plain values and numpy's numbers, with all digits; NaN and infinity become null."""
    return json.dumps(_finite(value), indent=2, allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(k): _finite(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(v) for v in value]
    if hasattr(value, "item"):  # a numpy scalar
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value
