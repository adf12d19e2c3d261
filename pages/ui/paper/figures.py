"""The paper's pictures as plotly figures; values in, figure out, no Streamlit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from aucc_core.criteria import CRITERIA
from aucc_core.paper.chance import BALANCES, Balance
from aucc_core.score.curve import RocCurve
from aucc_core.score.inputs import Dataset
from pages.ui.components.charts import (
    BLUE,
    ORANGE,
    calm,
    cluster_colour,
    curve_colour,
    see_through,
)

GREY = see_through("#808080", 0.6)
MARKS = ("circle", "diamond", "square", "cross", "triangle-up", "x")
MOST_NAMED = 12


def roc(
    curves: Mapping[str, RocCurve],
    scores: Mapping[str, float],
    colours: Mapping[str, str],
    *,
    corner: float | None = None,
    area: str = "AUCC",
) -> go.Figure:
    """ROC curves over the diagonal; with ``corner``, that much of the left edge enlarged.

    ``area`` is what the area under them is called.
    """
    figure = go.Figure()
    figure.add_scatter(
        x=[0, 1], y=[0, 1], mode="lines", line={"dash": "dot", "color": GREY}, hoverinfo="skip",
        showlegend=False,
    )  # fmt: skip
    for name, curve in curves.items():
        for inset in (False, True) if corner else (False,):
            figure.add_scatter(
                x=curve.fpr,
                y=curve.tpr,
                mode="lines",
                name=f"{name}: {scores[name]:.4f}",
                line={"color": colours[name], "width": 1.8},
                hovertemplate=f"{name}<br>FPR %{{x:.3f}}, TPR %{{y:.3f}}<extra></extra>",
                showlegend=not inset,
                xaxis="x2" if inset else "x",
                yaxis="y2" if inset else "y",
            )
    figure.update_layout(
        xaxis={"title": "false positive rate", "range": [-0.01, 1.01]},
        yaxis={"title": "true positive rate", "range": [-0.02, 1.02]},
        legend={"title": area, "orientation": "h", "y": -0.2},
    )
    if corner:
        figure.update_layout(
            xaxis2={"domain": [0.5, 0.97], "anchor": "y2", "range": [0, corner], "nticks": 3},
            yaxis2={"domain": [0.12, 0.55], "anchor": "x2", "range": [0, 1], "nticks": 3},
        )
        figure.update_layout(
            xaxis2_tickfont_size=9, yaxis2_tickfont_size=9, xaxis2_title=None, yaxis2_title=None
        )
    return calm(figure, height=440)


def colours_by_k(ks: Mapping[str, int], best: int, ink: str) -> dict[str, str]:
    """Colours of curves by name: cold below the right k, ink at it, hot above."""
    return {name: ink if k == best else curve_colour(k, best) for name, k in ks.items()}


def colours_in_order(curves: Mapping[str, RocCurve]) -> dict[str, str]:
    """One colour per curve."""
    return {name: cluster_colour(i) for i, name in enumerate(curves)}


def chance(table: pd.DataFrame) -> go.Figure:
    """A row per criterion, a column per balance: thin lines are data sets, thick ones means."""
    names = list(dict.fromkeys(table["criterion"]))
    balances = [b for b in BALANCES if b in set(table["balance"])]
    figure = make_subplots(
        len(names),
        len(balances),
        shared_xaxes=True,
        shared_yaxes=True,
        column_titles=[_sizes(BALANCES[b]) for b in balances],
        vertical_spacing=0.02,
        horizontal_spacing=0.02,
    )
    for r, name in enumerate(names, 1):
        title = CRITERIA[name].turned_short
        for c, balance in enumerate(balances, 1):
            own = table[(table["criterion"] == name) & (table["balance"] == balance)]
            # All data sets in one trace, with gaps between them: the full design has 108.
            lines = [(*zip(line["k"], line["mean"], strict=True), (None, None))
                     for _, line in own.groupby("mixture")]  # fmt: skip
            xs, ys = zip(*(point for line in lines for point in line), strict=True)
            figure.add_scatter(
                x=xs, y=ys, mode="lines", row=r, col=c, hoverinfo="skip",
                line={"color": ORANGE, "width": 0.8},
            )  # fmt: skip
            mean = own.groupby("k")["mean"].mean()
            figure.add_scatter(
                x=mean.index, y=mean.to_numpy(), mode="lines", row=r, col=c,
                line={"color": "#d1294a", "width": 2},
                hovertemplate=f"{title}, k = %{{x}}: %{{y:.4~g}}<extra></extra>",
            )  # fmt: skip
        figure.update_yaxes(title=title, nticks=4, row=r, col=1)
        figure.update_yaxes(range=_span(name, table[table["criterion"] == name]["mean"]), row=r)
    figure.update_xaxes(title="k", row=len(names))
    figure.update_yaxes(tickfont_size=9)
    figure.update_xaxes(showgrid=False)
    figure.update_layout(showlegend=False)
    return calm(figure, height=110 * len(names) + 60, top=28)


def _sizes(balance: Balance) -> str:
    return "equal" if balance.share is None else f"one of {100 * balance.share:.0f} %"


def _span(name: str, values: pd.Series) -> list[float]:
    """The axis of a criterion; without it the last decimals of a flat one would fill its panel."""
    if (axis := CRITERIA[name].chance_axis) is not None:
        return list(axis)
    low, high = float(values.min()), float(values.max())
    return [low - 0.1 * (high - low), high + 0.1 * (high - low)]


def scatter(
    data: Dataset, title: str, *, height: int = 170, among: Iterable[Dataset] = ()
) -> go.Figure:
    """Objects with the colour and mark of their cluster, few of them with their names.

    ``among`` are the data sets whose pictures stand beside it on the same scale.
    """
    labels = np.unique(np.asarray(data.labels), return_inverse=True)[1]
    named = data.object_names if data.n <= MOST_NAMED else None
    figure = go.Figure(
        go.Scatter(
            x=data.X[:, 0],
            y=data.X[:, 1],
            mode="markers+text" if named else "markers",
            text=named,
            textposition="top center",
            marker={
                "color": [cluster_colour(int(c)) for c in labels],
                "symbol": [MARKS[int(c) % len(MARKS)] for c in labels],
                "size": 11 if named else 4,
            },
            hoverinfo="skip",
        )
    )
    for axis in (figure.update_xaxes, figure.update_yaxes):
        axis(showgrid=False, zeroline=False, showticklabels=False, automargin=False)
    together = [other.X for other in among]
    for at, axis in enumerate((figure.update_xaxes, figure.update_yaxes) if together else ()):
        low = min(float(X[:, at].min()) for X in together)
        high = max(float(X[:, at].max()) for X in together)
        axis(range=[low - 0.05 * (high - low), high + 0.05 * (high - low)])
    if named:  # room for the names
        low, high = data.X[:, 1].min(), data.X[:, 1].max()
        figure.update_yaxes(range=[low - 0.15 * (high - low), high + 0.25 * (high - low)])
    figure.update_layout(title={"text": title, "font": {"size": 12}, "x": 0.02, "y": 0.97})
    return calm(figure, height=height, top=26)


def area(curve: RocCurve) -> go.Figure:
    """A curve with the area under it filled, as in the second half of Figure 1."""
    figure = roc({"scores": curve}, {"scores": curve.area}, {"scores": BLUE}, area="AUC")
    figure.data[1].update(fill="tozeroy", fillcolor=see_through(BLUE, 0.2))
    return figure


def timing(table: pd.DataFrame) -> go.Figure:
    """Seconds by number of objects, both scales logarithmic."""
    figure = go.Figure()
    for column, name, colour in (
        ("definition", "every comparison (definition)", ORANGE),
        ("ranks", "through ranks", BLUE),
    ):
        own = table.dropna(subset=[column])
        figure.add_scatter(
            x=own["n"], y=own[column], mode="lines+markers", name=name, line={"color": colour},
            hovertemplate="n = %{x}: %{y:.3~g} s<extra></extra>",
        )  # fmt: skip
    figure.update_xaxes(type="log", title="objects n", tickvals=table["n"], tickangle=0)
    figure.update_yaxes(type="log", title="seconds", exponentformat="power", dtick=1)
    figure.update_layout(legend={"orientation": "h", "y": -0.25})
    return calm(figure, height=380)
