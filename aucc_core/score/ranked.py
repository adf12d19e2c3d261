"""`RankedPairs`: rank the distances once, then score any number of partitions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.score.counting import (
    SMALL_PAIRS,
    Counts,
    area,
    compare_groups,
    count_comparisons,
    pair_totals,
    require_ties,
)
from aucc_core.score.curve import RocCurve, kept_vertices, walk_corners
from aucc_core.score.distances import Distances, distances_of
from aucc_core.score.inputs import Codes, Floats, Integers, as_codes
from aucc_core.score.null import NullSummary, RankSums, null_summary, rank_sums
from aucc_core.score.ranking import Ranking, rank_pairs
from aucc_core.score.result import Score
from aucc_core.score.threads import row_ranges, run_parallel, thread_count


class RankedPairs:
    """All pairs of objects, ordered by distance.

    Parameters
    ----------
    X : (n, d) features, a Dataset, or with ``metric="precomputed"`` square or condensed distances.
    metric : a name from ``METRICS``.
    metric_options : settings of that metric by name, for example ``{"power": 2}``.
    p : the power of the Minkowski distance, as ``metric_options={"p": …}``.

    Scoring changes no answer (the ranking is kept at its first use); threads may share the object.
    """

    def __init__(
        self,
        X: Any,
        metric: str = "euclidean",
        *,
        metric_options: Mapping[str, float] | None = None,
        p: float | None = None,
    ) -> None:
        self.source: Distances = distances_of(X, metric, metric_options=metric_options, p=p)
        self.n = self.source.n
        self.n_pairs = self.source.n_pairs
        self.metric = self.source.metric.name
        self._ranking: Ranking | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}(n={self.n}, metric={self.metric!r})"

    @property
    def distances(self) -> Floats:
        """Distances in scipy's condensed order, read-only."""
        return self.source.condensed

    @property
    def ranking(self) -> Ranking:
        """The order of the pairs; computed at the first use."""
        if self._ranking is None:
            self._ranking = rank_pairs(self.source)
        return self._ranking

    @property
    def ranks2(self) -> npt.NDArray[np.int32]:
        """Doubled mid-rank of each pair, nearest first; tied pairs share one."""
        return self.ranking.ranks2

    def counts(self, labels: Any) -> Counts:
        """Comparisons won, lost and tied by the within-cluster pairs, exactly."""
        codes = as_codes(labels, self.n)
        if self._ranking is None:
            return count_comparisons(self.source, codes)
        return compare_groups(*self.tie_steps(codes))

    def aucc(self, labels: Any, *, ties: str = "half") -> float:
        """Probability that a within-cluster pair is closer than a between-cluster pair.

        Ties count one half by default, so equal distances score 0.5. Range 0 to 1; higher is
        better.
        """
        require_ties(ties)
        if ties == "half" and self._ranking is not None:
            return float(self.aucc_many([labels])[0])
        return area(self.counts(labels), ties)

    def aucc_many(self, partitions: Sequence[Any]) -> Floats:
        """AUCC (ties one half) of many partitions at once."""
        if len(partitions) == 0:
            return np.empty(0)
        codes = [as_codes(labels, self.n) for labels in partitions]
        sums = self._rank_sums(codes)
        return np.array([_area_from_ranks(int(s), c) for s, c in zip(sums, codes, strict=True)])

    def scores(self, partitions: Sequence[Any]) -> list[Score]:
        """The same as `Score` values; that of a single partition with its counts."""
        if len(partitions) == 1:
            counts = self.counts(partitions[0])
            return [Score.exact(area(counts), counts)]
        return [Score.exact(value) for value in self.aucc_many(partitions).tolist()]

    def curve(
        self, labels: Any, *, max_error: float | None = None, exact_fpr: float = 0.001
    ) -> RocCurve:
        """ROC curve of a partition; its area is the AUCC.

        With ``max_error`` the same as ``curve(labels).simplified(max_error)``, but quicker.
        """
        within, between, groups = self._corners(as_codes(labels, self.n))
        kept_exact = 1.0
        if max_error is not None:
            keep = kept_vertices(within, between, max_error, exact_fpr)
            within, between, groups = within[keep], between[keep], groups[keep]
            kept_exact = exact_fpr
        representatives = self.ranking.representatives[groups[1:]]
        thresholds = np.concatenate(([-np.inf], self.source.of_pairs(representatives)))
        return RocCurve(within, between, thresholds, exact_fpr=kept_exact)

    def null(self, labels: Any) -> NullSummary:
        """AUCC beside random labels with the same cluster sizes: exact moments, z and p."""
        codes = as_codes(labels, self.n)
        return null_summary(self.aucc(codes), self.rank_sums, np.bincount(codes), self.n_pairs)

    @cached_property
    def rank_sums(self) -> RankSums:
        """Sums over the ranks that the distribution under random labels rests on."""
        return rank_sums(self.ranks2, self.n)

    def _rank_sums(self, codes: list[Codes]) -> Integers:
        """Sum of doubled mid-ranks over the within-cluster pairs of each partition."""
        ranks2 = self.ranks2
        if self.n_pairs * len(codes) <= 20 * SMALL_PAIRS and self.n_pairs <= SMALL_PAIRS:
            i, j = np.triu_indices(self.n, 1)
            wide = ranks2.astype(np.int64)
            return np.array([wide @ (c[i] == c[j]) for c in codes])
        from aucc_core.score import kernels

        largest = max(int(c.max()) for c in codes)
        kind = np.uint8 if largest < 256 else np.uint32
        table = np.ascontiguousarray(np.stack(codes, axis=1).astype(kind))
        threads = thread_count(self.n_pairs * max(1, len(codes) // 8))
        adds = (2**32 - 1) // (2 * self.n_pairs)

        def add_up(rows: tuple[int, int]) -> Integers:
            sums = np.zeros(len(codes), np.int64)
            kernels.rank_sums(ranks2, table, rows, adds, sums)
            return sums

        return np.sum(run_parallel(add_up, row_ranges(self.n, threads)), axis=0)

    def tie_steps(self, codes: Codes) -> tuple[Integers, Integers]:
        """Within-cluster and between-cluster pairs of each tie group, nearest first."""
        ends = self.ranking.group_ends
        sizes = np.diff(ends, prepend=0)
        within = self._within_at_rank(codes)[((2 * ends - sizes + 1) >> 1) - 1].astype(np.int64)
        return within, sizes - within

    def _corners(self, codes: Codes) -> tuple[Integers, Integers, Integers]:
        """Accepted (within, between) pairs at the corners of the walk, and their tie groups."""
        if self.n_pairs <= SMALL_PAIRS:
            return walk_corners(*self.tie_steps(codes))
        from aucc_core.score import kernels

        ends = self.ranking.group_ends
        within, between, groups = (np.empty(ends.size + 1, np.int64) for _ in range(3))
        m = kernels.walk_corners(self._within_at_rank(codes), ends, within, between, groups)
        return within[:m].copy(), between[:m].copy(), groups[:m].copy()

    def _within_at_rank(self, codes: Codes) -> npt.NDArray[np.uint32]:
        """Number of within-cluster pairs at each mid-rank position."""
        out = np.zeros(self.n_pairs, np.uint32)
        if self.n_pairs <= SMALL_PAIRS:
            i, j = np.triu_indices(self.n, 1)
            np.add.at(out, (self.ranks2[codes[i] == codes[j]] >> 1) - 1, 1)
            return out
        from aucc_core.score import kernels

        order = np.argsort(codes, kind="stable")
        edges = np.concatenate(([0], np.cumsum(np.bincount(codes))))
        kernels.within_by_rank(self.ranks2, order, edges, out)
        return out


def aucc_score(
    X: Any,
    labels: Any,
    *,
    metric: str = "euclidean",
    ties: str = "half",
    metric_options: Mapping[str, float] | None = None,
    p: float | None = None,
) -> float:
    """AUCC of one clustering: P(a within-cluster pair is closer than a between-cluster pair).

    Parameters
    ----------
    X : (n, d) features, a Dataset, or with ``metric="precomputed"`` square or condensed distances.
    labels : one label of any hashable kind per object.
    metric, metric_options, p : a name from ``METRICS``, and its settings, as in `Pairs`.
    ties : "half" (the definition), "optimistic" (ties count as won) or "pessimistic" (as lost).

    Range 0 to 1, 0.5 for random labels; higher is better.

    >>> from aucc_core import aucc_score
    >>> aucc_score([[0.0], [1.0], [10.0], [11.0]], ["a", "a", "b", "b"])
    1.0
    >>> aucc_score([[0.0], [1.0], [10.0], [11.0]], ["a", "b", "a", "b"])
    0.25
    """
    pairs = RankedPairs(X, metric, metric_options=metric_options, p=p)
    return pairs.aucc(labels, ties=ties)


def gamma_score(
    X: Any,
    labels: Any,
    *,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
    p: float | None = None,
) -> float:
    """Baker and Hubert's Gamma, generalised to ties: (s+ - s-) / (s+ + s- + s0).

    Range -1 to 1; AUCC = (1 + gamma) / 2. Higher is better.

    >>> from aucc_core import gamma_score
    >>> gamma_score([[0.0], [1.0], [10.0], [11.0]], ["a", "b", "a", "b"])
    -0.5
    """
    return RankedPairs(X, metric, metric_options=metric_options, p=p).counts(labels).gamma


def _area_from_ranks(rank_sum2: int, codes: Codes) -> float:
    """Mann and Whitney: the rank sum of the within pairs says how many comparisons they lose."""
    within, between = pair_totals(codes)
    lost2 = rank_sum2 - within * (within + 1)
    return (2 * within * between - lost2) / (2 * within * between)
