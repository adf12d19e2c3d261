"""Where a clustering is good and where it is not: AUCC taken apart so that the parts add up.

AUCC is the mean over all comparisons of a within-cluster pair with a between-cluster pair: 1 when
the within pair is closer, one half for a tie, 0 otherwise. So each within pair has a score, the
share of between pairs that are farther, and each between pair has one, the share of within pairs
that are closer. The mean of either kind is AUCC. Grouped

- by cluster: the within pairs of each cluster (does it hold together?);
- by pair of clusters: the between pairs of two clusters (are they apart?);
- by object: half of every pair belongs to each of its two objects, and within and between pairs
  count one half each (does it sit well, looking at both its cluster and the others?).

Every table has a ``weight`` column that sums to 1, and the sum of weight × aucc is the AUCC of the
whole. Parts without pairs (the inside of a singleton) have weight 0 and no score.

All sums are integers until the last division.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.score.counting import pair_totals
from aucc_core.score.inputs import Codes, Floats, Integers, as_codes, row_start

if TYPE_CHECKING:
    from aucc_core.score.ranked import RankedPairs


@dataclass(frozen=True, eq=False)
class Parts:
    """One clustering, taken apart.

    Attributes
    ----------
    names : what the caller calls each cluster, by code.
    codes : cluster of each object, numbered 0, 1, … by first appearance.
    block_wins : doubled comparisons won, by pair of clusters (symmetric); the diagonal has those
        of the within pairs, the rest those of the between pairs.
    own_wins, other_wins : doubled comparisons won by the within and between pairs of each object.
    rank_sums : sum of the doubled mid-ranks of each object's pairs with each cluster, (n, k).
    """

    names: tuple[Any, ...]
    codes: Codes
    block_wins: Integers
    own_wins: Integers
    other_wins: Integers
    rank_sums: Integers

    @cached_property
    def sizes(self) -> Integers:
        """Objects in each cluster."""
        return np.bincount(self.codes)

    @cached_property
    def totals(self) -> tuple[int, int]:
        """Numbers of within-cluster and between-cluster pairs."""
        return pair_totals(self.codes)

    def by_cluster(self) -> pd.DataFrame:
        """One row per cluster: size, pairs, weight, aucc."""
        within, between = self.totals
        pairs = self.sizes * (self.sizes - 1) // 2
        return pd.DataFrame(
            {
                "size": self.sizes,
                "pairs": pairs,
                "weight": pairs / within,
                "aucc": _share(np.diagonal(self.block_wins), 2 * pairs * between),
            },
            index=pd.Index(self.names, name="cluster", dtype=object),
        )

    def by_cluster_pair(self) -> pd.DataFrame:
        """One row per pair of clusters: cluster, other, pairs, weight, aucc."""
        within, between = self.totals
        a, b = np.triu_indices(self.sizes.size, 1)
        pairs = self.sizes[a] * self.sizes[b]
        return pd.DataFrame(
            {
                "cluster": _pick(self.names, a),
                "other": _pick(self.names, b),
                "pairs": pairs,
                "weight": pairs / between,
                "aucc": _share(self.block_wins[a, b], 2 * pairs * within),
            }
        )

    def by_object(self) -> pd.DataFrame:
        """One row per object, in the order of the data.

        Columns: cluster; aucc and weight; within and between, the scores of its pairs inside and
        outside its cluster (no within score for an object that is alone); nearest, the cluster
        whose objects are nearest by mean rank, its own left out; margin, how much nearer its own
        cluster is than that one, as a share of all ranks (negative: it sits badly; an object that
        is alone has 0).
        """
        within, between = self.totals
        size = self.sizes[self.codes]
        own, other = size - 1, self.codes.size - size
        own_weight, other_weight = own / (4 * within), other / (4 * between)
        won = self.own_wins / (8 * within * between) + self.other_wins / (8 * within * between)
        nearest, margin = self._neighbours()
        return pd.DataFrame(
            {
                "cluster": _pick(self.names, self.codes),
                "aucc": won / (own_weight + other_weight),
                "weight": own_weight + other_weight,
                "within": _share(self.own_wins, 2 * own * between),
                "between": _share(self.other_wins, 2 * other * within),
                "nearest": _pick(self.names, nearest),
                "margin": margin,
            },
            index=pd.RangeIndex(self.codes.size, name="object"),
        )

    @cached_property
    def mean_ranks(self) -> Floats:
        """Mean rank of each object's pairs with each cluster, 0 nearest to 1, (n, k).

        An object's pair with itself is left out; nan for the own cluster of one that is alone.
        """
        n, k = self.rank_sums.shape
        counts = np.broadcast_to(self.sizes, (n, k)).copy()
        counts[np.arange(n), self.codes] -= 1
        return _share(self.rank_sums, counts * n * (n - 1))

    def _neighbours(self) -> tuple[Codes, Floats]:
        n = self.codes.size
        ranks = self.mean_ranks.copy()
        own = ranks[np.arange(n), self.codes]
        ranks[np.arange(n), self.codes] = np.inf
        nearest = ranks.argmin(axis=1)
        margin = ranks[np.arange(n), nearest] - own
        return nearest, np.nan_to_num(margin, nan=0.0)


def parts_of(pairs: RankedPairs, labels: Any) -> Parts:
    """Take one clustering apart; one walk over the pairs, row by row."""
    codes = as_codes(labels, pairs.n)
    n, k = pairs.n, int(codes.max()) + 1
    scores2 = _doubled_scores(pairs, codes)
    blocks = np.zeros((k, k), np.int64)
    own, other = np.zeros(n, np.int64), np.zeros(n, np.int64)
    ranks = np.zeros((n, k), np.int64)
    for i in range(n - 1):
        first = row_start(i, n)
        row = pairs.ranks2[first : first + n - 1 - i]
        there = codes[i + 1 :]
        inside = there == codes[i]
        won = scores2[inside.view(np.int8), (row >> 1) - 1]
        # bincount adds doubles, exactly: a row's sum stays far below 2**53.
        blocks[codes[i]] += np.bincount(there, won, minlength=k).astype(np.int64)
        within = np.where(inside, won, 0)
        own[i] += within.sum()
        own[i + 1 :] += within
        other[i] += won.sum() - within.sum()
        other[i + 1 :] += won - within
        ranks[i] += np.bincount(there, row, minlength=k).astype(np.int64)
        ranks[i + 1 :, codes[i]] += row
    diagonal = np.diagonal(blocks).copy()
    blocks = blocks + blocks.T
    np.fill_diagonal(blocks, diagonal)
    return Parts(_names(labels, codes), codes, blocks, own, other, ranks)


def _doubled_scores(pairs: RankedPairs, codes: Codes) -> Integers:
    """Doubled comparisons won by a pair at each mid-rank: [0] if between, [1] if within."""
    within, between = pairs.tie_steps(codes)
    ends = pairs.ranking.group_ends
    sizes = np.diff(ends, prepend=0)
    closer = 2 * np.cumsum(within) - within
    farther = 2 * (between.sum() - np.cumsum(between)) + between
    at = ((2 * ends - sizes + 1) >> 1) - 1
    scores2 = np.zeros((2, pairs.n_pairs), np.int64)
    scores2[0, at] = closer
    scores2[1, at] = farther
    return scores2


def _names(labels: Any, codes: Codes) -> tuple[Any, ...]:
    """The labels as the caller wrote them, one per cluster, by code."""
    values = list(np.ravel(labels)) if isinstance(labels, np.ndarray) else list(labels)
    first = np.unique(codes, return_index=True)[1]
    names = (values[i] for i in first)
    return tuple(v.item() if isinstance(v, np.generic) else v for v in names)


def _pick(names: tuple[Any, ...], codes: Codes) -> npt.NDArray[np.object_]:
    table = np.empty(len(names), dtype=object)
    table[:] = names
    return table[codes]


def _share(part: Integers, whole: Integers) -> Floats:
    """Quotient, and nan where there is nothing."""
    out = np.full(np.shape(whole), np.nan)
    return np.divide(part, whole, out=out, where=np.asarray(whole) > 0)
