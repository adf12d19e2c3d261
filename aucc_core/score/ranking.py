"""Rank all pairs by distance, once, so that any number of partitions can be scored."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aucc_core.score.counting import SMALL_PAIRS, count_by_bin, even_bins
from aucc_core.score.distances import Distances
from aucc_core.score.inputs import InputError, Integers
from aucc_core.score.threads import run_parallel
from aucc_core.score.ties import tie_keys

# Doubled mid-ranks go up to n(n-1) and must fit 32 bits.
MAX_RANKED_OBJECTS = 46_340


@dataclass(frozen=True, eq=False)
class Ranking:
    """Pairs in the order of their distances.

    Attributes
    ----------
    ranks2 : doubled mid-rank of each pair (condensed order), 2..n(n-1); tied pairs share one.
    group_ends : number of pairs up to and with each tie group, nearest first.
    representatives : condensed index of one pair of each tie group.
    """

    ranks2: npt.NDArray[np.int32]
    group_ends: Integers
    representatives: npt.NDArray[np.uint32]


def rank_pairs(distances: Distances) -> Ranking:
    """Rank the pairs; small data through numpy, the rest through the compiled kernels."""
    if distances.n > MAX_RANKED_OBJECTS:
        raise InputError(
            f"Ranking all pairs works for up to {MAX_RANKED_OBJECTS:,} objects; got "
            f"{distances.n:,}. Use aucc_bounds or aucc_sample."
        )
    if distances.n_pairs <= SMALL_PAIRS:
        return rank_plainly(distances)
    return _rank_in_bins(distances)


def rank_plainly(distances: Distances) -> Ranking:
    """The definition, in numpy."""
    keys = tie_keys(distances.tie_values(), distances.dropped_bits)
    _, first, group, sizes = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    ends = np.cumsum(sizes)
    ranks2 = (2 * ends - sizes + 1)[group]
    return Ranking(ranks2.astype(np.int32), ends, first.astype(np.uint32))


def _rank_in_bins(distances: Distances) -> Ranking:
    from aucc_core.score import kernels

    n, n_pairs = distances.n, distances.n_pairs
    counted = count_by_bin(distances, np.zeros(n, np.int64))
    used = np.flatnonzero(counted.total[0])
    edges, places = counted.write_places(used, [t[0, used] for t in counted.tables])
    dealt = np.empty(n_pairs, np.uint64)
    settings = (distances.dropped_bits, counted.bits, counted.lowest)

    def deal(t: int) -> None:
        kernels.deal_indexed(*counted.inputs, n, counted.ranges[t], *settings, places[t], dealt)

    run_parallel(deal, range(len(counted.ranges)))
    ranks2 = np.empty(n_pairs, np.int32)
    ends = np.zeros(n_pairs, np.uint32)
    representatives = np.empty(n_pairs, np.uint32)

    def rank(bins: tuple[int, int]) -> None:
        kernels.rank_in_bins(dealt, edges, counted.bits, bins, ranks2, ends, representatives)

    run_parallel(rank, even_bins(edges, len(counted.ranges)))
    written = ends > 0
    if not written.all():
        ends, representatives = ends[written], representatives[written]
    return Ranking(ranks2, ends.astype(np.int64), representatives)
