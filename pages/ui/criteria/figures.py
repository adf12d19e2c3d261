"""Comparisons of criteria as plotly figures; values in, figure out, no Streamlit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from aucc_core.criteria import CRITERIA
from aucc_core.partitions import ALGORITHMS
from aucc_core.sweeps.comparison import Comparison
from pages.ui.components.charts import HOT, ORANGE, calm, cluster_colour, see_through

BLUE = "#2b6cdb"
# See-through colours: they read on a light and on a dark page.
GREY = see_through("#808080", 0.45)
SHARE = [[at, see_through(BLUE, strength)] for at, strength in ((0, 0.03), (0.6, 0.28), (1, 0.9))]
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


def heat_map(comparison: Comparison) -> go.Figure:
    """Criteria by (algorithm, k), each row from its worst (pale) to its best (star)."""
    table, shares = comparison.table, comparison.normalised()
    names = list(comparison.criteria)
    picks = comparison.picks().set_index("criterion")
    where = {(a, k): i for i, (a, k) in enumerate(zip(table["algorithm"], table["k"], strict=True))}
    labels = [ALGORITHMS[a].label for a in table["algorithm"]]
    figure = go.Figure(
        go.Heatmap(
            z=shares[names].to_numpy().T,
            x=list(range(len(table))),
            y=[short(n) for n in names],
            colorscale=SHARE,
            zmin=0,
            zmax=1,
            showscale=False,
            xgap=2,
            ygap=2,
            customdata=[
                [
                    [labels[i], k, value]
                    for i, (k, value) in enumerate(zip(table["k"], table[n], strict=True))
                ]
                for n in names
            ],
            hovertemplate="%{y}: %{customdata[2]:.5~g}<br>%{customdata[0]}, k = %{customdata[1]}"
            "<extra></extra>",
        )
    )
    figure.add_scatter(
        x=[where[picks.loc[n, "algorithm"], picks.loc[n, "k"]] for n in picks.index],
        y=[short(n) for n in picks.index],
        mode="markers",
        marker=STAR,
        hoverinfo="skip",
        showlegend=False,
    )
    starts = [i for i in range(len(table)) if i == 0 or labels[i] != labels[i - 1]]
    for at, end in zip(starts, [*starts[1:], len(table)], strict=True):
        figure.add_annotation(
            x=(at + end - 1) / 2, y=1, yref="paper", yshift=14, text=labels[at], showarrow=False
        )
        if at:
            figure.add_vline(x=at - 0.5, line={"color": GREY, "width": 1})
    step = -(-len(table) // 30)
    figure.update_xaxes(
        tickvals=list(range(0, len(table), step)),
        ticktext=[str(k) for k in table["k"][::step]],
        tickangle=0,
        title="number of clusters k",
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(autorange="reversed", showgrid=False, automargin=True, ticklabelstandoff=6)
    figure.update_layout(showlegend=False)
    return calm(figure, height=max(240, 90 + 25 * len(names)), top=34)


def vote_bars(votes: pd.Series, ks: Sequence[int]) -> go.Figure:
    """How many criteria pick each k of the run."""
    counts = [int(votes.get(k, 0)) for k in ks]
    most = max(counts)
    figure = go.Figure(
        go.Bar(
            x=[str(k) for k in ks],
            y=counts,
            text=[str(n) if n else "" for n in counts],
            textposition="outside",
            cliponaxis=False,
            marker={"color": [BLUE if n == most else GREY for n in counts]},
            hovertemplate="%{y} criteria pick k = %{x}<extra></extra>",
        )
    )
    figure.update_xaxes(title="number of clusters k", type="category", tickangle=0)
    figure.update_yaxes(visible=False, range=[0, most * 1.15])
    figure.update_layout(showlegend=False)
    return calm(figure, height=190, top=20)


def correlation_map(matrix: pd.DataFrame) -> go.Figure:
    """Rank correlation of every two criteria: blue agree, red disagree."""
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
        # Grey reads on both pages, white on deep colour; plotly's own choice ignores see-through.
        values = matrix.to_numpy().ravel()
        figure.add_scatter(
            x=names * len(names),
            y=[name for name in names for _ in names],
            mode="text",
            text=["" if np.isnan(v) else f"{v:.1f}" for v in values],
            textfont={"size": 10, "color": ["white" if abs(v) > 0.55 else "#888" for v in values]},
            hoverinfo="skip",
            showlegend=False,
        )
    figure.update_xaxes(tickangle=-60, showgrid=False)
    figure.update_yaxes(autorange="reversed", showgrid=False, automargin=True)
    figure.update_layout(showlegend=False)
    return calm(figure, height=max(300, 120 + 26 * len(names)))


def by_k(comparison: Comparison, name: str) -> go.Figure:
    """One criterion by k as a small picture, a line per algorithm, its pick starred."""
    table, row = comparison.table, CRITERIA[name]
    figure = go.Figure()
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
    for pick in picks[picks["criterion"] == name].to_dict("records"):
        figure.add_scatter(
            x=[pick["k"]], y=[pick["value"]], mode="markers", hoverinfo="skip",
            marker=STAR,
        )  # fmt: skip
    turn = "" if row.higher_is_better else " ↓"
    figure.update_layout(
        title={"text": f"{row.short}{turn}", "font": {"size": 13}, "x": 0.02, "y": 0.97}
    )
    figure.update_xaxes(nticks=5, tickfont={"size": 9}, showgrid=False)
    figure.update_yaxes(nticks=4, tickfont={"size": 9})
    figure.update_layout(showlegend=False)
    return calm(figure, height=140, top=24)


def agreement_bars(agreement: pd.Series) -> go.Figure:
    """Correlation of each criterion with ARI, best on top, AUCC in blue."""
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
    figure.update_xaxes(range=[low * 1.25, 1.12], title="correlation with ARI", zeroline=True)
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
