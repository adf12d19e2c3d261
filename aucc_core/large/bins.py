"""Bins: how tie keys go to them, and `Tally`, what follows for certain from pairs counted in them.

A first cut is fitted to a small sample; later cuts divide single bins.

Treating a bin as one tie leaves w·b / (W·B) of the area open, where w and b are its pairs within
and between clusters, of W and B in all. So bins must be narrow where both kinds are frequent, and
only there. With shares w_c and b_c of a cell c cut into f_c bins, the open area is the sum of
w_c·b_c / f_c; it is least for f_c in proportion to sqrt(w_c·b_c).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aucc_core.score.counting import exact_dot
from aucc_core.score.inputs import Bools, Floats, Integers

_CELLS = 1024
# Keys have at most 44 bits; shifting by this leaves nothing.
_WHOLE = 62
HIGHEST_KEY = (1 << 44) - 1


@dataclass(frozen=True, eq=False)
class BinMap:
    """First cut: bin 0 for key 0, one bin below the window, bins of the cells, one bin above.

    ``window`` is (key bits below a cell, number of the first cell, number of cells). ``shifts``
    and ``offsets`` have one entry per cell, with the outer ones at both ends.
    """

    window: tuple[int, int, int]
    shifts: npt.NDArray[np.uint8]
    offsets: Integers
    n_bins: int

    def lows(self) -> Integers:
        """Lowest key that each bin can hold, ascending."""
        shift, base, cells = self.window
        per_cell = 1 << (shift - self.shifts[1:-1].astype(np.int64))
        first = (base + np.arange(cells, dtype=np.int64)) << shift
        step = np.int64(1) << self.shifts[1:-1].astype(np.int64)
        within = np.arange(per_cell.sum()) - np.repeat(np.cumsum(per_cell) - per_cell, per_cell)
        inner = np.repeat(first, per_cell) + within * np.repeat(step, per_cell)
        above = (base + cells) << shift
        # The window may begin at key 0, which has its own bin: then the bin below it is empty.
        return np.concatenate(([0, 1], np.maximum(inner, 1), [above])).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Slices:
    """Later cut: key ranges to be cut again, ascending; ``of_bin`` gives those of each first bin.

    Range s is cut into steps of 2**shifts[s] keys that fill the bins from offsets[s] on.
    """

    of_bin: Integers
    lows: Integers
    highs: Integers
    shifts: Integers
    offsets: Integers
    n_bins: int

    @classmethod
    def none(cls) -> Slices:
        """No later cut."""
        empty = np.empty(0, np.int64)
        return cls(np.zeros(1, np.int64), empty, empty, empty, empty, 0)

    @classmethod
    def cut(
        cls, lows: Integers, highs: Integers, parents: Integers, parts: Floats, n_first_bins: int
    ) -> Slices:
        """Cut ranges into about ``parts`` bins each, never finer than single keys."""
        lengths = highs - lows + 1
        wished = np.maximum(1.0, lengths / np.maximum(parts, 2.0))
        shifts = np.floor(np.log2(wished)).astype(np.int64)
        pieces = (lengths - 1 >> shifts) + 1
        edges = np.concatenate(([0], np.cumsum(pieces)))
        of_bin = np.searchsorted(parents, np.arange(n_first_bins + 1))
        return cls(of_bin, lows, highs, shifts, edges[:-1], int(edges[-1]))

    def pieces(self) -> tuple[Integers, Integers, Integers]:
        """(slice, lowest key, highest key) of each bin of this cut."""
        counts = np.diff(np.append(self.offsets, self.n_bins))
        owner = np.repeat(np.arange(self.lows.size), counts)
        nth = np.arange(self.n_bins) - self.offsets[owner]
        low = self.lows[owner] + (nth << self.shifts[owner])
        high = np.minimum(low + (np.int64(1) << self.shifts[owner]) - 1, self.highs[owner])
        return owner, low, high


def fit_map(samples: list[tuple[Integers, Integers]], *, tolerance: float, max_bins: int) -> BinMap:
    """Map for the partitions whose (within, between) keys were sampled.

    Outside the window lies so little that both outer bins together leave a small part of the
    tolerance open.
    """
    tail = min(1e-3, 0.2 * tolerance**0.5)
    inside = [np.quantile(keys[keys > 0], (tail, 1 - tail)) for s in samples for keys in s
              if (keys > 0).any()]  # fmt: skip
    low = int(min((q[0] for q in inside), default=0.0))
    high = int(max((q[1] for q in inside), default=0.0)) + 1
    shift = max(0, ((high - low) // _CELLS).bit_length())
    base, cells = low >> shift, (high >> shift) - (low >> shift) + 1
    weights = np.zeros(cells)
    for within, between in samples:
        weights = np.maximum(weights, np.sqrt(_shares(within, shift, base, cells)
                                              * _shares(between, shift, base, cells)))  # fmt: skip
    # Half the tolerance is the aim: the sample is small and power-of-two cuts are coarse.
    wished = weights * weights.sum() / (0.5 * tolerance)
    bits = np.clip(np.ceil(np.log2(np.maximum(wished, 1.0))), 0, shift).astype(np.int64)
    while (1 << bits).sum() > max_bins - 4 and bits.any():
        bits = np.maximum(bits - 1, 0)
    first = np.cumsum(1 << bits) - (1 << bits) + 2
    offsets = first - ((base + np.arange(cells)) << bits)
    return BinMap(
        (shift, base, cells),
        np.concatenate(([_WHOLE], shift - bits, [_WHOLE])).astype(np.uint8),
        np.concatenate(([1], offsets, [int(first[-1] + (1 << bits[-1]))])).astype(np.int64),
        int(first[-1] + (1 << bits[-1])) + 1,
    )


def _shares(keys: Integers, shift: int, base: int, cells: int) -> Floats:
    """Share of the keys in each cell, with half a key more for what a sample may miss."""
    at = (keys >> shift) - base
    counts = np.bincount(at[(at >= 0) & (at < cells)], minlength=cells)
    return np.asarray((counts + 0.5) / (keys.size + 1.0), np.float64)


@dataclass(frozen=True, eq=False)
class Tally:
    """Pairs by key range, nearest first.

    Attributes
    ----------
    lows, highs : keys of each range; equal for a range known to be one tie group.
    parents : the range's bin in the first cut.
    total : pairs in each range.
    within : (partitions, ranges), pairs inside clusters.
    """

    lows: Integers
    highs: Integers
    parents: Integers
    total: Integers
    within: Integers

    @classmethod
    def of_first(cls, bins: BinMap, total: Integers, within: Integers, spans: Integers) -> Tally:
        """From the counts of a first pass; ``spans`` are the keys seen, or empty."""
        lows = bins.lows()
        highs = np.append(lows[1:] - 1, HIGHEST_KEY)
        return cls(lows, highs, np.arange(lows.size), total, within)._seen(spans)

    def refined(self, slices: Slices, total: Integers, within: Integers, spans: Integers) -> Tally:
        """Replace the ranges that ``slices`` cut by their parts."""
        owner, lows, highs = slices.pieces()
        # Ranges are known by their lowest key.
        at = np.searchsorted(self.lows, slices.lows)
        cut = Tally(lows, highs, self.parents[at][owner], total, within)._seen(spans)
        keep = np.ones(self.lows.size, dtype=bool)
        keep[at] = False
        order = np.argsort(np.concatenate((self.lows[keep], cut.lows)), kind="stable")

        def merge(old: Integers, new: Integers) -> Integers:
            return np.concatenate((old[..., keep], new), axis=-1)[..., order]

        return Tally(
            merge(self.lows, cut.lows),
            merge(self.highs, cut.highs),
            merge(self.parents, cut.parents),
            merge(self.total, cut.total),
            merge(self.within, cut.within),
        )

    def _seen(self, spans: Integers) -> Tally:
        """Without empty ranges, each as narrow as the keys that were seen in it."""
        used = self.total > 0
        lows, highs = self.lows[used], self.highs[used]
        if spans.shape[1]:
            lows, highs = spans[0, used], spans[1, used]
        return Tally(lows, highs, self.parents[used], self.total[used], self.within[:, used])

    def between(self, p: int) -> Integers:
        """Pairs between clusters in each range."""
        return self.total - self.within[p]

    @property
    def one_tie(self) -> Bools:
        """Ranges whose pairs are certainly all tied."""
        return self.lows == self.highs

    def comparisons(self, p: int) -> tuple[int, int, int]:
        """Comparisons (certainly won, certainly tied, open) of partition p."""
        within, between = self.within[p], self.between(p)
        farther = between.sum() - np.cumsum(between)
        sure = self.one_tie
        tied = exact_dot(within[sure], between[sure])
        return exact_dot(within, farther), tied, exact_dot(within[~sure], between[~sure])

    def open_area(self, p: int) -> Floats:
        """Area that each range leaves open; their sum is the width of the bounds."""
        within, between = self.within[p] / self.within[p].sum(), self.between(p)
        return np.where(self.one_tie, 0.0, within * (between / between.sum()))
