"""Text from users made harmless wherever it is shown: plotly, HTML, CSV."""

from __future__ import annotations

import html
from typing import Any

# A spreadsheet program runs a cell that starts with one of these as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def plotly_text(text: Any, longest: int = 40) -> str:
    """Text for titles, legends and ticks of a figure; plotly would render tags in it."""
    return html.escape(shortened(text, longest), quote=False)


def html_text(text: Any) -> str:
    """Text for an HTML page."""
    return html.escape(str(text), quote=True)


def csv_text(value: Any) -> Any:
    """Cell for a CSV file: text that a spreadsheet would run gets a quote in front.

    Numbers stay numbers, negative ones too.
    """
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value


def shortened(text: Any, longest: int) -> str:
    """Text cut in the middle when it is longer than `longest`, so that both ends tell it apart."""
    whole = " ".join(str(text).split())
    if len(whole) <= longest:
        return whole
    head = (longest - 1) * 2 // 3
    return whole[:head] + "…" + whole[len(whole) - (longest - 1 - head) :]
