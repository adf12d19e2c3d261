"""`sweep`: cluster with many algorithms and numbers of clusters, and score every partition.

>>> from aucc_core.sweeps.sweep import sweep
>>> X = [[0.0], [1.0], [9.0], [11.0], [20.0], [23.0]]
>>> sweep(X, "average", [2, 3], seed=0).table[["algorithm", "k", "aucc"]].round(3)
  algorithm  k   aucc
0   average  2  0.946
1   average  3  1.000
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any

from aucc_core.cost import Cost, CriterionCost, Load, compared_run, counted_run, ranked_run
from aucc_core.criteria.registry import CRITERIA
from aucc_core.large.engine import ENGINES, Engine, SizeChoices, engine_cost
from aucc_core.partitions.algorithms import Algorithm
from aucc_core.partitions.make import Partition, iter_partitions
from aucc_core.partitions.spec import Options, RunSpec, run_of
from aucc_core.score.inputs import Dataset, Progress
from aucc_core.sweeps.result import SweepResult, build_result
from aucc_core.sweeps.scorer import PartitionScorer, ScoredPartition

# Quick partitions are scored together (one walk over the pairs for all), slow ones at once, so
# that whoever watches sees them.
_SLOW_SECONDS = 0.02
_BATCH = 32
_BATCH_SECONDS = 0.25

Cancel = Callable[[], bool]


def sweep(
    dataset_or_X: Any,
    algorithms: str | Iterable[str],
    ks: int | Iterable[int],
    *,
    criteria: str | Iterable[str] = ("aucc",),
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
    seed: int,
    n_init: int = 10,
    progress: Progress | None = None,
    true_labels: Any = None,
    noise: str = "drop",
    options: Options | None = None,
    size: SizeChoices | None = None,
    client: Any = None,
    cancel: Cancel | None = None,
) -> SweepResult:
    """Cluster and score; a tidy table, the partitions and their curves come back.

    Parameters
    ----------
    dataset_or_X : Dataset, (n, d) features, or distances with ``metric="precomputed"``.
    algorithms : names from `ALGORITHMS`.
    ks : numbers of clusters, each 2 to n - 1.
    criteria : names from `CRITERIA`, or "all".
    metric, metric_options : name from `METRICS`, and its settings, for example ``{"p": 3}``.
    seed, n_init : seed and number of random starts, of which the best is kept.
    progress : called with (done, total, message) after each scored partition.
    true_labels : for the external indices; a Dataset brings its own.
    noise : what to do with objects labelled -1, a name from `NOISE_POLICIES`.
    options : further settings by algorithm, for example ``{"dbscan": {"eps": 0.5}}``.
    size : how to score data too large to rank (engine, memory, tolerance); None decides.
    client : a Dask client or the address of a scheduler, which then counts the pairs of bounds.
    cancel : asked between partitions; once true, what is done so far comes back, with
        ``complete`` false.

    >>> from aucc_core import load_dataset, sweep
    >>> ruspini = load_dataset("ruspini")
    >>> found = sweep(ruspini, "ward", range(3, 6), criteria=("aucc", "swc"), seed=0)
    >>> found.table[["algorithm", "k", "aucc", "swc", "ari"]].round(3)
      algorithm  k   aucc    swc    ari
    0      ward  3  0.942  0.633  0.746
    1      ward  4  0.999  0.738  1.000
    2      ward  5  0.999  0.713  0.958
    """
    objects, spec = run_of(
        dataset_or_X, algorithms, ks, metric=metric, metric_options=metric_options, seed=seed,
        n_init=n_init, noise=noise, options=options, size=size,
    )  # fmt: skip
    scorer = PartitionScorer(objects, spec, criteria, true_labels=true_labels, client=client)
    return run_sweep(scorer, progress, cancel)


def run_sweep(
    scorer: PartitionScorer, progress: Progress | None = None, cancel: Cancel | None = None
) -> SweepResult:
    """The sweep that a scorer was made for; settings as in `sweep`."""
    scored: list[ScoredPartition] = []
    for item in _score(scorer, cancel):
        scored.append(item)
        if progress is not None:
            message = f"{item.partition.algorithm}, k = {item.partition.k}"
            progress(item.done, item.total, message)
    return build_result(scorer, scored, scorer.spec.total)


def sweep_iter(
    dataset_or_X: Any,
    algorithms: str | Iterable[str],
    ks: int | Iterable[int],
    *,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
    seed: int,
    n_init: int = 10,
    noise: str = "drop",
    criteria: str | Iterable[str] = ("aucc",),
    true_labels: Any = None,
    options: Options | None = None,
    size: SizeChoices | None = None,
    client: Any = None,
    cancel: Cancel | None = None,
) -> Iterator[ScoredPartition]:
    """Each scored partition as soon as it is done; settings as in `sweep`.

    The input is checked before the first one. Items are small and can be sent to another process.
    Closing the iterator stops the work.
    """
    objects, spec = run_of(
        dataset_or_X, algorithms, ks, metric=metric, metric_options=metric_options, seed=seed,
        n_init=n_init, noise=noise, options=options, size=size,
    )  # fmt: skip
    return sweep_steps(
        objects, spec, criteria=criteria, true_labels=true_labels, client=client, cancel=cancel
    )


def sweep_steps(
    data: Any,
    spec: RunSpec,
    *,
    criteria: str | Iterable[str] = ("aucc",),
    true_labels: Any = None,
    client: Any = None,
    cancel: Cancel | None = None,
) -> Iterator[ScoredPartition]:
    """Each scored partition of a run as soon as it is done; the run is checked before the first."""
    objects = spec.objects(data)
    spec.check(objects)
    scorer = PartitionScorer(objects, spec, criteria, true_labels=true_labels, client=client)
    return _score(scorer, cancel)


def _score(
    scorer: PartitionScorer, cancel: Cancel | None
) -> Generator[ScoredPartition, None, None]:
    objects, spec, done = scorer.objects, scorer.spec, 0
    notices = spec.notices(objects) + scorer.notices
    for batch in _batches(iter_partitions(objects, spec), cancel):
        for item in scorer.score(batch):
            done += 1
            yield item.numbered(done, spec.total, notices)
            notices = ()
            if cancel is not None and cancel():
                return


def _batches(partitions: Iterator[Partition], cancel: Cancel | None) -> Iterator[list[Partition]]:
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


def run_cost(
    dataset: Dataset, spec: RunSpec, criteria: Iterable[str] = ("aucc",), *, drawn: bool = True
) -> Cost:
    """What a run takes; decides whether it becomes a job and whether it asks first.

    ``drawn`` says whether each partition's curve and errors are wanted besides its scores.
    """
    engine = spec.size.engine if spec.is_large else "exact"
    return _cost_by(engine, dataset, spec, criteria, drawn=drawn)


def sweep_cost(dataset: Dataset, scorer: PartitionScorer) -> Cost:
    """What `run_sweep` takes by the engine that the scorer has chosen."""
    engine = scorer.choice.engine
    return _cost_by(engine, dataset, scorer.spec, scorer.criterion_names, drawn=False)


def _cost_by(
    engine: Engine, dataset: Dataset, spec: RunSpec, criteria: Iterable[str], *, drawn: bool
) -> Cost:
    load, costs = _load(dataset, spec), [row.cost for row in _rows(spec)]
    if ENGINES[engine].exact:
        scored = _criterion_costs(dataset, criteria)
        return ranked_run(load, costs, scored, metric=spec.metric, drawn=drawn)
    each = engine_cost(engine, dataset.n, dataset.d, metric=spec.metric).seconds
    total = spec.total if spec.algorithms else 0
    return counted_run(
        load, costs, partitions=total, each=each, table=dataset.X.nbytes, drawn=drawn
    )


def comparison_cost(dataset: Dataset, spec: RunSpec) -> Cost:
    """What scoring every partition of a run by all criteria takes."""
    run, scored = run_cost(dataset, spec), _criterion_costs(dataset, CRITERIA)
    return compared_run(_load(dataset, spec), len(spec.algorithms), run, scored)


def _criterion_costs(dataset: Dataset, names: Iterable[str]) -> list[CriterionCost]:
    """Of the criteria that so many objects can be scored by."""
    rows = [CRITERIA[name] for name in names]
    return [row.cost for row in rows if row.most_objects is None or dataset.n <= row.most_objects]


def _load(dataset: Dataset, spec: RunSpec) -> Load:
    return Load(dataset.n, dataset.d, spec.ks, spec.n_init)


def _rows(spec: RunSpec) -> list[Algorithm]:
    return spec.rows if spec.algorithms else []
