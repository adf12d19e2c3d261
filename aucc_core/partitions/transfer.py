"""Hartigan's last step for k-means: move single objects while that lowers the squared distances.

k-means stops when every object is nearest to its own mean. Moving an object also moves two means,
and counting that in finds better partitions where k-means already stands still.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

# Beyond this a single object hardly moves a mean, and looking for such moves takes long.
MAX_OBJECTS = 5_000
# A gain below this share of the total is rounding.
_LEAST_GAIN = 1e-12


def transfer_objects(
    X: npt.NDArray[np.float64], labels: npt.NDArray[np.integer]
) -> npt.NDArray[np.integer]:
    """Labels 0..k-1 after the best single moves, one after the other, until none helps.

    No cluster is emptied: an object that is alone stays.
    """
    labels = np.array(labels, dtype=np.int64)
    n, k = X.shape[0], int(labels.max()) + 1
    if n > MAX_OBJECTS:
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


def _squared_to_mean(
    X: npt.NDArray[np.float64], members: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float64]:
    difference = X - X[members].mean(axis=0)
    return np.einsum("ij,ij->i", difference, difference)
