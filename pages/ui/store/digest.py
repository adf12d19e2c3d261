"""`digest_of`: one short name for any content, so that the same work is recognised as the same."""

from __future__ import annotations

import dataclasses
import hashlib
import pickle
from collections.abc import Mapping, Set
from typing import Any

import numpy as np
import pandas as pd


def digest_of(*parts: Any) -> str:
    """blake2b over the whole content of numbers, text, arrays, tables and dataclasses.

    Every byte counts, unlike Streamlit's own hashing, which samples large arrays. Mappings and
    sets count without regard to order; sequences with it.

    >>> digest_of("sweep", [2, 3]) == digest_of("sweep", (2, 3))
    True
    >>> digest_of(1) == digest_of("1")
    False
    """
    h = hashlib.blake2b(digest_size=20)
    for part in parts:
        _feed(h, part)
    return h.hexdigest()


def _feed(h: hashlib.blake2b, value: Any) -> None:
    """Add one value with a tag for its kind and its length, so that neighbours cannot merge."""
    if value is None or isinstance(value, bool | int | float | complex | str | np.generic):
        text = f"{_kind(value)}:{value!r}".encode("utf-8", "surrogatepass")
        _tagged(h, b"v", text)
    elif isinstance(value, bytes | bytearray | memoryview):
        _tagged(h, b"b", value)
    elif isinstance(value, np.ndarray):
        _feed_array(h, value)
    elif isinstance(value, pd.DataFrame | pd.Series | pd.Index):
        _feed_table(h, value)
    elif isinstance(value, Mapping):
        _tagged(h, b"m", b"".join(sorted(_sub(k, v) for k, v in value.items())))
    elif isinstance(value, Set):
        _tagged(h, b"s", b"".join(sorted(_sub(item) for item in value)))
    elif isinstance(value, list | tuple):
        _tagged(h, b"l", b"".join(_sub(item) for item in value))
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
        _tagged(h, b"d", _sub(type(value).__qualname__, fields))
    else:
        raise TypeError(f"No digest for a {type(value).__name__}; pass its content instead.")


def _kind(value: Any) -> str:
    if isinstance(value, np.generic):
        return str(value.dtype)
    return "int" if isinstance(value, int) and not isinstance(value, bool) else type(value).__name__


def _feed_array(h: hashlib.blake2b, array: np.ndarray) -> None:
    _tagged(h, b"a", f"{array.dtype.str}{array.shape}".encode())
    if array.dtype.hasobject:
        _tagged(h, b"o", b"".join(_sub(item) for item in array.ravel().tolist()))
    else:
        _tagged(h, b"n", np.ascontiguousarray(array).data.cast("B") if array.size else b"")


def _feed_table(h: hashlib.blake2b, table: pd.DataFrame | pd.Series | pd.Index) -> None:
    # Pickle sees each cell, name and dtype; two equal tables built differently may differ, which
    # only costs a second computation.
    _tagged(h, b"t", pickle.dumps(table, protocol=5))


def _sub(*parts: Any) -> bytes:
    h = hashlib.blake2b(digest_size=20)
    for part in parts:
        _feed(h, part)
    return h.digest()


def _tagged(h: hashlib.blake2b, tag: bytes, content: Any) -> None:
    view = memoryview(content)
    h.update(tag + view.nbytes.to_bytes(8, "little"))
    h.update(view)
