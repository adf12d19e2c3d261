"""`store`: big values by content digest, within a byte budget, each session seeing only its own.

Big arrays do not belong in ``st.session_state``: Streamlit keeps the state of closed sessions
until somebody else leaves. Keep the digest there and the value here::

    from pages.ui.store.digest import digest_of
    from pages.ui.store.store import store

    digest = digest_of(upload_bytes)
    store.put(digest, dataset, sessions=(session_id,))
    entry = store.get(digest, session_id)        # None: not yours, or removed to free memory
    dataset = entry.value if entry else reload_it()

Sessions that present the same content share one copy: `grant` gives a session the right to an
entry, and only code that has computed the digest from the session's own content may call it. An
entry goes when the last session that may see it has ended; when the budget (AUCC_STORE_MB, 512 by
default) is exceeded, the least recently used entries go first. Nothing outlives the server.
"""

from __future__ import annotations

import dataclasses
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import pandas as pd

DEFAULT_MB = 512
_DEEPEST = 12


@dataclasses.dataclass(frozen=True, eq=False)
class Entry:
    """A stored value; wrapped so that a stored None differs from nothing."""

    value: Any
    size: int


class Store:
    """Thread-safe, least recently used out first, with owners."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._lock = threading.Lock()
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._owners: dict[str, set[str]] = {}
        self._bytes = 0
        self._evicted = 0

    def put(self, digest: str, value: Any, *, sessions: Collection[str]) -> bool:
        """Keep `value` for `sessions`; False when it is larger than the whole budget."""
        size = size_of(value)
        if size > self.budget:
            return False
        with self._lock:
            self._remove(digest, keep_owners=True)
            self._entries[digest] = Entry(value, size)
            self._bytes += size
            self._owners.setdefault(digest, set()).update(sessions)
            while self._bytes > self.budget:
                oldest = next(iter(self._entries))
                self._remove(oldest)
                self._evicted += 1
        return True

    def get(self, digest: str, session_id: str) -> Entry | None:
        """The entry, if it is there and the session may see it."""
        with self._lock:
            entry = self._entries.get(digest)
            if entry is None or session_id not in self._owners[digest]:
                return None
            self._entries.move_to_end(digest)
            return entry

    def grant(self, digest: str, session_id: str) -> bool:
        """Let a session that has presented the same content see the entry; False if not there."""
        with self._lock:
            if digest not in self._entries:
                return False
            self._owners[digest].add(session_id)
            return True

    def has(self, digest: str) -> bool:
        """Whether there is something, whoever may see it."""
        with self._lock:
            return digest in self._entries

    def sessions(self) -> frozenset[str]:
        """Everyone who may see something here."""
        with self._lock:
            return frozenset().union(*self._owners.values())

    def forget_sessions(self, ended: Collection[str]) -> None:
        """Forget sessions that have ended and what only they could see."""
        with self._lock:
            for digest, owners in list(self._owners.items()):
                owners.difference_update(ended)
                if not owners:
                    self._remove(digest)

    def stats(self) -> dict[str, int]:
        """Figures for the health route."""
        with self._lock:
            return {
                "entries": len(self._entries),
                "bytes": self._bytes,
                "budget_bytes": self.budget,
                "evicted": self._evicted,
            }

    def _remove(self, digest: str, *, keep_owners: bool = False) -> None:
        entry = self._entries.pop(digest, None)
        if entry is not None:
            self._bytes -= entry.size
        if not keep_owners:
            self._owners.pop(digest, None)


def size_of(value: Any) -> int:
    """Bytes a value holds: exact for arrays and tables, close for what contains them."""
    return _size(value, set(), 0)


def _size(value: Any, seen: set[int], depth: int) -> int:
    if id(value) in seen or depth > _DEEPEST:
        return 0
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        return _array_size(value, seen, depth)
    if isinstance(value, pd.DataFrame):
        return int(value.memory_usage(index=True, deep=True).sum())
    if isinstance(value, pd.Series | pd.Index):
        return int(value.memory_usage(deep=True))
    size = sys.getsizeof(value)
    if isinstance(value, str | bytes | bytearray | int | float | complex | type):
        return size
    if isinstance(value, Mapping):
        return size + sum(_size(part, seen, depth + 1) for kv in value.items() for part in kv)
    if isinstance(value, list | tuple | set | frozenset):
        return size + sum(_size(part, seen, depth + 1) for part in value)
    if hasattr(value, "__dict__"):
        return size + _size(vars(value), seen, depth + 1)
    slots = getattr(type(value), "__slots__", ())
    names = (slots,) if isinstance(slots, str) else slots
    return size + sum(_size(getattr(value, n, None), seen, depth + 1) for n in names)


def _array_size(array: np.ndarray, seen: set[int], depth: int) -> int:
    if array.dtype.hasobject:
        return array.nbytes + sum(_size(item, seen, depth + 1) for item in array.ravel())
    if isinstance(array.base, np.ndarray) and array.base.nbytes > array.nbytes:
        return _size(array.base, seen, depth)  # a view keeps the whole of its base alive
    return array.nbytes + sys.getsizeof(array) if array.base is not None else sys.getsizeof(array)


def _default_budget() -> int:
    wished = os.environ.get("AUCC_STORE_MB", "")
    return (int(wished) if wished.isdigit() else DEFAULT_MB) << 20


store = Store(_default_budget())
