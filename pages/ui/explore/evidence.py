"""Below the linked view: how many clusters, and where the solution in focus is wrong.

What is found there shows in the view itself: the band behind the scores, objects that a piece of
advice is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from aucc_core.partitions import ALGORITHMS
from aucc_core.reference import ReferenceBand
from aucc_core.structureless import REFERENCES
from aucc_core.validate import InputError
from aucc_core.verdict import Verdict
from pages.ui import cached, figures, linked, structure, verdict
from pages.ui.linked.payload import colours_of
from pages.ui.solutions import Run, Solution

_CLICKS = "structure.clicks"


def in_focus(solutions: Sequence[Solution], chosen: str | None, reference: int | None) -> Solution:
    """The solution the view has in focus: the chosen one, else where the view starts by itself."""
    for solution in solutions:
        if solution.id == chosen:
            return solution
    whole = [s for s in solutions if (s.labels >= 0).all()]
    best = figures.best_of(whole or solutions)
    own = [s for s in solutions if s.algorithm == best.algorithm]
    return next((s for s in own if s.k == reference), figures.best_of(own))


def show(
    study: cached.Study, run: Run, solutions: Sequence[Solution], focus: Solution
) -> Verdict | None:
    """Both switches with what is behind them; the verdict once there is one."""
    if run.is_large:
        st.caption(
            "The verdict and the parts of a score are for fewer objects. Choose a sample of the "
            "objects in the side panel to see them."
        )
        linked.answer({"band": None, "highlight": None}, key="explore.hint")
        return None
    found = clicked = None
    try:
        found = verdict.show(study, run)
        clicked = _structure(study, run, solutions, focus)
    except InputError as error:
        st.error(str(error), icon=":material/error:")
    band = None if found is None or found.band is None else band_of(found.band, study.digest)
    linked.answer({"band": band, "highlight": _highlight(clicked)}, key="explore.hint")
    return None if found is None else found.verdict


def band_of(band: ReferenceBand, data_key: str) -> dict[str, Any]:
    """The reference band as the score chart draws it."""
    reference = REFERENCES[band.reference].label.lower()
    return {
        "dataKey": data_key,
        "algorithm": band.algorithm,
        "label": f"{ALGORITHMS[band.algorithm].label} without clusters",
        "source": f"{band.n_sets} sets of the same size, {reference}",
        "ks": list(band.ks),
        "low": band.low.tolist(),
        "mean": band.scores.mean(axis=0).tolist(),
        "high": band.high.tolist(),
    }


def _structure(
    study: cached.Study, run: Run, solutions: Sequence[Solution], focus: Solution
) -> Sequence[int] | None:
    on = st.toggle(
        "Where is it wrong?",
        key="structure",
        bind="query-params",
        help="Takes the score of the solution in focus apart: by cluster, by pair of clusters and "
        "by object.",
    )
    if not on:
        return None
    st.markdown(f"**{focus.label}, k = {focus.k}**, the solution in focus")
    # Clusters are called by the numbers that they have on the scatter plots.
    colours = colours_of(solutions)[focus.id].astype(np.int32)
    return structure.show(study, run.metric, replace(focus, labels=colours))


def _highlight(clicked: Sequence[int] | None) -> dict[str, Any] | None:
    """Objects to highlight, with a number so that the same click works twice."""
    if clicked is None:
        return None
    st.session_state[_CLICKS] = st.session_state.get(_CLICKS, 0) + 1
    return {"click": st.session_state[_CLICKS], "objects": list(clicked)}
