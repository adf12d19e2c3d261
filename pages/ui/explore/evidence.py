"""Below the linked view: how many clusters, and where the solution in focus is wrong.

What is found there shows in the view itself: the band behind the scores, objects that a piece of
advice is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from aucc_core.partitions import ALGORITHMS
from aucc_core.report.escape import plain_sentence
from aucc_core.score.inputs import InputError
from aucc_core.score.metrics import METRICS
from aucc_core.sweeps.solutions import ExploreRun, Solution
from aucc_core.verdicts.band import ReferenceBand
from aucc_core.verdicts.null_data import REFERENCES
from aucc_core.verdicts.weigh import SAMPLE_OBJECTS, Verdict
from pages.ui.components import linked, verdict_card
from pages.ui.components.linked.payload import colour_numbers
from pages.ui.explore import weak_places
from pages.ui.state import cache

_FOR_FEWER = "for fewer objects. Choose a sample of the objects in the side panel to see them."
_CLICKS = "weak_places.clicks"  # how many there were
_CLICKED = "weak_places.clicked"  # the last, until the view has been told


def show_evidence(
    study: cache.Study, run: ExploreRun, solutions: Sequence[Solution], focus: Solution
) -> Verdict | None:
    """Both switches with what is behind them; the verdict once there is one."""
    found = None
    try:
        if run.is_large and not _has_features(study, run):
            st.caption(f"The verdict and the parts of a score are {_FOR_FEWER}")
        else:
            found = verdict_card.show_verdict(study, run)
            if run.is_large:
                st.caption(f"The parts of a score are {_FOR_FEWER}")
        if not run.is_large:
            _weak_places(study, run, solutions, focus)
    except InputError as error:
        st.error(plain_sentence(error), icon=":material/error:")
    band = None
    if found is not None and found.band is not None and found.verdict is not None:
        sampled = bool(found.verdict.samples)
        band = band_of(found.band, study.digest, sampled=sampled)
    _tell_view(band, study.digest)
    return None if found is None else found.verdict


def _has_features(study: cache.Study, run: ExploreRun) -> bool:
    return study.dataset.distances is None and METRICS[run.metric].has_features


def band_of(band: ReferenceBand, data_key: str, *, sampled: bool = False) -> dict[str, Any]:
    """The reference band as the score chart draws it; that of a sample is drawn for all objects."""
    reference = REFERENCES[band.reference].label.lower()
    size = f"{SAMPLE_OBJECTS:,} objects, like a sample" if sampled else "the same size"
    return {
        "dataKey": data_key,
        "algorithm": band.algorithm,
        "label": f"{ALGORITHMS[band.algorithm].label} without clusters",
        "source": f"{band.n_sets} sets of {size}, {reference}",
        "ks": list(band.ks),
        "low": band.low.tolist(),
        "mean": band.scores.mean(axis=0).tolist(),
        "high": band.high.tolist(),
    }


def _weak_places(
    study: cache.Study, run: ExploreRun, solutions: Sequence[Solution], focus: Solution
) -> None:
    on = st.toggle(
        "Where is it wrong?",
        key="structure",
        bind="query-params",
        help="Takes the score of the solution in focus apart: by cluster, by pair of clusters and "
        "by object.",
    )
    if not on:
        return
    st.markdown(f"**{focus.label}, k = {focus.k}**, the solution in focus")
    # Clusters are called by the numbers that they have on the scatter plots.
    colours = colour_numbers(solutions)[focus.id].astype(np.int32)
    weak_places.show_weak_places(
        study,
        run.metric,
        replace(focus, labels=colours),
        on_advice=partial(_remember, study.digest),
    )


def _remember(data_key: str, objects: Sequence[int]) -> None:
    """Objects to highlight, with a number so that the same click works twice."""
    click = st.session_state.get(_CLICKS, 0) + 1
    st.session_state[_CLICKS] = click
    st.session_state[_CLICKED] = (data_key, {"click": click, "objects": list(objects)})


def _tell_view(band: dict[str, Any] | None, data_key: str) -> None:
    """Send the view what was found; a click is forgotten once it has been sent, not before."""
    of, highlight = st.session_state.get(_CLICKED, (None, None))
    found = {"band": band, "highlight": highlight if of == data_key else None}
    linked.answer(found, key="explore.hint")
    st.session_state.pop(_CLICKED, None)
