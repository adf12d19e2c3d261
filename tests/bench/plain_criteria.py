"""All criteria the plain way: one function per criterion, each on its own, as libraries offer them.

Every function takes the shared matrix of distances, the features and the labels, and is written in
vectorised numpy or is scikit-learn's. Nothing is passed from one to the next.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy.spatial.distance import cdist, squareform
from sklearn import metrics

EPSILON = 1e-6


def _same(labels):
    i, j = np.triu_indices(labels.size, 1)
    return labels[i] == labels[j]


def _means(X, labels):
    return np.array([X[labels == c].mean(axis=0) for c in range(labels.max() + 1)])


def aucc(D, X, labels):
    return metrics.roc_auc_score(_same(labels), -squareform(D, checks=False))


def gamma(D, X, labels):
    return 2 * aucc(D, X, labels) - 1


def aupr(D, X, labels):
    return metrics.average_precision_score(_same(labels), -squareform(D, checks=False))


def point_biserial(D, X, labels):
    return np.corrcoef(squareform(D, checks=False), ~_same(labels))[0, 1]


def c_index(D, X, labels):
    d, same = squareform(D, checks=False), _same(labels)
    ordered, w = np.sort(d), same.sum()
    low, high = ordered[:w].sum(), ordered[-w:].sum()
    return (d[same].sum() - low) / (high - low)


def vrc(D, X, labels):
    return metrics.calinski_harabasz_score(X, labels)


def c_sqrt_k(D, X, labels):
    means, sizes = _means(X, labels), np.bincount(labels)
    between = (sizes[:, None] * (means - X.mean(axis=0)) ** 2).sum(axis=0)
    total = ((X - X.mean(axis=0)) ** 2).sum(axis=0)
    return np.sqrt(between / total).mean() / np.sqrt(sizes.size)


def davies_bouldin(D, X, labels):
    return metrics.davies_bouldin_score(X, labels)


def pbm(D, X, labels):
    means = _means(X, labels)
    shrink = np.linalg.norm(X - X.mean(axis=0), axis=1).sum()
    shrink /= np.linalg.norm(X - means[labels], axis=1).sum()
    return (shrink * cdist(means, means).max() / len(means)) ** 2


def swc(D, X, labels):
    return metrics.silhouette_score(D, labels, metric="precomputed")


def _mean_distances(D, labels):
    sums = np.stack([D[:, labels == c].sum(axis=1) for c in range(labels.max() + 1)], axis=1)
    sizes, n = np.bincount(labels), np.arange(labels.size)
    own = sums[n, labels] / np.maximum(sizes[labels] - 1, 1)
    means = sums / sizes
    means[n, labels] = np.inf
    return own, means.min(axis=1), sizes[labels] == 1


def aswc(D, X, labels):
    own, other, alone = _mean_distances(D, labels)
    return np.where(alone, 0, other / (own + EPSILON)).mean()


def _mean_to_centroids(X, labels):
    to = cdist(X, _means(X, labels))
    n = np.arange(labels.size)
    own = to[n, labels].copy()
    to[n, labels] = np.inf
    return own, to.min(axis=1), np.bincount(labels)[labels] == 1


def sswc(D, X, labels):
    own, other, alone = _mean_to_centroids(X, labels)
    return np.where(alone, 0, (other - own) / np.maximum(own, other)).mean()


def asswc(D, X, labels):
    own, other, alone = _mean_to_centroids(X, labels)
    return np.where(alone, 0, other / (own + EPSILON)).mean()


def dunn(D, X, labels, set_distance, diameter):
    members = [np.flatnonzero(labels == c) for c in range(labels.max() + 1)]
    means = _means(X, labels)
    apart = min(
        _apart(D, X, means, members, a, b, set_distance)
        for a in range(len(members))
        for b in range(a)
    )
    return apart / max(_wide(D, X, means, members, c, diameter) for c in range(len(members)))


def _apart(D, X, means, members, a, b, kind):
    if kind == 4:
        return np.linalg.norm(means[a] - means[b])
    if kind == 5:
        total = np.linalg.norm(X[members[a]] - means[b], axis=1).sum()
        total += np.linalg.norm(X[members[b]] - means[a], axis=1).sum()
        return total / (len(members[a]) + len(members[b]))
    block = D[np.ix_(members[a], members[b])]
    if kind == 6:
        return max(block.min(axis=0).max(), block.min(axis=1).max())
    return {1: np.min, 2: np.max, 3: np.mean}[kind](block)


def _wide(D, X, means, members, c, kind):
    size = len(members[c])
    if kind == 3:
        return 2 * np.linalg.norm(X[members[c]] - means[c], axis=1).mean()
    block = D[np.ix_(members[c], members[c])]
    return block.max() if kind == 1 else block.sum() / max(size * (size - 1), 1)


def plain_form(name):
    """The function for the criterion of that name in CRITERIA; None where none is written here."""
    if name.startswith("dunn"):
        digits = name[4:] or "11"
        return partial(dunn, set_distance=int(digits[0]), diameter=int(digits[1]))
    return globals().get(name)
