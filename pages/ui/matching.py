"""Colours that stay with their clusters from one k to the next."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from aucc_core.validate import label_codes

Codes = npt.NDArray[np.int64]


def matched_colours(partitions: Sequence[npt.NDArray]) -> list[Codes]:
    """Colour numbers for the clusters of neighbouring solutions, in the order given.

    Each solution takes the colours of the one before it, cluster by cluster, so that as many
    objects as possible keep their colour; clusters left over get the smallest free numbers. Noise
    (-1) is a cluster of its own here: it needs a colour too.
    """
    coloured: list[Codes] = []
    for labels in partitions:
        codes = label_codes(labels)
        coloured.append(_follow(codes, coloured[-1]) if coloured else _by_size(codes))
    return coloured


def _by_size(codes: Codes) -> Codes:
    """The largest cluster first; equal ones in order of appearance."""
    order = np.argsort(-np.bincount(codes), kind="stable")
    colour = np.empty(order.size, np.int64)
    colour[order] = np.arange(order.size)
    return colour[codes]


def _follow(codes: Codes, before: Codes) -> Codes:
    clusters, colours = int(codes.max()) + 1, int(before.max()) + 1
    shared = np.bincount(codes * colours + before, minlength=clusters * colours)
    rows, columns = linear_sum_assignment(shared.reshape(clusters, colours), maximize=True)
    colour = np.full(clusters, -1, np.int64)
    colour[rows] = columns
    taken = set(colour.tolist())
    free = (c for c in range(clusters + colours) if c not in taken)
    for cluster in np.flatnonzero(colour < 0):
        colour[cluster] = next(free)
    return colour[codes]
