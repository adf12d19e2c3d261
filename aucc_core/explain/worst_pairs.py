"""The pairs that speak against a clustering, and the curve of some objects' pairs alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.curves import RocCurve, walk_corners
from aucc_core.pairs import Pairs
from aucc_core.validate import InputError, as_codes

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Witnesses:
    """The worst errors of a clustering, whatever the distance threshold.

    At a threshold, pairs up to it are called close. Those of them that are apart (false positives)
    are the first so many rows of ``apart``; pairs beyond it that are together (false negatives)
    are the first so many rows of ``together``. Equal distances keep the pair order.

    Attributes
    ----------
    apart : (m, 2) objects of the closest pairs in different clusters, closest first.
    together : (m, 2) objects of the farthest pairs in one cluster, farthest first.
    """

    apart: Integers
    together: Integers


def witnesses(pairs: Pairs, labels: Any, *, limit: int = 400) -> Witnesses:
    """Up to ``limit`` worst errors of each kind."""
    codes = as_codes(labels, pairs.n)
    ranks2 = pairs.ranks2
    within = _within(codes)
    apart = _smallest(ranks2, np.flatnonzero(~within), limit)
    together = _smallest(-ranks2, np.flatnonzero(within), limit)
    return Witnesses(pair_objects(apart, pairs.n), pair_objects(together, pairs.n))


def curve_of_objects(pairs: Pairs, labels: Any, objects: Any) -> RocCurve:
    """ROC curve of the pairs with at least one of ``objects`` in them.

    Its area says how well these objects sit where they are: the chance that a pair of theirs put
    together is closer than a pair of theirs kept apart, ties one half.
    """
    codes = as_codes(labels, pairs.n)
    chosen = np.zeros(pairs.n, dtype=bool)
    chosen[np.asarray(objects, dtype=np.int64)] = True
    at = _touching(chosen)
    i, j = pair_objects(at, pairs.n).T
    together = codes[i] == codes[j]
    if together.all() or not together.any():
        kind = "apart" if together.all() else "together"
        raise InputError(
            f"These {int(chosen.sum())} objects have no pairs put {kind}, so there is no curve; "
            "choose others."
        )
    # One sort of rank and kind together: the last of each rank knows all pairs up to it.
    keys = pairs.ranks2[at].astype(np.int64) * 2 + together
    keys.sort()
    ranks2 = keys >> 1
    ends = np.flatnonzero(np.append(ranks2[1:] != ranks2[:-1], True))
    within = np.cumsum(keys & 1)[ends]
    steps_within = np.diff(within, prepend=0)
    steps_between = np.diff(ends + 1, prepend=0) - steps_within
    within, between, groups = walk_corners(steps_within, steps_between)
    thresholds = _distances_at(pairs, ranks2[ends][groups[1:]])
    return RocCurve(within, between, np.concatenate(([-np.inf], thresholds)))


def _distances_at(pairs: Pairs, ranks2: Integers) -> npt.NDArray[np.float64]:
    """The distance behind each doubled mid-rank."""
    ranking = pairs.ranking
    group = np.searchsorted(ranking.group_ends, (ranks2 - 1) >> 1, side="right")
    return pairs.distances[ranking.representatives[group]]


def pair_objects(positions: Integers, n: int) -> Integers:
    """(m, 2) objects of pairs given by their position in scipy's condensed order.

    >>> pair_objects(np.array([0, 2, 5]), 4).tolist()
    [[0, 1], [0, 3], [2, 3]]
    """
    starts = _row_starts(n)
    i = np.searchsorted(starts, positions, side="right") - 1
    return np.stack((i, positions - starts[i] + i + 1), axis=1)


def _row_starts(n: int) -> Integers:
    rows = np.arange(n - 1, dtype=np.int64)
    return rows * n - rows * (rows + 1) // 2


def _within(codes: Integers) -> npt.NDArray[np.bool_]:
    """Whether each pair, in condensed order, is in one cluster."""
    small = codes.astype(np.min_scalar_type(int(codes.max())))
    rows = [small[i + 1 :] == small[i] for i in range(small.size - 1)]
    return np.concatenate(rows)


def _smallest(keys: npt.NDArray[np.integer], positions: Integers, limit: int) -> Integers:
    """Positions of the smallest keys, in order; equal keys by position."""
    own = keys[positions]
    if positions.size > limit:
        cut = np.partition(own, limit - 1)[limit - 1]
        # Everything below the cut, and as many equal to it as there is room for.
        below = np.flatnonzero(own < cut)
        equal = np.flatnonzero(own == cut)[: limit - below.size]
        picked = np.concatenate((below, equal))
    else:
        picked = np.arange(positions.size)
    return positions[picked[np.argsort(own[picked], kind="stable")]]


def _touching(chosen: npt.NDArray[np.bool_]) -> Integers:
    """Positions of the pairs with a chosen object in them, ascending."""
    n = chosen.size
    starts = _row_starts(n)
    others = np.flatnonzero(chosen)
    parts = []
    for i in range(n - 1):
        if chosen[i]:
            parts.append(np.arange(starts[i], starts[i] + n - 1 - i))
        else:
            later = others[np.searchsorted(others, i + 1) :]
            parts.append(starts[i] + later - i - 1)
    return np.concatenate(parts)
