"""Lists of rows and columns as people read them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt


def listed(items: Sequence[str], most: int = 5) -> str:
    """'a, b, c' or 'a, b, c, d, e and 3 more'."""
    shown = ", ".join(str(i) for i in items[:most])
    return shown if len(items) <= most else f"{shown} and {len(items) - most:,} more"


def row_numbers(mask: npt.NDArray[np.bool_], most: int = 5) -> str:
    """Data rows (counted from 1) where mask is true: '3, 8, 12 and 2 more'."""
    return listed([f"{r + 1}" for r in np.flatnonzero(mask)], most)


def plural(n: int, word: str) -> str:
    """'1 row', '2 rows'."""
    return f"{n:,} {word}{'' if n == 1 else 's'}"
