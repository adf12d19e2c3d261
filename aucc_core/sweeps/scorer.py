"""Scoring partitions one batch at a time: criteria, noise policy, external indices."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.criteria.criterion import Criterion
from aucc_core.criteria.data import DataView
from aucc_core.criteria.score import choose_criteria, score_partitions
from aucc_core.external import EXTERNAL, external_scores
from aucc_core.large.sweep_scores import FROM_AUCC, said_once, sweep_plan, sweep_scores
from aucc_core.noise import NOISE_POLICIES, apply_noise_policy
from aucc_core.objects import Objects
from aucc_core.partitions.algorithms import ALGORITHMS
from aucc_core.partitions.make import Partition
from aucc_core.plan import Plan, SizeChoices
from aucc_core.validate import InputError, as_codes, label_codes


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
        criteria: str | Iterable[str],
        *,
        noise: str = "drop",
        true_labels: Any = None,
        size: SizeChoices | None = None,
    ) -> None:
        if noise not in NOISE_POLICIES:
            raise InputError(f"Unknown noise policy {noise!r}; known: {', '.join(NOISE_POLICIES)}.")
        self.noise = noise
        self._objects = objects
        self._data = DataView(objects)
        self._criteria, notices = choose_criteria(criteria, objects)
        if not self._criteria:
            raise InputError(notices[0])
        self._size = size or SizeChoices()
        self._plan = sweep_plan(objects.distances, self._size)
        if self.is_large:
            self._criteria, notices = _only_from_aucc(
                self._criteria, notices, self._plan, self._size
            )
        self.notices = tuple(notices)
        self._true: npt.NDArray[np.int64] | None = None
        if true_labels is not None:
            self._true = label_codes(true_labels)
            if self._true.size != objects.n:
                raise InputError(
                    f"True labels must match the objects: {self._true.size} true labels for "
                    f"{objects.n} objects."
                )

    @property
    def is_large(self) -> bool:
        """Whether AUCC comes from bounds or a sample, and other criteria are left out."""
        return self._plan.engine != "exact"

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
        treated = [apply_noise_policy(p.labels, self.noise) for p in batch]
        scores: list[Mapping[str, float]] = [{}] * len(batch)
        notices = [self._notices(p, labels) for p, (_, labels) in zip(batch, treated, strict=True)]
        whole: list[int] = []
        for at, (keep, labels) in enumerate(treated):
            if unscorable(labels):
                scores[at] = dict.fromkeys(self.criterion_names, math.nan)
            elif keep.all():
                whole.append(at)
            else:
                part = DataView(self._objects.subset(keep))
                codes = as_codes(labels, part.n)
                ((scores[at], notes),) = self._scores(part, [codes])
                notices[at] += notes
        codes_of = [as_codes(treated[at][1], self._objects.n) for at in whole]
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
        self, data: DataView, codes: Sequence[npt.NDArray[np.int64]]
    ) -> list[tuple[dict[str, float], tuple[str, ...]]]:
        """Scores of some partitions of the same objects, and what must be said of them."""
        if not self.is_large:
            return [(values, ()) for values in score_partitions(data, codes, self._criteria)]
        answers = sweep_scores(data.objects.distances, codes, self._plan, self._size)
        found: list[tuple[dict[str, float], tuple[str, ...]]] = []
        for answer in answers:
            values = {"aucc": answer.value, "gamma": 2 * answer.value - 1}
            kept = {name: values[name] for name in self.criterion_names}
            found.append((kept, (answer.note,) if answer.note else ()))
        return found

    def _notices(self, partition: Partition, labels: npt.NDArray[np.int64]) -> tuple[str, ...]:
        name = f"{ALGORITHMS[partition.algorithm].label}, k = {partition.k}"
        reason = unscorable(labels)
        if reason:
            return (f"{name}: not scored, {reason}.",)
        if partition.n_clusters < partition.k <= self._objects.n_distinct:
            return (f"{name}: only {partition.n_clusters} clusters got objects.",)
        return ()

    def _external(
        self, keep: npt.NDArray[np.bool_], labels: npt.NDArray[np.int64]
    ) -> dict[str, float]:
        if self._true is None:
            return {}
        if not keep.any():
            return dict.fromkeys(EXTERNAL, math.nan)
        return external_scores(self._true[keep], labels)


def _only_from_aucc(
    rows: list[Criterion], notices: list[str], plan: Plan, size: SizeChoices
) -> tuple[list[Criterion], list[str]]:
    """What can be said of data too large to rank, and notices on that."""
    kept = [row for row in rows if row.name in FROM_AUCC]
    left_out = [row.short for row in rows if row.name not in FROM_AUCC]
    why = f"Left out, because they need all distances at hand: {', '.join(left_out)}."
    if not kept:
        raise InputError(f"{why} {plan.reason}")
    return kept, [*notices, said_once(plan, size), *([why] if left_out else [])]


def unscorable(labels: npt.NDArray[np.int64]) -> str | None:
    """Why a partition has no score, or None."""
    clusters = np.unique(labels).size
    if labels.size < 3:
        return f"only {labels.size} objects are in clusters"
    if clusters < 2:
        return "it has one cluster only, so no pairs between clusters"
    if clusters == labels.size:
        return "every object is alone, so there are no pairs within clusters"
    return None
