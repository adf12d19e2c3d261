"""What Explore asks for: data and clusterings in the side panel, and how to draw them."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from aucc_core.prepare.projection import PROJECTIONS, Projection
from aucc_core.report.escape import plain
from aucc_core.score.inputs import Dataset
from aucc_core.sweeps.solutions import ExploreRun
from pages.ui.components.linked import Settled
from pages.ui.components.linked.payload import COLOUR_BY, ViewSettings
from pages.ui.explore import address, columns, given_labels
from pages.ui.side_panel import ask as side_panel
from pages.ui.side_panel.data import Source
from pages.ui.side_panel.size import BIND
from pages.ui.state import cache
from pages.ui.state.cache import Study

COLUMN = "Column: "  # before the name of a column that colours objects


@dataclass(frozen=True, eq=False)
class Exploration:
    """Everything that was asked for."""

    study: Study
    source: Source
    run: ExploreRun
    settings: ViewSettings
    picture: Projection
    opened: Settled
    own: tuple[str, ...] = ()  # label columns to be seen as solutions


def ask_exploration() -> Exploration:
    """All choices; stops the script with advice when something is still missing."""
    study, source, run = side_panel.ask("explore", "Explore this table")
    side_panel.group("View")
    with st.sidebar:
        settings, kind, axes = ask_view(study, run)
        own = _ask_own_labels(study, run)
    st.title(plain(side_panel.headline(study, run), 200))
    side_panel.require_algorithm(run)
    picture = cache.projection(study, run.metric, kind, axes, run.metric_options)
    opened = address.opened_with(study.rows)
    return Exploration(study, source, run, settings, picture, opened, own)


def _ask_own_labels(study: Study, run: ExploreRun) -> tuple[str, ...]:
    names = [] if run.is_large else given_labels.columns_to_choose(study.table)
    if not names:
        return ()
    chosen = st.multiselect(
        "Own labels as solutions",
        names,
        key="own",
        bind=BIND,
        placeholder="none",
        help="Label columns of the table, scored, drawn and taken apart beside the solutions of "
        "the algorithms. They take no part in the verdict.",
    )
    return tuple(chosen)


def ask_view(study: Study, run: ExploreRun) -> tuple[ViewSettings, str, tuple[int, int]]:
    """How to draw: settings of the view, the projection, and its two features."""
    dataset = study.dataset
    panels = st.slider(
        "Scatter plots side by side",
        1,
        9,
        3,
        key="panels",
        bind=BIND,
        help="Neighbouring solutions around the one in focus.",
    )
    kind, axes = _ask_projection(dataset)
    colours = ["cluster", *(["truth"] if dataset.labels is not None else []), "score"]
    if not run.is_large:
        colours += [f"{COLUMN}{name}" for name in columns.names_of(study.table)]
    colour = st.selectbox(
        "Colour by",
        colours,
        format_func=lambda name: COLOUR_BY.get(name, name),
        key="colour",
        bind=BIND,
        help="Cluster, true label, how well each object sits (its own score), or any column, also "
        "one that the clusterings do not use. The pointer tells an object's value.",
    )
    reference = st.selectbox(
        "Compare with k*",
        run.ks,
        index=None,
        key="reference",
        bind=BIND,
        placeholder="the one to believe",
        help="Curves of fewer clusters than k* are cold, of more hot, its own black (white in the "
        "dark). Without a k to believe it is the one with the highest AUCC.",
    )
    return ViewSettings(panels, colour, reference), kind, axes


def _ask_projection(dataset: Dataset) -> tuple[str, tuple[int, int]]:
    if dataset.d <= 2:
        return "features", (0, 1)
    kinds = [
        name
        for name, row in PROJECTIONS.items()
        if row.most_objects is None or dataset.n <= row.most_objects
    ]
    kind = st.selectbox(
        "Picture",
        kinds,
        index=kinds.index("pca"),
        key="picture",
        bind=BIND,
        format_func=lambda name: PROJECTIONS[name].label,
        help=" ".join(f"{p.label}: {p.help}" for p in PROJECTIONS.values()),
    )
    if not PROJECTIONS[kind].picks_features:
        return kind, (0, 1)
    names = dataset.feature_names
    left, right = st.columns(2)
    x = left.selectbox("Across", names, index=0, key="x", bind=BIND, help="Feature on the x axis.")
    y = right.selectbox("Up", names, index=1, key="y", bind=BIND, help="Feature on the y axis.")
    return kind, (names.index(x), names.index(y))
