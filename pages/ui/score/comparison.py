"""Two clusterings side by side: the objects that their clusters share, lit in the picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd
import streamlit as st

from aucc_core.report import figures
from aucc_core.report.escape import plain, shortened
from aucc_core.report.score_card import AnyReport, LargeCard, ScoreCard
from aucc_core.report.score_run import Scored
from aucc_core.score.inputs import Bools
from pages.ui.components.charts import SAVED

Card = ScoreCard | LargeCard
KEY = "score.compared"
MOST_CLUSTERS = 60  # rows and columns of the table


def show_comparison(result: Scored) -> None:
    """The question which two, their table, and the objects of the cell that was clicked."""
    report = result.report
    names = [card.name for card in report.cards]
    left, right = st.columns(2)
    with left:
        first = _ask("Rows", names, 0)
    with right:
        second = _ask("Columns", names, 1)
    one, two = (next(c for c in report.cards if c.name == name) for name in (first, second))
    shared = contingency(one, two)
    ari = float(report.agreement["ari"].to_numpy()[names.index(first), names.index(second)])
    st.markdown(
        f"**ARI {ari:.4f}** (adjusted Rand index: 1 the same clusters, 0 as random labels). "
        "Click a cell to light its objects."
    )
    shown = shared.iloc[:MOST_CLUSTERS, :MOST_CLUSTERS]
    event = st.dataframe(shown, key=f"{KEY}.table", on_select="rerun", selection_mode="single-cell")
    cells = event.selection.cells
    if max(shared.shape) > MOST_CLUSTERS:
        st.caption(f"The {MOST_CLUSTERS} largest clusters of each are shown.")
    if not cells:
        return
    row, column = cells[0]
    here = shared.index[row]
    there = str(column)
    lit = lit_objects(one, two, here, there)
    title = f"{plain(first, 30)} {plain(here, 30)} and {plain(second, 30)} {plain(there, 30)}"
    st.markdown(f"{int(lit.sum()):,} objects are in {title}.")
    if result.picture is not None:
        figure = figures.lit(lit, result.picture.points, result.picture.axes)
        st.plotly_chart(figure, config=SAVED, key=f"{KEY}.picture")
    _list(report, lit)


def _ask(what: str, names: Sequence[str], at: int) -> str:
    return st.selectbox(
        what, names, index=at, format_func=lambda n: shortened(n, 40), key=f"{KEY}.{what.lower()}"
    )


def contingency(one: Card, two: Card) -> pd.DataFrame:
    """Objects by cluster of the one and the other, largest clusters first."""
    table = pd.crosstab(pd.Series(_names(one), name=""), pd.Series(_names(two), name=""))
    rows = table.sum(axis=1).sort_values(ascending=False, kind="stable").index
    columns = table.sum(axis=0).sort_values(ascending=False, kind="stable").index
    return table.loc[rows, columns]


def lit_objects(one: Card, two: Card, here: str, there: str) -> Bools:
    """The objects in a cluster of the one and a cluster of the other."""
    return np.asarray((_names(one) == here) & (_names(two) == there))


def _names(card: Card) -> npt.NDArray:
    """The cluster of each object as text; what is missing is called so."""
    return np.array(["missing" if pd.isna(v) else str(v) for v in card.labels.tolist()], object)


def _list(report: AnyReport, lit: Bools) -> None:
    data = report.dataset
    rows = np.flatnonzero(lit)
    names = data.object_names
    called = [str(row + 1) if names is None else names[row] for row in rows[:1000].tolist()]
    table = pd.DataFrame(data.X[rows[:1000]], columns=list(data.feature_names))
    table.insert(0, "object", called, allow_duplicates=True)
    with st.expander("These objects"):
        st.dataframe(table.loc[:, ~table.columns.duplicated()], hide_index=True)
