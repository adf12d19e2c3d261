"""Values to plotly figures; no Streamlit. For static pictures and standalone files."""

from __future__ import annotations

import html
from collections.abc import Sequence

import plotly.graph_objects as go
import plotly.io as pio
from plotly.subplots import make_subplots

from aucc_core.dataset import Dataset
from aucc_core.escape import plotly_text
from aucc_core.project import Projection
from aucc_core.verdict import Verdict
from aucc_core.verdict_html import verdict_html
from pages.ui.matching import matched_colours
from pages.ui.solutions import Solution

# Okabe and Ito's colours and as many symbols: safe for colour-blind readers. linked/theme.js has
# the same for the browser.
CLUSTER = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#a69400", "#737373")
SYMBOLS = (
    "circle",
    "square",
    "diamond",
    "triangle-up",
    "triangle-down",
    "cross",
    "pentagon",
    "x",
    "star",
)
NO_COLOUR = "#bbbbbb"  # noise
COLD = ("#1d4fc4", "#1b84d6", "#23a8c9", "#3fbfa9", "#7cc69a")
HOT = ("#e08600", "#e2572b", "#cf2f4f", "#b02379", "#8c2a95", "#6d3099")


def best_of(solutions: Sequence[Solution]) -> Solution:
    """Highest AUCC; the smaller k of equals."""
    return max(solutions, key=lambda s: (s.aucc, -s.k))


def curve_colour(k: int, best: int) -> str:
    """Cold below the best k, black at it, hot above."""
    if k == best:
        return "#111111"
    ramp = COLD if k < best else HOT
    return ramp[min(abs(k - best) - 1, len(ramp) - 1)]


def score_by_k(solutions: Sequence[Solution]) -> go.Figure:
    """AUCC by number of clusters, one line an algorithm."""
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
            marker={"size": 3, "color": CLUSTER[0], "opacity": 0.5},
            hoverinfo="skip",
        )
    )
    across, up = (plotly_text(title) for title in projection.axes)
    figure.update_layout(xaxis_title=across, yaxis_title=up, height=460, margin={"t": 20})
    if projection.equal:
        figure.update_yaxes(scaleanchor="x", scaleratio=1)
    return figure


def scatter_grid(solutions: Sequence[Solution], projection: Projection) -> go.Figure:
    """One scatter plot a solution, colours matched from each to the next."""
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
    for at, (s, codes) in enumerate(
        zip(own, matched_colours([s.labels for s in own]), strict=True)
    ):
        figure.add_scatter(
            x=projection.points[:, 0],
            y=projection.points[:, 1],
            mode="markers",
            marker={
                "color": [CLUSTER[c % len(CLUSTER)] if c >= 0 else NO_COLOUR for c in codes],
                "symbol": [SYMBOLS[c % len(SYMBOLS)] for c in codes],
                "size": 6 if s.labels.size <= 2000 else 3,
            },
            hovertext=[f"object {i + 1}, {_cluster(c)}" for i, c in enumerate(codes)],
            hoverinfo="text",
            showlegend=False,
            row=at // columns + 1,
            col=at % columns + 1,
        )
    figure.update_layout(height=300 * rows + 60)
    return figure


def _cluster(code: int) -> str:
    return f"cluster {code + 1}" if code >= 0 else "noise"


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
        config = {"displaylogo": False, "showSendToCloud": False}
        parts.append(f"<h2>{html.escape(title)}</h2>")
        parts.append(pio.to_html(figure, include_plotlyjs=at == 0, full_html=False, config=config))
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
