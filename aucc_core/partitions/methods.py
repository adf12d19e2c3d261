"""How each algorithm of `ALGORITHMS` turns objects into labels.

A method has two steps: `prepare` does what all k share (a linkage, a map of neighbours), once;
`labels` gives the labels for one k. Nothing here keeps state, so the same seed gives the same
labels whatever else is computed, in any order, in this process or another.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import kmedoids
import numpy as np
import numpy.typing as npt
from scipy.cluster.hierarchy import linkage
from sklearn import cluster
from sklearn.manifold import spectral_embedding
from sklearn.mixture import GaussianMixture

from aucc_core.partitions.kmeans import best_kmeans, transfer_objects
from aucc_core.partitions.method import MOST_PAIRWISE, Method, Settings
from aucc_core.score.inputs import Floats, Labels
from aucc_core.score.objects import Objects

# With the methods, which rows of `ALGORITHMS` name as text: nothing else says that they are used.
__all__ = [
    "AVERAGE",
    "BIRCH",
    "BISECTING",
    "COMPLETE",
    "DBSCAN",
    "GMM",
    "HDBSCAN",
    "KMEANS",
    "KMEDOIDS",
    "MINIBATCH",
    "SINGLE",
    "SPECTRAL",
    "WARD",
    "cut_to_k",
    "knee_distance",
]

# Neighbour whose distance scales an object's similarities (Zelnik-Manor and Perona 2004).
_SCALE_NEIGHBOUR = 7
# Values from 2 ** -400 to 2 ** 400 have squares with room for sums.
_LARGEST_EXPONENT = 400
# Objects that mini-batch k-means looks at in one step.
_BATCH_OBJECTS = 4096


def _features(objects: Objects, _ks: Sequence[int], _settings: Settings) -> Floats:
    assert objects.features is not None
    return squarable(objects.features)


def squarable(values: Floats) -> Floats:
    """The values, or where their squares would overflow or vanish, these over a power of two."""
    exponent = int(np.frexp(np.abs(values).max(initial=0.0))[1])
    return values if abs(exponent) <= _LARGEST_EXPONENT else np.ldexp(values, -exponent)


def _square(objects: Objects, _ks: Sequence[int], _settings: Settings) -> Floats:
    return objects.square


def _kmeans(X: Floats, k: int, settings: Settings) -> Labels:
    return transfer_objects(X, best_kmeans(X, k, settings))


def _minibatch(X: Floats, k: int, settings: Settings) -> Labels:
    model = cluster.MiniBatchKMeans(
        k, n_init=settings.n_init, random_state=settings.seed, batch_size=_BATCH_OBJECTS
    )
    return model.fit(X).labels_


def _bisecting(X: Floats, k: int, settings: Settings) -> Labels:
    model = cluster.BisectingKMeans(k, n_init=settings.n_init, random_state=settings.seed)
    return model.fit(X).labels_


def _mixture(X: Floats, k: int, settings: Settings) -> Labels:
    # One fit from the best k-means is as good as many fits from poor ones, and far cheaper.
    labels = best_kmeans(X, k, settings)
    groups = [X[labels == c] for c in range(k)]
    spread = float(X.var(axis=0).mean())
    least = 1e-6 * spread if spread > 0 else 1e-6
    shapes = [np.atleast_2d(np.cov(group.T, bias=True)) for group in groups]
    inverses = [np.linalg.inv(shape + least * np.eye(X.shape[1])) for shape in shapes]
    # Means alone would be joined with the shapes of other groups: scikit-learn takes what is not
    # given from a k-means of its own, whose numbers are others.
    model = GaussianMixture(
        k,
        weights_init=[len(group) / len(X) for group in groups],
        means_init=[group.mean(axis=0) for group in groups],
        precisions_init=[(inverse + inverse.T) / 2 for inverse in inverses],
        reg_covar=least,
        max_iter=300,
    )
    return model.fit(X).predict(X)


def _kmedoids(D: Floats, k: int, settings: Settings) -> Labels:
    starts = (
        kmedoids.fasterpam(D, k, random_state=settings.seed + start, n_cpu=1)
        for start in range(settings.n_init)
    )
    return np.asarray(min(starts, key=lambda result: result.loss).labels, dtype=np.intp)


def _linkage(kind: str) -> Method:
    def prepare(objects: Objects, _ks: Sequence[int], _settings: Settings) -> Floats:
        return linkage(squarable(objects.condensed), kind)

    return Method(prepare, _cut)


def cut_to_k(merges: Floats, k: int) -> npt.NDArray[np.intp]:
    """Labels of n objects after the first n - k merges of a scipy linkage matrix.

    Cutting by merge order gives k clusters even when merges tie in height; cutting at a height
    (scipy's ``fcluster``) gives fewer then.
    """
    n = merges.shape[0] + 1
    done = n - k
    parent = np.arange(n + done)
    children = merges[:done, :2].astype(np.intp)
    parent[children] = np.arange(n, n + done)[:, None]
    while True:  # each round halves the way to the root
        above = parent[parent]
        if np.array_equal(above, parent):
            return parent[:n]
        parent = above


def _cut(merges: Floats, k: int, _settings: Settings) -> Labels:
    return cut_to_k(merges, k)


def _neighbour_map(objects: Objects, ks: Sequence[int], settings: Settings) -> Floats:
    D = squarable(objects.square)
    rank = min(_SCALE_NEIGHBOUR, objects.n - 1)
    scale = np.partition(D, rank, axis=1)[:, rank]
    positive = D[D > 0]
    scale = np.maximum(scale, positive.min() if positive.size else 1.0)
    similarity = np.exp(-(D**2) / (scale[:, None] * scale[None, :]))
    return spectral_embedding(
        similarity,
        n_components=max(ks),
        eigen_solver="arpack",
        random_state=settings.seed,
        drop_first=False,
    )


def _spectral(embedding: Floats, k: int, settings: Settings) -> Labels:
    return _kmeans(embedding[:, :k], k, settings)


def _condense(objects: Objects, ks: Sequence[int], settings: Settings) -> tuple[Labels, Floats]:
    """BIRCH's small groups: the group of each object, and a Ward linkage of the groups."""
    X = objects.features
    assert X is not None
    radius = settings.options.get("threshold")
    wanted = max(ks)
    if radius is None:
        X = squarable(X)
        radius, wanted = 0.5 * math.sqrt(float(X.var(axis=0).sum())), max(5 * max(ks), 50)
    while True:
        model = cluster.Birch(threshold=radius, n_clusters=None).fit(X)
        groups, of_object = np.unique(model.labels_, return_inverse=True)
        if groups.size >= min(wanted, objects.n_distinct) or radius < 1e-300:
            break
        # Too coarse to give that many clusters. In many dimensions a small step makes many more
        # groups, and their linkage takes memory that grows with their square.
        radius *= 0.5 ** min(1.0, 4 / X.shape[1])
    return of_object, linkage(model.subcluster_centers_[groups], "ward")


def _birch(state: tuple[Labels, Floats], k: int, _settings: Settings) -> Labels:
    of_object, merges = state
    return cut_to_k(merges, k)[of_object]


def _dense_input(objects: Objects, _ks: Sequence[int], _settings: Settings) -> Objects:
    return objects


def _hdbscan(objects: Objects, _k: int, settings: Settings) -> Labels:
    n = objects.n
    size = settings.options.get("min_cluster_size") or _usual_size(objects, settings)
    size = int(max(2, min(size, n)))
    if n > MOST_PAIRWISE:  # the matrix would not fit: a search tree over the features instead
        tree = cluster.HDBSCAN(
            min_cluster_size=size, metric=objects.metric, algorithm="kd_tree", copy=True
        )
        return tree.fit(objects.features).labels_
    return (
        cluster.HDBSCAN(min_cluster_size=size, metric="precomputed", copy=True)
        .fit(objects.square)
        .labels_
    )


def _usual_size(objects: Objects, _settings: Settings) -> float:
    return max(5, round(math.sqrt(objects.n) / 2))


def _usual_eps(objects: Objects, settings: Settings) -> float:
    least = min(settings.options.get("min_samples") or 5, objects.n)
    return knee_distance(objects.square, least)


def _dbscan(D: Floats, _k: int, settings: Settings) -> Labels:
    min_samples = min(settings.options.get("min_samples") or 5, D.shape[0])
    eps = settings.options.get("eps") or knee_distance(D, min_samples)
    return cluster.DBSCAN(eps=eps, min_samples=min_samples, metric="precomputed").fit(D).labels_


def knee_distance(D: Floats, min_samples: int) -> float:
    """A distance for DBSCAN: where the sorted distances to the nearest neighbours bend upwards.

    The bend is the value farthest below the straight line from the smallest to the largest.
    """
    reach = np.sort(np.partition(D, min_samples - 1, axis=1)[:, min_samples - 1])
    line = np.linspace(reach[0], reach[-1], reach.size)
    knee = float(reach[np.argmax(line - reach)])
    return knee if knee > 0 else float(reach[-1]) or 1.0


KMEANS = Method(_features, _kmeans)
MINIBATCH = Method(_features, _minibatch)
SINGLE = _linkage("single")
AVERAGE = _linkage("average")
COMPLETE = _linkage("complete")
WARD = _linkage("ward")
KMEDOIDS = Method(_square, _kmedoids)
GMM = Method(_features, _mixture)
SPECTRAL = Method(_neighbour_map, _spectral)
BISECTING = Method(_features, _bisecting)
BIRCH = Method(_condense, _birch)
HDBSCAN = Method(_dense_input, _hdbscan, _usual_size)
DBSCAN = Method(_square, _dbscan, _usual_eps)
