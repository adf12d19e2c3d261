"""What the address bar says of Score: the table, the label columns, distance, scaling and noise.

The controls' keys hold the name of the table, as each table has choices of its own, so they are not
bound to the address. A link is read when the screen opens, and on the way back to it.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.ui.state import link

_OPENED, _OPENING = "score.opened", "score.opening"


def open_link(*, complete: bool) -> None:
    """Begin a run; ``complete`` says whether what the address asks for is here already."""
    st.session_state[_OPENING] = link.opens(_OPENED)
    if complete:
        settle()


def settle() -> None:
    """The person has chosen: what the address asks for is waited for no longer."""
    st.session_state[_OPENED] = True


def asks_for(name: str, value: str) -> bool:
    """Whether the address asks for just this."""
    return link.read(f"score.{name}") == [value]


def begin(key: str, name: str, options: Sequence[str], usual: Sequence[str]) -> list[str]:
    """What a control begins with when the screen opens or has not had it; else what it has."""
    asked = [value for value in link.read(f"score.{name}") if value in options]
    if st.session_state[_OPENING] and asked:
        return asked
    held = st.session_state.get(key)
    if held is None:
        return list(usual)
    return [held] if isinstance(held, str) else [value for value in held if value in options]


def say(name: str, chosen: Sequence[str], usual: Sequence[str]) -> None:
    """Put a choice into the address, unless it is what there is without one."""
    if _OPENED in st.session_state:
        link.write(f"score.{name}", *([] if list(chosen) == list(usual) else chosen))
