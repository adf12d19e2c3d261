"""Lesson 5, on demand: the paper's whole design in a job of its own, with progress and cancel."""

from __future__ import annotations

import dataclasses
from typing import Any

import pandas as pd
import streamlit as st

from aucc_core.chance import FULL_DESIGN, ChanceDesign
from aucc_core.chance_scores import CHANCE_CRITERIA
from pages.ui import jobs, jobs_ui

# What a run takes, as measured on two cores; shown before it starts.
_SCOPES = {
    "AUCC alone": (("aucc",), 60),
    "All seven criteria": (CHANCE_CRITERIA, 300),
}
_MEMORY = 400 * 2**20
_JOB = "learn_full_design"


def offer(seed: int) -> tuple[pd.DataFrame, ChanceDesign] | None:
    """Draw the fold; return the table and its design once a run of this seed is done."""
    handle, design = st.session_state.get(_JOB, (None, None))
    with st.expander(
        f"Run the paper's full design ({FULL_DESIGN.n_partitions:,} random partitions)",
        expanded=handle is not None,
    ):
        scope = st.radio("Score them with", list(_SCOPES), horizontal=True, key="learn_full_scope")
        criteria, seconds = _SCOPES[scope]
        st.caption(
            "108 Gaussian mixtures × 22 values of k × 3 balances × 100 partitions. "
            + jobs_ui.Cost(_MEMORY, seconds).line
        )
        if st.button("Run the full design", key="learn_full_run", type="primary"):
            design = dataclasses.replace(FULL_DESIGN, criteria=criteria)
            handle = jobs.submit(
                jobs_ui.session_id(),
                "aucc_core.chance:chance_steps",
                {"design": design, "seed": seed},
                digest=jobs.digest_of("chance", criteria, seed),
                memory=_MEMORY,
                label="Random partitions",
            )
            st.session_state[_JOB] = (handle, design)
        if handle is None:
            return None
        state = jobs_ui.show(handle, key="learn_full", on_partial=_say_so_far)
        if state.status != "done":
            return None
        st.success(f"Done in {jobs_ui.in_time(state.seconds)}. The picture above shows all of it.")
        return state.result, design


def _say_so_far(tables: tuple[Any, ...]) -> None:
    so_far = pd.concat(tables)
    means = so_far[so_far["criterion"] == "aucc"].groupby(["balance", "k"])["mean"].mean()
    st.caption(
        f"{len(tables)} of {len(FULL_DESIGN.mixtures)} mixtures: mean AUCC from {means.min():.4f} "
        f"to {means.max():.4f} over all k and balances."
    )
