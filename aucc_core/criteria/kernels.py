"""Compiled loops for the criteria; `quantities.py` and `density.py` hold them in plain numpy.

They release Python's lock, so plain threads run them side by side.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from aucc_core.score.inputs import Bools, Floats, Integers
from aucc_core.score.threads import compiled
from aucc_core.score.ties import DROPPED_BITS

# Columns that stay in the processor's fastest memory while the rows of a cluster pass by.
_COLUMNS = 512
# A tie key above all others.
_NEVER = np.iinfo(np.int64).max


@compiled
def reduce_rows(
    D: Floats,
    order: Integers,
    edges: Integers,
    sums: Floats,
    smallest: Floats,
    largest: Floats,
) -> None:
    """Sum, minimum and maximum of the distances from every cluster to every object.

    ``order`` lists the objects cluster by cluster, ``edges`` where each cluster begins and ends.
    ``sums`` and ``largest`` come in as zeros, ``smallest`` as infinities.
    """
    n = D.shape[1]
    for c in range(edges.size - 1):
        for begin in range(0, n, _COLUMNS):
            end = min(n, begin + _COLUMNS)
            total = sums[c, begin:end]
            low = smallest[c, begin:end]
            high = largest[c, begin:end]
            for at in range(edges[c], edges[c + 1]):
                row = D[order[at], begin:end]
                for j in range(end - begin):
                    d = row[j]
                    total[j] += d
                    low[j] = min(low[j], d)
                    high[j] = max(high[j], d)


@compiled
def deal_pairs(
    ranks2: npt.NDArray[np.int32],
    n: int,
    place: Integers,
    first: npt.NDArray[np.uint16],
    second: npt.NDArray[np.uint16],
) -> None:
    """Write the pairs in the order of their ranks; ``place`` says where each tie group begins."""
    at = 0
    for i in range(n - 1):
        for j in range(i + 1, n):
            group = (ranks2[at] >> 1) - 1
            to = place[group]
            place[group] = to + 1
            first[to] = i
            second[to] = j
            at += 1


@compiled
def add_precision(
    first: npt.NDArray[np.uint16],
    second: npt.NDArray[np.uint16],
    group_ends: Integers,
    table: npt.NDArray[np.uint16],
    area: Floats,
) -> None:
    """For each column of labels, sum over tie groups of (new within pairs) × precision."""
    m = table.shape[1]
    found = np.zeros(m)
    new = np.zeros(m)
    at = 0
    for g in range(group_ends.size):
        end = group_ends[g]
        share = 1.0 / end
        if end == at + 1:
            a, b = table[first[at]], table[second[at]]
            for p in range(m):
                same = 1.0 if a[p] == b[p] else 0.0
                found[p] += same
                area[p] += same * found[p] * share
        else:
            new[:] = 0.0
            for pair in range(at, end):
                a, b = table[first[pair]], table[second[pair]]
                for p in range(m):
                    new[p] += 1.0 if a[p] == b[p] else 0.0
            for p in range(m):
                found[p] += new[p]
                area[p] += new[p] * found[p] * share
        at = end


@compiled
def grow_trees(
    D: Floats,
    order: Integers,
    edges: Integers,
    dimensions: int,
    core: Floats,
    inner: Bools,
    sparseness: Floats,
) -> None:
    """Core distance and place in its cluster's spanning tree of every object, for DBCV.

    `density.py` says what they are; all three outputs come in as zeros.
    """
    for c in range(edges.size - 1):
        begin, m = edges[c], edges[c + 1] - edges[c]
        if m < 2:
            continue
        own = order[begin : begin + m]
        for p in range(m):
            core[own[p]] = _core_distance(D[own[p]], own, p, dimensions)
        near_to, lengths = _spanning_tree(D, own, core)
        degree = np.zeros(m, np.int64)
        for p in range(1, m):
            degree[p] += 1
            degree[near_to[p]] += 1
        longest = longest_inside = -1.0
        for p in range(m):
            inner[own[p]] = degree[p] > 1 or m == 2
        for p in range(1, m):
            longest = max(longest, lengths[p])
            if inner[own[p]] and inner[own[near_to[p]]]:
                longest_inside = max(longest_inside, lengths[p])
        sparseness[c] = longest_inside if longest_inside >= 0 else longest


@compiled
def _core_distance(row: Floats, own: Integers, p: int, dimensions: int) -> float:
    nearest = np.inf
    for q in range(own.size):
        if q != p:
            nearest = min(nearest, row[own[q]])
    if nearest == 0:
        return 0.0
    total = 0.0
    for q in range(own.size):
        if q != p:
            total += (nearest / row[own[q]]) ** dimensions
    return nearest * (total / (own.size - 1)) ** (-1.0 / dimensions)


@compiled
def _spanning_tree(D: Floats, own: Integers, core: Floats) -> tuple[Integers, Floats]:
    """By place in ``own``, from 1 on: the place an object's edge leads to, and the edge's length.

    Ties go to the shorter distance, then to the lower places of the two ends.
    """
    m = own.size
    near_to, lengths = np.zeros(m, np.int64), np.zeros(m)
    by_core, straight = np.full(m, _NEVER), np.full(m, _NEVER)
    outside = np.ones(m, np.bool_)
    here = 0
    for _ in range(m - 1):
        outside[here] = False
        row = D[own[here]]
        closest = -1
        for q in range(1, m):
            if not outside[q]:
                continue
            distance = row[own[q]]
            reach = max(distance, max(core[own[here]], core[own[q]]))
            first, second = _tie_key(reach), _tie_key(distance)
            if _before(first, second, here, q, by_core[q], straight[q], near_to[q], q):
                by_core[q], straight[q], near_to[q], lengths[q] = first, second, here, reach
            if closest < 0 or _before(
                by_core[q], straight[q], near_to[q], q,
                by_core[closest], straight[closest], near_to[closest], closest,
            ):  # fmt: skip
                closest = q
        here = closest
    return near_to, lengths


@compiled
def _before(
    first: int, second: int, a: int, b: int, other: int, another: int, c: int, d: int
) -> bool:
    """Whether the edge (a, b) with its two keys comes before the edge (c, d) with its own."""
    if first != other:
        return first < other
    if second != another:
        return second < another
    if min(a, b) != min(c, d):
        return min(a, b) < min(c, d)
    return max(a, b) < max(c, d)


@compiled
def _tie_key(value: float) -> int:
    """The key of one value, see `aucc_core.score.ties`."""
    bits = np.float64(value).view(np.int64)
    return int((bits + (1 << (DROPPED_BITS - 1))) >> DROPPED_BITS)


@compiled
def separate(
    D: Floats, order: Integers, edges: Integers, core: Floats, inner: Bools, separation: Floats
) -> None:
    """By cluster, the shortest way from its inner objects to those of another; inf comes in."""
    for c in range(edges.size - 1):
        for p in range(edges[c], edges[c + 1]):
            i = order[p]
            if not inner[i]:
                continue
            for other in range(c + 1, edges.size - 1):
                best = np.inf
                for q in range(edges[other], edges[other + 1]):
                    j = order[q]
                    if inner[j]:
                        best = min(best, max(D[i, j], max(core[i], core[j])))
                separation[c] = min(separation[c], best)
                separation[other] = min(separation[other], best)
