"""What the verdict sees in each clustering: one row of numbers, whichever algorithm made it.

Two kinds of distance are looked at: straight ones, and those along dense paths
(`aucc_core.score.path`), which follow curved and nested groups. A far object or a sliver is no
cluster: clusters below 2 % of the objects (or 4 objects) are counted, and left out of the rest.

==================  ==============================================================================
aucc, path_aucc     AUCC over straight distances and along dense paths
silhouette          mean silhouette over straight distances
path_silhouette     the same along dense paths
weakest_cluster     mean silhouette along dense paths of the cluster where it is lowest
neighbours_kept     share of the ten nearest neighbours in the same cluster, lowest cluster
inner_gap           log of how much wider a passage inside some cluster is than its parts
slivers             number of clusters that are too small to be one
smallest            smallest cluster relative to clusters of equal sizes
split, merge        AUCC of some cluster cut in two, and of two neighbours by themselves, above
                    that of one cloud cut in two (`explain.split_merge`)
dense_agreement     mean adjusted Rand index with what HDBSCAN finds, for four sizes of cluster
==================  ==============================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.spatial.distance import squareform

from aucc_core.blas import one_thread
from aucc_core.criteria.external import Contingency
from aucc_core.explain.diagnose import clear_excess, extreme_excesses
from aucc_core.explain.split_merge import SplitsAndMerges
from aucc_core.partitions.noise import NOISE
from aucc_core.score.inputs import Bools, Codes, Floats, Labels, as_codes
from aucc_core.score.objects import Objects
from aucc_core.score.path import paths_along
from aucc_core.score.ranked import RankedPairs

# A smaller cluster (share of the objects, number of objects) is a few far objects.
SLIVER_SHARE = 0.02
SLIVER = 4
# Parts of a cluster between which a gap counts, in shares of the cluster.
_PART_SHARE = 0.1
_NEIGHBOURS = 10
# Neighbour whose distance says how dense it is around an object.
_CORE = 5
# Sizes of cluster for HDBSCAN, in shares of the objects, besides its smallest and its usual one.
_DENSE_SHARES = (0.03, 0.06)


@dataclass(frozen=True, eq=False)
class Scene:
    """What all clusterings of the same objects are looked at with, computed once."""

    objects: Objects

    @property
    def n(self) -> int:
        """Number of objects."""
        return self.objects.n

    @cached_property
    def places(self) -> int:
        """Number of objects, those at distance 0 from one another counted once."""
        return int(np.unique((self.objects.square == 0).argmax(axis=1)).size)

    @cached_property
    def paths(self) -> RankedPairs:
        """Pairs by their distance along dense paths."""
        return RankedPairs(paths_along(self.objects.condensed), "precomputed")

    @cached_property
    def path_square(self) -> Floats:
        """Path distances as an n × n matrix."""
        return squareform(self.paths.distances, checks=False)

    @cached_property
    def order(self) -> npt.NDArray[np.intp]:
        """Nearest neighbours of each object, itself left out."""
        square = self.objects.square.copy()
        np.fill_diagonal(square, np.inf)
        count = min(_NEIGHBOURS, self.n - 1)
        near = np.argpartition(square, count - 1, axis=1)[:, :count]
        by_distance = np.argsort(np.take_along_axis(square, near, axis=1), axis=1, kind="stable")
        return np.take_along_axis(near, by_distance, axis=1)

    @property
    def nearest(self) -> Floats:
        """Distance to the nearest other object."""
        return self.objects.square[np.arange(self.n), self.order[:, 0]]

    @cached_property
    def core(self) -> Floats:
        """Distance to the fifth neighbour; never quite 0."""
        neighbour = self.order[:, min(_CORE, self.n - 1) - 1]
        far = self.objects.square[np.arange(self.n), neighbour]
        positive = self.objects.condensed[self.objects.condensed > 0]
        return np.maximum(far, positive.min() if positive.size else 1.0)

    @cached_property
    def graph(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Floats]:
        """Edges between near objects, shortest first, and their log lengths.

        Near are the ten nearest neighbours, and the smallest spanning tree joins the rest. No
        edge is shorter than the distance to the fifth neighbour at either end.
        """
        n = self.n
        reach = np.maximum(self.objects.square, np.maximum(self.core[:, None], self.core[None, :]))
        np.fill_diagonal(reach, 0.0)
        tree = minimum_spanning_tree(reach).tocoo()
        from_each = np.repeat(np.arange(n), self.order.shape[1])
        one = np.concatenate([from_each, tree.row])
        other = np.concatenate([self.order.ravel(), tree.col])
        pairs = np.unique(np.minimum(one, other) * np.int64(n) + np.maximum(one, other))
        first, second = pairs // n, pairs % n
        length = reach[first, second]
        shortest = np.argsort(length, kind="stable")
        return first[shortest], second[shortest], np.log(length[shortest])

    @property
    def dense_sizes(self) -> list[int]:
        """Smallest clusters that HDBSCAN is asked for; some of the four may coincide."""
        sizes = (5, round(np.sqrt(self.n) / 2), *(round(s * self.n) for s in _DENSE_SHARES))
        return sorted({int(max(2, min(max(5, size), self.n - 1))) for size in sizes})

    @cached_property
    def dense_clusterings(self) -> list[Codes]:
        """What HDBSCAN finds for four sizes of cluster, noise joined to the nearest cluster."""
        from sklearn.cluster import HDBSCAN

        found = []
        for size in self.dense_sizes:
            model = HDBSCAN(
                min_cluster_size=size,
                min_samples=min(_CORE, self.n - 1),
                metric="precomputed",
                copy=True,
            )
            labels = model.fit(self.objects.square).labels_
            if labels.max() >= 1:
                found.append(without_noise(labels, self.objects.square))
        return found

    @cached_property
    def cuts(self) -> SplitsAndMerges:
        """Splits and merges, those of a cluster that several clusterings have kept."""
        return SplitsAndMerges(self.objects.pairs)


def without_noise(labels: Labels, square: Floats) -> Codes:
    """Every noise object in the cluster of the nearest object that has one."""
    codes: Codes = np.asarray(labels, dtype=np.int64)
    noise = codes == NOISE
    if not noise.any():
        return codes
    members = np.flatnonzero(~noise)
    if not members.size:
        return np.zeros_like(codes)
    joined = codes.copy()
    joined[noise] = codes[members[np.argmin(square[np.ix_(noise, members)], axis=1)]]
    return joined


def look_at(
    scene: Scene, clusterings: Sequence[Labels], looked: Callable[[int], object] = lambda _: None
) -> pd.DataFrame:
    """One row per clustering; ``looked`` is called with the number of rows so far.

    Labels may hold noise (-1), which joins the nearest cluster. Each must have two clusters or
    more, and fewer than there are objects.
    """
    codes = [
        as_codes(without_noise(labels, scene.objects.square), scene.n) for labels in clusterings
    ]
    rows = []
    with one_thread():
        for labels in codes:
            rows.append(_look(scene, labels))
            looked(len(rows))
    table = pd.DataFrame(rows)
    table.insert(0, "aucc", scene.objects.pairs.aucc_many(codes))
    table.insert(1, "path_aucc", scene.paths.aucc_many(codes))
    return table


def _look(scene: Scene, labels: Codes) -> dict[str, float]:
    sizes = np.bincount(labels)
    large = sizes >= max(SLIVER, SLIVER_SHARE * scene.n)
    member = _membership(labels, sizes.size)
    straight, along = scene.objects.square @ member, scene.path_square @ member
    path_silhouette, weakest = _silhouettes(along, labels, large)
    kept = (labels[scene.order] == labels[:, None]).mean(axis=1)
    by_cluster = np.bincount(labels, kept) / sizes
    own, both = scene.cuts.splits(labels), scene.cuts.merges(labels)
    split, merge = extreme_excesses(own, both)
    return {
        "silhouette": _silhouettes(straight, labels, np.ones_like(large))[0],
        "path_silhouette": path_silhouette,
        "weakest_cluster": weakest,
        "neighbours_kept": float(by_cluster[large].min()) if large.any() else 0.0,
        "inner_gap": _inner_gap(scene, labels, sizes),
        "slivers": int((~large).sum()),
        "smallest": float(sizes.min() * sizes.size / scene.n),
        "split": float(clear_excess(split)),
        "merge": float(clear_excess(merge)),
        "dense_agreement": _dense_agreement(scene, labels),
        "large_clusters": int(large.sum()),
    }


def _membership(labels: Codes, k: int) -> Floats:
    member = np.zeros((labels.size, k))
    member[np.arange(labels.size), labels] = 1.0
    return member


def _silhouettes(sums: Floats, labels: Codes, large: Bools) -> tuple[float, float]:
    """Mean silhouette and that of the weakest cluster, among the large clusters.

    ``sums`` holds the sum of distances from each object to each cluster. Objects of small
    clusters count as 0 in the mean: what is called no cluster must not make the rest look better.
    """
    if large.sum() < 2:
        return -1.0, -1.0
    sizes = np.bincount(labels)
    rows = np.flatnonzero(large[labels])
    own = labels[rows]
    inside = sums[rows, own] / np.maximum(sizes[own] - 1, 1)
    mean = sums[rows] / sizes
    mean[:, ~large] = np.inf
    mean[np.arange(rows.size), own] = np.inf
    outside = mean.min(axis=1)
    values = (outside - inside) / np.maximum(np.maximum(inside, outside), 1e-300)
    values[sizes[own] == 1] = 0.0
    by_cluster = np.bincount(own, values, minlength=sizes.size)[large] / sizes[large]
    return float(values.sum() / labels.size), float(by_cluster.min())


def _inner_gap(scene: Scene, labels: Codes, sizes: npt.NDArray[np.intp]) -> float:
    from aucc_core.verdicts import kernels

    least = np.maximum(max(SLIVER, SLIVER_SHARE * scene.n), _PART_SHARE * sizes)
    gaps = kernels.widest_gaps(*scene.graph, labels, np.log(scene.core), least)
    return float(gaps.max())


def _dense_agreement(scene: Scene, labels: Codes) -> float:
    """Mean over sizes; a size for which HDBSCAN finds less than two clusters agrees with none."""
    found = [Contingency(labels, other).adjusted_rand() for other in scene.dense_clusterings]
    return float(np.sum(found) / len(scene.dense_sizes))
