"""Gower's distance for tables that mix numbers and categories (Gower 1971).

A table becomes rows of floats: numbers scaled to their range first, then codes of categories.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from aucc_core.score.inputs import (
    Floats,
    InputError,
    codes_of,
    first_missing,
    require_columns,
    require_finite,
    require_objects,
)


def as_rows(X: Any) -> tuple[Floats, int]:
    """Rows of a table (DataFrame or array), and how many of their columns are numbers."""
    columns = _columns(X)
    require_columns(len(columns))
    require_objects(len(columns[0][1]))
    scaled, codes = [], []
    for name, column in columns:
        values = np.asarray(column)
        row = first_missing(values)
        if row is not None:
            raise InputError(f"Features must not be missing; row {row}, column {name!r} is.")
        # Asked of the column, because categories may be numbers and still have no distance.
        if column.dtype.kind in "iufc":
            scaled.append(_to_unit_range(np.asarray(column, np.float64), name))
        else:
            codes.append(codes_of(values))
    return np.column_stack([*scaled, *codes]).astype(np.float64), len(scaled)


def block(a: Floats, b: Floats, numbers: int) -> Floats:
    """Mean over features of the scaled difference, or of 1 where categories differ."""
    total = np.zeros((a.shape[0], b.shape[0]))
    for c in range(a.shape[1]):
        here, there = a[:, c, None], b[None, :, c]
        total += np.abs(here - there) if c < numbers else here != there
    return total / a.shape[1]


def pair(a: Floats, b: Floats, numbers: int) -> Floats:
    """The same for single pairs, row by row."""
    scaled = np.abs(a[:, :numbers] - b[:, :numbers]).sum(axis=1)
    unequal = (a[:, numbers:] != b[:, numbers:]).sum(axis=1)
    return np.asarray((scaled + unequal) / a.shape[1])


def _columns(X: Any) -> list[tuple[Any, Any]]:
    """Names and columns of a DataFrame, or numbers and columns of an array."""
    if hasattr(X, "columns"):
        return list(X.items())
    array = np.asarray(X)
    return list(enumerate(array.reshape(array.shape[0], -1).T if array.ndim else []))


def _to_unit_range(values: Floats, name: Any) -> Floats:
    require_finite(values[:, None], [name])
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)
