"""`sweep`: cluster with many algorithms and numbers of clusters, and score every partition.

>>> from aucc_core.sweep import sweep
>>> X = [[0.0], [1.0], [9.0], [11.0], [30.0], [33.0]]
>>> sweep(X, "average", [2, 3], seed=0).table[["algorithm", "k", "aucc"]].round(3)
  algorithm  k   aucc
0   average  2  0.982
1   average  3  1.000
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from aucc_core.objects import Objects
from aucc_core.partitions.make import Partition, Progress, iter_partitions
from aucc_core.partitions.plan import plan_run
from aucc_core.plan import SizeChoices
from aucc_core.scoring import PartitionScorer, ScoredPartition
from aucc_core.sweep_result import SweepResult, build_result

# Quick partitions are scored together (one walk over the pairs for all), slow ones at once, so
# that whoever watches sees them.
_SLOW_SECONDS = 0.02
_BATCH = 32
_BATCH_SECONDS = 0.25


@dataclass(frozen=True)
class _Request:
    """A checked request: everything `sweep` and `sweep_iter` share."""

    objects: Objects
    partitions: Iterator[Partition]
    scorer: PartitionScorer
    total: int
    notices: tuple[str, ...]


def sweep(
    dataset_or_X: Any,
    algorithms: str | Iterable[str],
    ks: int | Iterable[int],
    *,
    criteria: str | Iterable[str] = ("aucc",),
    metric: str = "euclidean",
    seed: int,
    n_init: int = 10,
    progress: Progress | None = None,
    true_labels: Any = None,
    noise: str = "drop",
    options: Mapping[str, Mapping[str, Any]] | None = None,
    size: SizeChoices | None = None,
    cancel: Callable[[], bool] | None = None,
) -> SweepResult:
    """Cluster and score; a tidy table, the partitions and their curves come back.

    Parameters
    ----------
    dataset_or_X : Dataset, (n, d) features, or distances with ``metric="precomputed"``.
    algorithms : names from `ALGORITHMS`.
    ks : numbers of clusters, each 2 to n - 1.
    criteria : names from `CRITERIA`, or "all".
    metric : name from `METRICS`.
    seed, n_init : seed and number of random starts, of which the best is kept.
    progress : called with (done, total, message) after each scored partition.
    true_labels : for the external indices; a Dataset brings its own.
    noise : what to do with objects labelled -1, a name from `NOISE_POLICIES`.
    options : further settings by algorithm, for example ``{"dbscan": {"eps": 0.5}}``.
    size : how to score data too large to rank (engine, memory, tolerance, cluster); None decides.
    cancel : asked between partitions; once true, what is done so far comes back, with
        ``complete`` false.
    """
    request = _prepare(
        dataset_or_X,
        algorithms,
        ks,
        criteria=criteria,
        metric=metric,
        seed=seed,
        n_init=n_init,
        true_labels=true_labels,
        noise=noise,
        options=options,
        size=size,
    )
    scored: list[ScoredPartition] = []
    for item in _score(request, cancel):
        scored.append(item)
        if progress is not None:
            message = f"{item.partition.algorithm}, k = {item.partition.k}"
            progress(item.done, item.total, message)
    return build_result(
        request.objects,
        scored,
        criteria=request.scorer.criterion_names,
        external=request.scorer.external_names,
        noise=noise,
        total=request.total,
    )


def sweep_iter(
    dataset_or_X: Any,
    algorithms: str | Iterable[str],
    ks: int | Iterable[int],
    *,
    criteria: str | Iterable[str] = ("aucc",),
    metric: str = "euclidean",
    seed: int,
    n_init: int = 10,
    true_labels: Any = None,
    noise: str = "drop",
    options: Mapping[str, Mapping[str, Any]] | None = None,
    size: SizeChoices | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Iterator[ScoredPartition]:
    """Each scored partition as soon as it is done; settings as in `sweep`.

    The input is checked before the first one. Items are small and can be sent to another process;
    `aucc_core.sweep_result.collect` makes a `SweepResult` of them. Closing the iterator stops the
    work.
    """
    request = _prepare(
        dataset_or_X,
        algorithms,
        ks,
        criteria=criteria,
        metric=metric,
        seed=seed,
        n_init=n_init,
        true_labels=true_labels,
        noise=noise,
        options=options,
        size=size,
    )
    return _score(request, cancel)


def estimate_memory(n: int, *, all_criteria: bool = True) -> int:
    """Bytes that a sweep of n objects needs at most, roughly: it is n² that counts."""
    n_pairs = n * (n - 1) // 2
    # Distances 8, ranks 4, and while ranking 16 more; a linkage works on a copy of the distances.
    a_pair = 28
    if all_criteria:
        a_pair += 16 + 8 + 12  # square distances, their sorted sums, pairs in order
    return 150_000_000 + a_pair * n_pairs


def _prepare(
    data: Any,
    algorithms: str | Iterable[str],
    ks: int | Iterable[int],
    *,
    criteria: str | Iterable[str],
    metric: str,
    seed: int,
    n_init: int,
    true_labels: Any,
    noise: str,
    options: Mapping[str, Mapping[str, Any]] | None,
    size: SizeChoices | None,
) -> _Request:
    objects = data if isinstance(data, Objects) else Objects(data, metric)
    plan = plan_run(objects, algorithms, ks, seed=seed, n_init=n_init, options=options)
    given = objects.true_labels if true_labels is None else true_labels
    scorer = PartitionScorer(objects, criteria, noise=noise, true_labels=given, size=size)
    partitions = iter_partitions(objects, plan)
    return _Request(objects, partitions, scorer, plan.total, plan.notices + scorer.notices)


def _score(request: _Request, cancel: Callable[[], bool] | None) -> Iterator[ScoredPartition]:
    done = 0
    notices = request.notices
    for batch in _batches(request.partitions, cancel):
        for item in request.scorer.score(batch):
            done += 1
            yield item.numbered(done, request.total, notices)
            notices = ()
            if cancel is not None and cancel():
                return


def _batches(
    partitions: Iterator[Partition], cancel: Callable[[], bool] | None
) -> Iterator[list[Partition]]:
    batch: list[Partition] = []
    begin = time.perf_counter()
    for partition in partitions:
        batch.append(partition)
        waited = time.perf_counter() - begin
        slow = partition.seconds > _SLOW_SECONDS
        if slow or len(batch) == _BATCH or waited > _BATCH_SECONDS:
            yield batch
            batch, begin = [], time.perf_counter()
        if cancel is not None and cancel():
            return
    if batch:
        yield batch
