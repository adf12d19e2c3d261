"""Figures of a score report: values in, plotly figures out. For the Score screen and the report."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from aucc_core.criteria.external import EXTERNAL
from aucc_core.report.escape import plotly_text
from aucc_core.report.score_card import ScoreCard, ScoreReport
from aucc_core.score.inputs import Floats

# Okabe and Ito's colours, safe for colour-blind readers. Symbols cycle with another length, so that
# the two together tell more clusters apart.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#a69400", "#737373")
DASHES = ("solid", "dash", "dot", "dashdot")
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
MOST_POINTS = 3000
MOST_BARS = 30
INSET_FPR = 0.1


def colours_of(report: ScoreReport) -> dict[str, str]:
    """One colour per label column, the same in every figure, by position in the file."""
    order = [n for n in report.dataset.label_columns if any(c.name == n for c in report.cards)]
    names = order or [card.name for card in report.cards]
    return {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}


def ranking(report: ScoreReport) -> go.Figure:
    """AUCC of every clustering, best on top, with the range that ties allow."""
    cards = report.cards[::-1]
    colours = colours_of(report)
    figure = go.Figure()
    figure.add_scatter(
        x=[c.aucc for c in cards],
        y=[plotly_text(c.name, 24) for c in cards],
        mode="markers+text",
        text=[c.score.short for c in cards],
        textposition=["middle left" if c.aucc > 0.75 else "middle right" for c in cards],
        marker={"size": 13, "color": [colours[c.name] for c in cards]},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [c.optimistic - c.aucc for c in cards],
            "arrayminus": [c.aucc - c.pessimistic for c in cards],
            "thickness": 2,
            "color": "#888888",
        },
        customdata=[[c.pessimistic, c.optimistic, c.k] for c in cards],
        hovertemplate=(
            "AUCC %{x:.6f}<br>ties lost %{customdata[0]:.6f}, won %{customdata[1]:.6f}"
            "<br>k = %{customdata[2]}<extra></extra>"
        ),
        showlegend=False,
    )
    low = min(0.45, min(c.pessimistic for c in cards) - 0.05)
    figure.add_vline(x=0.5, line={"dash": "dot", "color": "#999999", "width": 1})
    figure.add_annotation(
        x=0.5, y=1.0, yref="paper", yanchor="bottom", text="chance", showarrow=False
    )
    figure.update_xaxes(title_text="AUCC", range=[low, 1.03], zeroline=False)
    figure.update_yaxes(type="category", automargin=True)
    return _sized(figure, 90 + 46 * len(cards))


def roc(report: ScoreReport) -> go.Figure:
    """ROC curves of all clusterings, and their first tenth enlarged."""
    colours = colours_of(report)
    figure = go.Figure()
    figure.add_scatter(
        x=[0, 1],
        y=[0, 1],
        mode="lines",
        line={"dash": "dot", "color": "#999999", "width": 1},
        hoverinfo="skip",
        showlegend=False,
    )
    # The part that the inset enlarges; a trace, because shapes are drawn before axes are known.
    figure.add_scatter(
        x=[0, INSET_FPR, INSET_FPR, 0],
        y=[0, 0, 1, 1],
        fill="toself",
        fillcolor="rgba(128,128,128,0.12)",
        line={"width": 0},
        mode="lines",
        hoverinfo="skip",
        showlegend=False,
    )
    for i, card in enumerate(report.cards):
        _add_curve(figure, card, colours[card.name], DASHES[i // len(COLOURS) % len(DASHES)])
    figure.update_layout(
        xaxis={"title": "false positive rate", "range": [-0.01, 1.01], "zeroline": False},
        yaxis={"title": "true positive rate", "range": [-0.01, 1.02], "zeroline": False},
        xaxis2={
            "domain": [0.48, 0.98],
            "anchor": "y2",
            "range": [0, INSET_FPR],
            "title": {"text": "first tenth, enlarged", "font": {"size": 11}, "standoff": 2},
            "tickfont": {"size": 10},
            "zeroline": False,
        },
        yaxis2={
            "domain": [0.14, 0.6],
            "anchor": "x2",
            "range": [0, 1.03],
            "tickfont": {"size": 10},
            "zeroline": False,
        },
        legend={"orientation": "h", "y": -0.18, "x": 0},
    )
    return _sized(figure, 460)


def _add_curve(figure: go.Figure, card: ScoreCard, colour: str, dash: str) -> None:
    curve = card.curve
    thresholds = np.where(np.isfinite(curve.thresholds), curve.thresholds, 0.0)
    # Names never go into a hover template, where %{…} would be replaced.
    common = {
        "mode": "lines",
        "line": {"color": colour, "width": 2.2, "dash": dash},
        "customdata": thresholds,
        "hovertemplate": "TPR %{y:.4f}, FPR %{x:.4f}<br>distance ≤ %{customdata:.5~g}",
    }
    name = f"{plotly_text(card.name, 24)} {card.score.short}"
    figure.add_scatter(x=curve.fpr, y=curve.tpr, name=name, legendgroup=card.name, **common)
    near = max(2, int(np.searchsorted(curve.fpr, INSET_FPR, side="right")) + 1)
    figure.add_scatter(
        x=curve.fpr[:near],
        y=curve.tpr[:near],
        xaxis="x2",
        yaxis="y2",
        name=name,
        legendgroup=card.name,
        showlegend=False,
        **common,
    )


def agreement(report: ScoreReport, index: str = "ari") -> go.Figure:
    """How alike the clusterings are, pair by pair."""
    table = report.agreement[index]
    names = [plotly_text(n, 20) for n in table.columns]
    row = EXTERNAL[index]
    figure = go.Figure(
        go.Heatmap(
            z=table.to_numpy(),
            x=names,
            y=names,
            zmin=min(0.0, float(np.nanmin(table.to_numpy()))),
            zmax=1,
            colorscale="Blues",
            texttemplate="%{z:.3f}",
            hovertemplate=f"{row.short} %{{z:.6f}}<extra></extra>",
            colorbar={"title": row.short, "thickness": 12},
        )
    )
    figure.update_xaxes(type="category", side="bottom")
    figure.update_yaxes(type="category", autorange="reversed", automargin=True)
    return _sized(figure, 150 + 40 * len(names))


def sizes(card: ScoreCard) -> go.Figure:
    """Objects by cluster, largest first."""
    names = [plotly_text(n, 24) for n in card.sizes]
    counts = list(card.sizes.values())
    if len(counts) > MOST_BARS:
        rest = sum(counts[MOST_BARS:])
        names = [*names[:MOST_BARS], f"{len(counts) - MOST_BARS} more"]
        counts = [*counts[:MOST_BARS], rest]
    figure = go.Figure(go.Bar(x=counts, y=names, orientation="h", text=counts, hoverinfo="x+y"))
    figure.update_traces(marker_color=COLOURS[0], textposition="auto")
    figure.update_xaxes(title_text="objects")
    figure.update_yaxes(type="category", autorange="reversed", automargin=True)
    return _sized(figure, 90 + 26 * len(counts))


def scatter(card: ScoreCard, points: Floats, axes: Sequence[str]) -> go.Figure:
    """Objects in two dimensions, coloured by cluster; noise in grey."""
    shown = np.arange(points.shape[0])
    if shown.size > MOST_POINTS:
        shown = np.linspace(0, points.shape[0] - 1, MOST_POINTS).astype(int)
    names = np.array([str(v) for v in card.labels.tolist()], dtype=object)
    order = {name: i for i, name in enumerate(card.sizes)}
    groups = [n for n in order if np.any(names[shown] == n)][:MOST_BARS]
    figure = go.Figure()
    rest = shown[~np.isin(names[shown], groups)]
    if rest.size:
        _dots(figure, points[rest], "other or noise", NO_COLOUR, "circle-open")
    for name in groups:
        i = order[name]
        colour, symbol = COLOURS[i % len(COLOURS)], SYMBOLS[i % len(SYMBOLS)]
        _dots(figure, points[shown[names[shown] == name]], plotly_text(name, 20), colour, symbol)
    figure.update_xaxes(title_text=plotly_text(axes[0]), zeroline=False)
    figure.update_yaxes(title_text=plotly_text(axes[1]), zeroline=False)
    return _sized(figure, 420)


def _dots(figure: go.Figure, points: Floats, name: str, colour: str, symbol: str) -> None:
    size = 7 if len(points) < 500 else 4
    kind = figure.add_scatter if len(points) < 2000 else figure.add_scattergl
    kind(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        name=name,
        marker={"color": colour, "symbol": symbol, "size": size, "opacity": 0.85},
        hovertemplate="%{x:.5~g}, %{y:.5~g}",
    )


def _sized(figure: go.Figure, height: int) -> go.Figure:
    figure.update_layout(height=height, margin={"l": 10, "r": 20, "t": 30, "b": 10})
    return figure
