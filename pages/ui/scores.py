"""Scoring for the Score screen: at once for small tables, as a job for large ones."""

from __future__ import annotations

import streamlit as st

from aucc_core.dataset import Dataset
from aucc_core.scorecard import label_columns
from aucc_core.scorecard_large import LargeReport
from aucc_core.sweep import estimate_memory
from pages.ui import jobs, jobs_ui
from pages.ui.cached import remembered
from pages.ui.jobs import digest_of
from pages.ui.score_work import Scored, ScoreRun, score

JOB = "score.job"
# Up to here scoring several columns takes well under a second.
INSTANT_OBJECTS = 1_500


def scored(data: Dataset, run: ScoreRun) -> Scored | LargeReport | None:
    """Scores of the asked columns; None while a job works on them or after it was stopped."""
    labels = {name: label_columns(data)[name] for name in run.columns}
    digest = digest_of("scores", data.X, data.distances, data.mixed, labels, run, data.notices)
    if data.n <= INSTANT_OBJECTS:
        return remembered(digest, lambda: score(data, run))
    handle = st.session_state.get(JOB)
    if handle is None or handle.digest != digest:
        handle = jobs.submit(
            jobs_ui.session_id(),
            "pages.ui.score_work:score",
            {"data": data, "run": run},
            digest=digest,
            memory=memory_of(data, run.engine),
            label=f"Scoring {data.n:,} objects",
        )
        st.session_state[JOB] = handle
    state = jobs_ui.show(handle)
    if state.status == "done":
        result: Scored | LargeReport = state.result
        return result
    if state.finished and st.button("Run again", icon=":material/refresh:"):
        del st.session_state[JOB]
        st.rerun()
    return None


def memory_of(data: Dataset, engine: str) -> int:
    """Bytes that scoring takes at most; intervals need little beyond the table."""
    if engine == "exact":
        return estimate_memory(data.n)
    return 700_000_000 + 6 * data.X.nbytes
