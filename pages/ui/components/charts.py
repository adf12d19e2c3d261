"""What the charts of several screens share: colours, a calm layout, what a chart can do, the band.

Values to plotly figures; no Streamlit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pandas as pd
import plotly.graph_objects as go

from aucc_core.partitions import ALGORITHMS
from aucc_core.report.figures import COLOURS, NO_COLOUR
from aucc_core.verdicts.band import ReferenceBand
from aucc_core.verdicts.null_data import REFERENCES
from aucc_core.verdicts.stability import Stability

# Curves below and above the best k, from next to it outwards; shared/palette.js has the same.
COLD = ("#1d4fc4", "#1b84d6", "#23a8c9", "#3fbfa9", "#7cc69a")
HOT = ("#e08600", "#e2572b", "#cf2f4f", "#b02379", "#8c2a95", "#6d3099")
INK = "#111111"
# Some of report/figures.py's colours, which are for clusters, by name.
BLUE, ORANGE, VERMILION, GREY = (COLOURS[at] for at in (0, 1, 5, 7))

# What a chart lets people do: nothing but look, look and save, or save for print.
STILL: dict[str, Any] = {"displayModeBar": False, "displaylogo": False, "showSendToCloud": False}
TOOLS: dict[str, Any] = {"displaylogo": False, "showSendToCloud": False}
SAVED: dict[str, Any] = {
    **TOOLS,
    "toImageButtonOptions": {"format": "svg"},
    "modeBarButtonsToRemove": ["lasso2d", "select2d", "autoScale2d"],
}


def cluster_colour(number: int) -> str:
    """The colour of a cluster; -1 is noise. After eight they begin again."""
    return COLOURS[number % len(COLOURS)] if number >= 0 else NO_COLOUR


def curve_colour(k: int, best: int) -> str:
    """Cold below the best k, black at it, hot above."""
    if k == best:
        return INK
    ramp = COLD if k < best else HOT
    return ramp[min(abs(k - best) - 1, len(ramp) - 1)]


def see_through(colour: str, strength: float) -> str:
    """A colour ("#0072b2") that lets what is below it show.

    >>> see_through("#0072b2", 0.18)
    'rgba(0, 114, 178, 0.18)'
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {strength})"


def calm(figure: go.Figure, *, height: int, top: int = 12) -> go.Figure:
    """A small figure that reads on a light and on a dark page and does not zoom by accident."""
    figure.update_layout(
        height=height,
        margin={"t": top, "b": 8, "l": 8, "r": 8},
        dragmode=False,
        plot_bgcolor="rgba(0,0,0,0)",
        paper_bgcolor="rgba(0,0,0,0)",
    )
    return figure


def band_by_k(
    band: ReferenceBand | None,
    runs: Stability | None = None,
    table: pd.DataFrame | None = None,
    *,
    suggested: tuple[str | None, int | None] | None = None,
) -> go.Figure:
    """AUCC of one algorithm by k, over what it scores on data without clusters and in other runs.

    ``table`` (algorithm, k, aucc) gives the line when there is no band; ``suggested`` is a
    clustering by algorithm and k.
    """
    figure = go.Figure()
    line = _line(band, runs, table)
    label = ALGORITHMS[line.algorithm].label if line is not None else ""
    if band is not None:
        _ribbon(
            figure,
            band.ks,
            band.low,
            band.high,
            f"{label} without clusters ({REFERENCES[band.reference].label.lower()})",
            see_through(GREY, 0.25),
        )
    if runs is not None:
        edges = runs.table()
        _ribbon(
            figure,
            runs.ks,
            edges["low"],
            edges["high"],
            "other draws of the objects",
            see_through(BLUE, 0.18),
        )
    ks = [] if line is None else list(line.ks)
    scores = [] if line is None else list(line.scores)
    figure.add_scatter(
        x=ks,
        y=scores,
        mode="lines+markers",
        name=f"AUCC of {label}" if label else "AUCC",
        line={"color": BLUE},
        hovertemplate="k = %{x}<br>AUCC %{y:.4f}<extra></extra>",
    )
    algorithm, k = suggested or (None, None)
    if line is not None and algorithm == line.algorithm and k in ks:
        figure.add_annotation(
            x=k, y=scores[ks.index(k)], text="★ suggested", showarrow=False, yshift=16
        )
    figure.update_layout(
        xaxis={"title": "number of clusters k", "dtick": 1 if len(ks) <= 20 else None},
        yaxis_title="AUCC",
        # Below the axis: above it, lines that wrap on a phone would cover the curve.
        legend={"orientation": "h", "y": -0.25, "yanchor": "top"},
        margin={"t": 40, "r": 20},
        height=420,
    )
    return figure


class _Line(NamedTuple):
    """AUCC of one algorithm by k."""

    algorithm: str
    ks: Sequence[int]
    scores: Sequence[float]


def _line(
    band: ReferenceBand | None, runs: Stability | None, table: pd.DataFrame | None
) -> _Line | None:
    if band is not None:
        return _Line(band.algorithm, band.ks, band.observed.tolist())
    if table is None:
        return None
    algorithm = runs.algorithm if runs is not None else str(table["algorithm"].iloc[0])
    own = table[table["algorithm"] == algorithm].sort_values("k", kind="stable")
    return _Line(algorithm, own["k"].tolist(), own["aucc"].tolist())


def _ribbon(
    figure: go.Figure, ks: Sequence[int], low: Any, high: Any, name: str, colour: str
) -> None:
    figure.add_scatter(
        x=[*ks, *reversed(ks)],
        y=[*high, *list(low)[::-1]],
        fill="toself",
        fillcolor=colour,
        line={"width": 0},
        mode="lines",
        name=name,
        hoverinfo="skip",
    )
