"""The tab *Where is it wrong*: own scores and separations of one clustering, and advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import pandas as pd
import streamlit as st

from aucc_core.explain.diagnose import Diagnosis, diagnose
from aucc_core.explain.parts import parts_of
from aucc_core.partitions.noise import apply_noise_policy
from aucc_core.sweeps.solutions import Solution
from pages.ui.components import charts
from pages.ui.explore import figures, hint
from pages.ui.explore.on_screen import OnScreen
from pages.ui.state import cache
from pages.ui.store.digest import digest_of

# The tables need a walk over all pairs in the server itself; above this it would hold others up.
MOST_OBJECTS = 5_000
EXPLAIN = (
    "AUCC is exactly the weighted mean of these parts. An object's own score is the share of "
    "comparisons won by the pairs it is in; a cluster's, by the pairs inside it; that of two "
    "clusters, by the pairs between them."
)
_ICONS = {
    "split": ":material/call_split:",
    "merge": ":material/call_merge:",
    "objects": ":material/location_off:",
}


@dataclass(frozen=True, eq=False)
class WeakPlaces:
    """One clustering, taken apart; clusters are numbered from 1 as on the charts."""

    by_object: pd.DataFrame
    by_cluster: pd.DataFrame
    by_pair: pd.DataFrame
    diagnosis: Diagnosis
    places: npt.NDArray[np.intp]


def weak_places_of(
    study: cache.Study,
    metric: str,
    solution: Solution,
    options: Mapping[str, float] = MappingProxyType({}),
) -> WeakPlaces:
    """The parts of a solution, computed once; objects that are noise are left out.

    Cluster 0 of the labels is called 1, whatever other numbers there are.
    """
    key = digest_of("weak places", study.digest, metric, options, solution.labels)

    def make() -> WeakPlaces:
        keep, _ = apply_noise_policy(solution.labels, "drop")
        clusters = solution.labels[keep] + 1
        pairs = cache.kept_pairs(study, metric, keep, options)
        parts = parts_of(pairs, clusters)
        places = np.flatnonzero(keep)
        return WeakPlaces(
            parts.by_object().set_axis(places),
            parts.by_cluster(),
            parts.by_cluster_pair(),
            diagnose(pairs, clusters),
            places,
        )

    return cache.remembered(key, make)


def show_weak_places(on_screen: OnScreen) -> None:
    """The solution in focus, taken apart; what is advised can be lit in the view."""
    asked, focus = on_screen.asked, on_screen.focus
    st.markdown(f"**{focus.label}, k = {focus.k}**, the solution in focus")
    show_parts(
        asked.study,
        asked.run.metric,
        focus,
        options=asked.run.metric_options,
        on_advice=partial(hint.light, asked.study.rows),
    )


def show_parts(
    study: cache.Study,
    metric: str,
    solution: Solution,
    *,
    options: Mapping[str, float] = MappingProxyType({}),
    on_advice: Callable[[Sequence[int]], None],
) -> None:
    """Diagnosis, advice and both charts; ``on_advice`` gets the rows of advice that is clicked."""
    if study.dataset.n > MOST_OBJECTS:
        st.caption(
            f"The parts of a score are drawn for up to {MOST_OBJECTS:,} objects. Choose a sample "
            "of the objects in the side panel to see them."
        )
        return
    found = weak_places_of(study, metric, solution, options)
    st.markdown(found.diagnosis.text)
    _advice(found, on_advice)
    names = study.dataset.object_names
    left, right = st.columns(2)
    with left:
        st.plotly_chart(
            figures.sorted_scores(found.by_object, aucc=solution.aucc, names=names),
            key="weak_places.objects",
            config=charts.TOOLS,
        )
    with right:
        st.plotly_chart(
            figures.separation_map(found.by_cluster, found.by_pair),
            key="weak_places.map",
            config=charts.TOOLS,
        )
    st.caption(EXPLAIN)


def _advice(found: WeakPlaces, on_advice: Callable[[Sequence[int]], None]) -> None:
    """One button per piece of advice.

    A callback takes the click: a script that is interrupted on its way to a button forgets it.
    """
    if not found.diagnosis.advice:
        st.caption("No cluster looks like two, no two look like one, no object sits badly.")
    for at, advice in enumerate(found.diagnosis.advice):
        st.button(
            advice.text,
            icon=_ICONS[advice.kind],
            key=f"weak_places.advice.{at}",
            type="tertiary",
            help="Highlight these objects.",
            on_click=on_advice,
            args=(sorted(found.places[advice.objects].tolist()),),
        )
