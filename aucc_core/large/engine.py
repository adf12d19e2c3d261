"""How to score data of a given size, exactly, between certain bounds or from a sample: and do it.

`choose` decides by objects, partitions and memory before any work, and says what it will cost; a
caller may overrule it. `score_any_size` then scores by that choice. What the engines need is
loaded when they run.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from aucc_core.cost import (
    Cost,
    EngineCost,
    ScoreLoad,
    about_seconds,
    format_bytes,
    ordering_bytes,
    pair_count,
    parse_bytes,
)
from aucc_core.large import DEFAULT_TOLERANCE
from aucc_core.large.disk import RowSource, as_source
from aucc_core.score.distances import Distances, distances_of
from aucc_core.score.inputs import InputError, Progress, registry
from aucc_core.score.metrics import STORED, metric_row
from aucc_core.score.ranked import RankedPairs
from aucc_core.score.ranking import MAX_RANKED_OBJECTS
from aucc_core.score.result import Score

Engine = Literal["exact", "bounds", "sample"]

# Read where no budget is given: bytes, or such as "500 MB" and "2 GB".
MEMORY_VARIABLE = "AUCC_MEMORY"
DEFAULT_MEMORY = 1_000_000_000
# Above this many seconds bounds give way to a sample.
DEFAULT_PATIENCE = 300.0
# Bounds are several times quicker, so exact numbers must not take longer than this.
_EXACT_SECONDS = 10.0
# Pairs for a margin of about 0.0001.
SAMPLED_PAIRS = 16_000_000
# Features assumed where there are none, or none are known.
_USUAL_FEATURES = 10


@dataclass(frozen=True)
class EngineRow:
    """One row of the registry: a way to score, for menus, and what it takes."""

    name: Engine
    label: str
    help: str
    cost: EngineCost


ENGINES: Mapping[str, EngineRow] = registry(
    EngineRow(
        "exact",
        "Exact, with everything",
        "All criteria and curves; needs memory.",
        # One partition is counted; several are ranked once and then scored in a moment.
        EngineCost(
            lambda load: (
                load.pairs * (load.distance_ns + (12 if load.alone else 60 + 0.1 * load.partitions))
            ),
            lambda load: (
                load.stored_bytes + (ordering_bytes(load.n) if load.alone else 28 * load.pairs)
            ),
        ),
    ),
    EngineRow(
        "bounds",
        "Certain bounds",
        "Looks at every pair; AUCC is surely in between.",
        EngineCost(
            lambda load: load.pairs * (load.distance_ns + 2.5 + 2.0 * (load.partitions - 1)),
            lambda load: 8 * load.n * load.d + 16_000_000 * load.threads,
        ),
    ),
    EngineRow(
        "sample",
        "Sample of pairs",
        f"{SAMPLED_PAIRS // 10**6} million pairs: a 95 % interval in seconds.",
        EngineCost(
            lambda load: load.partitions * (SAMPLED_PAIRS * (load.drawn_ns + 40) + 150.0 * load.n),
            lambda load: 8 * load.n * (load.d + 6) + 3 * SAMPLED_PAIRS,
        ),
    ),
)


@dataclass(frozen=True)
class SizeChoices:
    """What a user may overrule when data is large, in one value; a Dask client is passed beside it.

    Attributes
    ----------
    engine, memory, patience : see `choose`.
    tolerance : for bounds, see aucc_bounds.
    n_pairs, seed : for a sample, see aucc_sample.
    """

    engine: str = "auto"
    memory: int | None = None
    patience: float = DEFAULT_PATIENCE
    tolerance: float = DEFAULT_TOLERANCE
    n_pairs: int = SAMPLED_PAIRS
    seed: int = 0


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
    patience: float = DEFAULT_PATIENCE,
    engine: str = "auto",
) -> EngineChoice:
    """Choose how to score ``n_partitions`` partitions of n objects with d features.

    Parameters
    ----------
    memory : bytes that may be used; by default AUCC_MEMORY from the environment, else 1 GB.
    patience : seconds after which a sample is preferred to certain bounds.
    engine : "auto", or one of ENGINES to overrule the choice.
    """
    if engine != "auto" and engine not in ENGINES:
        raise InputError(f"engine must be auto, {', '.join(ENGINES)}; got {engine!r}.")
    budget = memory_budget(memory)
    row = metric_row(metric)
    choices = {
        name: EngineChoice(
            e.name, engine_cost(name, n, d, n_partitions=n_partitions, metric=metric)
        )
        for name, e in ENGINES.items()
    }
    rankable = n <= MAX_RANKED_OBJECTS or n_partitions == 1
    if engine != "auto":
        if engine != "exact" and row.only_at_once:
            raise InputError(row.only_at_once)
        if engine == "exact" and not rankable:
            raise InputError(
                f"Several partitions are scored exactly for up to {MAX_RANKED_OBJECTS:,} objects; "
                f"got {n:,}. Use bounds or a sample."
            )
        return replace(choices[engine], reason="As asked for.")
    exact, bounds = choices["exact"], choices["bounds"]
    if row.only_at_once:
        return replace(exact, reason=row.only_at_once)
    pairs = f"{pair_count(n):,} pairs"
    if rankable and exact.cost.bytes <= budget and exact.seconds <= _EXACT_SECONDS:
        return replace(exact, reason=f"All {pairs} fit into {format_bytes(budget)}.")
    if not row.takes_features or bounds.seconds <= patience:
        why = (
            f"To order all {pairs} takes {format_bytes(exact.cost.bytes)}, more than the "
            f"{format_bytes(budget)} allowed."
            if exact.cost.bytes > budget or not rankable
            else "Counting pairs in bins is quicker than ordering them."
        )
        return replace(bounds, reason=why)
    why = f"Looking at all {pairs} takes {about_seconds(bounds.seconds)}."
    return replace(choices["sample"], reason=why)


def engine_cost(
    engine: str, n: int, d: int, *, n_partitions: int = 1, metric: str = "euclidean"
) -> Cost:
    """What scoring by one of ENGINES takes; memory beside the data itself."""
    row = metric_row(metric)
    stores = row.kernel == STORED and row.takes_features
    each = row.nanoseconds(d), row.nanoseconds_alone(d)
    load = ScoreLoad(n, d, n_partitions, *each, stores)
    return ENGINES[engine].cost.of(load)


def choice_for(
    X: Any,
    size: SizeChoices | None = None,
    *,
    n_partitions: int = 1,
    metric: str = "euclidean",
    client: Any = None,
) -> EngineChoice:
    """How `score_any_size` would score this data, and what it would cost on this machine."""
    size = size or SizeChoices()
    if client is not None and size.engine not in ("auto", "bounds"):
        raise InputError(
            f"A cluster counts bounds; the engine {size.engine!r} runs on one machine."
        )
    source = None if isinstance(X, Distances) else as_source(X)
    if source is not None:
        if size.engine not in ("auto", "sample"):
            raise InputError(f"Rows on disk are sampled; for {size.engine!r} load the table first.")
        sampled = choose(source.n, n_partitions=n_partitions, memory=size.memory, engine="sample")
        return replace(sampled, reason="The rows stay on disk.")
    distances = distances_of(X, metric)

    def chosen(engine: str) -> EngineChoice:
        return choose(
            distances.n,
            distances.d or _USUAL_FEATURES,
            n_partitions=n_partitions,
            metric=distances.metric.name,
            memory=size.memory,
            patience=size.patience,
            engine=engine,
        )

    choice = chosen(size.engine)
    # Many machines have the patience that one has not.
    return chosen("bounds") if client is not None and choice.engine == "sample" else choice


def score_any_size(
    X: Any,
    partitions: Sequence[Any],
    size: SizeChoices | None = None,
    *,
    metric: str = "euclidean",
    choice: EngineChoice | None = None,
    client: Any = None,
    progress: Progress | None = None,
) -> list[Score]:
    """AUCC of some partitions by the engine that `choice_for` picks.

    Parameters
    ----------
    X, metric : as in aucc_score; rows on disk are sampled.
    size : what the user overrules.
    choice : the engine, when it has been chosen already.
    client : a Dask client or address, for bounds. With one they replace a sample.
    progress : called with (done, total, message).
    """
    size = size or SizeChoices()
    source = as_source(X)
    data = source if source is not None else distances_of(X, metric)
    if choice is None:
        choice = choice_for(data, size, n_partitions=len(partitions), metric=metric, client=client)
    if isinstance(data, Distances):
        if choice.engine == "exact":
            return RankedPairs(data).scores(partitions)
        if choice.engine == "bounds":
            return _by_bounds(data, partitions, size, client, progress)
    return _by_sample(data, partitions, size, metric, progress)


def _by_bounds(
    distances: Distances,
    partitions: Sequence[Any],
    size: SizeChoices,
    client: Any,
    progress: Progress | None,
) -> list[Score]:
    from aucc_core.large.bounds import MAX_MEMORY, aucc_bounds_many

    budget = memory_budget(size.memory)
    return aucc_bounds_many(
        distances,
        partitions,
        tolerance=size.tolerance,
        client=client,
        memory=budget if budget < MAX_MEMORY else None,
        progress=progress,
    )


def _by_sample(
    data: Distances | RowSource,
    partitions: Sequence[Any],
    size: SizeChoices,
    metric: str,
    progress: Progress | None,
) -> list[Score]:
    from aucc_core.large.sample import aucc_sample

    return [
        aucc_sample(
            data, labels, metric=metric, n_pairs=size.n_pairs, seed=size.seed, progress=progress
        )
        for labels in partitions
    ]


def memory_budget(given: int | None = None, *, default: int = DEFAULT_MEMORY) -> int:
    """Bytes that may be used: as given, else from the environment, else ``default``."""
    text = os.environ.get(MEMORY_VARIABLE) if given is None else None
    budget = parse_bytes(text) if text else given if given is not None else default
    if budget < 1_000_000:
        raise InputError(f"The memory budget must be 1 MB or more; got {budget} bytes.")
    return budget
