"""Which browser sessions are alive, and the sweep of those that are not."""

from __future__ import annotations

from streamlit.runtime import Runtime

from pages.ui.jobs import supervisor
from pages.ui.store import store


def alive_sessions() -> frozenset[str]:
    """Ids of sessions that are connected or may still reconnect."""
    if not Runtime.exists():
        return frozenset()
    # Streamlit offers no public list of its sessions; this is the one place that reaches in.
    manager = Runtime.instance()._session_mgr
    return frozenset(info.session.id for info in manager.list_sessions())


def close_expired() -> int:
    """Close disconnected sessions whose time to reconnect is over; return how many.

    Streamlit drops them only when another session leaves, so after a class the last ones would
    keep their memory until the next class. Must run on the server's event loop.
    """
    if not Runtime.exists():
        return 0
    storage = getattr(Runtime.instance()._session_mgr, "_session_storage", None)
    cache = getattr(storage, "_cache", None)
    before = len(getattr(cache, "_data", ()))
    return before - len(cache) if cache is not None else 0  # len() removes what has expired


def sweep() -> None:
    """Give back what ended sessions held in our own store and queue."""
    alive = alive_sessions()
    store.retain_sessions(alive)
    supervisor.retain_sessions(alive)
