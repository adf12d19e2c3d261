"""What the Score screen computes; no Streamlit, so that a child process can run it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from aucc_core.dataset import Dataset
from aucc_core.project import Projection
from aucc_core.report import projection_of
from aucc_core.scaling import SCALINGS
from aucc_core.scorecard import ScoreReport, score_columns
from aucc_core.standing import Standing, standing


@dataclass(frozen=True)
class ScoreRun:
    """What was asked for."""

    columns: tuple[str, ...]
    metric: str = "euclidean"
    scaling: str = "none"
    noise: str = "drop"


@dataclass(frozen=True, eq=False)
class Scored:
    """Scores, how they stand, and a picture of the objects."""

    report: ScoreReport
    standing: Standing
    picture: Projection | None


def score(data: Dataset, run: ScoreRun) -> Scored:
    """Score, judge and lay out."""
    if run.scaling != "none" and data.distances is None:
        data = replace(data, X=SCALINGS[run.scaling].apply(data.X))
    report = score_columns(data, run.columns, metric=run.metric, noise=run.noise)
    return Scored(report, standing(report), projection_of(report))
