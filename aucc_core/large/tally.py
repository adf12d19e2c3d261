"""`Tally`: pairs counted by ordered key ranges, and the area bounds that follow for certain."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aucc_core.large.binning import HIGHEST_KEY, BinMap, Slices

Integers = npt.NDArray[np.int64]


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
    def one_tie(self) -> npt.NDArray[np.bool_]:
        """Ranges whose pairs are certainly all tied."""
        return self.lows == self.highs

    def comparisons(self, p: int) -> tuple[int, int, int]:
        """Comparisons (certainly won, certainly tied, open) of partition p."""
        within, between = self.within[p], self.between(p)
        farther = between.sum() - np.cumsum(between)
        sure = self.one_tie
        tied = exact_dot(within[sure], between[sure])
        return exact_dot(within, farther), tied, exact_dot(within[~sure], between[~sure])

    def open_area(self, p: int) -> npt.NDArray[np.float64]:
        """Area that each range leaves open; their sum is the width of the bounds."""
        within, between = self.within[p] / self.within[p].sum(), self.between(p)
        return np.where(self.one_tie, 0.0, within * (between / between.sum()))


def exact_dot(a: Integers, b: Integers) -> int:
    """Sum of products in Python's integers: with some 100,000 objects 64 bits are too few.

    Part by part, since such integers take much memory.
    """
    useful = np.flatnonzero((a > 0) & (b > 0))
    parts = (useful[t : t + 4096] for t in range(0, useful.size, 4096))
    return sum(int(a[at].astype(object) @ b[at].astype(object)) for at in parts)
