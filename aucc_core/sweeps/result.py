"""What a sweep gives back: `SweepResult`, the table, the partitions and their curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.criteria.registry import CRITERIA
from aucc_core.curves import RocCurve
from aucc_core.external import EXTERNAL
from aucc_core.large.curve import curve_band
from aucc_core.large.sweep_scores import sweep_plan
from aucc_core.noise import apply_noise_policy
from aucc_core.objects import Objects
from aucc_core.partitions.make import Partition
from aucc_core.plan import SizeChoices
from aucc_core.scoring import ScoredPartition, unscorable
from aucc_core.validate import InputError


class LazyCurves(Mapping[tuple[str, int], RocCurve]):
    """ROC curves by (algorithm, k), or by place in the table; each computed when asked for."""

    def __init__(self, objects: Objects, partitions: Sequence[Partition], noise: str) -> None:
        self._objects = objects
        self._partitions = {(p.algorithm, p.k): p for p in partitions}
        self._noise = noise
        self._curves: dict[tuple[str, int], RocCurve] = {}

    def __getitem__(self, key: tuple[str, int] | int) -> RocCurve:
        name = list(self._partitions)[key] if isinstance(key, int) else key
        partition = self._partitions[name]
        if name not in self._curves:
            keep, labels = apply_noise_policy(partition.labels, self._noise)
            reason = unscorable(labels)
            if reason:
                raise InputError(f"{name[0]}, k = {name[1]} has no curve: {reason}.")
            objects = self._objects if keep.all() else self._objects.subset(keep)
            self._curves[name] = _curve(objects, labels)
        return self._curves[name]

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(self._partitions)

    def __len__(self) -> int:
        return len(self._partitions)


def _curve(objects: Objects, labels: npt.NDArray[np.int64]) -> RocCurve:
    """The exact curve, or for data too large to rank the middle of its certain band."""
    if sweep_plan(objects.distances, SizeChoices()).engine == "exact":
        return objects.pairs.curve(labels)
    return curve_band(objects.distances, labels).middle


@dataclass(frozen=True, eq=False)
class SweepResult:
    """A finished sweep.

    Attributes
    ----------
    table : one row a partition: algorithm, k, n_clusters, seed, the criteria, the external indices
        (with true labels), coverage, seconds. Criteria are as published.
    partitions : in the order of the table.
    curves : ROC curves by (algorithm, k), computed when asked for.
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
            if not CRITERIA[name].higher_is_better:
                table[name] = -table[name]
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
    objects: Objects,
    scored: Sequence[ScoredPartition],
    *,
    criteria: Sequence[str],
    external: Sequence[str],
    noise: str,
    total: int,
) -> SweepResult:
    """Put scored partitions together."""
    columns = ["algorithm", "k", "n_clusters", "seed", *criteria, *external, "coverage", "seconds"]
    partitions = tuple(item.partition for item in scored)
    notices = dict.fromkeys(text for item in scored for text in item.notices)
    if len(scored) < total:
        notices[f"Stopped after {len(scored)} of {total} partitions."] = None
    return SweepResult(
        pd.DataFrame([item.row() for item in scored], columns=columns),
        partitions,
        LazyCurves(objects, partitions, noise),
        tuple(criteria),
        tuple(notices),
        complete=len(scored) == total,
    )


def collect(
    data: Any, scored: Sequence[ScoredPartition], *, metric: str = "euclidean", noise: str = "drop"
) -> SweepResult:
    """A `SweepResult` from items of `sweep_iter`, all or so far, perhaps from another process."""
    if not scored:
        raise InputError("There is nothing to collect: no partition was scored.")
    return build_result(
        data if isinstance(data, Objects) else Objects(data, metric),
        scored,
        criteria=list(scored[0].scores),
        external=list(scored[0].external),
        noise=noise,
        total=scored[0].total,
    )
