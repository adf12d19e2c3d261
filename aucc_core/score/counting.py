"""Exact comparison counts of one partition, without sorting all pairs.

Pairs are counted into bins of close distances, within and between clusters apart. Bins that hold
only one kind are settled by their counts; only the pairs of mixed bins are dealt out and sorted.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from aucc_core.score.distances import Distances
from aucc_core.score.inputs import Codes, InputError, Integers
from aucc_core.score.metrics import STORED
from aucc_core.score.threads import row_ranges, run_parallel, thread_count
from aucc_core.score.ties import tie_keys

# Below this many pairs plain numpy is quicker than loading the compiled kernels.
SMALL_PAIRS = 200_000
# Up to this many pairs (100 MB) distances are kept between passes instead of computed again.
_STORED_PAIRS = 12_500_000
_LARGEST = np.iinfo(np.int64).max

TIES = ("half", "optimistic", "pessimistic")


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

    @property
    def compared(self) -> int:
        """The same number, to divide by: counts that hold no comparison are refused."""
        if self.total == 0:
            raise InputError(
                "AUCC needs a within-cluster pair and a between-cluster pair to compare; "
                "these counts hold no comparison."
            )
        return self.total

    @property
    def gamma(self) -> float:
        """Generalised Gamma: ties count one half; equals 2 AUCC - 1."""
        return (self.s_plus - self.s_minus) / self.compared

    @property
    def gamma_classical(self) -> float:
        """Baker and Hubert's Gamma: ties left out; not a number when all comparisons are tied."""
        decided = self.s_plus + self.s_minus
        return (self.s_plus - self.s_minus) / decided if decided else float("nan")

    @property
    def tie_mass(self) -> float:
        """Share of the comparisons that are tied."""
        return self.s_zero / self.compared


def area(counts: Counts, ties: str = "half") -> float:
    """AUCC from comparison counts, in integers until the last division."""
    require_ties(ties)
    share_of_ties = {"half": 1, "optimistic": 2, "pessimistic": 0}[ties]
    return (2 * counts.s_plus + share_of_ties * counts.s_zero) / (2 * counts.compared)


def require_ties(ties: str) -> None:
    """Refuse an unknown way to count ties."""
    if ties not in TIES:
        raise InputError(f"ties must be one of {', '.join(TIES)}; got {ties!r}.")


def pairs_inside(sizes: Codes) -> int:
    """Number of within-cluster pairs of clusters of these sizes."""
    return int((sizes * (sizes - 1) // 2).sum())


def pair_totals(codes: Codes) -> tuple[int, int]:
    """Number of within-cluster and between-cluster pairs."""
    within = pairs_inside(np.bincount(codes))
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
    return compare_groups(within, between)


def compare_groups(within: Codes, between: Codes) -> Counts:
    """Counts from the pairs of each tie group, nearest first."""
    s_plus, s_zero = _won_across(within, between), exact_dot(within, between)
    total = int(within.sum()) * int(between.sum())
    return Counts(s_plus, total - s_plus - s_zero, s_zero)


def _won_across(within: Integers, between: Integers) -> int:
    """Comparisons of a within-cluster pair with a between-cluster pair of a later group."""
    return exact_dot(within, between.sum() - np.cumsum(between))


def exact_dot(a: Integers, b: Integers) -> int:
    """Sum of products of counts; in Python's integers where 64 bits might be too few.

    That is from some 110,000 objects on. Part by part, since such integers take much memory.
    """
    if a.size == 0 or int(a.sum()) * int(b.max()) <= _LARGEST:
        return int(a @ b)
    useful = np.flatnonzero((a > 0) & (b > 0))
    parts = (useful[t : t + 4096] for t in range(0, useful.size, 4096))
    return sum(int(a[at].astype(object) @ b[at].astype(object)) for at in parts)


@dataclass(frozen=True)
class BinCounts:
    """Pairs counted by bin (leading bits of the tie key), one (2, bins) table per range of rows.

    ``inputs`` are the first arguments of every kernel; ``lowest`` is the bin of column 0; ``bits``
    is what a tie key has below its bin.
    """

    inputs: tuple[int, npt.NDArray, npt.NDArray]
    ranges: list[tuple[int, int]]
    tables: list[Integers]
    lowest: int
    bits: int

    @property
    def total(self) -> Integers:
        """Counts over all rows: within-cluster pairs, then between-cluster pairs."""
        return np.sum(self.tables, axis=0)

    def write_places(self, bins: Integers, held: list[Integers]) -> tuple[Integers, list[Integers]]:
        """Edges of the chosen bins in one array, and where each range writes its pairs.

        ``held`` says how many pairs each range has in each chosen bin; others get place -1.
        """
        edges = np.concatenate(([0], np.cumsum(np.sum(held, axis=0))))
        places = []
        at = edges[:-1].copy()
        for counts in held:
            place = np.full(self.tables[0].shape[1], -1, np.int64)
            place[bins] = at
            places.append(place)
            at = at + counts
        return edges, places


def count_by_bin(distances: Distances, codes: Codes) -> BinCounts:
    """Count all pairs by bin, on as many threads as are worth it."""
    from aucc_core.score import kernels

    ranges = row_ranges(distances.n, thread_count(distances.n_pairs))
    inputs = _kernel_inputs(distances, ranges)
    dropped = distances.dropped_bits
    bits = kernels.rest_bits(dropped)
    # Untouched pages of these tables cost no memory; used bins lie close together.
    tables = [np.zeros((2, kernels.BIN_COUNT), np.int64) for _ in ranges]

    def count(t: int) -> tuple[int, int]:
        return kernels.count_bins(*inputs, codes, ranges[t], dropped, bits, tables[t])

    spans = run_parallel(count, range(len(ranges)))
    lowest, highest = min(s[0] for s in spans), max(s[1] for s in spans)
    return BinCounts(inputs, ranges, [t[:, lowest : highest + 1] for t in tables], lowest, bits)


def even_bins(edges: Integers, parts: int) -> list[tuple[int, int]]:
    """Cut the bins into runs with about the same number of pairs."""
    targets = [int(edges[-1]) * p // parts for p in range(1, parts)]
    cuts = np.searchsorted(edges, targets).tolist()
    return list(itertools.pairwise([0, *cuts, edges.size - 1]))


def _kernel_inputs(
    distances: Distances, ranges: list[tuple[int, int]]
) -> tuple[int, npt.NDArray, npt.NDArray]:
    """(kind, features by column, stored values) as every kernel takes them.

    The passes read each distance twice: while they fit, they are computed once and stored.
    """
    from aucc_core.score import kernels

    if distances.kernel == STORED:
        return STORED, np.empty((1, 1)), distances.stored
    if distances.n_pairs > _STORED_PAIRS:
        return distances.kernel, distances.by_feature, np.empty(1)
    values = np.empty(distances.n_pairs)

    def fill(rows: tuple[int, int]) -> None:
        kernels.fill_values(
            distances.kernel, distances.by_feature, np.empty(1), distances.n, rows, values
        )

    run_parallel(fill, ranges)
    return STORED, np.empty((1, 1)), values


def _count_in_bins(distances: Distances, codes: Codes) -> Counts:
    from aucc_core.score import kernels

    counted = count_by_bin(distances, codes)
    within, between = counted.total
    total = int(within.sum()) * int(between.sum())
    s_plus = _won_across(within, between)
    if exact_dot(within, between) > _LARGEST:  # the kernels count in 64 bits
        raise InputError(
            f"The distances of these {distances.n:,} objects lie too close together for an exact "
            "count; use aucc_bounds or aucc_sample."
        )

    mixed = np.flatnonzero((within > 0) & (between > 0))
    held = [t[0, mixed] + t[1, mixed] for t in counted.tables]
    edges, places = counted.write_places(mixed, held)
    dealt = np.empty(int(edges[-1]), np.uint32)
    settings = (distances.dropped_bits, counted.bits, counted.lowest)

    def deal(t: int) -> None:
        kernels.deal_labelled(
            *counted.inputs, codes, counted.ranges[t], *settings, places[t], dealt
        )

    run_parallel(deal, range(len(counted.ranges)))

    def compare(bins: tuple[int, int]) -> Integers:
        totals = np.zeros(2, np.int64)
        kernels.compare_in_bins(dealt, edges, counted.bits, bins, totals)
        return totals

    inside = np.sum(run_parallel(compare, even_bins(edges, len(counted.ranges))), axis=0)
    s_plus += int(inside[0])
    s_zero = int(inside[1])
    return Counts(s_plus, total - s_plus - s_zero, s_zero)
