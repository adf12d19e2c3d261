"""What Score shows for a table too large to rank: intervals instead of single numbers."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from aucc_core.escape import plotly_text
from aucc_core.large.words import with_margin
from aucc_core.score_figures import COLOURS
from aucc_core.scorecard_large import LargeReport
from pages.ui import exports, score_verdict
from pages.ui.plain import plain, plain_sentence


def show(report: LargeReport) -> None:
    """Headline, intervals, table and downloads."""
    best = report.scores[0]
    sure = "for certain" if report.certain else "with 95 % confidence"
    margin = max(best.high - best.estimate, best.estimate - best.low)
    score = with_margin(best.estimate, margin)
    st.markdown(f"### {plain(best.name, 40)} scores highest: AUCC {score}")
    st.markdown(f"AUCC is between {best.low:.7f} and {best.high:.7f} {sure}. {_lead(report)}")
    for name, why in report.refused.items():
        st.warning(f"Not scored: {plain(name)}: {plain_sentence(why)}")
    st.plotly_chart(_intervals(report), key="score.intervals")
    number = st.column_config.NumberColumn
    digits = {c: number(format="%.7f") for c in ("low", "estimate", "high")}
    table = report.table
    st.dataframe(table, hide_index=True, column_config=digits, key="score.large")
    st.caption(score_verdict.TOO_LARGE)
    st.download_button(
        "Scores (CSV)",
        lambda: exports.csv_bytes(table),
        file_name=exports.file_name(report.dataset.name, "aucc-scores.csv"),
        mime="text/csv",
        icon=":material/table:",
        on_click="ignore",
    )


def _lead(report: LargeReport) -> str:
    if len(report.scores) < 2:
        return ""
    best, second = report.scores[:2]
    if best.low > second.high:
        return "No other clustering reaches it: the intervals do not touch."
    return f"The interval of {plain(second.name, 40)} overlaps, so the order is open."


def _intervals(report: LargeReport) -> go.Figure:
    scores = report.scores[::-1]
    figure = go.Figure(
        go.Scatter(
            x=[s.estimate for s in scores],
            y=[plotly_text(s.name, 24) for s in scores],
            mode="markers",
            marker={"size": 12, "color": COLOURS[0]},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [s.high - s.estimate for s in scores],
                "arrayminus": [s.estimate - s.low for s in scores],
                "color": "#888888",
            },
            hovertemplate="AUCC %{x:.7f}<extra></extra>",
        )
    )
    figure.update_xaxes(title_text="AUCC")
    figure.update_yaxes(type="category", automargin=True)
    height = 90 + 46 * len(scores)
    figure.update_layout(height=height, margin={"l": 10, "r": 20, "t": 20, "b": 10})
    return figure
