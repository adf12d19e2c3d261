"""One door to AUCC at any size: exact, bounds or sample, and how sure the number is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aucc_core.counting import Counts
from aucc_core.distances import Distances, distances_of
from aucc_core.large.bounds import DEFAULT_TOLERANCE, MAX_MEMORY, aucc_bounds_many
from aucc_core.large.sample import aucc_sample
from aucc_core.large.sources import as_source
from aucc_core.large.stream import Progress
from aucc_core.large.words import with_margin
from aucc_core.pairs import Pairs, area
from aucc_core.plan import DEFAULT_PATIENCE, SAMPLED_PAIRS, Engine, Plan, choose, memory_budget
from aucc_core.validate import InputError, as_codes


@dataclass(frozen=True)
class Answer:
    """AUCC, and how sure it is.

    Attributes
    ----------
    value : AUCC, or the best guess at it.
    low, high : it is from here to there.
    confidence : with this probability; 1 is certain.
    engine : how it was found.
    note : what else must be said, such as why the bounds are wide; may be empty.
    counts : comparisons won, lost and tied, when found exactly.
    """

    value: float
    low: float
    high: float
    confidence: float
    engine: Engine
    note: str = ""
    counts: Counts | None = None

    @property
    def text(self) -> str:
        """For people: 0.8819 ± 0.0002, certain (or 95 %, or exact)."""
        margin = max(self.high - self.value, self.value - self.low)
        if self.engine == "exact" or (margin == 0 and self.confidence == 1):
            return f"{self.value:.7f}, exact"
        sure = "certain" if self.confidence == 1 else f"{100 * self.confidence:g} %"
        return f"{with_margin(self.value, margin)}, {sure}"


def plan_for(
    X: Any,
    *,
    n_partitions: int = 1,
    metric: str = "euclidean",
    memory: int | None = None,
    patience: float = DEFAULT_PATIENCE,
    engine: str = "auto",
) -> Plan:
    """What `score_any_size` would do with this data, and what it would cost."""
    source = as_source(X)
    if source is not None:
        if engine not in ("auto", "sample"):
            raise InputError(f"Rows on disk are sampled; for {engine!r} load the table first.")
        sampled = choose(source.n, n_partitions=n_partitions, memory=memory, engine="sample")
        return Plan("sample", sampled.seconds, sampled.memory, "The rows stay on disk.")
    distances = X if isinstance(X, Distances) else distances_of(X, metric)
    d = distances.features.shape[1] if distances.features is not None else 10
    return choose(
        distances.n,
        d,
        n_partitions=n_partitions,
        metric=distances.metric.name,
        memory=memory,
        patience=patience,
        engine=engine,
    )


def score_any_size(
    X: Any,
    partitions: Sequence[Any],
    *,
    metric: str = "euclidean",
    p: float = 2.0,
    engine: str = "auto",
    memory: int | None = None,
    patience: float = DEFAULT_PATIENCE,
    tolerance: float = DEFAULT_TOLERANCE,
    n_pairs: int = SAMPLED_PAIRS,
    confidence: float = 0.95,
    seed: int,
    client: Any = None,
    progress: Progress | None = None,
) -> list[Answer]:
    """AUCC of some partitions by the engine that `aucc_core.plan.choose` picks.

    Parameters
    ----------
    X, metric, p : as in aucc_score; rows on disk are sampled.
    engine, memory, patience : see aucc_core.plan.choose.
    tolerance, client : for bounds, see aucc_bounds. With a client bounds replace a sample.
    n_pairs, confidence, seed : for a sample, see aucc_sample.
    progress : called with (done, total, message).
    """
    if client is not None and engine not in ("auto", "bounds"):
        raise InputError(f"A cluster counts bounds; the engine {engine!r} runs on one machine.")
    data = X if as_source(X) is not None else distances_of(X, metric, p=p)
    plan = plan_for(
        data, n_partitions=len(partitions), metric=metric, memory=memory, patience=patience,
        engine=engine,
    )  # fmt: skip
    if client is not None and plan.engine == "sample":
        plan = plan_for(data, n_partitions=len(partitions), metric=metric, engine="bounds")
    if plan.engine == "exact":
        return exact_answers(Pairs(data), partitions)
    if plan.engine == "bounds":
        budget = memory_budget(memory)
        found = aucc_bounds_many(
            data,
            partitions,
            tolerance=tolerance,
            client=client,
            memory=budget if budget < MAX_MEMORY else None,
            progress=progress,
        )
        return [
            Answer(b.estimate, b.low, b.high, 1.0, "bounds", _width_note(b.reason)) for b in found
        ]
    samples = [
        aucc_sample(
            data, labels, metric=metric, p=p, n_pairs=n_pairs, confidence=confidence, seed=seed,
            progress=progress,
        )
        for labels in partitions
    ]  # fmt: skip
    return [Answer(e.value, e.low, e.high, e.confidence, "sample") for e in samples]


def exact_answers(pairs: Pairs, partitions: Sequence[Any]) -> list[Answer]:
    """Exact numbers; those of one partition with its counts."""
    if len(partitions) > 1:
        values = pairs.aucc_many([as_codes(labels, pairs.n) for labels in partitions])
        return [Answer(v, v, v, 1.0, "exact") for v in values.tolist()]
    counts = pairs.counts(partitions[0])
    value = area(counts)
    return [Answer(value, value, value, 1.0, "exact", counts=counts)]


def _width_note(reason: str) -> str:
    return f"The bounds are wider than asked for: {reason}." if reason else ""
