"""Tie values of single pairs, for any metric: what sampling needs.

Blocks of distances are scipy's work (aucc_core.distances); scipy has nothing for single pairs, so
the formulas stand here once more, row by row.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.distances import STORED, Distances, row_start
from aucc_core.validate import InputError

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

# Pairs computed at a time where numpy needs temporary rows.
_CHUNK = 16_384


def pair_tie_values(distances: Distances, i: Integers, j: Integers) -> Floats:
    """What ties are judged on (see Distances.tie_values) for the pairs (i[t], j[t])."""
    if distances.kernel != STORED:
        from aucc_core import kernels

        assert distances.features is not None
        out = np.empty(i.size)
        # Unscaled features are used as they are: a copy of a large table costs memory.
        scale = distances._scale
        table = distances.features.view() if scale == 1.0 else distances.features * scale
        table.setflags(write=False)  # one type for the compiler, whoever owns the table
        kernels.pair_values(distances.kernel, table, i, j, out)
        return out
    if distances.given is not None:
        low, high = np.minimum(i, j), np.maximum(i, j)
        return distances.given[row_start(low, distances.n) + high - low - 1] + 0.0
    rows = [slice(t, t + _CHUNK) for t in range(0, i.size, _CHUNK)]
    return np.concatenate([_checked(distances, i[r], j[r]) for r in rows])


def _checked(distances: Distances, i: Integers, j: Integers) -> Floats:
    if distances.gower is not None:
        table = distances.gower
        numbers = np.abs(table.scaled[i] - table.scaled[j]).sum(axis=1)
        unequal = (table.codes[i] != table.codes[j]).sum(axis=1)
        return (numbers + unequal) / (table.scaled.shape[1] + table.codes.shape[1])
    rows = distances._prepared
    with np.errstate(divide="ignore", invalid="ignore"):
        formula = _FORMULAS[distances.metric.name]
        values = distances._clean(formula(rows[i], rows[j], **distances._scipy_settings))
    require_distances(distances, values)
    return values


def require_distances(distances: Distances, values: Floats) -> None:
    """Refuse values that are no distances, such as 0 / 0."""
    if not (values >= 0).all() or np.isinf(values).any():
        raise InputError(
            f"The {distances.metric.label} distance is not defined for some of these rows; choose "
            "another distance."
        )


def _cosine(a: Floats, b: Floats) -> Floats:
    lengths = np.sqrt((a * a).sum(axis=1)) * np.sqrt((b * b).sum(axis=1))
    return 1.0 - np.clip((a * b).sum(axis=1) / lengths, -1.0, 1.0)


def _correlation(a: Floats, b: Floats) -> Floats:
    return _cosine(a - a.mean(axis=1, keepdims=True), b - b.mean(axis=1, keepdims=True))


def _canberra(a: Floats, b: Floats) -> Floats:
    weight = np.abs(a) + np.abs(b)
    return np.where(weight > 0, np.abs(a - b) / weight, 0.0).sum(axis=1)


def _jaccard(a: npt.NDArray[np.bool_], b: npt.NDArray[np.bool_]) -> Floats:
    present = (a | b).sum(axis=1)
    return np.where(present > 0, (a ^ b).sum(axis=1) / np.maximum(present, 1), 0.0)


def _mahalanobis(a: Floats, b: Floats, VI: Floats) -> Floats:
    difference = a - b
    return np.sqrt(np.maximum(((difference @ VI) * difference).sum(axis=1), 0.0))


_FORMULAS: MappingProxyType[str, Callable[..., Any]] = MappingProxyType(
    {
        "minkowski": lambda a, b, p: (np.abs(a - b) ** p).sum(axis=1) ** (1.0 / p),
        "cosine": _cosine,
        "correlation": _correlation,
        "canberra": _canberra,
        "braycurtis": lambda a, b: np.abs(a - b).sum(axis=1) / np.abs(a + b).sum(axis=1),
        "hamming": lambda a, b: (a != b).mean(axis=1),
        "jaccard": _jaccard,
        "mahalanobis": _mahalanobis,
    }
)
