"""`make_partitions`: labels for every algorithm and number of clusters.

>>> from aucc_core.partitions import make_partitions
>>> [p.labels.tolist() for p in make_partitions([[0.0], [1.0], [9.0]], "single", [2], seed=0)]
[[0, 0, 1]]
"""

from __future__ import annotations

import importlib
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.blas import one_thread
from aucc_core.partitions.algorithms import ALGORITHMS, Algorithm
from aucc_core.partitions.method import Method
from aucc_core.partitions.noise import NOISE
from aucc_core.partitions.spec import Options, RunSpec, run_of
from aucc_core.score.inputs import Labels, Progress, label_codes
from aucc_core.score.objects import Objects


@dataclass(frozen=True, eq=False)
class Partition:
    """One clustering.

    Attributes
    ----------
    algorithm : its name in `ALGORITHMS`.
    k : the number of clusters asked for; the number found when the algorithm decides.
    labels : one number per object, 0, 1, … by first appearance; -1 is noise. Read-only.
    seed : what the random starts came from.
    seconds : time taken, with an equal part of what all k share.
    """

    algorithm: str
    k: int
    labels: npt.NDArray[np.int32]
    seed: int = 0
    seconds: float = 0.0

    @property
    def title(self) -> str:
        """For people: "k-means, k = 4"."""
        return f"{ALGORITHMS[self.algorithm].label}, k = {self.k}"

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
    metric_options: Mapping[str, float] | None = None,
    seed: int,
    n_init: int = 10,
    options: Options | None = None,
    progress: Progress | None = None,
) -> list[Partition]:
    """Cluster the objects with every algorithm and every number of clusters.

    Parameters
    ----------
    X : (n, d) features, a DataFrame, a Dataset, or distances with ``metric="precomputed"``.
    algorithms : names from `ALGORITHMS`.
    ks : numbers of clusters, each 2 to n - 1; algorithms that find k themselves run once.
    metric, metric_options : name from `METRICS`, and its settings, for example ``{"p": 3}``.
    seed : same seed, same labels, on any number of cores.
    n_init : random starts of which the best is kept (the paper: 100).
    options : further settings by algorithm, for example ``{"dbscan": {"eps": 0.5}}``.
    progress : called with (done, total, message) after each partition.

    >>> from aucc_core import load_dataset, make_partitions
    >>> made = make_partitions(load_dataset("ruspini").X, ["ward", "hdbscan"], [3, 4], seed=0)
    >>> [(partition.title, partition.n_clusters) for partition in made]
    [('Ward, k = 3', 3), ('Ward, k = 4', 4), ('HDBSCAN, k = 4', 4)]
    """
    objects, spec = run_of(
        X,
        algorithms,
        ks,
        metric=metric,
        metric_options=metric_options,
        seed=seed,
        n_init=n_init,
        options=options,
    )
    partitions = []
    for partition in iter_partitions(objects, spec):
        partitions.append(partition)
        if progress is not None:
            progress(len(partitions), spec.total, f"{partition.algorithm}, k = {partition.k}")
    return partitions


def iter_partitions(objects: Objects, spec: RunSpec) -> Iterator[Partition]:
    """Partitions in the run's order, each as soon as it is made; the run was checked before."""
    for row in spec.rows:
        yield from _of_algorithm(row, objects, spec)


def _of_algorithm(row: Algorithm, objects: Objects, spec: RunSpec) -> Iterator[Partition]:
    settings, method = spec.settings(row.name), method_of(row)
    ks = spec.ks if row.takes_k else (0,)
    possible = [k for k in ks if row.splits_equal or k <= objects.n_distinct]
    begin = time.perf_counter()
    state = _quietly(method.prepare, objects, possible, settings) if possible else None
    shared = (time.perf_counter() - begin) / len(ks)
    for k in ks:
        begin = time.perf_counter()
        if k in possible:
            with one_thread():
                labels = _quietly(method.labels, state, k, settings)
        else:
            labels = objects.distinct_codes
        numbered = number_labels(labels)
        found = k if row.takes_k else int(numbered.max()) + 1
        seconds = time.perf_counter() - begin + shared
        yield Partition(row.name, found, numbered, settings.seed, seconds)


def trials(row: Algorithm, objects: Objects, spec: RunSpec) -> Iterator[tuple[Options, str]]:
    """Settings to try for an algorithm that finds k itself, and each in words.

    A value that the run gives is the only one; else multiples of the usual value.
    """
    given = spec.options.get(row.name, {})
    usual = method_of(row).usual
    if usual is None or given.get(row.decided_by):
        value = given.get(row.decided_by)
        yield spec.options, f"{row.decided_by} = {value:g}" if value else ""
        return
    middle = usual(objects, spec.settings(row.name))
    for multiple in row.multiples:
        value = middle * multiple
        if isinstance(middle, int):
            value = max(2, round(value))
        options = {**spec.options, row.name: {**given, row.decided_by: value}}
        yield options, f"{row.decided_by} = {value:g}"


def method_of(row: Algorithm) -> Method:
    """The method that a row names."""
    module, _, name = row.method.partition(":")
    found: Method = getattr(importlib.import_module(module), name)
    return found


def _quietly(step: Callable[..., Any], *args: Any) -> Any:
    """Run a step without the warnings that our own notices replace."""
    from sklearn.exceptions import ConvergenceWarning  # takes a second to load

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.filterwarnings("ignore", message="Graph is not fully connected")
        return step(*args)


def number_labels(labels: Labels) -> npt.NDArray[np.int32]:
    """Number clusters 0, 1, … by first appearance; noise stays -1."""
    kept = labels != NOISE
    numbered = np.full(labels.shape, NOISE, dtype=np.int32)
    if kept.any():
        numbered[kept] = label_codes(labels[kept])
    numbered.setflags(write=False)
    return numbered
