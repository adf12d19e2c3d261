"""One request to score label columns, and all that a board of scores shows of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from aucc_core.large.engine import ENGINES, Engine, SizeChoices
from aucc_core.prepare.projection import Projection
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.report.score_card import (
    AnyReport,
    projection_of,
    score_columns,
    score_columns_large,
)
from aucc_core.score.inputs import Dataset, Progress


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
    """Scores and a picture of the objects."""

    report: AnyReport
    picture: Projection | None


def score(data: Dataset, run: ScoreRun, progress: Progress | None = None) -> Scored:
    """Score and lay out; a large table is counted or sampled, and its progress reported."""
    if run.scaling != "none" and data.distances is None:
        data = replace(data, X=SCALINGS[run.scaling].apply(data.X))
    row = ENGINES.get(run.engine)
    if row is None or not row.exact:  # an unknown one is refused there
        found: AnyReport = score_columns_large(
            data,
            run.columns,
            SizeChoices(run.engine),
            metric=run.metric,
            noise=run.noise,
            client=run.cluster,
            progress=progress,
        )
    else:
        found = score_columns(data, run.columns, metric=run.metric, noise=run.noise)
    return Scored(found, projection_of(found))
