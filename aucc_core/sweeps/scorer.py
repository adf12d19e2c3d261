"""Scoring partitions one batch at a time: criteria, noise policy, external indices."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from aucc_core.cost import Cost
from aucc_core.criteria.external import EXTERNAL, external_scores
from aucc_core.criteria.quantities import DataView
from aucc_core.criteria.registry import Criterion
from aucc_core.criteria.score import choose_criteria, score_partitions
from aucc_core.large.engine import (
    ENGINES,
    MEMORY_VARIABLE,
    EngineChoice,
    SizeChoices,
    choice_for,
    memory_budget,
    score_any_size,
)
from aucc_core.partitions.make import Partition
from aucc_core.partitions.noise import apply_noise_policy
from aucc_core.partitions.spec import RunSpec
from aucc_core.score.counting import SMALL_PAIRS
from aucc_core.score.distances import Distances
from aucc_core.score.inputs import (
    Bools,
    Codes,
    Floats,
    InputError,
    Labels,
    as_codes,
    true_codes,
)
from aucc_core.score.objects import Objects
from aucc_core.score.result import Score

# A sweep ranks the pairs once for all its partitions and keeps more than their ranks.
SWEEP_MEMORY = 3_000_000_000


@dataclass(frozen=True, eq=False)
class ScoredPartition:
    """A partition with its scores.

    Attributes
    ----------
    scores : by criterion, as published; not a number where the partition cannot be scored.
    external : by external index; empty without true labels.
    coverage : share of the objects that are in a cluster.
    seconds : time for clustering and scoring, with an equal part of shared work.
    notices : what a person should know, each said once in a sweep.
    done, total : this is number ``done`` of ``total``.
    """

    partition: Partition
    scores: Mapping[str, float]
    external: Mapping[str, float]
    coverage: float
    seconds: float
    notices: tuple[str, ...] = ()
    done: int = 0
    total: int = 0

    def numbered(self, done: int, total: int, notices: tuple[str, ...]) -> ScoredPartition:
        """The same, with its place in the sweep and the sweep's own notices in front."""
        return replace(self, done=done, total=total, notices=notices + self.notices)

    def row(self) -> dict[str, Any]:
        """The row of the tidy table."""
        p = self.partition
        head = {"algorithm": p.algorithm, "k": p.k, "n_clusters": p.n_clusters, "seed": p.seed}
        tail = {"coverage": self.coverage, "seconds": self.seconds}
        return {**head, **self.scores, **self.external, **tail}


class PartitionScorer:
    """Scores partitions of one data set; what they share is computed once.

    Raises InputError for unknown names and for true labels that do not fit, before any work.
    """

    def __init__(
        self,
        objects: Objects,
        spec: RunSpec,
        criteria: str | Iterable[str] = ("aucc",),
        *,
        true_labels: Any = None,
        client: Any = None,
    ) -> None:
        self.objects = objects
        self.spec = spec
        self._data = DataView(objects)
        self.client = client
        self._criteria, notices = choose_criteria(criteria, objects)
        if not self._criteria:
            raise InputError(notices[0])
        self.choice = sweep_choice(objects.distances, spec.size, client)
        if not self.ranks:
            self._criteria, notices = _only_from_aucc(
                self._criteria, notices, self.choice, spec.size
            )
        self.notices = tuple(notices)
        self._true: Codes | None = None
        given = objects.true_labels if true_labels is None else true_labels
        if given is not None:
            self._true = true_codes(given, objects.n)

    @property
    def ranks(self) -> bool:
        """Whether the pairs are ranked; without their ranks most criteria are left out."""
        return ENGINES[self.choice.engine].exact

    @property
    def criterion_names(self) -> list[str]:
        """Names of the criteria that are computed."""
        return [row.name for row in self._criteria]

    @property
    def external_names(self) -> list[str]:
        """Names of the external indices that are computed: all, or none without true labels."""
        return list(EXTERNAL) if self._true is not None else []

    def score(self, batch: Sequence[Partition]) -> list[ScoredPartition]:
        """Score some partitions; those that have no score get not-a-number and a notice."""
        begin = time.perf_counter()
        treated = [apply_noise_policy(p.labels, self.spec.noise) for p in batch]
        scores: list[Mapping[str, float]] = [{}] * len(batch)
        notices = [self._notices(p, labels) for p, (_, labels) in zip(batch, treated, strict=True)]
        whole: list[int] = []
        for at, (keep, labels) in enumerate(treated):
            if unscorable(labels):
                scores[at] = dict.fromkeys(self.criterion_names, math.nan)
            elif (part := self._data.kept(keep)) is self._data:
                whole.append(at)
            else:
                codes = as_codes(labels, part.n)
                ((scores[at], notes),) = self._scores(part, [codes])
                notices[at] += notes
        codes_of = [as_codes(treated[at][1], self.objects.n) for at in whole]
        for at, (values, notes) in zip(whole, self._scores(self._data, codes_of), strict=True):
            scores[at] = values
            notices[at] += notes
        external = [self._external(keep, labels) for keep, labels in treated]
        share = (time.perf_counter() - begin) / max(1, len(batch))
        return [
            ScoredPartition(p, scores[at], external[at], p.coverage, p.seconds + share, notices[at])
            for at, p in enumerate(batch)
        ]

    def _scores(
        self, data: DataView, codes: Sequence[Codes]
    ) -> list[tuple[dict[str, float], tuple[str, ...]]]:
        """Scores of some partitions of the same objects, and what must be said of them."""
        if self.ranks:
            return [(values, ()) for values in score_partitions(data, codes, self._criteria)]
        answers = self._large_scores(data.objects, codes)
        found: list[tuple[dict[str, float], tuple[str, ...]]] = []
        for answer in answers:
            values = {
                row.name: row.from_aucc(answer.value) for row in self._criteria if row.from_aucc
            }
            found.append((values, (answer.note,) if answer.note else ()))
        return found

    def _large_scores(self, objects: Objects, codes: Sequence[Codes]) -> Sequence[Score]:
        if not codes:
            return []
        return score_any_size(
            objects, codes, self.spec.size, choice=self.choice, client=self.client
        )

    def _notices(self, partition: Partition, labels: Codes) -> tuple[str, ...]:
        reason = unscorable(labels)
        if reason:
            return (f"{partition.title}: not scored, {reason}.",)
        if partition.n_clusters < partition.k <= self.objects.n_distinct:
            return (f"{partition.title}: only {partition.n_clusters} clusters got objects.",)
        return ()

    def _external(self, keep: Bools, labels: Codes) -> dict[str, float]:
        if self._true is None:
            return {}
        if not keep.any():
            return dict.fromkeys(EXTERNAL, math.nan)
        return external_scores(self._true[keep], labels)


def sweep_choice(distances: Distances, size: SizeChoices, client: Any = None) -> EngineChoice:
    """How the partitions of a sweep will be scored: decided once, for scores and curves."""
    memory_asked = size.memory is not None or MEMORY_VARIABLE in os.environ
    nothing_asked = size.engine == "auto" and client is None and not memory_asked
    if nothing_asked and distances.n_pairs <= SMALL_PAIRS:
        return EngineChoice("exact", Cost(0.0, 0))  # takes nothing worth telling
    size = replace(size, memory=memory_budget(size.memory, default=SWEEP_MEMORY))
    return choice_for(distances, size, n_partitions=2, client=client)


def _said_once(choice: EngineChoice, size: SizeChoices) -> str:
    """One sentence for a table of scores that are not exact."""
    row = ENGINES[choice.engine]
    shown = "the middle is shown" if row.certain else "usually right to the third decimal"
    return f"AUCC comes from {row.comes_from(size)} ({shown}). {choice.reason}"


def _only_from_aucc(
    rows: list[Criterion], notices: list[str], choice: EngineChoice, size: SizeChoices
) -> tuple[list[Criterion], list[str]]:
    """What can be said of data too large to rank, and notices on that."""
    kept = [row for row in rows if row.from_aucc]
    left_out = [row.short for row in rows if not row.from_aucc]
    why = f"Left out, because they need all distances at hand: {', '.join(left_out)}."
    if not kept:
        raise InputError(f"{why} {choice.reason}")
    return kept, [*notices, _said_once(choice, size), *([why] if left_out else [])]


def scores_or_chance(objects: Objects, partitions: Sequence[Partition]) -> Floats:
    """AUCC of each partition; one half, as by chance, where it cannot be scored."""
    scorable = [not unscorable(p.labels) for p in partitions]
    values = np.full(len(partitions), 0.5)
    labels = [p.labels for p, good in zip(partitions, scorable, strict=True) if good]
    # One partition is counted in half the time that ranking for many would take.
    one = len(labels) == 1
    values[scorable] = objects.pairs.aucc(labels[0]) if one else objects.pairs.aucc_many(labels)
    return values


def unscorable(labels: Labels) -> str | None:
    """Why a partition has no score, or None."""
    clusters = np.unique(labels).size
    if labels.size < 3:
        return f"only {labels.size} objects are in clusters"
    if clusters < 2:
        return "it has one cluster only, so no pairs between clusters"
    if clusters == labels.size:
        return "every object is alone, so there are no pairs within clusters"
    return None
