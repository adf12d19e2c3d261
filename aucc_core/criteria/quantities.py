"""Quantities that criteria share, each computed once.

`DataView` holds those of the data, for every partition; `PartitionView` those of one partition.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from aucc_core.score.counting import SMALL_PAIRS, pair_totals, pairs_inside
from aucc_core.score.inputs import Bools, Codes, Floats, Integers
from aucc_core.score.metrics import Metric
from aucc_core.score.objects import Objects
from aucc_core.score.path import path_distances, paths_along
from aucc_core.score.ranked import RankedPairs
from aucc_core.score.threads import run_parallel, thread_count

# Squared distances below this share of the squared lengths are recomputed by differences.
_CANCELLED = 1e-6


class SortedPairs(NamedTuple):
    """The objects of each pair, nearest pair first, and where each tie group ends."""

    first: npt.NDArray[np.integer]
    second: npt.NDArray[np.integer]
    group_ends: Integers


class DataView:
    """Shared quantities of one data set, each computed when first asked for."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.n = objects.n

    def kept(self, keep: Bools) -> DataView:
        """The objects where ``keep`` is true: this view itself when all are kept."""
        objects = self.objects.kept(keep)
        return self if objects is self.objects else DataView(objects)

    @property
    def is_small(self) -> bool:
        """Whether plain numpy is quick enough, so that nothing needs compiling."""
        return self.objects.distances.n_pairs <= SMALL_PAIRS

    @property
    def _metric(self) -> Metric:
        return self.objects.distances.metric

    @property
    def has_centroids(self) -> bool:
        """Whether distances to cluster means exist."""
        return self.objects.features is not None and self._metric.norm is not None

    @property
    def pairs(self) -> RankedPairs:
        """The ranked distances."""
        return self.objects.pairs

    @property
    def square(self) -> Floats:
        """Distances as an n × n matrix."""
        return self.objects.square

    @cached_property
    def path_pairs(self) -> RankedPairs:
        """The ranked distances along dense paths."""
        if self._metric.at_once is path_distances:
            return self.pairs
        return RankedPairs(paths_along(self.objects.distances.stored), "precomputed")

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
        if self._metric.is_euclidean:
            squared = self._squared_to_points(points)
            return squared if self._metric.squared else np.sqrt(squared)
        return self.between_points(self.centred, points)

    def between_points(self, a: Floats, b: Floats) -> Floats:
        """Distances between two lists of points, by differences."""
        return self.objects.distances.between(a, b)

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
        assert self._metric.norm is not None
        return self._metric.norm(difference, **self.objects.distances.settings)

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

    def average_precision(self, partitions: Sequence[Codes]) -> Floats:
        """Area under the precision-recall curve over pairs, for many partitions at once."""
        first, second, ends = self.sorted_pairs
        within = np.array([pair_totals(codes)[0] for codes in partitions], dtype=np.float64)
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


def _precision_sum(same: Bools, group_ends: Integers) -> float:
    found = np.cumsum(same)[group_ends - 1]
    new = np.diff(found, prepend=0)
    return float((new * (found / group_ends)).sum())


class Reductions(NamedTuple):
    """Sum, minimum and maximum of the distances from each cluster to each object, (k, n)."""

    sums: Floats
    smallest: Floats
    largest: Floats


class PartitionView:
    """One partition of one data set; the criteria read their quantities here.

    ``codes`` are labels 0..k-1, every number used, 2 ≤ k ≤ n - 1.
    """

    def __init__(self, data: DataView, codes: Codes) -> None:
        self.data = data
        self.codes = codes
        self.sizes = np.bincount(codes)
        self.k = self.sizes.size
        self.n = codes.size

    # Pairs

    @property
    def n_within(self) -> int:
        """Number of within-cluster pairs."""
        return pairs_inside(self.sizes)

    @property
    def n_between(self) -> int:
        """Number of between-cluster pairs."""
        return self.n * (self.n - 1) // 2 - self.n_within

    @cached_property
    def within_sum(self) -> float:
        """Sum of the within-cluster distances."""
        return float(self.block_sums.trace() / 2)

    # Distances between objects and clusters

    @cached_property
    def order(self) -> Codes:
        """The objects cluster by cluster, ascending inside."""
        return np.argsort(self.codes, kind="stable")

    @cached_property
    def edges(self) -> Codes:
        """Where each cluster begins in ``order``, and where the last one ends."""
        return np.concatenate(([0], np.cumsum(self.sizes)))

    @cached_property
    def reductions(self) -> Reductions:
        """Sums, minima and maxima of distances by cluster and object."""
        D = self.data.square
        if self.data.is_small:
            grouped, starts = D[self.order], self.edges[:-1]
            return Reductions(
                np.add.reduceat(grouped, starts, axis=0),
                np.minimum.reduceat(grouped, starts, axis=0),
                np.maximum.reduceat(grouped, starts, axis=0),
            )
        from aucc_core.criteria import kernels

        shape = (self.k, self.n)
        out = Reductions(np.zeros(shape), np.full(shape, np.inf), np.zeros(shape))
        kernels.reduce_rows(D, self.order, self.edges, *out)
        return out

    @cached_property
    def block_sums(self) -> Floats:
        """Sum of the distances between two clusters' objects, (k, k); twice that on the diagonal.

        (On the diagonal every pair is met from both its ends.)
        """
        return self._reduce_objects(np.add, self.reductions.sums)

    @cached_property
    def nearest(self) -> Floats:
        """Smallest distance between two clusters' objects, (k, k); meaningless on the diagonal."""
        return self._reduce_objects(np.minimum, self.reductions.smallest)

    @cached_property
    def farthest(self) -> Floats:
        """Largest distance between two clusters' objects, (k, k); the diameter on the diagonal."""
        return self._reduce_objects(np.maximum, self.reductions.largest)

    @cached_property
    def hausdorff(self) -> Floats:
        """Largest distance from an object of one cluster to the other cluster, either way."""
        one_way = self._reduce_objects(np.maximum, self.reductions.smallest)
        return np.maximum(one_way, one_way.T)

    def _reduce_objects(self, ufunc: np.ufunc, by_object: Floats) -> Floats:
        return ufunc.reduceat(by_object[:, self.order], self.edges[:-1], axis=1)

    @cached_property
    def own_mean(self) -> Floats:
        """Mean distance of each object to the others of its cluster; 0 when it is alone."""
        sums = self.reductions.sums[self.codes, np.arange(self.n)]
        return sums / np.maximum(self.sizes[self.codes] - 1, 1)

    @cached_property
    def other_mean(self) -> Floats:
        """Mean distance of each object to the objects of the nearest other cluster."""
        means = self.reductions.sums / self.sizes[:, None]
        means[self.codes, np.arange(self.n)] = np.inf
        return means.min(axis=0)

    @cached_property
    def alone(self) -> np.ndarray:
        """Which objects are the only one of their cluster."""
        return self.sizes[self.codes] == 1

    # Centroids

    @cached_property
    def centroids(self) -> Floats:
        """Mean of each cluster, in the space whose origin is the overall mean."""
        grouped = self.data.centred[self.order]
        return np.add.reduceat(grouped, self.edges[:-1], axis=0) / self.sizes[:, None]

    @cached_property
    def to_centroids(self) -> Floats:
        """Distance of each object to each centroid, (n, k)."""
        distances = self.data.to_points(self.centroids)
        distances[np.arange(self.n), self.codes] = self.to_own_centroid
        return distances

    @cached_property
    def _to_own(self) -> Floats:
        return self.data.differences(self.centroids, self.codes)

    @cached_property
    def to_own_centroid(self) -> Floats:
        """Distance of each object to the centroid of its cluster; 0 when it is alone."""
        return self.data.lengths(self._to_own)

    @cached_property
    def mean_to_centroid(self) -> Floats:
        """Mean distance of a cluster's objects to its centroid, by cluster."""
        return np.bincount(self.codes, weights=self.to_own_centroid) / self.sizes

    @cached_property
    def centroid_sums(self) -> Floats:
        """Sum of the distances of cluster b's objects to centroid a, at [a, b]."""
        return np.add.reduceat(self.to_centroids[self.order], self.edges[:-1], axis=0).T

    @cached_property
    def centroid_distances(self) -> Floats:
        """Distances between centroids, (k, k)."""
        return self.data.between_points(self.centroids, self.centroids)

    @cached_property
    def other_centroid(self) -> Floats:
        """Distance of each object to the nearest centroid of another cluster."""
        distances = self.to_centroids.copy()
        distances[np.arange(self.n), self.codes] = np.inf
        return distances.min(axis=1)

    @cached_property
    def between_scatter(self) -> Floats:
        """Sum of squares between clusters, by feature."""
        return (self.sizes[:, None] * self.centroids**2).sum(axis=0)

    @cached_property
    def within_scatter(self) -> float:
        """Sum of squares within clusters."""
        return float((self._to_own**2).sum())
