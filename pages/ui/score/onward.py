"""From Score to Explore: same table, distance and scaling, the labels as a clustering there."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from aucc_core.prepare.scaling import SCALINGS
from aucc_core.report.score_card import LargeCard, ScoreCard
from aucc_core.report.score_run import ScoreRun
from aucc_core.score.inputs import Dataset
from aucc_core.score.metrics import METRICS
from pages.ui.components.linked import HAND, Hand, Settled
from pages.ui.score import ask
from pages.ui.side_panel.data import YOUR_DATA
from pages.ui.side_panel.size import LARGE
from pages.ui.state import session

_GOING = "score.onward"
_ORIGIN = "score"  # no solution of Explore: these labels began from none


def offer_explore(
    data: Dataset, run: ScoreRun | None, card: ScoreCard | LargeCard | None = None
) -> None:
    """A button that opens Explore on this table; nothing for examples that Explore has not.

    Without a run there is nothing scored, and no labels go along.
    """
    example = None
    if data is not session.upload():
        shown = ask.shown_example()
        if shown is None or shown.explore is None:
            return
        example = shown.explore
    begins = "The same table on Explore"
    if run is not None:
        begins = "The same table, distance and scaling on Explore"
    if card is not None and data.n <= LARGE:
        begins += ", with these labels beside the clusterings of the algorithms"
    elif card is not None:
        begins += f" (labels come along up to {LARGE:,} objects)"
    st.button(
        "Open in Explore",
        key="score.explore",
        icon=":material/scatter_plot:",
        on_click=_go,
        args=(example, data, run, card),
        help=f"{begins}.",
    )
    if st.session_state.pop(_GOING, False):
        query = {"data": example or YOUR_DATA}
        if run is not None and run.metric not in ("euclidean", "precomputed"):
            query["distance"] = METRICS[run.metric].label
        if run is not None and run.scaling != "none":
            query["scaling"] = SCALINGS[run.scaling].label
        st.switch_page("explore.py", query_params=query)


def _go(
    example: str | None,
    data: Dataset,
    run: ScoreRun | None,
    card: ScoreCard | LargeCard | None,
) -> None:
    start = Settled()
    if card is not None and data.n <= LARGE:
        labels = np.full(data.n, -1)
        labels[card.keep] = card.codes
        hand = Hand(_ORIGIN, tuple(labels.tolist()))
        start = Settled(focus=HAND, shown=HAND, hand=hand)
    choices: dict[str, Any] = {"features": []}
    if run is not None and data.distances is None:
        choices |= {"distance": run.metric, "scaling": run.scaling}
    session.hand_to_explore(data=example, start=start, **choices)
    st.session_state[_GOING] = True
