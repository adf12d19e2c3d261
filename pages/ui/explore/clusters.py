"""The tab *Clusters*: what makes each cluster of the solution in focus different from the rest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from aucc_core.explain.differences import commonest, differences, is_number
from aucc_core.explain.found_again import found_again
from aucc_core.report.escape import plain
from aucc_core.sweeps.solutions import Solution
from pages.ui.components import flow
from pages.ui.components.charts import cluster_colour
from pages.ui.explore import hint, weak_places, work
from pages.ui.explore.by_hand import HandSolution
from pages.ui.explore.columns import columns_of, distributions, short
from pages.ui.explore.on_screen import OnScreen
from pages.ui.state import cache
from pages.ui.store.digest import digest_of

_NAMED = 3  # columns that are named for each cluster in the overview
_CHOSEN = "explore.cluster"


def show_clusters(on_screen: OnScreen) -> None:
    """A row for each cluster; a click lights its objects and shows how it differs, in full."""
    focus, study = on_screen.focus, on_screen.asked.study
    found = differences_of(study, focus)
    table = overview(on_screen, found)
    st.caption(
        f"{plain(focus.label)}, k = {focus.k}. Click a row to light its objects in the view. "
        "*Own score*: AUCC of the pairs inside the cluster. *Found again*: how much of it is one "
        "cluster at k − 1 and k + 1 too (Jaccard: objects in both, divided by those in either)."
    )
    # Another solution has other clusters: its table begins with none chosen.
    key = f"{_CHOSEN}.{focus.id}"
    event: Any = st.dataframe(
        table.style.apply(_coloured, axis=0, subset=["cluster"]),
        hide_index=True,
        key=key,
        on_select=lambda: _light(on_screen, table, key),
        selection_mode="single-row",
        column_config={
            "objects": st.column_config.NumberColumn(format="localized"),
            "share": st.column_config.NumberColumn(format="percent"),
            "own score": st.column_config.NumberColumn(format="%.4f"),
            "found again": st.column_config.ProgressColumn(
                min_value=0.0, max_value=1.0, format="%.2f"
            ),
            "different by": st.column_config.TextColumn(width="large"),
        },
    )
    rows = event.selection.rows
    cluster = int(table["cluster"].iloc[rows[0] if rows and rows[0] < len(table) else 0])
    _show_cluster(study, focus, found, cluster)
    _show_flow(on_screen)


def _show_flow(on_screen: OnScreen) -> None:
    """Where the objects go between the pinned solutions, else from k to k around the focus."""
    through = flowing(on_screen)
    if len(through) < 2:
        return
    st.markdown("**From solution to solution**: where the objects of each cluster go")
    flow.show_flow(
        through,
        on_click=lambda members: hint.light(
            on_screen.asked.study.rows, work.drawn_places(on_screen.asked, members)
        ),
        key="explore.flow",
    )
    st.caption(
        "Click a ribbon or a bar to light its objects in the view. Pin solutions there (▾ beside a "
        "title) to see the flow between them."
    )


def flowing(on_screen: OnScreen) -> list[Solution]:
    """The pinned solutions in their order; without any the focus and its neighbours by k."""
    known = {s.id: s for s in on_screen.solutions}
    pinned = [known[pin] for pin in dict.fromkeys(on_screen.settled.pins) if pin in known]
    if len(pinned) > 1:
        return pinned
    focus = on_screen.focus
    if isinstance(focus, HandSolution) and focus.origin in known:
        return [known[focus.origin], focus]
    family = sorted(
        (s for s in on_screen.solutions if s.algorithm == focus.algorithm), key=lambda s: s.k
    )
    at = next(i for i, s in enumerate(family) if s.id == focus.id)
    return family[max(0, at - 1) : at + 2]


def differences_of(study: cache.Study, solution: Solution) -> pd.DataFrame:
    """What makes the clusters different, in the columns as they came; clusters from 1."""

    def make() -> pd.DataFrame:
        found = differences(columns_of(study.table), solution.labels)
        return found.assign(cluster=found["cluster"] + 1)

    return cache.remembered(digest_of("differences", study.rows, solution.labels), make)


def overview(on_screen: OnScreen, found: pd.DataFrame) -> pd.DataFrame:
    """One row for each cluster, by number."""
    focus, asked = on_screen.focus, on_screen.asked
    labels = focus.labels
    clusters, sizes = np.unique(labels[labels >= 0], return_counts=True)
    table = pd.DataFrame({"cluster": clusters + 1, "objects": sizes, "share": sizes / labels.size})
    if labels.size <= weak_places.MOST_OBJECTS and not asked.run.is_large:
        parts = weak_places.weak_places_of(
            asked.study, asked.run.metric, focus, asked.run.metric_options
        ).by_cluster
        table["own score"] = parts["aucc"].reindex(clusters + 1).to_numpy()
    near = [
        s for s in on_screen.solutions if s.algorithm == focus.algorithm and abs(s.k - focus.k) == 1
    ]
    if near:
        again = [found_again(labels, s.labels).to_numpy() for s in near]
        table["found again"] = np.mean(again, axis=0)
    table["different by"] = [_in_words(found, c) for c in table["cluster"]]
    return table


def _in_words(found: pd.DataFrame, cluster: int) -> str:
    """Its largest differences: petal length 1.46 (rest 4.91)."""
    own = found[found["cluster"] == cluster].head(_NAMED)
    return "; ".join(
        f"{_title(row)} {_amount(row, 'inside')} (rest {_amount(row, 'rest')})"
        for row in own.to_dict("records")
    )


def _title(row: dict[Any, Any]) -> str:
    return f"{row['column']} = {row['value']}" if row["value"] else row["column"]


def _amount(row: dict[Any, Any], side: str) -> str:
    """A mean, or the share of a value."""
    return f"{row[side]:.0%}" if row["value"] else short(row[side])


def _show_cluster(
    study: cache.Study, solution: Solution, found: pd.DataFrame, cluster: int
) -> None:
    columns = columns_of(study.table)
    inside = solution.labels == cluster - 1
    own = found[found["cluster"] == cluster]
    if own.empty:
        st.caption(f"No column tells cluster {cluster} from the rest.")
        return
    shown = []
    for row in own.to_dict("records"):
        column = columns[row["column"]]
        here, everywhere = distributions(column, inside)
        values = ""
        if not is_number(column):
            values = ", ".join(f"{v} {share:.0%}" for v, share in commonest(column[inside]))
        shown.append(
            {
                "column": _title(row),
                f"cluster {cluster}": _amount(row, "inside"),
                "the rest": _amount(row, "rest"),
                "spread": short(row["spread"]),
                "effect": row["effect"],
                f"in cluster {cluster}": here,
                "in all": everywhere,
                "commonest": values,
            }
        )
    table = pd.DataFrame(shown)
    if not table["commonest"].any():
        table = table.drop(columns="commonest")
    st.markdown(f"**Cluster {cluster}** beside the rest, largest difference first")
    st.dataframe(
        table,
        hide_index=True,
        column_config={
            "spread": st.column_config.TextColumn(help="Standard deviation inside the cluster."),
            "effect": st.column_config.NumberColumn(
                format="%+.2f",
                help="Difference of the means (of a value: of its shares) in standard deviations "
                "of the whole column.",
            ),
            f"in cluster {cluster}": st.column_config.BarChartColumn(y_min=0.0),
            "in all": st.column_config.BarChartColumn(y_min=0.0),
        },
    )


def _coloured(numbers: pd.Series) -> list[str]:
    """A cluster's number on its colour in the scatter plots."""
    return [f"background-color: {cluster_colour(int(n) - 1)}; color: white" for n in numbers]


def _light(on_screen: OnScreen, table: pd.DataFrame, key: str) -> None:
    rows = st.session_state[key].selection.rows
    if rows and rows[0] < len(table):
        members = on_screen.focus.labels == int(table["cluster"].iloc[rows[0]]) - 1
        hint.light(on_screen.asked.study.rows, work.drawn_places(on_screen.asked, members))
