"""`SCALINGS`: ways to make features comparable before distances are taken.

>>> SCALINGS["minmax"].apply(np.array([[1.0, 7.0], [3.0, 7.0], [2.0, 7.0]])).tolist()
[[0.0, 0.0], [1.0, 0.0], [0.5, 0.0]]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from aucc_core.score.inputs import Floats, registry


@dataclass(frozen=True)
class Scaling:
    """One row of the registry: subtract a centre, divide by a spread, column by column."""

    name: str
    label: str
    help: str
    centre: Callable[[Floats], Floats]
    spread: Callable[[Floats], Floats]

    def apply(self, X: Floats) -> Floats:
        """Scaled features; a column without spread becomes 0."""
        spread = self.spread(X)
        return (X - self.centre(X)) / np.where(spread > 0, spread, 1.0)


def _nothing(X: Floats) -> Floats:
    return np.zeros(X.shape[1])


def _one(X: Floats) -> Floats:
    return np.ones(X.shape[1])


def _mean(X: Floats) -> Floats:
    return X.mean(axis=0)


def _deviation(X: Floats) -> Floats:
    return X.std(axis=0)


def _lowest(X: Floats) -> Floats:
    return X.min(axis=0)


def _range(X: Floats) -> Floats:
    return X.max(axis=0) - X.min(axis=0)


def _median(X: Floats) -> Floats:
    return np.asarray(np.median(X, axis=0))


def _middle_half(X: Floats) -> Floats:
    low, high = np.percentile(X, [25, 75], axis=0)
    return np.asarray(high - low)


SCALINGS: Mapping[str, Scaling] = registry(
    Scaling("none", "None", "Features as they are.", _nothing, _one),
    Scaling("zscore", "z-score", "Mean 0, standard deviation 1.", _mean, _deviation),
    Scaling("minmax", "Min-max", "From 0 to 1.", _lowest, _range),
    Scaling(
        "robust",
        "Robust",
        "Median 0, middle half 1 wide: outliers count less.",
        _median,
        _middle_half,
    ),
)
