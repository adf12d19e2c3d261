"""What a sweep gives back: `SweepResult`, the table, the partitions and their curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from aucc_core.criteria.external import EXTERNAL
from aucc_core.criteria.registry import CRITERIA
from aucc_core.large.engine import ENGINES, Engine, Scoring
from aucc_core.partitions.make import Partition
from aucc_core.partitions.noise import apply_noise_policy
from aucc_core.partitions.spec import RunSpec
from aucc_core.score.curve import RocCurve
from aucc_core.score.inputs import Codes, InputError
from aucc_core.score.objects import Objects
from aucc_core.sweeps.scorer import PartitionScorer, ScoredPartition, unscorable


class LazyCurves(Mapping[tuple[str, int], RocCurve]):
    """ROC curves by (algorithm, k), or by place in the table; each computed when asked for.

    They are found the way the scores were: exact, the middle of a certain band, or from a sample.
    """

    def __init__(
        self,
        objects: Objects,
        spec: RunSpec,
        engine: Engine,
        partitions: Sequence[Partition],
        client: Any = None,
    ) -> None:
        self._objects, self._spec, self._engine, self._client = objects, spec, engine, client
        self._partitions = {(p.algorithm, p.k): p for p in partitions}
        self._curves: dict[tuple[str, int], RocCurve] = {}

    def __getitem__(self, key: tuple[str, int] | int) -> RocCurve:
        name = list(self._partitions)[key] if isinstance(key, int) else key
        partition = self._partitions[name]
        if name not in self._curves:
            keep, labels = apply_noise_policy(partition.labels, self._spec.noise)
            reason = unscorable(labels)
            if reason:
                raise InputError(f"{name[0]}, k = {name[1]} has no curve: {reason}.")
            objects = self._objects.kept(keep)
            self._curves[name] = self._curve(objects, labels)
        return self._curves[name]

    def _curve(self, objects: Objects, labels: Codes) -> RocCurve:
        row = ENGINES[self._engine]
        if row.exact:
            return objects.pairs.curve(labels)
        return row.curve(Scoring(objects, self._spec.size, client=self._client), labels)

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(self._partitions)

    def __len__(self) -> int:
        return len(self._partitions)


@dataclass(frozen=True, eq=False)
class SweepResult:
    """A finished sweep.

    Attributes
    ----------
    table : one row per partition: algorithm, k, n_clusters, seed, the criteria, the external
        indices (with true labels), coverage, seconds. Criteria are as published.
    partitions : in the order of the table.
    curves : ROC curves by (algorithm, k), computed when asked for. One from a sample takes at
        most CURVE_PAIRS (65,536) pairs of each kind, also where ``n_pairs`` asks for more.
    criteria : names of the criteria's columns.
    notices : what a person should know about this sweep.
    complete : false when it was cancelled.
    """

    table: pd.DataFrame
    partitions: tuple[Partition, ...]
    curves: LazyCurves
    criteria: tuple[str, ...]
    notices: tuple[str, ...] = field(default=())
    complete: bool = True

    @property
    def external(self) -> tuple[str, ...]:
        """Names of the external indices' columns."""
        return tuple(name for name in EXTERNAL if name in self.table)

    def oriented(self) -> pd.DataFrame:
        """The table with the signs of criteria turned so that higher is always better."""
        table = self.table.copy()
        for name in self.criteria:
            table[name] = CRITERIA[name].orient(table[name].to_numpy(dtype=float))
        return table

    def best(self, criterion: str = "aucc") -> Partition:
        """The partition with the best score; the earlier one when scores are equal."""
        if criterion not in self.criteria:
            raise InputError(
                f"{criterion!r} was not computed; this sweep has {', '.join(self.criteria)}."
            )
        scores = self.oriented()[criterion]
        if scores.isna().all():
            raise InputError("No partition could be scored; see the notices.")
        return self.partitions[int(scores.to_numpy(dtype=float, na_value=float("-inf")).argmax())]


def build_result(
    scorer: PartitionScorer, scored: Sequence[ScoredPartition], total: int
) -> SweepResult:
    """Put scored partitions together."""
    criteria, external = scorer.criterion_names, scorer.external_names
    columns = ["algorithm", "k", "n_clusters", "seed", *criteria, *external, "coverage", "seconds"]
    partitions = tuple(item.partition for item in scored)
    notices = dict.fromkeys(text for item in scored for text in item.notices)
    if len(scored) < total:
        notices[f"Stopped after {len(scored)} of {total} partitions."] = None
    return SweepResult(
        pd.DataFrame([item.row() for item in scored], columns=columns),
        partitions,
        LazyCurves(scorer.objects, scorer.spec, scorer.choice.engine, partitions, scorer.client),
        tuple(criteria),
        tuple(notices),
        complete=len(scored) == total,
    )
