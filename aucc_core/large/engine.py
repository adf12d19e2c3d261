"""How to score data of a given size, exactly, between certain bounds or from a sample: and do it.

`choose` decides by objects, partitions and memory before any work, and says what it will cost; a
caller may overrule it. `score_any_size` then scores by that choice. What the engines need is
loaded when they run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from aucc_core.cost import (
    BOUNDS_COST,
    EXACT_COST,
    SAMPLE_COST,
    SAMPLED_PAIRS,
    Cost,
    EngineCost,
    ScoreLoad,
    about_seconds,
    format_bytes,
    pair_count,
    parse_bytes,
)
from aucc_core.large import DEFAULT_TOLERANCE
from aucc_core.large.disk import RowSource, as_source
from aucc_core.score.distances import Distances, distances_of
from aucc_core.score.inputs import InputError, Integers, Progress, registry
from aucc_core.score.metrics import metric_row
from aucc_core.score.objects import Objects
from aucc_core.score.ranking import MAX_RANKED_OBJECTS
from aucc_core.score.result import Score

if TYPE_CHECKING:
    from aucc_core.large.curve import CurveBand
    from aucc_core.score.curve import RocCurve

Engine = str  # a name in ENGINES

# Read where no budget is given: bytes, or such as "500 MB" and "2 GB".
MEMORY_VARIABLE = "AUCC_MEMORY"
# Read where no address of a Dask scheduler is given on the command line or the page.
CLUSTER_VARIABLE = "AUCC_CLUSTER"
DEFAULT_MEMORY = 1_000_000_000
# Bounds are several times quicker, so exact numbers must not take longer than this; where bounds
# take longer, they give way to a sample.
_EXACT_SECONDS = 10.0
_BOUNDS_SECONDS = 300.0
# Features assumed where there are none, or none are known.
_USUAL_FEATURES = 10


@dataclass(frozen=True)
class SizeChoices:
    """What a user may overrule when data is large, in one value; a Dask client is passed beside it.

    Attributes
    ----------
    engine, memory : see `choose`.
    tolerance : for bounds, see aucc_bounds.
    n_pairs, seed : for a sample, see aucc_sample.
    """

    engine: Engine = "auto"
    memory: int | None = None
    tolerance: float = DEFAULT_TOLERANCE
    n_pairs: int = SAMPLED_PAIRS
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Scoring:
    """What an engine is given beside the labels.

    Attributes
    ----------
    data : objects, or rows on disk.
    size : what the user overrules.
    metric, metric_options : the distance for rows on disk; objects have theirs.
    client : a Dask client or address.
    progress : called with (done, total, message).
    """

    data: Objects | RowSource
    size: SizeChoices
    metric: str = "euclidean"
    client: Any = None
    progress: Progress | None = None
    metric_options: Mapping[str, float] | None = None

    @property
    def objects(self) -> Objects:
        """The data, by an engine that does not take rows from disk."""
        assert isinstance(self.data, Objects)
        return self.data


@dataclass(frozen=True)
class EngineRow:
    """One row of the registry.

    Attributes
    ----------
    name, label, help : for code, for menus, and one plain line on what it gives.
    cost : what scoring takes.
    score : AUCC of some partitions, and how sure it is.
    curve : the ROC curve of one.
    comes_from : what AUCC comes from, in a few words.
    exact : whether it ranks the pairs. Every criterion follows from their ranks; who has them, as
        `Objects.pairs`, asks them and not the engine.
    band : two curves between which the true one certainly is; None where nothing is certain.
    on_cluster : whether a Dask cluster can do the work.
    from_disk : whether the rows may stay on disk.
    """

    name: Engine
    label: str
    help: str
    cost: EngineCost
    score: Callable[[Scoring, Sequence[Any]], list[Score]]
    curve: Callable[[Scoring, Integers], RocCurve]
    comes_from: Callable[[SizeChoices], str]
    exact: bool = False
    band: Callable[[Scoring, Integers], CurveBand] | None = None
    on_cluster: bool = False
    from_disk: bool = False

    @property
    def certain(self) -> bool:
        """Whether AUCC is between its bounds for sure, where it is not exact."""
        return self.band is not None


def _score_by_bounds(scoring: Scoring, partitions: Sequence[Any]) -> list[Score]:
    from aucc_core.large.bounds import aucc_bounds_many

    return aucc_bounds_many(
        scoring.objects.distances,
        partitions,
        tolerance=scoring.size.tolerance,
        client=scoring.client,
        memory=_counter_memory(scoring.size),
        progress=scoring.progress,
    )


def _band(scoring: Scoring, labels: Integers) -> CurveBand:
    from aucc_core.large.curve import curve_band

    return curve_band(
        scoring.objects.distances,
        labels,
        tolerance=scoring.size.tolerance,
        client=scoring.client,
        memory=_counter_memory(scoring.size),
        progress=scoring.progress,
    )


def _counter_memory(size: SizeChoices) -> int | None:
    """What counters may take; None leaves it to them, where the budget is more than they want."""
    from aucc_core.large.bounds import MAX_MEMORY

    budget = memory_budget(size.memory)
    return budget if budget < MAX_MEMORY else None


def _score_by_sample(scoring: Scoring, partitions: Sequence[Any]) -> list[Score]:
    from aucc_core.large.sample import aucc_sample

    data, size = scoring.data, scoring.size
    return [
        aucc_sample(
            data.distances if isinstance(data, Objects) else data,
            labels,
            metric=scoring.metric,
            metric_options=scoring.metric_options,
            n_pairs=size.n_pairs,
            seed=size.seed,
            progress=scoring.progress,
        )
        for labels in partitions
    ]


def _curve_by_sample(scoring: Scoring, labels: Integers) -> RocCurve:
    from aucc_core.large.sample import CURVE_PAIRS, sample_curve

    n_pairs = min(scoring.size.n_pairs, CURVE_PAIRS)
    return sample_curve(scoring.objects.distances, labels, n_pairs=n_pairs, seed=scoring.size.seed)


ENGINES: Mapping[Engine, EngineRow] = registry(
    EngineRow(
        "exact",
        "Exact, with everything",
        "All criteria and curves; needs memory.",
        EXACT_COST,
        score=lambda scoring, partitions: scoring.objects.pairs.scores(partitions),
        curve=lambda scoring, labels: scoring.objects.pairs.curve(labels),
        comes_from=lambda _size: "the order of all pairs",
        exact=True,
    ),
    EngineRow(
        "bounds",
        "Certain bounds",
        "Looks at every pair; AUCC is surely in between.",
        BOUNDS_COST,
        score=_score_by_bounds,
        curve=lambda scoring, labels: _band(scoring, labels).middle,
        comes_from=lambda size: f"certain bounds at most {size.tolerance:g} apart",
        band=_band,
        on_cluster=True,
    ),
    EngineRow(
        "sample",
        "Sample of pairs",
        f"{SAMPLED_PAIRS // 10**6} million pairs: a 95 % interval in seconds.",
        SAMPLE_COST,
        score=_score_by_sample,
        curve=_curve_by_sample,
        comes_from=lambda size: f"samples of {size.n_pairs:,} pairs",
        from_disk=True,
    ),
)


def engine_row(name: Engine) -> EngineRow:
    """The row of an engine, or why there is none."""
    if name not in ENGINES:
        raise InputError(f"engine must be one of {', '.join(ENGINES)}; got {name!r}.")
    return ENGINES[name]


@dataclass(frozen=True)
class EngineChoice:
    """What will be done, and what it takes.

    Attributes
    ----------
    engine : "exact", "bounds" (certain, with a width) or "sample" (an interval with a confidence).
    cost : rough time, and bytes beside the data itself.
    reason : why this engine, in one sentence.
    """

    engine: Engine
    cost: Cost
    reason: str = ""

    @property
    def seconds(self) -> float:
        """Rough time."""
        return self.cost.seconds

    def __str__(self) -> str:
        return (
            f"{self.engine}: {about_seconds(self.seconds)}, about "
            f"{format_bytes(self.cost.bytes)}. {self.reason}"
        ).rstrip()


def choose(
    n: int,
    d: int = _USUAL_FEATURES,
    *,
    n_partitions: int = 1,
    metric: str = "euclidean",
    memory: int | None = None,
    engine: Engine = "auto",
) -> EngineChoice:
    """Choose how to score ``n_partitions`` partitions of n objects with d features.

    Parameters
    ----------
    memory : bytes that may be used; by default AUCC_MEMORY from the environment, else 1 GB.
    engine : "auto", or one of ENGINES to overrule the choice.
    """
    asked = None if engine == "auto" else engine_row(engine)
    budget = memory_budget(memory)
    row = metric_row(metric)
    row.require_few(n)
    rankable = n <= MAX_RANKED_OBJECTS or n_partitions == 1

    def priced(name: Engine, reason: str = "") -> EngineChoice:
        cost = engine_cost(name, n, d, n_partitions=n_partitions, metric=metric)
        return EngineChoice(name, cost, reason)

    if asked is not None:
        if row.only_at_once and not asked.exact:
            raise InputError(row.only_at_once)
        if asked.exact and not rankable:
            raise InputError(
                f"Several partitions are scored exactly for up to {MAX_RANKED_OBJECTS:,} objects; "
                f"got {n:,}. Use bounds or a sample."
            )
        return priced(asked.name, "As asked for.")
    exact, bounds = priced("exact"), priced("bounds")
    if row.only_at_once:
        return replace(exact, reason=row.only_at_once)
    pairs = f"{pair_count(n):,} pairs"
    if rankable and exact.cost.bytes <= budget and exact.seconds <= _EXACT_SECONDS:
        return replace(exact, reason=f"All {pairs} fit into {format_bytes(budget)}.")
    if not row.takes_features or bounds.seconds <= _BOUNDS_SECONDS:
        why = (
            f"To order all {pairs} takes {format_bytes(exact.cost.bytes)}, more than the "
            f"{format_bytes(budget)} allowed."
            if exact.cost.bytes > budget or not rankable
            else "Counting pairs in bins is quicker than ordering them."
        )
        return replace(bounds, reason=why)
    return priced("sample", f"Looking at all {pairs} takes {about_seconds(bounds.seconds)}.")


def engine_cost(
    engine: Engine, n: int, d: int, *, n_partitions: int = 1, metric: str = "euclidean"
) -> Cost:
    """What scoring by one of ENGINES takes; memory beside the data itself."""
    return engine_row(engine).cost.of(ScoreLoad.of(n, d, partitions=n_partitions, metric=metric))


def choice_for(
    X: Any,
    size: SizeChoices | None = None,
    *,
    n_partitions: int = 1,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
    client: Any = None,
) -> EngineChoice:
    """How `score_any_size` would score this data, and what it would cost on this machine."""
    size = size or SizeChoices()
    asked = None if size.engine == "auto" else engine_row(size.engine)
    if client is not None and asked is not None and not asked.on_cluster:
        raise InputError(
            f"A cluster counts bounds; the engine {size.engine!r} runs on one machine."
        )
    source = None if isinstance(X, Distances) else as_source(X)
    if source is not None:
        by = asked or ENGINES["sample"]
        _require_from_disk(by)
        sampled = choose(source.n, n_partitions=n_partitions, memory=size.memory, engine=by.name)
        return replace(sampled, reason="The rows stay on disk.")
    distances = distances_of(X, metric, metric_options=metric_options)

    def chosen(engine: Engine) -> EngineChoice:
        return choose(
            distances.n,
            distances.d or _USUAL_FEATURES,
            n_partitions=n_partitions,
            metric=distances.metric.name,
            memory=size.memory,
            engine=engine,
        )

    choice = chosen(size.engine)
    row = ENGINES[choice.engine]
    # Many machines have the patience that one has not.
    return choice if client is None or row.exact or row.on_cluster else chosen("bounds")


def _require_from_disk(row: EngineRow) -> None:
    if not row.from_disk:
        raise InputError(f"Rows on disk are sampled; for {row.name!r} load the table first.")


def score_any_size(
    X: Any,
    partitions: Sequence[Any],
    size: SizeChoices | None = None,
    *,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
    choice: EngineChoice | None = None,
    client: Any = None,
    progress: Progress | None = None,
) -> list[Score]:
    """AUCC of some partitions by the engine that `choice_for` picks.

    Parameters
    ----------
    X, metric, metric_options : as in aucc_score, or `Objects`; rows on disk are sampled.
    size : what the user overrules.
    choice : the engine, when it has been chosen already.
    client : a Dask client or address, for bounds. With one they replace a sample.
    progress : called with (done, total, message).
    """
    size = size or SizeChoices()
    data: Objects | RowSource | None = X if isinstance(X, Objects) else as_source(X)
    if data is None:
        data = Objects(X, metric, metric_options=metric_options)
    if choice is None:
        of = data.distances if isinstance(data, Objects) else data
        choice = choice_for(of, size, n_partitions=len(partitions), metric=metric, client=client)
    row = engine_row(choice.engine)
    if not isinstance(data, Objects):
        _require_from_disk(row)
    scoring = Scoring(data, size, metric, client, progress, metric_options)
    return row.score(scoring, partitions)


def memory_budget(given: int | None = None, *, default: int = DEFAULT_MEMORY) -> int:
    """Bytes that may be used: as given, else from the environment, else ``default``."""
    text = os.environ.get(MEMORY_VARIABLE) if given is None else None
    budget = parse_bytes(text) if text else given if given is not None else default
    if budget < 1_000_000:
        raise InputError(f"The memory budget must be 1 MB or more; got {budget} bytes.")
    return budget
