"""Figures of a score report: values in, plotly figures out. For the Score screen and the report."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from aucc_core.criteria.external import EXTERNAL
from aucc_core.explain.label_distances import LabelDistances
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.report.confidence import Confidence
from aucc_core.report.escape import plotly_text
from aucc_core.report.score_card import AnyReport, LargeCard, ScoreCard
from aucc_core.score.inputs import Bools, Floats
from aucc_core.score.metrics import METRICS

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
MOST_WRITTEN = 14  # columns of a heat map with room for numbers
INSET_FPR = 0.1


def colours_of(report: AnyReport) -> dict[str, str]:
    """One colour per label column, the same in every figure, by position in the file."""
    order = [n for n in report.dataset.label_columns if any(c.name == n for c in report.cards)]
    names = order or [card.name for card in report.cards]
    return {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}


def ranking(report: AnyReport, confidence: Confidence | None = None) -> go.Figure:
    """AUCC of every clustering, best on top, with the range that ties or a margin allow.

    In grey what the yardstick reaches without clusters: from its usual score to its band's edge.
    """
    cards: list[ScoreCard | LargeCard] = list(report.cards[::-1])
    ranges = [_range_of(card) for card in cards]
    colours = colours_of(report)
    figure = go.Figure()
    beside = [] if confidence is None else [s for s in confidence.standings if s.usual == s.usual]
    if beside:
        figure.add_bar(
            x=[s.upper - s.usual for s in beside],
            base=[s.usual for s in beside],
            y=[plotly_text(s.name, 24) for s in beside],
            orientation="h",
            width=0.55,
            marker={"color": "rgba(128,128,128,0.35)", "line": {"width": 0}},
            name="data without clusters",
            customdata=[[s.usual, s.upper, s.k] for s in beside],
            hovertemplate=(
                "data without clusters, k = %{customdata[2]}<br>usually %{customdata[0]:.4f}, "
                "95 % below %{customdata[1]:.4f}<extra></extra>"
            ),
        )
    figure.add_scatter(
        x=[c.aucc for c in cards],
        y=[plotly_text(c.name, 24) for c in cards],
        mode="markers+text",
        text=[c.score.short for c in cards],
        textposition="top center",
        marker={"size": 13, "color": [colours[c.name] for c in cards]},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [high - c.aucc for c, (_, high) in zip(cards, ranges, strict=True)],
            "arrayminus": [c.aucc - low for c, (low, _) in zip(cards, ranges, strict=True)],
            "thickness": 2,
            "color": "#888888",
        },
        customdata=[[*_range_of(c), c.k] for c in cards],
        hovertemplate=(
            f"AUCC %{{x:.6f}}<br>{_RANGES[type(cards[0])]}<br>k = %{{customdata[2]}}<extra></extra>"
        ),
        showlegend=False,
    )
    low = min(0.45, min([low for low, _ in ranges] + [s.usual for s in beside]) - 0.05)
    figure.add_vline(x=0.5, line={"dash": "dot", "color": "#999999", "width": 1})
    figure.add_annotation(
        x=0.5, y=1.0, yref="paper", yanchor="bottom", text="chance", showarrow=False
    )
    figure.update_xaxes(title_text="AUCC", range=[low, 1.03], zeroline=False)
    order = [plotly_text(c.name, 24) for c in cards]
    figure.update_yaxes(
        type="category",
        automargin=True,
        categoryorder="array",
        categoryarray=order,
        range=[-0.5, len(cards) - 0.25],  # the number of the topmost has room above it
    )
    if beside:
        above = {"orientation": "h", "x": 1, "xanchor": "right", "y": 1, "yanchor": "bottom"}
        figure.update_layout(showlegend=True, legend=above)
    return _sized(figure, 90 + 46 * len(cards))


_RANGES = {
    ScoreCard: "ties lost %{customdata[0]:.6f}, won %{customdata[1]:.6f}",
    LargeCard: "from %{customdata[0]:.6f} to %{customdata[1]:.6f}",
}


def _range_of(card: ScoreCard | LargeCard) -> tuple[float, float]:
    """The scores that it lies between."""
    if isinstance(card, ScoreCard):
        return card.pessimistic, card.optimistic
    return card.score.low, card.score.high


def roc(report: AnyReport) -> go.Figure:
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
    cards: list[ScoreCard | LargeCard] = list(report.cards)
    for i, card in enumerate(cards):
        if isinstance(card, LargeCard) and card.band is not None:
            _add_band(figure, card, colours[card.name])
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


def _add_band(figure: go.Figure, card: LargeCard, colour: str) -> None:
    """What certainly holds the curve; drawn in the whole only, where it is seldom wide enough."""
    assert card.band is not None
    figure.add_scatter(
        x=card.band[0],
        y=card.band[1],
        fill="toself",
        fillcolor=colour,
        opacity=0.25,
        line={"width": 0},
        mode="lines",
        hoverinfo="skip",
        legendgroup=card.name,
        showlegend=False,
    )


def _add_curve(figure: go.Figure, card: ScoreCard | LargeCard, colour: str, dash: str) -> None:
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


def agreement(report: AnyReport, index: str = "ari") -> go.Figure:
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


def label_distances(found: LabelDistances) -> go.Figure:
    """AUCC of the labels by distance, and by scaling or feature left out."""
    metrics = list(dict.fromkeys(fit.metric for fit in found.fits))
    scalings = [name for name in SCALINGS if any(fit.scaling == name for fit in found.fits)]
    features = list(dict.fromkeys(fit.left_out for fit in found.without))
    columns = [("scaling", name) for name in scalings] + [("feature", name) for name in features]
    at = {column: i for i, column in enumerate(columns)}
    row = {name: i for i, name in enumerate(metrics)}
    scores, p_values = np.full((2, len(metrics), len(columns)), np.nan)
    for fit in (*found.fits, *found.without):
        column = ("feature", fit.left_out) if fit.left_out else ("scaling", fit.scaling)
        scores[row[fit.metric], at[column]] = fit.aucc
        p_values[row[fit.metric], at[column]] = fit.p_value
    heads = {"scaling": lambda name: SCALINGS[name].label, "feature": lambda n: f"without {n}"}
    figure = go.Figure(
        go.Heatmap(
            z=scores,
            customdata=p_values,
            x=list(range(len(columns))),
            y=[plotly_text(METRICS[name].label, 24) for name in metrics],
            zmin=min(0.5, float(np.nanmin(scores))),
            zmax=1,
            colorscale="Blues",
            texttemplate="%{z:.3f}" if len(columns) <= MOST_WRITTEN else None,
            hovertemplate="AUCC %{z:.6f}<br>p against shuffled labels %{customdata:.2g}"
            "<extra></extra>",
            hoverongaps=False,
            colorbar={"title": "AUCC", "thickness": 12},
        )
    )
    ticks = [plotly_text(heads[kind](name), 24) for kind, name in columns]
    figure.update_xaxes(tickvals=list(range(len(columns))), ticktext=ticks, side="top")
    figure.update_yaxes(type="category", autorange="reversed", automargin=True)
    if features:
        figure.add_vline(x=len(scalings) - 0.5, line={"color": "#888888", "width": 2})
    return _sized(figure, 150 + 30 * len(metrics))


def sizes(card: ScoreCard | LargeCard) -> go.Figure:
    """Objects by cluster, largest first."""
    names = [plotly_text(n, 24) for n in card.sizes]
    counts = list(card.sizes.values())
    if len(counts) > MOST_BARS:
        rest = sum(counts[MOST_BARS:])
        names = [*names[:MOST_BARS], f"{len(counts) - MOST_BARS} more"]
        counts = [*counts[:MOST_BARS], rest]
    figure = go.Figure(go.Bar(x=counts, y=names, orientation="h", text=counts, hoverinfo="x+y"))
    figure.update_traces(marker_color=COLOURS[0], textposition="auto", textangle=0)
    figure.update_xaxes(title_text="objects")
    figure.update_yaxes(type="category", autorange="reversed", automargin=True)
    return _sized(figure, 90 + 26 * len(counts))


def scatter(card: ScoreCard | LargeCard, points: Floats, axes: Sequence[str]) -> go.Figure:
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


def lit(chosen: Bools, points: Floats, axes: Sequence[str]) -> go.Figure:
    """Some objects among the others."""
    figure = go.Figure()
    for name, colour, some in (
        ("others", NO_COLOUR, np.flatnonzero(~chosen)),
        ("these", COLOURS[5], np.flatnonzero(chosen)),
    ):
        places = np.linspace(0, some.size - 1, min(some.size, MOST_POINTS)).astype(int)
        if some.size:
            _dots(figure, points[some[places]], name, colour, "circle")
    figure.update_xaxes(title_text=plotly_text(axes[0]), zeroline=False)
    figure.update_yaxes(title_text=plotly_text(axes[1]), zeroline=False)
    return _sized(figure, 420)


def _dots(figure: go.Figure, points: Floats, name: str, colour: str, symbol: str) -> None:
    size = 7 if len(points) < 500 else 4
    # Never scattergl, which does not run under the server's security policy.
    figure.add_scatter(
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
