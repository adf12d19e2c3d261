"""Compiled loops for the criteria; `quantities.py` holds the same in plain numpy.

They release Python's lock, so plain threads run them side by side.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from aucc_core.score.inputs import Floats, Integers
from aucc_core.score.threads import compiled

# Columns that stay in the processor's fastest memory while the rows of a cluster pass by.
_COLUMNS = 512


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
