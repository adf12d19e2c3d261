"""k-means with many starts: plain numpy for little work, compiled on all cores for much.

Both take the same steps from the same random numbers, so the same seed gives the same labels
whichever runs and on any number of cores. scikit-learn's would do, but it passes Python's lock to
and fro so often that many sessions at once hold each other up for seconds.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from aucc_core.partitions import kmeans_plain
from aucc_core.partitions.plan import Settings
from aucc_core.threads import run_parallel, thread_count

MAX_ROUNDS = 300
# Starts × objects × features × k from which compiled code is worth loading (0.1 s of work).
MUCH_WORK = 1_000_000
# A unit of such work beside one pair in `thread_count`.
_PAIRS_A_UNIT = 1 / 20


def best_kmeans(X: npt.NDArray[np.float64], k: int, settings: Settings) -> npt.NDArray[np.integer]:
    """Labels of the start with the smallest sum of squared distances to the means."""
    work = settings.n_init * X.size * k
    centred = np.ascontiguousarray(X - X.mean(axis=0))
    trials = 2 + int(math.log(k))
    uniforms = np.random.default_rng([settings.seed, k]).random((settings.n_init, k, trials))
    if work < MUCH_WORK:
        return kmeans_plain.best_of_starts(centred, uniforms, MAX_ROUNDS)
    from aucc_core.partitions import kmeans_kernel

    by_feature = np.ascontiguousarray(centred.T)

    def run(starts: npt.NDArray[np.intp]) -> tuple[float, int, npt.NDArray[np.int64]]:
        labels = np.empty(X.shape[0], np.int64)
        error, start = kmeans_kernel.best_of_starts(
            centred, by_feature, uniforms[starts], MAX_ROUNDS, labels
        )
        return error, int(starts[start]), labels

    threads = min(thread_count(int(work * _PAIRS_A_UNIT)), settings.n_init)
    results = run_parallel(run, np.array_split(np.arange(settings.n_init), threads))
    return min(results, key=lambda result: result[:2])[2]
