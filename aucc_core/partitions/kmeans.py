"""k-means with many starts: plain numpy for little work, compiled on all cores for much.

Both take the same steps from the same random numbers, so the same seed gives the same labels
whichever runs and on any number of cores. scikit-learn's would do, but it passes Python's lock to
and fro so often that many sessions at once hold each other up for seconds. Alone on one core, its
`KMeans` (lloyd, 10 starts) takes 5.8 times as long as `best_kmeans` for 75 objects (2 features,
k = 2 to 9), 0.6 times for 1,000 (10 features, k = 2 to 15; plain numpy below k = 10 is what is slow
there) and 1.35 times for 5,000 (10 features, k = 2 to 20). With `transfer_objects`, as the
algorithm runs, the ratios are 4.9, 0.57 and 0.61, for a sum of squares 0.03 to 0.04 % smaller.

k-means stops when every object is nearest to its own mean. Moving an object also moves two means,
and counting that in (Hartigan's `transfer_objects`) finds better partitions where k-means already
stands still.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from aucc_core.partitions.method import Settings
from aucc_core.score.inputs import Bools, Floats, Integers, Labels
from aucc_core.score.threads import run_parallel, thread_count

MAX_ROUNDS = 300
# Starts × objects × features × k from which compiled code is worth loading (0.1 s of work).
MUCH_WORK = 1_000_000
# A unit of such work beside one pair in `thread_count`.
_PAIRS_A_UNIT = 1 / 20
# Beyond this a single object hardly moves a mean, and looking for such moves takes long.
_MOST_MOVED = 5_000
# A gain below this share of the total is rounding.
_LEAST_GAIN = 1e-12


def best_kmeans(X: Floats, k: int, settings: Settings) -> Labels:
    """Labels of the start with the smallest sum of squared distances to the means."""
    work = settings.n_init * X.size * k
    centred = np.ascontiguousarray(X - X.mean(axis=0))
    trials = 2 + int(math.log(k))
    uniforms = np.random.default_rng([settings.seed, k]).random((settings.n_init, k, trials))
    if work < MUCH_WORK:
        return best_of_starts(centred, uniforms, MAX_ROUNDS)
    from aucc_core.partitions import kmeans_kernel

    by_feature = np.ascontiguousarray(centred.T)

    def run(starts: npt.NDArray[np.intp]) -> tuple[float, int, Integers]:
        labels = np.empty(X.shape[0], np.int64)
        error, start = kmeans_kernel.best_of_starts(
            centred, by_feature, uniforms[starts], MAX_ROUNDS, labels
        )
        return error, int(starts[start]), labels

    threads = min(thread_count(int(work * _PAIRS_A_UNIT)), settings.n_init)
    results = run_parallel(run, np.array_split(np.arange(settings.n_init), threads))
    return min(results, key=lambda result: result[:2])[2]


def best_of_starts(X: Floats, uniforms: Floats, max_rounds: int) -> Integers:
    """Labels of the best start; ``uniforms`` (starts, k, trials) are the random numbers.

    The same steps as in `kmeans_kernel`, in plain numpy and all starts at once; tests compare the
    two.
    """
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


def transfer_objects(X: Floats, labels: Labels) -> Labels:
    """Labels 0..k-1 after the best single moves, one after the other, until none helps.

    No cluster is emptied: an object that is alone stays.
    """
    labels = np.array(labels, dtype=np.int64)
    n, k = X.shape[0], int(labels.max()) + 1
    if n > _MOST_MOVED:
        return labels
    sizes = np.bincount(labels, minlength=k)
    squared = np.empty((n, k))
    for c in range(k):
        squared[:, c] = _squared_to_mean(X, labels == c)
    everyone = np.arange(n)
    least = _LEAST_GAIN * squared[everyone, labels].sum()
    while True:
        size = sizes[labels]
        saved = squared[everyone, labels] * size / np.maximum(size - 1, 1)
        saved[size == 1] = 0.0
        added = squared * (sizes / (sizes + 1))
        added[everyone, labels] = np.inf
        target = added.argmin(axis=1)
        gain = saved - added[everyone, target]
        mover = int(gain.argmax())
        if gain[mover] <= least:
            return labels
        source, labels[mover] = labels[mover], target[mover]
        for c, change in ((source, -1), (target[mover], 1)):
            sizes[c] += change
            squared[:, c] = _squared_to_mean(X, labels == c)


def _squared_to_mean(X: Floats, members: Bools) -> Floats:
    difference = X - X[members].mean(axis=0)
    return np.einsum("ij,ij->i", difference, difference)
