"""Colours that stay with their clusters from one k to the next."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from aucc_core.noise import NOISE
from aucc_core.validate import label_codes

Codes = npt.NDArray[np.int64]


def matched_colours(partitions: Sequence[npt.NDArray]) -> list[Codes]:
    """Colour numbers for the clusters of neighbouring solutions, in the order given.

    Each solution takes the colours of the one before it, cluster by cluster, so that as many
    objects as possible keep their colour; clusters left over get the smallest free numbers. Noise
    (label -1) has no colour: it stays -1.
    """
    coloured: list[Codes] = []
    for labels in partitions:
        kept = np.asarray(labels) != NOISE
        colours = np.full(kept.size, NOISE, np.int64)
        if kept.any():
            codes = label_codes(np.asarray(labels)[kept])
            before = coloured[-1][kept] if coloured else colours[kept]
            colours[kept] = _follow(codes, before) if (before >= 0).any() else _by_size(codes)
        coloured.append(colours)
    return coloured


def _by_size(codes: Codes) -> Codes:
    """The largest cluster first; equal ones in order of appearance."""
    order = np.argsort(-np.bincount(codes), kind="stable")
    colour = np.empty(order.size, np.int64)
    colour[order] = np.arange(order.size)
    return colour[codes]


def _follow(codes: Codes, before: Codes) -> Codes:
    clusters, colours = int(codes.max()) + 1, int(before.max()) + 1
    known = before >= 0
    cells = codes[known] * colours + before[known]
    shared = np.bincount(cells, minlength=clusters * colours).reshape(clusters, colours)
    rows, columns = linear_sum_assignment(shared, maximize=True)
    colour = np.full(clusters, -1, np.int64)
    colour[rows] = columns
    taken = set(colour.tolist())
    free = (c for c in range(clusters + colours) if c not in taken)
    for cluster in np.flatnonzero(colour < 0):
        colour[cluster] = next(free)
    return colour[codes]
