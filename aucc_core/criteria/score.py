"""Scoring many partitions of one data set by many criteria, with the shared work done once.

>>> from aucc_core.criteria import criteria_scores
>>> criteria_scores([[0.0], [1.0], [9.0]], [["a", "a", "b"]], ["aucc", "swc"]).round(3)
   aucc    swc
0   1.0  0.588
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from aucc_core.blas import one_thread
from aucc_core.criteria.quantities import DataView, PartitionView
from aucc_core.criteria.registry import CRITERIA, Criterion
from aucc_core.score.inputs import Codes, Floats, InputError, as_codes
from aucc_core.score.objects import Objects
from aucc_core.score.threads import run_parallel, thread_count

_NO_FEATURES = "this input has distances only"


def criteria_scores(
    X: Any,
    partitions: Sequence[Any],
    criteria: str | Iterable[str] = "all",
    *,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
) -> pd.DataFrame:
    """Scores of many partitions: one row per partition, one column per criterion.

    Values are as published (Davies-Bouldin and C-Index: lower is better). "all" leaves out, and a
    name by itself refuses, what the input does not allow.

    >>> from aucc_core import criteria_scores, load_dataset
    >>> ruspini = load_dataset("ruspini")
    >>> criteria_scores(ruspini.X, [ruspini.labels], ["aucc", "swc", "davies_bouldin"]).round(3)
        aucc    swc  davies_bouldin
    0  0.999  0.738           0.357
    """
    objects = X if isinstance(X, Objects) else Objects(X, metric, metric_options=metric_options)
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
    reasons = {row.name: _refusal(row, objects) for row in rows}
    left_out: dict[str, list[str]] = {}
    for row in rows:
        if reason := reasons[row.name]:
            left_out.setdefault(reason, []).append(row.short)
    notices = [f"Left out, because {why}: {', '.join(who)}." for why, who in left_out.items()]
    return [row for row in rows if not reasons[row.name]], notices


def _refusal(row: Criterion, objects: Objects) -> str:
    """Why a criterion cannot be had of these objects; empty when it can."""
    if row.most_objects is not None and objects.n > row.most_objects:
        return f"there are more than {row.most_objects:,} objects (take a random sample)"
    has_features = objects.features is not None
    if row.needs == "features" and not DataView(objects).has_centroids:
        why = f"{objects.metric} distances have none" if has_features else _NO_FEATURES
        return f"they need cluster means and {why}"
    if row.needs == "dimensions" and not has_features:
        return f"the number of features is part of them and {_NO_FEATURES}"
    return ""


def score_partitions(
    data: DataView, partitions: Sequence[Codes], rows: Sequence[Criterion]
) -> list[dict[str, float]]:
    """One dictionary of scores per partition; codes must be valid (see `as_codes`)."""
    if not partitions or not rows:
        return [{} for _ in partitions]
    together = _scores_at_once(data, partitions, rows)
    one_by_one = [row for row in rows if row.name not in together]
    alone = _scores_one_by_one(data, partitions, one_by_one)
    return [
        {
            row.name: float(together[row.name][at] if row.name in together else alone[at][row.name])
            for row in rows
        }
        for at in range(len(partitions))
    ]


def _scores_at_once(
    data: DataView, partitions: Sequence[Codes], rows: Sequence[Criterion]
) -> dict[str, Sequence[float] | Floats]:
    """By criterion, what one walk over the pairs gives for all partitions."""
    found: dict[str, Sequence[float] | Floats] = {
        row.name: row.at_once(data, partitions) for row in rows if row.at_once is not None
    }
    if any(row.from_aucc for row in rows):
        aucc = data.pairs.aucc_many(partitions)
        for row in rows:
            if row.from_aucc is not None:
                found[row.name] = [row.from_aucc(float(value)) for value in aucc]
    return found


def _scores_one_by_one(
    data: DataView, partitions: Sequence[Codes], rows: Sequence[Criterion]
) -> list[dict[str, float]]:
    """By partition, what is computed for each by itself, on several threads."""
    if not rows:
        return [{} for _ in partitions]
    # What all partitions share is filled before threads ask for it at once.
    for name in dict.fromkeys(name for row in rows for name in row.shared):
        getattr(data, name)

    def score(some: Sequence[Codes]) -> list[dict[str, float]]:
        return [_score_one(PartitionView(data, codes), rows) for codes in some]

    count = len(partitions)
    threads = min(thread_count(data.objects.distances.n_pairs * count), count)
    with one_thread():
        dealt = run_parallel(score, [partitions[t::threads] for t in range(threads)])
    scores: list[dict[str, float]] = [{}] * count
    for t, part in enumerate(dealt):
        scores[t::threads] = part
    return scores


def _score_one(view: PartitionView, rows: Sequence[Criterion]) -> dict[str, float]:
    scores = {}
    for row in rows:
        assert row.compute is not None, f"{row.name} has no formula"
        scores[row.name] = float(row.compute(view))
    return scores
