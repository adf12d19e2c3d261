"""Compiled k-means: many random starts in one call, without Python's lock."""

from __future__ import annotations

import numpy as np

from aucc_core.score.inputs import Floats
from aucc_core.score.threads import compiled

# Objects handled at a time, so that their distances stay in the fastest memory.
_BLOCK = 512


@compiled
def _squared_distances(by_feature: Floats, begin: int, end: int, centre: Floats, out: Floats):  # type: ignore[no-untyped-def]
    """Squared distances of the objects begin..end-1 to a point."""
    for i in range(end - begin):
        out[i] = 0.0
    for f in range(by_feature.shape[0]):
        row = by_feature[f, begin:end]
        at = centre[f]
        for i in range(end - begin):
            difference = row[i] - at
            out[i] += difference * difference


@compiled
def _spread_centres(X, by_feature, uniforms, centres, nearest, distances):  # type: ignore[no-untyped-def]
    """k-means++: each next centre is an object drawn by squared distance, the best of a few."""
    n = X.shape[0]
    k, trials = uniforms.shape
    centres[0] = X[min(n - 1, int(uniforms[0, 0] * n))]
    _squared_distances(by_feature, 0, n, centres[0], nearest)
    for c in range(1, k):
        total = nearest.sum()
        best_left, best_object = np.inf, 0
        for t in range(trials):
            target, passed, drawn = uniforms[c, t] * total, 0.0, n - 1
            for i in range(n):
                passed += nearest[i]
                if passed > target:
                    drawn = i
                    break
            _squared_distances(by_feature, 0, n, X[drawn], distances)
            left = 0.0
            for i in range(n):
                left += min(nearest[i], distances[i])
            if left < best_left:
                best_left, best_object = left, drawn
        centres[c] = X[best_object]
        _squared_distances(by_feature, 0, n, centres[c], distances)
        for i in range(n):
            nearest[i] = min(nearest[i], distances[i])


@compiled
def _assign(by_feature, centres, labels, nearest, distances):  # type: ignore[no-untyped-def]
    """Give every object its nearest centre; returns how many changed."""
    n, k = labels.size, centres.shape[0]
    changed = 0
    found = np.empty(_BLOCK, np.int64)
    for begin in range(0, n, _BLOCK):
        end = min(n, begin + _BLOCK)
        near = nearest[begin:end]
        near[:] = np.inf
        for c in range(k):
            _squared_distances(by_feature, begin, end, centres[c], distances)
            for i in range(end - begin):
                if distances[i] < near[i]:
                    near[i] = distances[i]
                    found[i] = c
        for i in range(end - begin):
            changed += labels[begin + i] != found[i]
            labels[begin + i] = found[i]
    return changed


@compiled
def _move_centres(X, centres, sizes, labels, nearest):  # type: ignore[no-untyped-def]
    """Centres become means; a centre without objects takes the object farthest from its own."""
    centres[:] = 0.0
    sizes[:] = 0
    for i in range(labels.size):
        sizes[labels[i]] += 1
    for c in range(sizes.size):
        if sizes[c] == 0:
            far = 0
            for i in range(labels.size):
                if sizes[labels[i]] > 1 and nearest[i] >= nearest[far]:
                    far = i
            sizes[labels[far]] -= 1
            labels[far] = c
            sizes[c] = 1
            nearest[far] = 0.0
    for i in range(labels.size):
        centre = centres[labels[i]]
        for f in range(X.shape[1]):
            centre[f] += X[i, f]
    for c in range(sizes.size):
        for f in range(X.shape[1]):
            centres[c, f] /= sizes[c]


@compiled
def best_of_starts(X, by_feature, uniforms, max_rounds, best_labels):  # type: ignore[no-untyped-def]
    """Run k-means from every start; the labels of the best go to ``best_labels``.

    ``uniforms`` (starts, k, trials) are the random numbers, so the caller decides them all.
    Returns the sum of squared distances of the best start and its number.
    """
    n, d = X.shape
    k = uniforms.shape[1]
    centres, sizes = np.empty((k, d)), np.empty(k, np.int64)
    labels = np.empty(n, np.int64)
    nearest, distances = np.empty(n), np.empty(max(n, _BLOCK))
    best, best_start = np.inf, -1
    for start in range(uniforms.shape[0]):
        _spread_centres(X, by_feature, uniforms[start], centres, nearest, distances)
        labels[:] = -1
        for _ in range(max_rounds):
            if _assign(by_feature, centres, labels, nearest, distances) == 0:
                break
            _move_centres(X, centres, sizes, labels, nearest)
        error = nearest.sum()
        if error < best:
            best, best_start = error, start
            best_labels[:] = labels
    return best, best_start
