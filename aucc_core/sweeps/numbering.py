"""The number of each cluster, the same on every screen, in every table and in every file.

It is made here only. People see it as ``label + 1``, and it decides the colour too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from aucc_core.partitions.noise import NOISE
from aucc_core.score.inputs import Codes
from aucc_core.sweeps.solutions import Solution


def numbered(solutions: Sequence[Solution]) -> tuple[Solution, ...]:
    """The solutions with their clusters numbered, from k to k within each algorithm."""
    found: dict[str, npt.NDArray[np.int32]] = {}
    for name in dict.fromkeys(s.algorithm for s in solutions):
        own = sorted((s for s in solutions if s.algorithm == name), key=lambda s: s.k)
        found |= zip((s.id for s in own), matched_numbers([s.labels for s in own]), strict=True)
    return tuple(replace(s, labels=found[s.id]) for s in solutions)


def matched_numbers(partitions: Sequence[npt.NDArray]) -> list[npt.NDArray[np.int32]]:
    """Numbers from 0 for the clusters of neighbouring solutions, in the order given.

    The first are numbered by size, the largest first. Each later solution takes the numbers of the
    one before it, cluster by cluster, so that as many objects as possible keep theirs; clusters
    left over get the smallest free numbers. Noise (label -1) stays -1.
    """
    made: list[npt.NDArray[np.int32]] = []
    for labels in partitions:
        kept = np.asarray(labels) != NOISE
        numbers = np.full(kept.size, NOISE, np.int32)
        if kept.any():
            if made and (made[-1][kept] >= 0).any():
                numbers = numbered_like(np.asarray(labels), made[-1])
            else:
                numbers[kept] = _by_size(_without_gaps(np.asarray(labels)[kept]))
        numbers.setflags(write=False)
        made.append(numbers)
    return made


def numbered_like(labels: npt.NDArray, before: npt.NDArray) -> npt.NDArray[np.int32]:
    """Numbers from 0 by which as many objects as possible keep those of another clustering."""
    numbers = np.full(labels.size, NOISE, np.int32)
    kept = labels != NOISE
    numbers[kept] = _follow(_without_gaps(labels[kept]), before[kept])
    return numbers


def _without_gaps(labels: npt.NDArray) -> Codes:
    """Codes 0, 1, … in the labels' order; a count, not a sort: there may be a million."""
    return (np.cumsum(np.bincount(labels) > 0) - 1)[labels]


def _by_size(codes: Codes) -> Codes:
    """The largest cluster first; equal ones in order of appearance."""
    order = np.argsort(-np.bincount(codes), kind="stable")
    number = np.empty(order.size, np.int64)
    number[order] = np.arange(order.size)
    return number[codes]


def _follow(codes: Codes, before: npt.NDArray) -> Codes:
    clusters, earlier = int(codes.max()) + 1, int(before.max()) + 1
    known = before >= 0
    cells = codes[known] * earlier + before[known]
    shared = np.bincount(cells, minlength=clusters * earlier).reshape(clusters, earlier)
    rows, columns = linear_sum_assignment(shared, maximize=True)
    number = np.full(clusters, -1, np.int64)
    number[rows] = columns
    taken = set(number.tolist())
    free = (c for c in count() if c not in taken)
    for cluster in np.flatnonzero(number < 0):
        number[cluster] = next(free)
    return number[codes]
