"""What may come in: every check on arrays and labels, and the one error that says why not."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

MIN_OBJECTS = 3


class InputError(ValueError):
    """Something the caller gave cannot be used; the message says what, where and the remedy."""


def as_features(X: Any) -> npt.NDArray[np.float64]:
    """Return X as a finite (n, d) float64 array, or say which cell is wrong."""
    names = [str(c) for c in X.columns] if isinstance(X, pd.DataFrame) else None
    try:
        array = np.ascontiguousarray(X, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"Features must be numbers: {error}.") from error
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2:
        raise InputError(f"Features must be a table (n, d); got {array.ndim} dimensions.")
    require_objects(array.shape[0])
    if array.shape[1] == 0:
        raise InputError("Features need at least one column; got none.")
    _require_finite(array, names)
    return array


def as_condensed(D: Any) -> npt.NDArray[np.float64]:
    """Return square or condensed distances as condensed float64 (scipy's pair order)."""
    try:
        array = np.asarray(D, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"Distances must be numbers: {error}.") from error
    if array.ndim == 2:
        return _condense_square(array)
    if array.ndim != 1:
        raise InputError(f"Distances must be square or condensed; got {array.ndim} dimensions.")
    n = condensed_objects(array.size)
    require_objects(n)
    bad = np.flatnonzero(~np.isfinite(array))
    if bad.size:
        raise InputError(f"Distances must be finite; entry {bad[0]} is {array[bad[0]]}.")
    if array.min() < 0:
        at = int(array.argmin())
        raise InputError(f"Distances must not be negative; entry {at} is {array[at]:g}.")
    return _without_negative_zeros(np.ascontiguousarray(array))


def condensed_objects(size: int) -> int:
    """Number of objects behind `size` condensed distances."""
    n = round((1 + (1 + 8 * size) ** 0.5) / 2)
    if n * (n - 1) // 2 != size:
        raise InputError(
            f"Condensed distances must have n(n-1)/2 entries; {size} is no such number."
        )
    return n


def as_codes(labels: Any, n: int) -> npt.NDArray[np.int64]:
    """Return labels of any hashable kind as codes 0..k-1, numbered by first appearance.

    Raises InputError unless there is one label an object and at least one pair of objects within
    a cluster and one between clusters.
    """
    codes = label_codes(labels)
    if codes.size != n:
        raise InputError(f"Labels must match the objects: {codes.size} labels for {n} objects.")
    k = int(codes.max()) + 1
    if k == 1:
        raise InputError(
            f"AUCC needs 2 to {n - 1} clusters for {n} objects; got 1 (no between-cluster pairs)."
        )
    if k == n:
        raise InputError(
            f"AUCC needs 2 to {n - 1} clusters for {n} objects; got {n}: every object is alone "
            "(no within-cluster pairs)."
        )
    return codes


def label_codes(labels: Any) -> npt.NDArray[np.int64]:
    """Codes 0..k-1 by first appearance; missing labels are refused with their row."""
    values = _label_values(labels)
    missing = pd.isna(values)
    if missing.any():
        raise InputError(f"Labels must not be missing; row {int(missing.argmax())} has none.")
    try:
        codes, _ = pd.factorize(values)
    except TypeError as error:
        raise InputError(f"Labels must be hashable: {error}.") from error
    return codes.astype(np.int64)


def require_objects(n: int) -> None:
    """Refuse fewer objects than AUCC needs."""
    if n < MIN_OBJECTS:
        raise InputError(f"AUCC needs {MIN_OBJECTS} objects or more; got {n}.")


def _label_values(labels: Any) -> Any:
    if isinstance(labels, pd.Series | pd.Index | pd.Categorical):
        return pd.Series(labels).to_numpy()
    if isinstance(labels, np.ndarray):
        if labels.ndim == 2 and 1 in labels.shape:
            return labels.ravel()
        if labels.ndim != 1:
            raise InputError(f"Labels must be one column; got {labels.ndim} dimensions.")
        return labels
    if isinstance(labels, str | bytes) or not hasattr(labels, "__iter__"):
        raise InputError(f"Labels must be a sequence; got {type(labels).__name__}.")
    # An object array keeps tuples whole and 1 apart from "1", which np.asarray would not.
    values = list(labels)
    array = np.empty(len(values), dtype=object)
    for i, value in enumerate(values):
        if not isinstance(value, Hashable):
            raise InputError(f"Labels must be hashable; row {i} is a {type(value).__name__}.")
        array[i] = value
    return array


def _require_finite(array: npt.NDArray[np.float64], names: list[str] | None) -> None:
    finite = np.isfinite(array)
    if finite.all():
        return
    row, column = np.argwhere(~finite)[0]
    where = f"column {names[column]!r}" if names else f"column {column}"
    raise InputError(
        f"Features must be finite; row {row}, {where} is {array[row, column]}. "
        "Drop or fill such rows first."
    )


def _condense_square(D: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    rows, columns = D.shape
    if rows != columns:
        raise InputError(f"A distance matrix must be square; got {rows} × {columns}.")
    require_objects(rows)
    _require_finite_distances(D)
    if D.min() < 0:
        i, j = np.unravel_index(int(D.argmin()), D.shape)
        raise InputError(f"Distances must not be negative; cell ({i}, {j}) is {D[i, j]:g}.")
    diagonal = np.diagonal(D)
    if diagonal.any():
        at = int(np.flatnonzero(diagonal)[0])
        raise InputError(
            f"The diagonal of a distance matrix must be 0; cell ({at}, {at}) is {diagonal[at]:g}. "
            "Are these similarities? Turn them into distances first, for example 1 - similarity."
        )
    if not np.allclose(D, D.T, rtol=1e-10, atol=0.0):
        i, j = np.unravel_index(int(np.abs(D - D.T).argmax()), D.shape)
        raise InputError(
            f"A distance matrix must be symmetric; cell ({i}, {j}) is {D[i, j]:g} "
            f"but ({j}, {i}) is {D[j, i]:g}."
        )
    return _without_negative_zeros(D[np.triu_indices(rows, 1)])


def _without_negative_zeros(distances: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The sign bit of -0.0 would sort it behind all others; the caller's array stays as it is."""
    return distances + 0.0 if np.signbit(distances).any() else distances


def _require_finite_distances(D: npt.NDArray[np.float64]) -> None:
    finite = np.isfinite(D)
    if not finite.all():
        i, j = np.argwhere(~finite)[0]
        raise InputError(f"Distances must be finite; cell ({i}, {j}) is {D[i, j]}.")
