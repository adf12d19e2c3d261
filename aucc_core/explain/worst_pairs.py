"""The pairs that speak against a clustering, and the curve of some objects' pairs alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.score.curve import RocCurve, walk_corners
from aucc_core.score.inputs import (
    Bools,
    Floats,
    InputError,
    Integers,
    as_codes,
    pair_objects,
    row_start,
)
from aucc_core.score.ranked import RankedPairs


@dataclass(frozen=True, eq=False)
class WorstPairs:
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


def worst_pairs(pairs: RankedPairs, labels: Any, *, limit: int = 400) -> WorstPairs:
    """Up to ``limit`` worst errors of each kind."""
    codes = as_codes(labels, pairs.n)
    ranks2 = pairs.ranks2
    within = _within(codes)
    apart = _smallest(ranks2, np.flatnonzero(~within), limit)
    together = _smallest(-ranks2, np.flatnonzero(within), limit)
    return WorstPairs(*(np.stack(pair_objects(at, pairs.n), axis=1) for at in (apart, together)))


def curve_of_objects(pairs: RankedPairs, labels: Any, objects: Any) -> RocCurve:
    """ROC curve of the pairs with at least one of ``objects`` in them.

    Its area says how well these objects sit where they are: the chance that a pair of theirs put
    together is closer than a pair of theirs kept apart, ties one half.
    """
    codes = as_codes(labels, pairs.n)
    chosen = np.zeros(pairs.n, dtype=bool)
    chosen[np.asarray(objects, dtype=np.int64)] = True
    at = _touching(chosen)
    i, j = pair_objects(at, pairs.n)
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


def _distances_at(pairs: RankedPairs, ranks2: Integers) -> Floats:
    """The distance behind each doubled mid-rank."""
    ranking = pairs.ranking
    group = np.searchsorted(ranking.group_ends, (ranks2 - 1) >> 1, side="right")
    return pairs.distances[ranking.representatives[group]]


def _within(codes: Integers) -> Bools:
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


def _touching(chosen: Bools) -> Integers:
    """Positions of the pairs with a chosen object in them, ascending."""
    n = chosen.size
    others = np.flatnonzero(chosen)
    parts = []
    for i in range(n - 1):
        start = row_start(i, n)
        if chosen[i]:
            parts.append(np.arange(start, start + n - 1 - i))
        else:
            later = others[np.searchsorted(others, i + 1) :]
            parts.append(start + later - i - 1)
    return np.concatenate(parts)
