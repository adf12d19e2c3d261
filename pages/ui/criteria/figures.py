"""Comparisons of criteria as plotly figures; values in, figure out, no Streamlit."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from aucc_core.criteria import CRITERIA
from aucc_core.partitions import ALGORITHMS
from aucc_core.sweeps.comparison import Comparison, Vote
from pages.ui.components.charts import HOT, ORANGE, calm, cluster_colour, see_through

BLUE = "#2b6cdb"
# See-through colours: they read on a light and on a dark page.
GREY = see_through("#808080", 0.45)
SHARE = [[at, see_through(BLUE, strength)] for at, strength in ((0, 0.04), (0.6, 0.3), (1, 0.95))]
AGREE = [
    [0, see_through(HOT[2], 0.9)],
    [0.5, see_through("#808080", 0.06)],
    [1, see_through(BLUE, 0.9)],
]
STAR = {
    "symbol": "star",
    "size": 12,
    "color": ORANGE,
    "line": {"width": 1, "color": "white"},
}


def short(name: str) -> str:
    """A criterion's name on an axis."""
    return CRITERIA[name].short


def algorithm_colours(comparison: Comparison) -> dict[str, str]:
    """A colour per algorithm, in the order of the table."""
    names = dict.fromkeys(comparison.table["algorithm"])
    return {name: cluster_colour(i) for i, name in enumerate(names)}


def heat_map(comparison: Comparison, algorithm: str) -> go.Figure:
    """Criteria by k for one algorithm: ranks among all solutions, best ones starred.

    The names on the left are points that can be clicked, in a trace of their own.
    """
    own = (comparison.table["algorithm"] == algorithm).to_numpy()
    table, shares = comparison.table[own], comparison.ranks()[own]
    names = list(comparison.criteria)
    picks = comparison.picks()
    picks = picks[picks["algorithm"] == algorithm]
    ks = [int(k) for k in table["k"]]
    figure = go.Figure(
        go.Heatmap(
            z=shares[names].to_numpy().T,
            x=list(range(len(ks))),
            y=[short(n) for n in names],
            colorscale=SHARE,
            zmin=0,
            zmax=1,
            showscale=False,
            xgap=1 if len(ks) > 15 else 2,
            ygap=2,
            customdata=[[[k, value] for k, value in zip(ks, table[n], strict=True)] for n in names],
            hovertemplate="%{y}: %{customdata[1]:.5~g}<br>"
            + ALGORITHMS[algorithm].label
            + ", k = %{customdata[0]}<extra></extra>",
        )
    )
    figure.add_scatter(
        x=[ks.index(int(k)) for k in picks["k"]],
        y=[short(n) for n in picks["criterion"]],
        mode="markers",
        marker=STAR if len(ks) <= 15 else {**STAR, "size": 9},
        hoverinfo="skip",
        showlegend=False,
    )
    room = 0.16 * len(ks) + 0.6  # for the names, whatever the width
    figure.add_scatter(
        x=[-0.6 - room / 2] * len(names),
        y=[short(n) for n in names],
        mode="markers+text",
        text=[short(n) for n in names],
        customdata=names,
        marker={"size": 20, "symbol": "square", "color": "rgba(128,128,128,0.01)"},
        hovertemplate="%{text}: open its card<extra></extra>",
        showlegend=False,
    )
    step = -(-len(ks) // 15)
    figure.update_xaxes(
        tickvals=list(range(0, len(ks), step)),
        ticktext=[str(k) for k in ks[::step]],
        range=[-0.6 - room, len(ks) - 0.4],
        tickangle=0,
        title=f"{ALGORITHMS[algorithm].label}: number of clusters k",
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(autorange="reversed", showgrid=False, showticklabels=False, ticks="")
    figure.update_layout(showlegend=False, clickmode="event+select")
    return calm(figure, height=80 + 22 * len(names), top=8)


def vote_bars(vote: Vote) -> go.Figure:
    """Votes of the families for each k of the run."""
    ks = [int(k) for k in vote.weights.index]
    counts = [float(v) for v in vote.weights]
    figure = go.Figure(
        go.Bar(
            x=[str(k) for k in ks],
            y=counts,
            text=[f"{round(n, 2):g}" if n else "" for n in counts],
            textposition="outside",
            textfont={"size": 10},
            textangle=0,
            constraintext="none",  # else the numbers shrink with the bars of many k
            cliponaxis=False,
            marker={"color": [BLUE if k in vote.leaders else GREY for k in ks]},
            customdata=[
                [", ".join(short(n) for n in vote.criteria[k]) or "no criterion"] for k in ks
            ],
            hovertemplate="k = %{x}: %{y:.2f} votes<br>%{customdata[0]}<extra></extra>",
        )
    )
    figure.update_xaxes(title="number of clusters k", type="category", tickangle=0, nticks=15)
    figure.update_yaxes(visible=False, range=[0, max(counts) * 1.15])
    figure.update_layout(showlegend=False)
    return calm(figure, height=190, top=20)


def correlation_map(matrix: pd.DataFrame, ink: str) -> go.Figure:
    """Rank correlation of every two criteria: blue agree, red disagree. ``ink``: on pale cells."""
    names = [short(n) for n in matrix.index]
    figure = go.Figure(
        go.Heatmap(
            z=matrix.to_numpy(),
            x=names,
            y=names,
            zmin=-1,
            zmax=1,
            colorscale=AGREE,
            xgap=1,
            ygap=1,
            showscale=False,
            hovertemplate="%{y} and %{x}: %{z:.2f}<extra></extra>",
        )
    )
    if len(names) <= 16:
        # White on deep cells; plotly's own choice ignores see-through.
        values = matrix.to_numpy().ravel()
        figure.add_scatter(
            x=names * len(names),
            y=[name for name in names for _ in names],
            mode="text",
            text=[_in_cell(v) for v in values],
            textfont={"size": 9, "color": ["white" if abs(v) > 0.6 else ink for v in values]},
            hoverinfo="skip",
            showlegend=False,
        )
    figure.update_xaxes(tickangle=-60, showgrid=False)
    figure.update_yaxes(autorange="reversed", showgrid=False, automargin=True)
    figure.update_layout(showlegend=False)
    return calm(figure, height=max(300, 120 + 26 * len(names)))


def _in_cell(value: float) -> str:
    """A correlation without its leading 0, so that it fits a cell on a phone."""
    return "" if np.isnan(value) else f"{value:.2f}".replace("0.", ".").replace("1.00", "1")


def by_k(comparison: Comparison, name: str, band: pd.DataFrame | None = None) -> go.Figure:
    """One criterion by k as a small picture, a line per algorithm, its pick starred.

    ``band`` is what it says in repeats (`Repeats.band`), drawn behind.
    """
    table, row = comparison.table, CRITERIA[name]
    figure = go.Figure()
    if band is not None and name in band["low"]:
        edges = {at: row.orient(band[(at, name)].to_numpy(dtype=float)) for at in ("low", "high")}
        for at, fill in (("low", None), ("high", "tonexty")):
            figure.add_scatter(
                x=band.index, y=edges[at], mode="lines", line={"width": 0}, fill=fill,
                fillcolor=see_through("#808080", 0.3), hoverinfo="skip",
            )  # fmt: skip
    for algorithm, colour in algorithm_colours(comparison).items():
        own = table[table["algorithm"] == algorithm]
        figure.add_scatter(
            x=own["k"],
            y=own[name].where(np.isfinite(own[name].astype(float))),
            mode="lines+markers",
            line={"color": colour, "width": 1.6},
            marker={"size": 3.5},
            name=ALGORITHMS[algorithm].label,
            hovertemplate="k = %{x}: %{y:.4~g}<extra>" + ALGORITHMS[algorithm].label + "</extra>",
        )
    picks = comparison.picks()
    best = picks[picks["criterion"] == name]
    figure.add_scatter(x=best["k"], y=best["value"], mode="markers", hoverinfo="skip", marker=STAR)
    turn = "" if row.higher_is_better else " ↓"
    figure.update_layout(
        title={"text": f"{row.short}{turn}", "font": {"size": 13}, "x": 0.02, "y": 0.97}
    )
    step = max(1, round((int(table["k"].max()) - int(table["k"].min())) / 5))  # whole k alone
    figure.update_xaxes(dtick=step, tickfont={"size": 9}, showgrid=False)
    figure.update_yaxes(nticks=4, tickfont={"size": 9})
    figure.update_layout(showlegend=False)
    return calm(figure, height=140, top=24)


def pick_ranges(intervals: pd.DataFrame) -> go.Figure:
    """The k that each criterion picks here (star) and in nine of ten repeats (line)."""
    names = [short(n) for n in intervals.index]
    figure = go.Figure()
    for name, low, high in zip(names, intervals["low"], intervals["high"], strict=True):
        figure.add_scatter(
            x=[low, high], y=[name, name], mode="lines+markers",
            line={"color": BLUE, "width": 5}, marker={"color": BLUE, "size": 7}, opacity=0.6,
            hovertemplate=f"{name}: k from {low:g} to {high:g}<extra></extra>",
        )  # fmt: skip
    figure.add_scatter(
        x=intervals["k"], y=names, mode="markers", marker=STAR,
        hovertemplate="%{y}: k = %{x} here<extra></extra>",
    )  # fmt: skip
    reach = float(intervals["high"].max() - intervals["low"].min())
    figure.update_xaxes(title="number of clusters k", dtick=max(1, round(reach / 10)))
    figure.update_yaxes(autorange="reversed", automargin=True)
    figure.update_layout(showlegend=False)
    return calm(figure, height=80 + 22 * len(names))


def agreement_bars(agreement: pd.Series, how: str) -> go.Figure:
    """Correlation of each criterion with ARI, best on top, AUCC in blue; ``how`` names it."""
    found = agreement.dropna().sort_values()
    figure = go.Figure(
        go.Bar(
            x=found.to_numpy(),
            y=[short(n) for n in found.index],
            orientation="h",
            text=[f"{v:.2f}" for v in found],
            textposition="outside",
            cliponaxis=False,
            marker={"color": [BLUE if n == "aucc" else GREY for n in found.index]},
            hovertemplate="%{y}: %{x:.3f}<extra></extra>",
        )
    )
    low = min(0.0, float(found.min())) if len(found) else 0.0
    figure.update_xaxes(range=[low * 1.25, 1.12], title=f"{how} with ARI", zeroline=True)
    figure.update_yaxes(automargin=True)
    figure.update_layout(showlegend=False)
    return calm(figure, height=max(220, 70 + 22 * len(found)))


def against_truth(comparison: Comparison, name: str) -> go.Figure:
    """A criterion against ARI, a point per partition, coloured by algorithm."""
    table, row = comparison.table, CRITERIA[name]
    figure = go.Figure()
    for algorithm, colour in algorithm_colours(comparison).items():
        own = table[table["algorithm"] == algorithm]
        figure.add_scatter(
            x=own[name],
            y=own["ari"],
            mode="markers+text" if len(table) <= 30 else "markers",
            text=[str(k) for k in own["k"]],
            textposition="top center",
            textfont={"size": 10},
            marker={"color": colour, "size": 9},
            name=ALGORITHMS[algorithm].label,
            customdata=own["k"],
            hovertemplate="k = %{customdata}<br>" + row.short + " %{x:.4~g}<br>ARI %{y:.3f}"
            "<extra>" + ALGORITHMS[algorithm].label + "</extra>",
        )
    turn = "" if row.higher_is_better else " (lower is better)"
    figure.update_xaxes(
        title=f"{row.short}{turn}", autorange=True if row.higher_is_better else "reversed"
    )
    figure.update_yaxes(title="agreement with the true labels (ARI)")
    figure.update_layout(legend={"orientation": "h", "y": -0.25})
    figure.update_layout(showlegend=len(algorithm_colours(comparison)) > 1)
    return calm(figure, height=420)
