"""A comparison of all criteria on a run: at once when it is small, else by way of a job."""

from __future__ import annotations

from typing import Any

import streamlit as st

from aucc_core.comparison import Comparison, compare
from aucc_core.criteria import CRITERIA
from aucc_core.sweep import estimate_memory
from pages.ui import cached, jobs, jobs_ui
from pages.ui.solutions import Run, seconds_estimate

JOB = "criteria.job"
INSTANT_SECONDS = 1.0
# A partition scored by all criteria, per pair of objects, as measured on one core.
_A_PAIR = 4e-8


def compared(study: cached.Study, run: Run) -> Comparison | None:
    """All scores; None while a job works on them or after it was stopped."""
    digest = jobs.digest_of(
        "comparison", study.digest, run.algorithms, run.ks, run.metric, run.seed, run.n_init
    )
    asked: dict[str, Any] = {
        "algorithms": run.algorithms,
        "ks": run.ks,
        "metric": run.metric,
        "seed": run.seed,
        "n_init": run.n_init,
    }
    if _seconds(study, run) <= INSTANT_SECONDS:
        return cached.remembered(digest, lambda: compare(study.dataset, **asked))
    handle = st.session_state.get(JOB)
    if handle is None or handle.digest != digest:
        handle = jobs.submit(
            jobs_ui.session_id(),
            "aucc_core.comparison:compare_steps",
            {"dataset": study.dataset, **asked},
            digest=digest,
            memory=240_000_000 + estimate_memory(study.dataset.n),
            label=f"{len(run.algorithms) * len(run.ks)} solutions, {len(CRITERIA)} criteria",
        )
        st.session_state[JOB] = handle
    state = jobs_ui.show(handle, key="criteria", on_partial=_so_far)
    if state.status == "done":
        found: Comparison = state.result
        return found
    if state.finished:
        if state.status == "cancelled":
            st.info("Stopped. Change something in the side panel, or run it again.")
        if st.button("Run again", icon=":material/refresh:", key="criteria.again"):
            del st.session_state[JOB]
            st.rerun()
    return None


def _seconds(study: cached.Study, run: Run) -> float:
    n_pairs = study.dataset.n * (study.dataset.n - 1) / 2
    scoring = _A_PAIR * n_pairs * len(run.algorithms) * len(run.ks)
    return seconds_estimate(study.dataset, run) + scoring


def _so_far(rows: tuple[dict[str, Any], ...]) -> None:
    best = max(rows, key=lambda row: row["aucc"] if row["aucc"] == row["aucc"] else -1.0)
    st.caption(
        f"{len(rows)} solutions scored. Best AUCC so far: {best['aucc']:.4f} at k = {best['k']}."
    )
