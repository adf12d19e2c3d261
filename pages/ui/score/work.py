"""Scoring and judging for the Score screen: at once for small tables, as a job for large ones."""

from __future__ import annotations

from aucc_core.cost import Cost, score_card_cost, score_intervals_cost
from aucc_core.large.engine import choose, engine_row
from aucc_core.report.confidence import Confidence, confidence_cost, confidence_of
from aucc_core.report.score_card import AnyReport
from aucc_core.report.score_run import Scored, ScoreRun, score
from aucc_core.score.inputs import Dataset
from pages.ui.jobs import panel
from pages.ui.state.cache import remembered, table_digest
from pages.ui.store.digest import digest_of

JOB = "score.job"
# Up to here scoring several columns takes well under a second.
INSTANT_OBJECTS = 1_500
JUDGING_JOB = "score.judging"
# Judging this long at most (as estimated) is done before the page is drawn.
INSTANT_JUDGING = 1.5


def scored(data: Dataset, run: ScoreRun) -> Scored | None:
    """Scores of the asked columns; None while a job works on them or after it was stopped."""
    digest = _digest(data, run)
    if data.n <= INSTANT_OBJECTS:
        return remembered(digest, lambda: score(data, run))
    request = panel.JobRequest(
        score,
        {"data": data, "run": run},
        digest=digest,
        cost=cost_of(data, run),
        label=f"Scoring {data.n:,} objects",
    )
    return panel.run(JOB, request)


def judged(data: Dataset, run: ScoreRun, report: AnyReport) -> Confidence | None:
    """Which clustering is best and how sure that is; None while a job works that out."""
    digest, cost = digest_of("judged", _digest(data, run)), confidence_cost(report)
    if cost.seconds <= INSTANT_JUDGING:
        return remembered(digest, lambda: confidence_of(report))
    request = panel.JobRequest(
        confidence_of,
        {"report": report},
        digest=digest,
        cost=cost,
        label="Comparing with data without clusters",
    )
    found: Confidence | None = panel.run(
        JUDGING_JOB, request, stopped="Stopped: how sure the ranking is was not worked out."
    )
    return found


def _digest(data: Dataset, run: ScoreRun) -> str:
    return digest_of("scores", table_digest(data), run)


def cost_of(data: Dataset, run: ScoreRun) -> Cost:
    """What scoring takes, roughly; intervals need little memory beyond the table."""
    if engine_row(run.engine).exact:
        return score_card_cost(data.n, data.d, len(run.columns), metric=run.metric)
    each = choose(data.n, data.d, metric=run.metric, engine=run.engine).seconds
    return score_intervals_cost(len(run.columns), each=each, table=data.X.nbytes)
