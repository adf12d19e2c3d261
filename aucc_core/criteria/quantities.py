"""`PartitionView`: what the criteria of one partition share, each quantity computed once."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from aucc_core.criteria.data import Codes, DataView, Floats


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
        return int((self.sizes * (self.sizes - 1) // 2).sum())

    @property
    def n_between(self) -> int:
        """Number of between-cluster pairs."""
        return self.n * (self.n - 1) // 2 - self.n_within

    @cached_property
    def aucc(self) -> float:
        """Area under the ROC curve over pairs."""
        return self.data.pairs.aucc(self.codes)

    @cached_property
    def average_precision(self) -> float:
        """Area under the precision-recall curve over pairs."""
        return float(self.data.average_precision([self.codes])[0])

    @cached_property
    def within_sum(self) -> float:
        """Sum of the within-cluster distances."""
        return float(self.block_sums.trace() / 2)

    # Distances between objects and clusters

    @cached_property
    def _order(self) -> Codes:
        return np.argsort(self.codes, kind="stable")

    @cached_property
    def _edges(self) -> Codes:
        return np.concatenate(([0], np.cumsum(self.sizes)))

    @cached_property
    def reductions(self) -> Reductions:
        """Sums, minima and maxima of distances by cluster and object."""
        D = self.data.square
        if self.data.is_small:
            grouped, starts = D[self._order], self._edges[:-1]
            return Reductions(
                np.add.reduceat(grouped, starts, axis=0),
                np.minimum.reduceat(grouped, starts, axis=0),
                np.maximum.reduceat(grouped, starts, axis=0),
            )
        from aucc_core.criteria import kernels

        shape = (self.k, self.n)
        out = Reductions(np.zeros(shape), np.full(shape, np.inf), np.zeros(shape))
        kernels.reduce_rows(D, self._order, self._edges, *out)
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
        return ufunc.reduceat(by_object[:, self._order], self._edges[:-1], axis=1)

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
        grouped = self.data.centred[self._order]
        return np.add.reduceat(grouped, self._edges[:-1], axis=0) / self.sizes[:, None]

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
        return np.add.reduceat(self.to_centroids[self._order], self._edges[:-1], axis=0).T

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
