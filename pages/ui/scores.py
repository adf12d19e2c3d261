"""Scoring for the Score screen: at once for small tables, as a job for large ones."""

from __future__ import annotations

from aucc_core.dataset import Dataset
from aucc_core.plan import choose
from aucc_core.scorecard import label_columns
from aucc_core.scorecard_large import LargeReport
from pages.ui import jobs_ui
from pages.ui.cached import remembered
from pages.ui.jobs import digest_of
from pages.ui.run_cost import LIBRARIES
from pages.ui.score_work import Scored, ScoreRun, score

JOB = "score.job"
# Up to here scoring several columns takes well under a second.
INSTANT_OBJECTS = 1_500
# Bytes a pair at the peak, measured: all criteria, curves, random labels.
A_PAIR = 105
# Bins, or a sample of pairs.
COUNTERS = 90_000_000


def scored(data: Dataset, run: ScoreRun) -> Scored | LargeReport | None:
    """Scores of the asked columns; None while a job works on them or after it was stopped."""
    labels = {name: label_columns(data)[name] for name in run.columns}
    digest = digest_of("scores", data.X, data.distances, data.mixed, labels, run, data.notices)
    if data.n <= INSTANT_OBJECTS:
        return remembered(digest, lambda: score(data, run))
    return jobs_ui.run(
        JOB,
        "pages.ui.score_work:score",
        {"data": data, "run": run},
        digest=digest,
        cost=jobs_ui.Cost(memory_of(data, run.engine), seconds_of(data, run)),
        label=f"Scoring {data.n:,} objects",
    )


def seconds_of(data: Dataset, run: ScoreRun) -> float:
    """Rough time of scoring."""
    pairs, columns = data.n * (data.n - 1) / 2, len(run.columns)
    if run.engine == "exact":  # all criteria and a curve for each column
        return 1.0 + pairs * (8e-8 + 6e-8 * columns)
    return columns * choose(data.n, data.d, metric=run.metric, engine=run.engine).seconds


def memory_of(data: Dataset, engine: str) -> int:
    """Bytes that scoring takes at most; intervals need little beyond the table."""
    if engine != "exact":
        return LIBRARIES + COUNTERS + 4 * data.X.nbytes
    return LIBRARIES + A_PAIR * (data.n * (data.n - 1) // 2)
