"""Large values that a session's browser fetches by itself, at an address that only it knows.

What Streamlit sends it sends at once and as text. What may be needed later, and is large, is handed
out here: `offer` gives an address for it, `fetch` (for pages/ui/server/handout.py) makes the bytes
when they are asked for. An offer goes with its session, or with the session's next one of its kind.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass

from pages.ui.streamlit_internals import session_id

ROUTE = "/handout/"


@dataclass(frozen=True)
class _Offer:
    session: str
    kind: str
    digest: str
    make: Callable[[], bytes]


_offers: dict[str, _Offer] = {}
_lock = threading.Lock()


def offer(kind: str, digest: str, make: Callable[[], bytes]) -> str:
    """The address of a value; the same as long as this session's ``digest`` of that kind is."""
    session = session_id()
    with _lock:
        own = {k: o for k, o in _offers.items() if (o.session, o.kind) == (session, kind)}
        for key, old in own.items():
            if old.digest == digest:
                return f"{ROUTE.lstrip('/')}{key}"
            del _offers[key]
        key = secrets.token_urlsafe(24)
        _offers[key] = _Offer(session, kind, digest, make)
    return f"{ROUTE.lstrip('/')}{key}"


def fetch(key: str) -> bytes | None:
    """The bytes behind an address; None when nobody offers them (any more)."""
    with _lock:
        found = _offers.get(key)
    return None if found is None else found.make()


def sessions() -> frozenset[str]:
    """Everyone who offers something."""
    with _lock:
        return frozenset(found.session for found in _offers.values())


def forget_sessions(ended: Collection[str]) -> None:
    """Take back what ended sessions have offered."""
    with _lock:
        for key in [k for k, found in _offers.items() if found.session in ended]:
            del _offers[key]
