"""`REFERENCES`: ways to draw data without clusters that are otherwise like the data.

Adding one is a function and a row. A function looks at the data once and gives back how to draw.

A box or a bell is no fair stand-in for columns that are skewed or have heavy tails: both are less
crowded in the middle than such data, which then seem to have a cluster there. "One peak" gives
each column the nearest distribution with a single peak and keeps how the columns go together
(their rank correlations), but for clusters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri
from scipy.stats import rankdata

from aucc_core.score.inputs import Floats, registry

Draw = Callable[[np.random.Generator], Floats]
# A column's distribution is described by quantiles: so many, as the number of objects allows.
_FEWEST_BINS, _MOST_BINS = 8, 40


@dataclass(frozen=True)
class Reference:
    """One way to draw data without clusters: the row of a registry.

    Attributes
    ----------
    name, label, help : for code, for menus, and one plain line on what is drawn.
    fit : features → how to draw as many objects with as many features.
    source : who described it.
    own_values : whether it draws none but the values that a column has, as counts, yes or no and
        the categories of a mixed table need (`Metric.own_values`).
    """

    name: str
    label: str
    help: str
    fit: Callable[[Floats], Draw]
    source: str
    own_values: bool = False


def _box(X: Floats) -> Draw:
    centre = X.mean(axis=0)
    axes = np.linalg.svd(X - centre, full_matrices=False)[2]
    along = (X - centre) @ axes.T
    low, high = along.min(axis=0), along.max(axis=0)
    return lambda rng: centre + rng.uniform(low, high, along.shape) @ axes


def _gaussian(X: Floats) -> Draw:
    centre = X.mean(axis=0)
    _, spread, axes = np.linalg.svd(X - centre, full_matrices=False)
    lengths = spread / np.sqrt(X.shape[0] - 1)
    return lambda rng: centre + rng.standard_normal((X.shape[0], spread.size)) * lengths @ axes


def _permuted(X: Floats) -> Draw:
    return lambda rng: rng.permuted(X, axis=0)


def _one_peak(X: Floats) -> Draw:
    n, d = X.shape
    margins = [_peaked(np.sort(column)) for column in X.T]
    # Columns go together as in the data by rank, through a Gaussian copula.
    scores = ndtri((rankdata(X, axis=0) - 0.5) / n)
    scores /= np.maximum(scores.std(axis=0), 1e-12)
    spread, axes = np.linalg.eigh(scores.T @ scores / n)
    root = (axes * np.sqrt(np.maximum(spread, 0.0))).T

    def draw(rng: np.random.Generator) -> Floats:
        level = ndtr(rng.standard_normal((n, d)) @ root)
        columns = [np.interp(u, *m) for u, m in zip(level.T, margins, strict=True)]
        return np.column_stack(columns)

    return draw


def _one_peak_turned(X: Floats) -> Draw:
    centre = X.mean(axis=0)
    axes = np.linalg.svd(X - centre, full_matrices=False)[2]
    draw = _one_peak((X - centre) @ axes.T)
    return lambda rng: centre + draw(rng) @ axes


def _peaked(values: Floats) -> tuple[Floats, Floats]:
    """(distribution function, value) at the edges of quantile bins, with one peak."""
    bins = int(np.clip(values.size // 8, _FEWEST_BINS, _MOST_BINS))
    edges = np.quantile(values, np.linspace(0, 1, bins + 1))
    width = np.maximum(np.diff(edges), max(1e-9 * np.ptp(values), 1e-300))
    mass = one_peak_density(1 / (bins * width), width) * width
    reached = np.concatenate([[0.0], np.cumsum(mass)])
    return reached / reached[-1], edges[0] + np.concatenate([[0.0], np.cumsum(width)])


def one_peak_density(density: Floats, width: Floats) -> Floats:
    """The density by bins, rising to some bin and falling after it, that fits best.

    Best is the least loss of likelihood. (The nearest rising function pools neighbours that fall:
    isotonic regression.)
    """
    from scipy.optimize import isotonic_regression

    best, least = density, np.inf
    for peak in range(density.size + 1):
        parts = []
        for at, rising in ((slice(None, peak), True), (slice(peak, None), False)):
            if density[at].size:
                fit = isotonic_regression(density[at], weights=width[at], increasing=rising)
                parts.append(fit.x)
        fitted = np.concatenate(parts)
        loss = float((width * density * np.log(density / fitted)).sum())
        if loss < least:
            best, least = fitted, loss
    return best


REFERENCES: Mapping[str, Reference] = registry(
    Reference(
        "one_peak",
        "One peak",
        "Each column as in the data but with a single peak, and columns that go together as they "
        "do in the data.",
        _one_peak,
        source="Nearest unimodal margins (isotonic regression) joined by a Gaussian copula.",
    ),
    Reference(
        "one_peak_turned",
        "One peak, turned",
        "The same along the main directions of the data instead of its columns.",
        _one_peak_turned,
        source="Nearest unimodal margins along principal axes.",
    ),
    Reference(
        "box",
        "Uniform box",
        "Objects spread evenly over the box around the data, along its main directions.",
        _box,
        source="Tibshirani, Walther and Hastie 2001, the gap statistic.",
    ),
    Reference(
        "gaussian",
        "One Gaussian",
        "One bell-shaped cloud with the spread and the slant of the data.",
        _gaussian,
        source="Liu, Hayes, Nobel and Marron 2008, SigClust.",
    ),
    Reference(
        "permuted",
        "Shuffled columns",
        "Each feature keeps its values, dealt out anew to the objects.",
        _permuted,
        source="Buja and Eyuboglu 1992, parallel analysis.",
        own_values=True,
    ),
)


def references_for(*, own_values: bool) -> list[str]:
    """Those that will do for a distance (`Metric.own_values`), the usual one first."""
    return [name for name, row in REFERENCES.items() if row.own_values or not own_values]
