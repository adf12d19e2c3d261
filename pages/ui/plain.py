"""User text inside Streamlit's Markdown, shown as it is: no bold, links, colours or formulas."""

from __future__ import annotations

import re

from aucc_core.escape import shortened

_SPECIAL = re.compile(r"([!-/:-@\[-`{-~])")


def plain(text: object, longest: int = 60) -> str:
    """Text of a user for a label or a sentence; every sign that Markdown knows is escaped."""
    return _SPECIAL.sub(r"\\\1", shortened(text, longest))


def plain_sentence(text: object) -> str:
    """A notice or an error message, which may quote user text, in full."""
    return plain(text, 2000)
