"""Explore's pictures outside the linked view: values to plotly figures; no Streamlit.

The objects before they are clustered; scores, curves and scatter plots for a file to take away; the
parts of a score.
"""

from __future__ import annotations

import html
from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import plotly.io as pio
from plotly.subplots import make_subplots

from aucc_core.prepare.projection import Projection
from aucc_core.report.escape import plotly_text
from aucc_core.report.figures import SYMBOLS
from aucc_core.report.page import verdict_html
from aucc_core.score.inputs import Dataset
from aucc_core.sweeps.solutions import Solution
from aucc_core.verdicts.weigh import Verdict
from pages.ui.components import charts
from pages.ui.components.charts import cluster_colour, curve_colour
from pages.ui.components.linked.leading import best_of

# Okabe and Ito's vermilion to white to blue: low separation stands out, for every eye.
_SCALE = ((0.0, charts.VERMILION), (0.5, "#f7f0e6"), (1.0, charts.BLUE))


def score_by_k(solutions: Sequence[Solution]) -> go.Figure:
    """AUCC by number of clusters, one line per algorithm."""
    figure = go.Figure()
    for name in dict.fromkeys(s.algorithm for s in solutions):
        own = sorted((s for s in solutions if s.algorithm == name), key=lambda s: s.k)
        figure.add_scatter(
            x=[s.k for s in own], y=[s.aucc for s in own], name=own[0].label, mode="lines+markers"
        )
    best = best_of(solutions)
    figure.add_annotation(x=best.k, y=best.aucc, text="★", showarrow=False, yshift=14)
    figure.update_layout(xaxis_title="number of clusters k", yaxis_title="AUCC")
    return figure


def roc_curves(solutions: Sequence[Solution]) -> go.Figure:
    """ROC curves of one algorithm's solutions over the chance diagonal."""
    best = best_of(solutions)
    figure = go.Figure()
    figure.add_scatter(
        x=[0, 1], y=[0, 1], mode="lines", name="chance", line={"dash": "dot", "color": "#999999"}
    )
    for s in sorted(solutions, key=lambda s: s.k):
        figure.add_scatter(
            x=s.curve.fpr,
            y=s.curve.tpr,
            mode="lines",
            name=f"k = {s.k}: AUCC {s.aucc:.4f}{' ★' if s is best else ''}",
            line={"color": curve_colour(s.k, best.k), "width": 3 if s is best else 1.6},
            customdata=s.curve.thresholds,
            hovertemplate="distance ≤ %{customdata:.5~g}<br>TPR %{y:.4f}<br>FPR %{x:.4f}",
        )
    figure.update_layout(xaxis_title="false positive rate", yaxis_title="true positive rate")
    return figure


def objects(projection: Projection) -> go.Figure:
    """The objects alone."""
    figure = go.Figure(
        go.Scatter(
            x=projection.points[:, 0],
            y=projection.points[:, 1],
            mode="markers",
            marker={"size": 3, "color": cluster_colour(0), "opacity": 0.5},
            hoverinfo="skip",
        )
    )
    across, up = (plotly_text(title) for title in projection.axes)
    figure.update_layout(xaxis_title=across, yaxis_title=up, height=460, margin={"t": 20})
    if projection.equal:
        figure.update_yaxes(scaleanchor="x", scaleratio=1)
    return figure


def scatter_grid(solutions: Sequence[Solution], projection: Projection) -> go.Figure:
    """One scatter plot per solution; a cluster's number is its colour."""
    own = sorted(solutions, key=lambda s: s.k)
    columns = min(3, len(own))
    rows = -(-len(own) // columns)
    figure = make_subplots(
        rows,
        columns,
        shared_xaxes="all",
        shared_yaxes="all",
        subplot_titles=[f"k = {s.k}: AUCC {s.aucc:.4f}" for s in own],
        vertical_spacing=0.3 / (rows + 1),
        horizontal_spacing=0.03,
    )
    for at, s in enumerate(own):
        figure.add_scatter(
            x=projection.points[:, 0],
            y=projection.points[:, 1],
            mode="markers",
            marker={
                "color": [cluster_colour(c) for c in s.labels],
                "symbol": [SYMBOLS[c % len(SYMBOLS)] for c in s.labels],
                "size": 6 if s.labels.size <= 2000 else 3,
            },
            hovertext=[f"object {i + 1}, {_cluster(c)}" for i, c in enumerate(s.labels)],
            hoverinfo="text",
            showlegend=False,
            row=at // columns + 1,
            col=at % columns + 1,
        )
    figure.update_layout(height=300 * rows + 60)
    return figure


def _cluster(code: int) -> str:
    return f"cluster {code + 1}" if code >= 0 else "noise"


def sorted_scores(
    by_object: pd.DataFrame, *, aucc: float, names: Sequence[str] | None = None
) -> go.Figure:
    """Each object's own score, sorted inside its cluster; a long foot is a loose cluster."""
    figure = go.Figure()
    position, ticks = 0, []
    gap = max(1, len(by_object) // 50)
    for at, (cluster, own) in enumerate(by_object.groupby("cluster", sort=True)):
        ordered = own.sort_values("aucc", ascending=False)
        places = position + np.arange(len(ordered))
        ticks.append((float(places.mean()), f"{plotly_text(str(cluster))} ({len(ordered)})"))
        # A cluster's number is its colour on the scatter plots; other names take colours in order.
        number = int(cluster) - 1 if isinstance(cluster, int | np.integer) else at
        colour = cluster_colour(number)
        figure.add_scatter(
            x=ordered["aucc"],
            y=places,
            mode="lines+markers",
            fill="tozerox",
            line={"color": colour, "width": 1, "shape": "vh"},
            marker={"color": colour, "size": 4 if len(by_object) <= 500 else 1},
            name=f"cluster {plotly_text(str(cluster))}",
            hovertext=_hover(ordered, names),
            hoverinfo="text",
            customdata=ordered.index.to_numpy(),
        )
        position += len(ordered) + gap
    lowest = min(0.5, float(by_object["aucc"].min()) - 0.05)
    figure.add_vline(x=aucc, line={"dash": "dot", "color": charts.GREY})
    figure.update_layout(
        xaxis={"title": "own score (dotted: AUCC of all)", "range": [lowest, 1.005]},
        yaxis={
            "title": "cluster (objects)",
            "tickvals": [at for at, _ in ticks],
            "ticktext": [text for _, text in ticks],
            "autorange": "reversed",
            "zeroline": False,
        },
        showlegend=False,
        margin={"t": 36, "r": 20},
        height=420,
    )
    return figure


def _hover(ordered: pd.DataFrame, names: Sequence[str] | None) -> list[str]:
    return [
        f"{plotly_text(names[at]) if names else f'object {at + 1}'}: {score:.3f}"
        for at, score in zip(ordered.index, ordered["aucc"], strict=True)
    ]


def separation_map(by_cluster: pd.DataFrame, by_pair: pd.DataFrame) -> go.Figure:
    """How well each cluster holds together (diagonal) and each two are apart."""
    by_cluster = by_cluster.sort_index()
    names = list(by_cluster.index)
    place = {name: at for at, name in enumerate(names)}
    values = np.full((len(names), len(names)), np.nan)
    np.fill_diagonal(values, by_cluster["aucc"].to_numpy())
    for a, b, score in zip(by_pair["cluster"], by_pair["other"], by_pair["aucc"], strict=True):
        values[place[a], place[b]] = values[place[b], place[a]] = score
    texts = [plotly_text(str(name)) for name in names]
    known = values[~np.isnan(values)]
    shown = np.where(np.isnan(values), "", np.char.mod("%.2f", np.nan_to_num(values)))
    figure = go.Figure(
        go.Heatmap(
            z=values,
            x=texts,
            y=texts,
            zmin=min(0.5, float(known.min())),
            zmax=1.0,
            colorscale=[list(stop) for stop in _SCALE],
            text=shown if len(names) <= 12 else None,
            texttemplate="%{text}" if len(names) <= 12 else None,
            hovertemplate="clusters %{y} and %{x}<br>score %{z:.4f}<extra></extra>",
            colorbar={"title": "score"},
        )
    )
    figure.update_layout(
        xaxis={"title": "cluster", "type": "category", "constrain": "domain"},
        yaxis={
            "title": "cluster",
            "type": "category",
            "autorange": "reversed",
            "scaleanchor": "x",
            "constrain": "domain",
        },
        margin={"t": 36, "r": 20},
        height=420,
    )
    return figure


def standalone_page(
    dataset: Dataset,
    solutions: Sequence[Solution],
    projection: Projection,
    *,
    verdict: Verdict | None = None,
) -> bytes:
    """One HTML file with all figures and the drawing library inside; works without a network.

    A verdict, when there is one, comes first.
    """
    parts = [] if verdict is None else [f"<section>{verdict_html(verdict)}</section>"]
    figures = [("Score by number of clusters", score_by_k(solutions))]
    for name in dict.fromkeys(s.algorithm for s in solutions):
        own = [s for s in solutions if s.algorithm == name]
        figures.append((f"{own[0].label}: ROC curves over all pairs", roc_curves(own)))
        figures.append((f"{own[0].label}: solutions", scatter_grid(own, projection)))
    for at, (title, figure) in enumerate(figures):
        figure.update_layout(template="plotly_white", margin={"t": 40, "r": 20})
        parts.append(f"<h2>{html.escape(title)}</h2>")
        parts.append(
            pio.to_html(figure, include_plotlyjs=at == 0, full_html=False, config=charts.TOOLS)
        )
    name = html.escape(dataset.name)
    note = f"<p>{html.escape(projection.note)}</p>" if projection.note else ""
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>AUCC: {name}</title>'
        "<style>body{font-family:sans-serif;max-width:1100px;margin:2rem auto;padding:0 1rem}"
        "section{border:1px solid #ccc;border-radius:8px;padding:0 1.2rem 1rem}"
        "td,th{padding:.15rem .8rem;text-align:right;font-variant-numeric:tabular-nums}"
        f"</style></head><body><h1>AUCC: {name}, {dataset.n:,} objects</h1>{note}{''.join(parts)}"
        "</body></html>"
    )
    return page.encode("utf-8")
