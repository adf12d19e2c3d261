"""The tab *Objects*: the selected objects, or those that sit badly, with all that is known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from aucc_core.explain.nearest import nearest_other
from aucc_core.report import exports
from aucc_core.score.inputs import Integers
from pages.ui.explore import work
from pages.ui.explore.columns import columns_of, object_names
from pages.ui.explore.on_screen import OnScreen
from pages.ui.side_panel import size
from pages.ui.state import cache

MOST_SHOWN = 1_000
_PICKED = "objects.picked"  # the page has to begin anew with other objects
_BADLY = 25  # shown of those that sit badly, when nothing is selected


def show_objects(on_screen: OnScreen) -> None:
    """The table and its CSV."""
    if st.session_state.pop(_PICKED, False):
        st.rerun()
    asked, focus = on_screen.asked, on_screen.focus
    scored = work.scores_objects(asked)
    rows = chosen(on_screen)
    if rows.size == 0:
        st.caption("Select objects in the scatter plots to see them here.")
        return
    table = table_of(on_screen, rows)
    if on_screen.settled.selected:
        cut = len(on_screen.settled.selected) - rows.size
        st.caption(
            f"The {rows.size:,} selected objects"
            + (f"; {cut:,} more are not shown." if cut > 0 else ".")
        )
    else:
        st.caption(
            f"The {rows.size} objects that sit worst in {focus.label}, k = {focus.k}: those with "
            "the lowest own scores. Select others in the scatter plots."
        )
    st.dataframe(
        table,
        hide_index=True,
        column_config={
            "own score": st.column_config.NumberColumn(
                format="%.4f",
                help="The share of comparisons won by the pairs that the object is in.",
            ),
            "nearest other cluster": st.column_config.NumberColumn(
                help="That with the smallest mean distance to the object, but for its own."
            ),
        },
    )
    if not scored:
        st.caption(f"Own scores are for up to {work.MOST_OBJECTS:,} objects.")
    with st.container(horizontal=True):
        st.download_button(
            "These objects (CSV)",
            lambda: exports.csv_bytes(table),
            file_name=exports.file_name(asked.study.dataset.name, "objects.csv"),
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
        )
        selected = work.rows_at(asked, on_screen.settled.selected)
        if size.LEAST_PICKED <= selected.size < asked.study.dataset.n:
            st.button(
                f"Cluster only these {selected.size:,}",
                key="objects.pick",
                icon=":material/filter_alt:",
                on_click=_pick,
                args=(selected.tolist(),),
                help="Runs again on the selected objects alone: are there clusters inside? "
                "The side panel has the way back to all.",
            )


def _pick(rows: Sequence[int]) -> None:
    size.pick(rows)
    st.session_state[_PICKED] = True


def chosen(on_screen: OnScreen) -> Integers:
    """Rows of the selected objects; else of those with the lowest own scores."""
    asked, focus = on_screen.asked, on_screen.focus
    selected = work.rows_at(asked, on_screen.settled.selected)
    if selected.size:
        return selected[:MOST_SHOWN]
    if not work.scores_objects(asked):
        return np.zeros(0, np.int64)
    run = asked.run
    scores = cache.own_scores(asked.study, run.metric, focus, run.metric_options)
    kept = np.flatnonzero(focus.labels >= 0)
    return kept[np.argsort(scores[kept], kind="stable")][:_BADLY].astype(np.int64)


def table_of(on_screen: OnScreen, rows: Integers) -> pd.DataFrame:
    """A row for each object: its name, where it sits, its columns, its cluster everywhere."""
    asked, focus = on_screen.asked, on_screen.focus
    study, run = asked.study, asked.run
    names = object_names(study.table)
    table = pd.DataFrame({"object": [names[i] for i in rows]})
    table["cluster"] = focus.labels[rows] + 1
    if work.scores_objects(asked):
        scores = cache.own_scores(study, run.metric, focus, run.metric_options)
        table["own score"] = scores[rows]
        pairs = cache.pairs(study, run.metric, run.metric_options)
        other = nearest_other(pairs, focus.labels, rows)["other_cluster"].to_numpy()
        table["nearest other cluster"] = other + 1
    columns = columns_of(study.table).iloc[rows].reset_index(drop=True)
    for name in columns:
        table[name if name not in table else f"{name} (column)"] = columns[name]
    for solution in on_screen.solutions:
        table[f"{solution.label}, k = {solution.k}"] = solution.labels[rows] + 1
    # Noise is in no cluster.
    clusters = ["cluster", *(f"{s.label}, k = {s.k}" for s in on_screen.solutions)]
    table[clusters] = table[clusters].astype("Int64").replace(0, pd.NA)
    return table
