"""Looking at clusters one by one: whether one would split and whether two would merge.

A cluster is split in two (k-medoids, which takes any distances) and the two halves are scored by
themselves. Any cloud can be halved, so the score counts only by its excess over that of one round
cloud: a high excess means two clusters in one. Two clusters are scored by themselves in the same
way: no excess means that they are halves of one.

How well one cloud can be halved depends on its shape; a long one splits better than a ball. The
shape is read from the distances: squared distances within a Gaussian cloud vary less the more
directions it spreads in, (sd / mean)² = 2 / directions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import squareform

from aucc_core.explain.curve_shape import logit
from aucc_core.score.counting import area, count_comparisons
from aucc_core.score.distances import given_distances
from aucc_core.score.inputs import Codes, Floats, pair_index, part_of_condensed

if TYPE_CHECKING:
    from aucc_core.score.ranked import RankedPairs


# A smaller part than this (objects, share of the cluster) is a few outliers, not a cluster.
MIN_HALF = 4
_MIN_HALF_SHARE = 0.1
MIN_SPLIT = 2 * MIN_HALF
# Neighbouring clusters (by distance between members) that are tried for a merge.
_NEIGHBOURS = 3
# Larger clusters are looked at through this many of their members.
_MEMBERS = 1_000
# Logit of the score of one cloud cut in two: _AT_ONE · directions^_POWER + _FEW / objects, a
# middle way between Gaussian and uniform clouds of 20 to 200 objects in 1 to 20 dimensions, where
# it is right to about 0.3.
_AT_ONE = 1.9
_POWER = -0.6
_FEW = 5.0


@dataclass(frozen=True)
class Split:
    """One cluster cut in two: the score of the halves by themselves, and its excess."""

    cluster: int
    score: float
    excess: float
    halves: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]


@dataclass(frozen=True)
class Merge:
    """Two clusters by themselves: their score, and its excess over one halved cloud."""

    cluster: int
    other: int
    score: float
    excess: float


class SplitsAndMerges:
    """Clusters of the same objects, cut and joined; a cluster that comes again is not cut again.

    Clusterings share many clusters: those of a hierarchy all but two with the next.
    """

    def __init__(self, pairs: RankedPairs) -> None:
        self._pairs = pairs
        self._splits: dict[bytes, Split | None] = {}
        self._merges: dict[tuple[bytes, bytes], float] = {}
        self._means: dict[tuple[bytes, bytes], float] = {}
        self._widths: dict[bytes, float] = {}

    def splits(self, codes: Codes) -> list[Split]:
        """Every cluster that is large enough, cut in two."""
        found = []
        for cluster, members in enumerate(members_of(codes)):
            if members.size < MIN_SPLIT:
                continue
            key = members.tobytes()
            if key not in self._splits:
                self._splits[key] = _split(self._pairs, members)
            split = self._splits[key]
            if split is not None:
                found.append(replace(split, cluster=cluster))
        return found

    def merges(self, codes: Codes) -> list[Merge]:
        """Neighbouring clusters, two at a time."""
        groups = members_of(codes)
        widths = [self._width(members) for members in groups]
        usual = float(np.nanmean(widths)) if not np.isnan(widths).all() else 2.0
        found = []
        for a, b in self._neighbours(groups):
            if groups[a].size + groups[b].size < 3:
                continue
            sizes = np.array([groups[a].size, groups[b].size])
            own = np.where(np.isnan([widths[a], widths[b]]), usual, [widths[a], widths[b]])
            expected = expected_logit(float(np.average(own, weights=sizes)), int(sizes.sum()))
            score = self._score_of_two(groups[a], groups[b])
            found.append(Merge(a, b, score, float(logit(score)) - expected))
        return found

    def _score_of_two(self, a: npt.NDArray[np.intp], b: npt.NDArray[np.intp]) -> float:
        key = (a.tobytes(), b.tobytes())
        if key not in self._merges:
            distances = part_of_condensed(self._pairs.distances, np.concatenate([a, b]))
            self._merges[key] = score_alone(distances, np.repeat([0, 1], [a.size, b.size]))
        return self._merges[key]

    def _width(self, members: npt.NDArray[np.intp]) -> float:
        """Directions of one cluster; not a number for a small one."""
        if members.size < MIN_SPLIT:
            return float("nan")
        key = members.tobytes()
        if key not in self._widths:
            self._widths[key] = directions(part_of_condensed(self._pairs.distances, members))
        return self._widths[key]

    def _neighbours(self, groups: list[npt.NDArray[np.intp]]) -> list[tuple[int, int]]:
        """Pairs of clusters that lie next to each other, each once."""
        k = len(groups)
        mean = np.full((k, k), np.inf)
        for a in range(k):
            for b in range(a + 1, k):
                mean[a, b] = mean[b, a] = self._mean_between(groups[a], groups[b])
        chosen = set()
        for a in range(k):
            for b in np.argsort(mean[a], kind="stable")[: min(_NEIGHBOURS, k - 1)]:
                chosen.add((min(a, int(b)), max(a, int(b))))
        return sorted(chosen)

    def _mean_between(self, a: npt.NDArray[np.intp], b: npt.NDArray[np.intp]) -> float:
        key = (a.tobytes(), b.tobytes())
        if key not in self._means:
            between = self._pairs.distances[pair_index(a[:, None], b, self._pairs.n)]
            self._means[key] = float(between.mean())
        return self._means[key]


def splits(pairs: RankedPairs, codes: Codes) -> list[Split]:
    """Every cluster of one clustering that is large enough, cut in two."""
    return SplitsAndMerges(pairs).splits(codes)


def merges(pairs: RankedPairs, codes: Codes) -> list[Merge]:
    """Neighbouring clusters of one clustering, two at a time."""
    return SplitsAndMerges(pairs).merges(codes)


def _split(pairs: RankedPairs, members: npt.NDArray[np.intp]) -> Split | None:
    import kmedoids

    distances = part_of_condensed(pairs.distances, members)
    near = squareform(distances, checks=False)
    labels = kmedoids.fasterpam(near, 2, random_state=0, n_cpu=1).labels
    halves = np.asarray(labels, np.intp)
    smaller = min((halves == 0).sum(), (halves == 1).sum())
    if smaller < max(MIN_HALF, _MIN_HALF_SHARE * members.size):
        return None
    score = score_alone(distances, halves)
    expected = expected_logit(directions(distances), members.size)
    two = (members[halves == 0], members[halves == 1])
    return Split(-1, score, float(logit(score)) - expected, two)


def members_of(codes: Codes) -> list[npt.NDArray[np.intp]]:
    """Objects of each cluster; of a very large one a fixed, evenly spaced part."""
    order = np.argsort(codes, kind="stable")
    groups = np.split(order, np.cumsum(np.bincount(codes))[:-1])
    return [g if g.size <= _MEMBERS else g[:: -(-g.size // _MEMBERS)] for g in groups]


def score_alone(distances: Floats, halves: Codes) -> float:
    """AUCC of two groups from the distances of their pairs; one half if none can be compared."""
    counts = count_comparisons(given_distances(distances, checked=True), halves)
    return area(counts) if counts.total else 0.5


def directions(distances: Floats) -> float:
    """In how many directions a cloud spreads, from the distances of its pairs; 1 for a line."""
    largest = float(distances.max(initial=0.0))
    squared = (distances / largest if largest > 0 else distances) ** 2  # of 1e200, too
    spread, mean = float(squared.std()), float(squared.mean())
    if spread == 0 or mean == 0:
        return 1.0
    return float(np.clip(2 * (mean / spread) ** 2, 0.5, 50.0))


def expected_logit(width: float, objects: int) -> float:
    """Logit of the score of one cloud without clusters, cut in two."""
    return _AT_ONE * width**_POWER + _FEW / objects
