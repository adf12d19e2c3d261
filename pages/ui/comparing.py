"""A comparison of all criteria on a run: at once when it is small, else by way of a job."""

from __future__ import annotations

from typing import Any

import streamlit as st

from aucc_core.comparison import Comparison, compare
from aucc_core.criteria import CRITERIA
from aucc_core.dataset import Dataset
from aucc_core.sweep import estimate_memory
from aucc_core.validate import InputError
from pages.ui import cached, jobs, jobs_ui, size_ask
from pages.ui.run_cost import run_seconds
from pages.ui.solutions import Run

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
    if run.is_large:
        raise InputError(
            f"Most criteria need the distances of all pairs: for up to {size_ask.LARGE:,} objects, "
            f"and these are {study.dataset.n:,}. Choose a sample of the objects in the side panel."
        )
    if seconds_of(study.dataset, run) <= INSTANT_SECONDS:
        return cached.remembered(digest, lambda: compare(study.dataset, **asked))
    return jobs_ui.run(
        JOB,
        "aucc_core.comparison:compare_steps",
        {"dataset": study.dataset, **asked},
        digest=digest,
        cost=jobs_ui.Cost(
            240_000_000 + estimate_memory(study.dataset.n), seconds_of(study.dataset, run)
        ),
        label=f"{len(run.algorithms) * len(run.ks)} solutions, {len(CRITERIA)} criteria",
        on_partial=_so_far,
    )


def seconds_of(dataset: Dataset, run: Run) -> float:
    """Rough time of scoring every solution of a run by all criteria."""
    n_pairs = dataset.n * (dataset.n - 1) / 2
    scoring = _A_PAIR * n_pairs * len(run.algorithms) * len(run.ks)
    return run_seconds(dataset, run) + scoring


def _so_far(rows: tuple[dict[str, Any], ...]) -> None:
    best = max(rows, key=lambda row: row["aucc"] if row["aucc"] == row["aucc"] else -1.0)
    st.caption(
        f"{len(rows)} solutions scored. Best AUCC so far: {best['aucc']:.4f} at k = {best['k']}."
    )
