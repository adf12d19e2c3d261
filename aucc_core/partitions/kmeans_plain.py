"""k-means in plain numpy, all random starts at once: for little work, without compiling anything.

The same steps as in `kmeans_kernel`, which takes over for much work; tests compare the two.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def best_of_starts(X: Floats, uniforms: Floats, max_rounds: int) -> Integers:
    """Labels of the best start; ``uniforms`` (starts, k, trials) are the random numbers."""
    centres = _spread_centres(X, uniforms)
    labels = np.full((uniforms.shape[0], X.shape[0]), -1, np.int64)
    nearest = np.empty(labels.shape)
    moving = np.arange(uniforms.shape[0])
    for _ in range(max_rounds):
        squared = _squared_distances(X, centres[moving])
        found = squared.argmin(axis=2)
        nearest[moving] = np.take_along_axis(squared, found[:, :, None], axis=2)[:, :, 0]
        changed = (found != labels[moving]).any(axis=1)
        labels[moving] = found
        moving = moving[changed]
        if moving.size == 0:
            break
        centres[moving] = _means(X, labels, nearest, moving, uniforms.shape[1])
    return labels[int(_totals(nearest).argmin())]


def _spread_centres(X: Floats, uniforms: Floats) -> Floats:
    """k-means++: each next centre is an object drawn by squared distance, the best of a few."""
    starts, k, _ = uniforms.shape
    n = X.shape[0]
    every = np.arange(starts)
    centres = np.empty((starts, k, X.shape[1]))
    centres[:, 0] = X[np.minimum(n - 1, (uniforms[:, 0, 0] * n).astype(np.int64))]
    nearest = _squared_distances(X, centres[:, :1])[:, :, 0]
    for c in range(1, k):
        passed = np.cumsum(nearest, axis=1)
        targets = uniforms[:, c] * passed[:, -1:]
        drawn = (passed[:, None, :] <= targets[:, :, None]).sum(axis=2)
        tried = X[np.minimum(drawn, n - 1)]
        squared = np.minimum(nearest[:, :, None], _squared_distances(X, tried))
        best = _totals(squared).argmin(axis=1)
        centres[:, c] = tried[every, best]
        nearest = squared[every, :, best]
    return centres


def _totals(values: Floats) -> Floats:
    """Sums over the objects, added one after the other as in the kernel.

    numpy's own sum adds in another order, and where two choices are equally good the last digit
    decides.
    """
    return np.cumsum(values, axis=1)[:, -1]


def _squared_distances(X: Floats, centres: Floats) -> Floats:
    """(starts, objects, centres) from (starts, centres, features), features added in turn."""
    total = np.zeros((centres.shape[0], X.shape[0], centres.shape[1]))
    for f in range(X.shape[1]):
        difference = X[None, :, None, f] - centres[:, None, :, f]
        difference *= difference
        total += difference
    return total


def _means(X: Floats, labels: Integers, nearest: Floats, moving: Integers, k: int) -> Floats:
    """Means of the clusters; one without objects takes the object farthest from its own mean."""
    own = labels[moving]
    cells = own + k * np.arange(moving.size)[:, None]
    sizes = np.bincount(cells.ravel(), minlength=moving.size * k)
    for cell in np.flatnonzero(sizes == 0):
        start, cluster = divmod(int(cell), k)
        row, distance = labels[moving[start]], nearest[moving[start]]
        shared = np.bincount(row, minlength=k)[row] > 1
        far = int(np.flatnonzero(shared & (distance >= distance[shared].max()))[-1])
        row[far], distance[far] = cluster, 0.0
    if (sizes == 0).any():
        cells = labels[moving] + k * np.arange(moving.size)[:, None]
        sizes = np.bincount(cells.ravel(), minlength=moving.size * k)
    flat = cells.ravel()
    sums = [
        np.bincount(flat, weights=np.tile(X[:, f], moving.size), minlength=sizes.size)
        for f in range(X.shape[1])
    ]
    return (np.stack(sums, axis=1) / sizes[:, None]).reshape(moving.size, k, X.shape[1])
