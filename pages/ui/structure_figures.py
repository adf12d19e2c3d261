"""Figures on structure: the reference band, object scores by cluster, a map of separations.

Values to plotly figures; no Streamlit. Cluster names and object names come escaped from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from aucc_core.escape import plotly_text
from aucc_core.reference import ReferenceBand
from aucc_core.stability import Stability
from aucc_core.structureless import REFERENCES
from pages.ui.figures import CLUSTER

_BAND = "rgba(115, 115, 115, 0.25)"
_RIBBON = "rgba(0, 114, 178, 0.18)"
_LINE = "#0072b2"
# Okabe and Ito's vermilion to white to blue: low separation stands out, for every eye.
_SCALE = ((0.0, "#d55e00"), (0.5, "#f7f0e6"), (1.0, "#0072b2"))


def band_by_k(
    band: ReferenceBand | None,
    runs: Stability | None = None,
    table: pd.DataFrame | None = None,
    *,
    suggested: int | None = None,
) -> go.Figure:
    """AUCC by k over what structureless data score and how it varies between runs.

    ``table`` (k, aucc) gives the line when there is no band.
    """
    figure = go.Figure()
    if band is not None:
        label = REFERENCES[band.reference].label.lower()
        _ribbon(figure, band.ks, band.low, band.high, f"without clusters ({label})", _BAND)
    if runs is not None:
        edges = runs.table()
        _ribbon(figure, runs.ks, edges["low"], edges["high"], "other draws of the objects", _RIBBON)
    ks = band.ks if band is not None else () if table is None else tuple(table["k"])
    scores = band.observed if band is not None else () if table is None else table["aucc"]
    figure.add_scatter(
        x=list(ks),
        y=list(scores),
        mode="lines+markers",
        name="AUCC",
        line={"color": _LINE},
        hovertemplate="k = %{x}<br>AUCC %{y:.4f}<extra></extra>",
    )
    if suggested in ks:
        figure.add_annotation(
            x=suggested,
            y=list(scores)[list(ks).index(suggested)],
            text="★ suggested",
            showarrow=False,
            yshift=16,
        )
    figure.update_layout(
        xaxis={"title": "number of clusters k", "dtick": 1 if len(ks) <= 20 else None},
        yaxis_title="AUCC",
        legend={"orientation": "h", "y": 1.12},
        margin={"t": 40, "r": 20},
        height=380,
    )
    return figure


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
        colour = CLUSTER[number % len(CLUSTER)]
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
    figure.add_vline(x=aucc, line={"dash": "dot", "color": "#737373"})
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


def _hover(ordered: pd.DataFrame, names: Sequence[str] | None) -> list[str]:
    return [
        f"{plotly_text(names[at]) if names else f'object {at + 1}'}: {score:.3f}"
        for at, score in zip(ordered.index, ordered["aucc"], strict=True)
    ]
