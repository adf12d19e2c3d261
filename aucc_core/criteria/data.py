"""`DataView`: what the criteria of every partition of one data set share, computed once."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import cdist

from aucc_core.counting import SMALL_PAIRS
from aucc_core.objects import Objects
from aucc_core.pairs import Pairs
from aucc_core.threads import run_parallel, thread_count

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]

# Distances for which the mean of a cluster is a point one can measure to.
CENTROID_METRICS = ("euclidean", "sqeuclidean", "cityblock", "chebyshev", "minkowski")
# Squared distances below this share of the squared lengths are recomputed by differences.
_CANCELLED = 1e-6


class SortedPairs(NamedTuple):
    """The objects of each pair, nearest pair first, and where each tie group ends."""

    first: npt.NDArray[np.integer]
    second: npt.NDArray[np.integer]
    group_ends: npt.NDArray[np.int64]


class DataView:
    """Shared quantities of one data set, each computed when first asked for."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.n = objects.n

    @property
    def is_small(self) -> bool:
        """Whether plain numpy is quick enough, so that nothing needs compiling."""
        return self.objects.distances.n_pairs <= SMALL_PAIRS

    @property
    def has_centroids(self) -> bool:
        """Whether distances to cluster means exist."""
        return self.objects.features is not None and self.objects.metric in CENTROID_METRICS

    @property
    def pairs(self) -> Pairs:
        """The ranked distances."""
        return self.objects.pairs

    @property
    def square(self) -> Floats:
        """Distances as an n × n matrix."""
        return self.objects.square

    @cached_property
    def smallest_sums(self) -> Floats:
        """Sum of the m smallest distances, for m = 0, 1, …, all."""
        return np.concatenate(([0.0], np.cumsum(np.sort(self.objects.condensed))))

    @cached_property
    def distance_mean(self) -> float:
        """Mean of all distances."""
        return float(self.objects.condensed.mean())

    @cached_property
    def distance_std(self) -> float:
        """Standard deviation of all distances (population)."""
        return float(self.objects.condensed.std())

    @cached_property
    def centred(self) -> Floats:
        """Features with the overall mean at 0."""
        X = self.objects.features
        assert X is not None
        return X - X.mean(axis=0)

    @cached_property
    def scatter(self) -> Floats:
        """Sum of squares around the mean, by feature."""
        return (self.centred**2).sum(axis=0)

    @cached_property
    def sum_to_mean(self) -> float:
        """Sum of the distances of all objects to the overall mean."""
        return float(self.to_points(np.zeros((1, self.centred.shape[1]))).sum())

    @cached_property
    def _squared_lengths(self) -> Floats:
        return (self.centred**2).sum(axis=1)

    def to_points(self, points: Floats) -> Floats:
        """Distances of all objects to some points in the centred space, as (n, points)."""
        metric = self.objects.metric
        if metric in ("euclidean", "sqeuclidean"):
            squared = self._squared_to_points(points)
            return np.sqrt(squared) if metric == "euclidean" else squared
        return self.between_points(self.centred, points)

    def between_points(self, a: Floats, b: Floats) -> Floats:
        """Distances between two lists of points, by differences."""
        metric = self.objects.metric
        if metric == "minkowski":
            return cdist(a, b, metric, p=self.objects.distances.p)
        return cdist(a, b, metric)

    @cached_property
    def rounding(self) -> Floats:
        """By feature, differences so small that they are rounding of the values."""
        X = self.objects.features
        assert X is not None
        return 8 * np.finfo(float).eps * np.abs(X).max(axis=0)

    def differences(self, points: Floats, codes: Codes) -> Floats:
        """Absolute differences of each object to the point of its cluster; rounding becomes 0.

        So the mean of equal objects is at distance 0, which formulas that divide must see.
        """
        difference = np.abs(self.centred - points[codes])
        difference[difference <= self.rounding] = 0.0
        return difference

    def lengths(self, difference: Floats) -> Floats:
        """Distances from rows of absolute differences."""
        metric = self.objects.metric
        if metric == "cityblock":
            return difference.sum(axis=1)
        if metric == "chebyshev":
            return difference.max(axis=1)
        if metric == "minkowski":
            p = self.objects.distances.p
            return (difference**p).sum(axis=1) ** (1 / p)
        squared = np.einsum("ij,ij->i", difference, difference)
        return np.sqrt(squared) if metric == "euclidean" else squared

    def _squared_to_points(self, points: Floats) -> Floats:
        """|x|² + |p|² - 2xp, several times faster than differences; exact where it cancels."""
        lengths = self._squared_lengths[:, None] + (points**2).sum(axis=1)
        squared = lengths - 2.0 * (self.centred @ points.T)
        i, j = np.nonzero(squared < _CANCELLED * lengths)
        if i.size:
            squared[i, j] = ((self.centred[i] - points[j]) ** 2).sum(axis=1)
        return squared

    @cached_property
    def sorted_pairs(self) -> SortedPairs:
        """The pairs, nearest first."""
        ranking, n = self.pairs.ranking, self.n
        ends = ranking.group_ends
        if self.is_small:
            order = np.argsort(ranking.ranks2, kind="stable")
            i, j = np.triu_indices(n, 1)
            return SortedPairs(i[order], j[order], ends)
        from aucc_core.criteria import kernels

        # 16 bits are enough: more objects than that cannot be ranked.
        first: npt.NDArray[np.integer] = np.empty(self.pairs.n_pairs, np.uint16)
        second: npt.NDArray[np.integer] = np.empty(self.pairs.n_pairs, np.uint16)
        starts = np.concatenate(([0], ends[:-1]))
        place = np.zeros(self.pairs.n_pairs, np.int64)
        place[((starts + ends + 1) >> 1) - 1] = starts  # the mid-rank position names a group
        kernels.deal_pairs(ranking.ranks2, n, place, first, second)
        return SortedPairs(first, second, ends)

    def average_precision(self, partitions: list[Codes]) -> Floats:
        """Area under the precision-recall curve over pairs, for many partitions at once."""
        first, second, ends = self.sorted_pairs
        sizes = [np.bincount(codes) for codes in partitions]
        within = np.array([(s * (s - 1) // 2).sum() for s in sizes], dtype=np.float64)
        if self.is_small:
            areas = [_precision_sum(codes[first] == codes[second], ends) for codes in partitions]
            return np.array(areas) / within
        from aucc_core.criteria import kernels

        table = np.stack(partitions, axis=1).astype(np.uint16)

        def add_up(columns: npt.NDArray[np.intp]) -> Floats:
            area = np.zeros(columns.size)
            part = np.ascontiguousarray(table[:, columns])
            kernels.add_precision(first, second, ends, part, area)
            return area

        threads = min(thread_count(first.size * len(partitions)), len(partitions))
        parts = np.array_split(np.arange(len(partitions)), threads)
        return np.concatenate(run_parallel(add_up, parts)) / within


def _precision_sum(same: npt.NDArray[np.bool_], group_ends: npt.NDArray[np.int64]) -> float:
    found = np.cumsum(same)[group_ends - 1]
    new = np.diff(found, prepend=0)
    return float((new * (found / group_ends)).sum())
