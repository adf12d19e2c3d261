"""A comparison of all criteria on a run: at once when it is small, else by way of a job."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from aucc_core.criteria import CRITERIA
from aucc_core.report.statements import said
from aucc_core.score.inputs import InputError
from aucc_core.sweeps.comparison import Comparison, compare, compare_steps
from aucc_core.sweeps.solutions import ExploreRun
from aucc_core.sweeps.sweep import comparison_cost
from aucc_core.verdicts.criteria_repeats import N_REPEATS, REPEATS, Repeats, repeat_steps
from pages.ui.jobs import panel
from pages.ui.side_panel import size
from pages.ui.state import cache
from pages.ui.store.digest import digest_of

JOB = "criteria.job"
# A click starts one of these; results of each kind stay while another is looked at.
REPEAT_JOBS = {name: f"criteria.repeats.{name}" for name in REPEATS}


def compared(study: cache.Study, run: ExploreRun) -> Comparison | None:
    """All scores; None while a job works on them or after it was stopped."""
    if run.is_large:
        raise InputError(
            f"Most criteria need the distances of all pairs: for up to {size.LARGE:,} objects, "
            f"and these are {study.dataset.n:,}. Choose a sample of the objects in the side panel."
        )
    spec = replace(run, second=None, cluster=None)  # all criteria, here
    digest = digest_of("comparison", study.digest, spec)
    cost = comparison_cost(study.dataset, run)
    if cost.seconds <= panel.INSTANT_SECONDS:
        return cache.remembered(digest, lambda: compare(study.dataset, spec))
    request = panel.JobRequest(
        compare_steps,
        {"dataset": study.dataset, "run": spec},
        digest=digest,
        cost=cost,
        label=f"{run.total} solutions, {len(CRITERIA)} criteria",
    )
    return panel.run(JOB, request, on_partial=_so_far)


def repeated(study: cache.Study, run: ExploreRun, kind: str) -> Repeats | None:
    """What criteria say when the run is repeated: a button and its cost, progress, the result."""
    spec = replace(run, second=None, cluster=None)
    each = comparison_cost(study.dataset, run)
    request = panel.JobRequest(
        repeat_steps,
        {"dataset": study.dataset, "run": spec, "kind": kind},
        digest=digest_of("criteria again", kind, study.digest, spec),
        # Small sets take longer than their pairs say: half a second each.
        cost=replace(each, seconds=N_REPEATS * (each.seconds + 0.5)),
        label=f"{REPEATS[kind].label}, {N_REPEATS} times",
    )
    handle = panel.started(REPEAT_JOBS[kind])
    if handle is None or handle.digest != request.digest:
        st.caption(request.cost.line)
    handle = panel.start_on_click(REPEAT_JOBS[kind], request, f"Repeat {N_REPEATS} times")
    if handle is None or handle.digest != request.digest:
        return None
    state = panel.show_job(handle, key=REPEAT_JOBS[kind])
    if state.status == "cancelled":
        st.info("Stopped. Press the button to run it again.")
    return state.result if state.status == "done" else None


def _so_far(rows: tuple[dict[str, Any], ...]) -> None:
    st.caption(" ".join(said("so far", rows)))
