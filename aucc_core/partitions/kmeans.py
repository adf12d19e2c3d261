"""k-means with many starts: scikit-learn's for little work, a compiled one on all cores for much.

scikit-learn's holds Python's lock too much for threads to help, and processes take seconds to
start. Which of the two runs depends on the amount of work only, and every start on its own random
numbers, so the same seed gives the same labels on any number of cores.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from aucc_core.partitions.plan import Settings
from aucc_core.threads import run_parallel, thread_count

MAX_ROUNDS = 300
# Starts × objects × features × k from which compiled code is worth loading (0.05 s of work).
MUCH_WORK = 5_000_000
# A unit of such work beside one pair in `thread_count`.
_PAIRS_A_UNIT = 1 / 20


def best_kmeans(X: npt.NDArray[np.float64], k: int, settings: Settings) -> npt.NDArray[np.integer]:
    """Labels of the start with the smallest sum of squared distances to the means."""
    work = settings.n_init * X.size * k
    if work < MUCH_WORK:
        from sklearn.cluster import KMeans

        return KMeans(k, n_init=settings.n_init, random_state=settings.seed).fit(X).labels_
    from aucc_core.partitions import kmeans_kernel

    centred = np.ascontiguousarray(X - X.mean(axis=0))
    by_feature = np.ascontiguousarray(centred.T)
    trials = 2 + int(math.log(k))
    uniforms = np.random.default_rng([settings.seed, k]).random((settings.n_init, k, trials))

    def run(starts: npt.NDArray[np.intp]) -> tuple[float, int, npt.NDArray[np.int64]]:
        labels = np.empty(X.shape[0], np.int64)
        error, start = kmeans_kernel.best_of_starts(
            centred, by_feature, uniforms[starts], MAX_ROUNDS, labels
        )
        return error, int(starts[start]), labels

    threads = min(thread_count(int(work * _PAIRS_A_UNIT)), settings.n_init)
    results = run_parallel(run, np.array_split(np.arange(settings.n_init), threads))
    return min(results, key=lambda result: result[:2])[2]
