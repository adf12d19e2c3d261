"""`REFERENCES`: ways to draw data without clusters that are otherwise like the data.

Adding one is a function and a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from aucc_core.score.inputs import Floats, registry


@dataclass(frozen=True)
class Reference:
    """One way to draw data without clusters: the row of a registry.

    Attributes
    ----------
    name, label, help : for code, for menus, and one plain line on what is drawn.
    draw : (features, random numbers) → as many objects with as many features.
    source : who described it.
    own_values : whether it draws none but the values that a column has, as counts and yes or no
        need (`Metric.own_values`).
    """

    name: str
    label: str
    help: str
    draw: Callable[[Floats, np.random.Generator], Floats]
    source: str
    own_values: bool = False


def _box(X: Floats, rng: np.random.Generator) -> Floats:
    centre = X.mean(axis=0)
    axes = np.linalg.svd(X - centre, full_matrices=False)[2]
    along = (X - centre) @ axes.T
    return centre + rng.uniform(along.min(axis=0), along.max(axis=0), along.shape) @ axes


def _gaussian(X: Floats, rng: np.random.Generator) -> Floats:
    centre = X.mean(axis=0)
    _, spread, axes = np.linalg.svd(X - centre, full_matrices=False)
    drawn = rng.standard_normal((X.shape[0], spread.size))
    return centre + drawn * (spread / np.sqrt(X.shape[0] - 1)) @ axes


def _permuted(X: Floats, rng: np.random.Generator) -> Floats:
    return rng.permuted(X, axis=0)


REFERENCES: Mapping[str, Reference] = registry(
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
