"""The formulas: most from a `PartitionView` to a number, Gamma from AUCC; DBCV is in `density.py`.

Dunn's 18 variants are one formula with the measures that stand above it.
Where a formula divides by zero, a positive number over 0 is infinite and 0 over 0 is undefined
(not a number).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from aucc_core.criteria.quantities import DataView, PartitionView
from aucc_core.score.inputs import Codes, Floats

# A number per cluster, or per pair of clusters.
Measure = Callable[[PartitionView], Floats]
# Keeps the alternative silhouettes finite for an object that lies on all others of its cluster.
EPSILON = 1e-6
# Differences below this share of a sum are rounding.
NOISE_SHARE = 1e-12


def _ratio(above: float, below: float) -> float:
    if below == 0:
        return math.nan if above == 0 else math.inf
    return float(above / below)


# Over pairs


def gamma(aucc: float) -> float:
    """Comparisons won less comparisons lost, as a share of all, from AUCC."""
    return 2.0 * aucc - 1.0


def path_aucc(data: DataView, partitions: Sequence[Codes]) -> Floats:
    """AUCC of many partitions at once, over distances along dense paths."""
    return data.path_pairs.aucc_many(partitions)


def point_biserial(v: PartitionView) -> float:
    """Correlation of the distances with 0 for within-cluster and 1 for between-cluster pairs."""
    total = v.n_within + v.n_between
    within = v.within_sum / v.n_within
    between = (v.data.distance_mean * total - v.within_sum) / v.n_between
    if v.data.distance_std <= NOISE_SHARE * v.data.distance_mean:  # all distances are equal
        return math.nan
    shares = math.sqrt(v.n_within * v.n_between) / total
    return float((between - within) * shares / v.data.distance_std)


def c_index(v: PartitionView) -> float:
    """Sum of the within-cluster distances, between the least and the most it could be."""
    sums = v.data.smallest_sums
    low = sums[v.n_within]
    high = sums[-1] - sums[v.n_between]
    if high - low <= NOISE_SHARE * high:  # all distances are equal
        return math.nan
    # The bounds hold exactly; only rounding can step over them.
    return float(min(max((v.within_sum - low) / (high - low), 0.0), 1.0))


# Scatter around means


def vrc(v: PartitionView) -> float:
    """Variance between the clusters over variance within them."""
    between = v.between_scatter.sum() / (v.k - 1)
    return _ratio(between, v.within_scatter / (v.n - v.k))


def c_over_sqrt_k(v: PartitionView) -> float:
    """Mean over features of the root of the explained variance, over root k."""
    varies = v.data.scatter > 0
    if not varies.any():
        return math.nan
    shares = v.between_scatter[varies] / v.data.scatter[varies]
    return float(np.sqrt(shares).mean() / math.sqrt(v.k))


def davies_bouldin(v: PartitionView) -> float:
    """Mean over clusters of the worst (spread + spread) / distance of means."""
    spread = v.mean_to_centroid[:, None] + v.mean_to_centroid[None, :]
    apart = v.centroid_distances
    with np.errstate(divide="ignore", invalid="ignore"):
        similarity = np.where(spread > 0, spread / apart, 0.0)
    np.fill_diagonal(similarity, 0.0)
    return float(similarity.max(axis=1).mean())


def pbm(v: PartitionView) -> float:
    """Squared: shrinkage of the distances to means, times the largest separation, over k."""
    shrink = _ratio(v.data.sum_to_mean, float(v.to_own_centroid.sum()))
    return float((shrink * v.centroid_distances.max() / v.k) ** 2)


# Silhouettes


def _silhouette(own: Floats, other: Floats, v: PartitionView) -> float:
    larger = np.maximum(own, other)
    widths = np.where(larger > 0, (other - own) / np.where(larger > 0, larger, 1.0), 0.0)
    return float(np.where(v.alone, 0.0, widths).mean())


def _alternative(own: Floats, other: Floats, v: PartitionView) -> float:
    return float(np.where(v.alone, 0.0, other / (own + EPSILON)).mean())


def swc(v: PartitionView) -> float:
    """Mean silhouette; an object alone in its cluster counts 0."""
    return _silhouette(v.own_mean, v.other_mean, v)


def aswc(v: PartitionView) -> float:
    """Mean of b / (a + ε) instead of the silhouette."""
    return _alternative(v.own_mean, v.other_mean, v)


def sswc(v: PartitionView) -> float:
    """Mean silhouette with distances to centroids."""
    return _silhouette(v.to_own_centroid, v.other_centroid, v)


def asswc(v: PartitionView) -> float:
    """Mean of b / (a + ε) with distances to centroids."""
    return _alternative(v.to_own_centroid, v.other_centroid, v)


# Dunn: the smallest distance between two clusters over the largest diameter


def mean_between(v: PartitionView) -> Floats:
    """Mean distance between the objects of two clusters, (k, k)."""
    return v.block_sums / (v.sizes[:, None] * v.sizes[None, :])


def mean_to_other_centroid(v: PartitionView) -> Floats:
    """Mean distance of the objects of two clusters to the mean of the other, (k, k)."""
    sums = v.centroid_sums
    return (sums + sums.T) / (v.sizes[:, None] + v.sizes[None, :])


def largest_within(v: PartitionView) -> Floats:
    """Largest distance within each cluster."""
    return v.farthest.diagonal()


def mean_within(v: PartitionView) -> Floats:
    """Mean distance within each cluster; 0 for an object alone."""
    return v.block_sums.diagonal() / np.maximum(v.sizes * (v.sizes - 1), 1)


def twice_mean_to_centroid(v: PartitionView) -> Floats:
    """A diameter from the mean distance to the cluster's mean."""
    return 2.0 * v.mean_to_centroid


def dunn(v: PartitionView, set_distance: Measure, diameter: Measure) -> float:
    """Smallest distance between two clusters over the largest diameter of one."""
    different = ~np.eye(v.k, dtype=bool)
    return _ratio(float(set_distance(v)[different].min()), float(diameter(v).max()))
