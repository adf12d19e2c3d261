"""`make_partitions`: labels for every algorithm and number of clusters, in parallel where it pays.

>>> from aucc_core.partitions import make_partitions
>>> [p.labels.tolist() for p in make_partitions([[0.0], [1.0], [9.0]], "single", [2], seed=0)]
[[0, 0, 1]]
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.noise import NOISE
from aucc_core.objects import Objects
from aucc_core.one_thread import one_thread
from aucc_core.partitions.algorithms import Algorithm
from aucc_core.partitions.plan import Plan, Settings, plan_run
from aucc_core.validate import label_codes

Progress = Callable[[int, int, str], Any]

# Starting worker processes costs about as much as this many seconds of k-means.
_WORTH_PROCESSES_SECONDS = 4.0
# Seconds of k-means per start, cluster, object and feature, as measured.
_KMEANS_UNIT_SECONDS = 1e-8
_SLOW_IN_K = ("kmeans", "gmm", "bisecting")


@dataclass(frozen=True, eq=False)
class Partition:
    """One clustering.

    Attributes
    ----------
    algorithm : its name in `ALGORITHMS`.
    k : the number of clusters asked for; the number found when the algorithm decides.
    labels : one number an object, 0, 1, … by first appearance; -1 is noise. Read-only.
    seed : what the random starts came from.
    seconds : time taken, with an equal part of what all k share.
    """

    algorithm: str
    k: int
    labels: npt.NDArray[np.int32]
    seed: int = 0
    seconds: float = 0.0

    @property
    def n_clusters(self) -> int:
        """Number of clusters, noise not counted."""
        return int(self.labels.max()) + 1

    @property
    def coverage(self) -> float:
        """Share of the objects that are in a cluster."""
        return float((self.labels != NOISE).mean())


def make_partitions(
    X: Any,
    algorithms: str | Iterable[str],
    ks: int | Iterable[int],
    *,
    metric: str = "euclidean",
    seed: int,
    n_init: int = 10,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> list[Partition]:
    """Cluster the objects with every algorithm and every number of clusters.

    Parameters
    ----------
    X : (n, d) features, a DataFrame, a Dataset, or distances with ``metric="precomputed"``.
    algorithms : names from `ALGORITHMS`.
    ks : numbers of clusters, each 2 to n - 1; algorithms that find k themselves run once.
    metric : name from `METRICS`.
    seed : same seed, same labels, whatever ``n_jobs``.
    n_init : random starts of which the best is kept (the paper: 100).
    options : further settings by algorithm, for example ``{"dbscan": {"eps": 0.5}}``.
    n_jobs : processes for slow algorithms; None decides by the work to be done.
    progress : called with (done, total, message) after each partition.
    """
    objects = X if isinstance(X, Objects) else Objects(X, metric)
    plan = plan_run(objects, algorithms, ks, seed=seed, n_init=n_init, options=options)
    partitions = []
    for partition in iter_partitions(objects, plan, n_jobs=n_jobs):
        partitions.append(partition)
        if progress is not None:
            progress(len(partitions), plan.total, f"{partition.algorithm}, k = {partition.k}")
    return partitions


def iter_partitions(
    objects: Objects, plan: Plan, *, n_jobs: int | None = None
) -> Iterator[Partition]:
    """Partitions in the plan's order, each as soon as it is made.

    Closing the iterator stops the work; processes it started are not left running for it.
    """
    for row in plan.rows:
        yield from _of_algorithm(row, objects, plan, n_jobs)


def _of_algorithm(
    row: Algorithm, objects: Objects, plan: Plan, n_jobs: int | None
) -> Iterator[Partition]:
    from aucc_core.partitions.methods import METHODS, quietly  # scikit-learn takes a second to load

    settings, method = plan.settings[row.name], METHODS[row.name]
    ks = plan.ks if row.takes_k else (0,)
    possible = [k for k in ks if row.splits_equal or k <= objects.n_distinct]
    begin = time.perf_counter()
    state = quietly(method.prepare, objects, possible, settings) if possible else None
    shared = (time.perf_counter() - begin) / len(ks)
    workers = _workers(row, objects, possible, settings, n_jobs)
    results = _each_k(row.name, state, possible, settings, workers)
    try:
        for k in ks:
            if k in possible:
                labels, seconds = next(results)
            else:
                labels, seconds = objects.distinct_codes, 0.0
            numbered = number_labels(labels)
            found = k if row.takes_k else int(numbered.max()) + 1
            yield Partition(row.name, found, numbered, settings.seed, seconds + shared)
    finally:
        results.close()


def _each_k(
    name: str, state: Any, ks: Sequence[int], settings: Settings, workers: int
) -> Generator[tuple[npt.NDArray[np.integer], float], None, None]:
    if workers == 1:
        for k in ks:
            yield _timed_labels(name, state, k, settings)
        return
    import joblib

    # Large k first would balance better, but small k first lets a chart fill from the left.
    parallel = joblib.Parallel(n_jobs=workers, return_as="generator", pre_dispatch="2*n_jobs")
    results = parallel(joblib.delayed(_timed_labels)(name, state, k, settings) for k in ks)
    try:
        yield from results
    finally:
        results.close()


def _timed_labels(
    name: str, state: Any, k: int, settings: Settings
) -> tuple[npt.NDArray[np.integer], float]:
    from aucc_core.partitions.methods import METHODS, quietly

    begin = time.perf_counter()
    with one_thread():
        labels = quietly(METHODS[name].labels, state, k, settings)
    return labels, time.perf_counter() - begin


def _workers(
    row: Algorithm, objects: Objects, ks: Sequence[int], settings: Settings, n_jobs: int | None
) -> int:
    """How many processes to use: threads do not help, k-means holds Python's lock too much."""
    if row.name not in _SLOW_IN_K or len(ks) < 2 or multiprocessing.current_process().daemon:
        return 1
    if n_jobs is not None:
        return max(1, min(n_jobs, len(ks)))
    assert objects.features is not None
    work = settings.n_init * sum(ks) * objects.features.size * _KMEANS_UNIT_SECONDS
    if work < _WORTH_PROCESSES_SECONDS:
        return 1
    return min(len(os.sched_getaffinity(0)), len(ks))


def number_labels(labels: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
    """Number clusters 0, 1, … by first appearance; noise stays -1."""
    kept = labels != NOISE
    numbered = np.full(labels.shape, NOISE, dtype=np.int32)
    if kept.any():
        numbered[kept] = label_codes(labels[kept])
    numbered.setflags(write=False)
    return numbered
