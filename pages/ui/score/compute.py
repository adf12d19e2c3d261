"""What the Score screen computes; no Streamlit, so that a child process can run it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from aucc_core.dataset import Dataset
from aucc_core.plan import Engine
from aucc_core.project import Projection
from aucc_core.report import projection_of
from aucc_core.scaling import SCALINGS
from aucc_core.scorecard import ScoreReport, score_columns
from aucc_core.scorecard_large import LargeReport, score_columns_large
from aucc_core.standing import Standing, standing


@dataclass(frozen=True)
class ScoreRun:
    """What was asked for."""

    columns: tuple[str, ...]
    metric: str = "euclidean"
    scaling: str = "none"
    noise: str = "drop"
    engine: Engine = "exact"
    cluster: str | None = None


@dataclass(frozen=True, eq=False)
class Scored:
    """Scores, how they stand, and a picture of the objects."""

    report: ScoreReport
    standing: Standing
    picture: Projection | None


def score(
    data: Dataset, run: ScoreRun, report: Callable[[float, float, str], Any] | None = None
) -> Scored | LargeReport:
    """Score, judge and lay out; a large table gets intervals instead. `report` tells progress."""
    if run.scaling != "none" and data.distances is None:
        data = replace(data, X=SCALINGS[run.scaling].apply(data.X))
    if run.engine != "exact":
        return score_columns_large(
            data,
            run.columns,
            metric=run.metric,
            noise=run.noise,
            engine=run.engine,
            seed=0,
            client=run.cluster,
            progress=report,
        )
    found = score_columns(data, run.columns, metric=run.metric, noise=run.noise)
    return Scored(found, standing(found), projection_of(found))
