"""Scoring many partitions of one data set by many criteria, with the shared work done once.

>>> from aucc_core.criteria import criteria_scores
>>> criteria_scores([[0.0], [1.0], [9.0]], [["a", "a", "b"]], ["aucc", "swc"]).round(3)
   aucc   swc
0   1.0  0.59
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from aucc_core.criteria.criterion import Criterion
from aucc_core.criteria.data import Codes, DataView
from aucc_core.criteria.registry import CRITERIA
from aucc_core.criteria.view import PartitionView
from aucc_core.objects import Objects
from aucc_core.one_thread import one_thread
from aucc_core.threads import run_parallel, thread_count
from aucc_core.validate import InputError, as_codes

_FROM_AUCC = ("aucc", "gamma")


def criteria_scores(
    X: Any,
    partitions: Sequence[Any],
    criteria: str | Iterable[str] = "all",
    *,
    metric: str = "euclidean",
) -> pd.DataFrame:
    """Scores of many partitions: one row a partition, one column a criterion.

    Values are as published (Davies-Bouldin and C-Index: lower is better). "all" leaves out, and a
    name by itself refuses, what the input does not allow.
    """
    objects = X if isinstance(X, Objects) else Objects(X, metric)
    rows, notices = choose_criteria(criteria, objects)
    if notices and criteria != "all":
        raise InputError(notices[0])
    codes = [as_codes(labels, objects.n) for labels in partitions]
    scores = score_partitions(DataView(objects), codes, rows)
    return pd.DataFrame(scores, columns=[row.name for row in rows])


def choose_criteria(
    names: str | Iterable[str], objects: Objects
) -> tuple[list[Criterion], list[str]]:
    """Rows for the names ("all" for every one), and notices on those that had to be left out."""
    asked = [names] if isinstance(names, str) else list(dict.fromkeys(names))
    if asked == ["all"]:
        asked = list(CRITERIA)
    if not asked:
        raise InputError("Choose at least one criterion; got none.")
    unknown = [name for name in asked if name not in CRITERIA]
    if unknown:
        raise InputError(f"Unknown criterion {unknown[0]!r}; known: {', '.join(CRITERIA)}.")
    rows = [CRITERIA[name] for name in asked]
    if DataView(objects).has_centroids:
        return rows, []
    kept = [row for row in rows if row.needs == "distances"]
    left_out = [row.short for row in rows if row.needs == "features"]
    if not left_out:
        return kept, []
    why = "this input has distances only"
    if objects.features is not None:
        why = f"{objects.metric} distances have none"
    return kept, [f"Left out, because they need cluster means and {why}: {', '.join(left_out)}."]


def score_partitions(
    data: DataView, partitions: Sequence[Codes], rows: Sequence[Criterion]
) -> list[dict[str, float]]:
    """One dictionary of scores a partition; codes must be valid (see `as_codes`)."""
    views = [PartitionView(data, codes) for codes in partitions]
    if not views or not rows:
        return [{} for _ in views]
    names = {row.name for row in rows}
    # What one walk over the pairs gives for all partitions is computed for all at once.
    if names.intersection(_FROM_AUCC):
        for view, value in zip(views, data.pairs.aucc_many(partitions), strict=True):
            view.__dict__["aucc"] = float(value)
    if "aupr" in names:
        for view, value in zip(views, data.average_precision(list(partitions)), strict=True):
            view.__dict__["average_precision"] = float(value)
    _compute_shared(data, rows)

    def score(some: Sequence[PartitionView]) -> list[dict[str, float]]:
        return [_score_one(view, rows) for view in some]

    threads = min(thread_count(data.objects.distances.n_pairs * len(views)), len(views))
    with one_thread():
        dealt = run_parallel(score, [views[t::threads] for t in range(threads)])
    scores: list[dict[str, float]] = [{}] * len(views)
    for t, part in enumerate(dealt):
        scores[t::threads] = part
    return scores


def _score_one(view: PartitionView, rows: Sequence[Criterion]) -> dict[str, float]:
    scores = {row.name: float(row.compute(view)) for row in rows}
    view.__dict__.clear()  # k × n tables; a sweep scores hundreds of partitions
    return scores


def _compute_shared(data: DataView, rows: Sequence[Criterion]) -> None:
    """Fill what all partitions share before threads ask for it at once."""
    names = {row.name for row in rows}
    if names - {*_FROM_AUCC, "aupr"}:
        _ = data.square
    if "c_index" in names:
        _ = data.smallest_sums
    if "point_biserial" in names:
        _ = data.distance_mean, data.distance_std
    if any(row.needs == "features" for row in rows):
        _ = data.scatter, data.sum_to_mean, data.rounding
