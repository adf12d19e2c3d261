"""Names, rows and counts as people read them: tidy, unique, short enough to show."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import PurePosixPath, PureWindowsPath

import numpy as np

from aucc_core.score.inputs import Bools

LONGEST_NAME = 60
_MOST_LISTED = 5


def listed(items: Sequence[str]) -> str:
    """'a, b, c' or 'a, b, c, d, e and 3 more'."""
    shown = ", ".join(str(i) for i in items[:_MOST_LISTED])
    return (
        shown if len(items) <= _MOST_LISTED else f"{shown} and {len(items) - _MOST_LISTED:,} more"
    )


def row_numbers(mask: Bools) -> str:
    """Data rows (counted from 1) where mask is true: '3, 8, 12 and 2 more'."""
    return listed([f"{r + 1}" for r in np.flatnonzero(mask)])


def plural(n: int, word: str) -> str:
    """'1 row', '2 rows'."""
    return f"{n:,} {word}{'' if n == 1 else 's'}"


def display_name(file_name: str) -> str:
    """File name for people: no folders, no control characters, not endless."""
    last = PureWindowsPath(PurePosixPath(file_name).name).name or "table"
    shown = "".join(c for c in last if unicodedata.category(c)[0] != "C").strip() or "table"
    return shown if len(shown) <= 80 else shown[:76] + "…" + PurePosixPath(shown).suffix[:8]


def tidy_names(raw: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """Unique names, and a notice for each kind of repair."""
    tidy = [_one_line(name) for name in raw]
    notices = []
    empty = [i for i, name in enumerate(tidy) if not name]
    for i in empty:
        tidy[i] = f"column {i + 1}"
    if empty:
        where = listed([str(i + 1) for i in empty])
        notices.append(f"Columns without a name are named by position: {where}.")
    long = [i for i, name in enumerate(tidy) if len(name) > LONGEST_NAME]
    if long:
        longest = max(len(tidy[i]) for i in long)
        for i in long:
            tidy[i] = tidy[i][: LONGEST_NAME - 1] + "…"
        notices.append(
            f"{len(long)} column name{'s' * (len(long) > 1)} shortened to {LONGEST_NAME} "
            f"characters (longest: {longest:,})."
        )
    unique, repeated = _unique(tidy)
    if repeated:
        notices.append(f"Repeated column names got a number: {listed(repeated)}.")
    return tuple(unique), notices


def _one_line(name: str) -> str:
    if name.isascii() and name.isprintable():
        return name.strip()
    kept = (" " if c.isspace() else c for c in name)
    return " ".join("".join(c for c in kept if unicodedata.category(c) != "Cc").split())


def _unique(names: Sequence[str]) -> tuple[list[str], list[str]]:
    taken = set(names)
    seen: set[str] = set()
    counts: dict[str, int] = {}
    unique, repeated = [], []
    for name in names:
        if name in seen:
            if name not in counts:
                repeated.append(name)
            number = counts.get(name, 1)
            candidate = name
            while candidate in taken:
                number += 1
                candidate = f"{name} ({number})"
            counts[name] = number
            taken.add(candidate)
            unique.append(candidate)
            continue
        seen.add(name)
        unique.append(name)
    return unique, repeated
