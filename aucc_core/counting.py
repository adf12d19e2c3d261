"""Exact comparison counts of one partition, without sorting all pairs.

Pairs are counted into bins of close distances, within and between clusters apart. Bins that hold
only one kind are settled by their counts; only the pairs of mixed bins are dealt out and sorted.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from aucc_core.distances import STORED, Distances
from aucc_core.threads import row_ranges, run_parallel, thread_count
from aucc_core.ties import tie_keys

# Below this many pairs plain numpy is quicker than loading the compiled kernels.
SMALL_PAIRS = 200_000

Codes = npt.NDArray[np.int64]


class Counts(NamedTuple):
    """Comparisons of a within-cluster pair with a between-cluster pair.

    ``s_plus``: the within pair is closer. ``s_minus``: it is farther. ``s_zero``: a tie.
    """

    s_plus: int
    s_minus: int
    s_zero: int

    @property
    def total(self) -> int:
        """Number of comparisons, within pairs times between pairs."""
        return self.s_plus + self.s_minus + self.s_zero


def pair_totals(codes: Codes) -> tuple[int, int]:
    """Number of within-cluster and between-cluster pairs."""
    sizes = np.bincount(codes)
    within = int((sizes * (sizes - 1) // 2).sum())
    n = codes.size
    return within, n * (n - 1) // 2 - within


def count_comparisons(distances: Distances, codes: Codes) -> Counts:
    """Exact counts; small data through numpy, the rest through the compiled kernels."""
    if distances.n_pairs <= SMALL_PAIRS:
        return count_plainly(distances, codes)
    return _count_in_bins(distances, codes)


def count_plainly(distances: Distances, codes: Codes) -> Counts:
    """The definition, in numpy: group ties, then compare running totals."""
    keys = tie_keys(distances.tie_values(), distances.dropped_bits)
    _, group = np.unique(keys, return_inverse=True)
    i, j = np.triu_indices(distances.n, 1)
    same = codes[i] == codes[j]
    within = np.bincount(group[same], minlength=int(group.max()) + 1)
    between = np.bincount(group[~same], minlength=within.size)
    later = between.sum() - np.cumsum(between)
    s_plus, s_zero = int((within * later).sum()), int((within * between).sum())
    return Counts(s_plus, int(same.sum()) * int(between.sum()) - s_plus - s_zero, s_zero)


def kernel_inputs(distances: Distances) -> tuple[int, npt.NDArray, npt.NDArray]:
    """(kind, features by column, stored distances) as every kernel takes them."""
    if distances.kernel == STORED:
        return STORED, np.empty((1, 1)), distances.condensed
    return distances.kernel, distances.by_feature, np.empty(1)


def count_by_bin(
    distances: Distances, codes: Codes, ranges: list[tuple[int, int]]
) -> tuple[list[npt.NDArray[np.int64]], int]:
    """Counts (within, between) by bin, one table a range of rows, and the bits below a bin."""
    from aucc_core import kernels

    inputs = kernel_inputs(distances)
    dropped = distances.dropped_bits
    bits = kernels.rest_bits(dropped)

    def count(rows: tuple[int, int]) -> npt.NDArray[np.int64]:
        counts = np.zeros((2, kernels.BIN_COUNT), np.int64)
        kernels.count_bins(*inputs, codes, rows, dropped, bits, counts)
        return counts

    return run_parallel(count, ranges), bits


def _count_in_bins(distances: Distances, codes: Codes) -> Counts:
    from aucc_core import kernels

    threads = thread_count(distances.n_pairs)
    ranges = row_ranges(distances.n, threads)
    tables, bits = count_by_bin(distances, codes, ranges)
    within, between = sum(tables[1:], tables[0].copy())
    later = between.sum() - np.cumsum(between)
    total = int(within.sum()) * int(between.sum())
    # Python integers: the sum of products may pass 2**63 only beyond n = 100,000.
    s_plus = int((within * later).sum())

    mixed = np.flatnonzero((within > 0) & (between > 0))
    held = [(t[0, mixed] + t[1, mixed]) for t in tables]
    edges = np.concatenate(([0], np.cumsum(sum(held[1:], held[0].copy()))))
    dealt = np.empty(int(edges[-1]), np.uint32)
    inputs, dropped = kernel_inputs(distances), distances.dropped_bits
    places = write_places(mixed, edges, held, kernels.BIN_COUNT)

    def deal(t: int) -> None:
        kernels.deal_labelled(*inputs, codes, ranges[t], dropped, bits, places[t], dealt)

    run_parallel(deal, range(threads))

    def compare(bins: tuple[int, int]) -> npt.NDArray[np.int64]:
        totals = np.zeros(2, np.int64)
        kernels.compare_in_bins(dealt, edges, bits, bins, totals)
        return totals

    inside = np.sum(run_parallel(compare, even_bins(edges, threads)), axis=0)
    s_plus += int(inside[0])
    s_zero = int(inside[1])
    return Counts(s_plus, total - s_plus - s_zero, s_zero)


def write_places(
    bins: npt.NDArray[np.int64],
    edges: npt.NDArray[np.int64],
    held: list[npt.NDArray[np.int64]],
    bin_count: int,
) -> list[npt.NDArray[np.int64]]:
    """Where each thread writes its first pair of each bin; -1 for bins that are left out."""
    places = []
    at = edges[:-1].copy()
    for counts in held:
        place = np.full(bin_count, -1, np.int64)
        place[bins] = at
        places.append(place)
        at = at + counts
    return places


def even_bins(edges: npt.NDArray[np.int64], parts: int) -> list[tuple[int, int]]:
    """Cut the bins into runs with about the same number of pairs."""
    targets = [int(edges[-1]) * p // parts for p in range(1, parts)]
    cuts = np.searchsorted(edges, targets).tolist()
    inner = [0, *cuts, edges.size - 1]
    return list(itertools.pairwise(inner))
