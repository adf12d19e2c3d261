"""Whether one feature alone makes the distances, as money beside ages does.

>>> about_dominance(np.array([[20.0, 100.0], [40.0, 500.0], [30.0, 200.0]]), ["age", "income"])
"'income' alone makes 99.7 % of all squared distances; scaling gives every feature a say."
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from aucc_core.score.inputs import Floats

MOST = 0.95


def dominance(X: Floats) -> tuple[int, float] | None:
    """The feature that makes the largest part of all squared Euclidean distances, and that part.

    Summed over all pairs it is the feature's share of the sum of variances. None when fewer than
    two features vary.
    """
    with np.errstate(invalid="ignore", over="ignore"):
        known = np.where(np.isfinite(X), X, np.nan)
        largest = np.fmax.reduce(np.abs(known), axis=None, initial=0.0)
        variances = np.array([_variance(column) for column in known.T / (largest or 1.0)])
    if np.count_nonzero(variances) < 2:
        return None
    at = int(variances.argmax())
    return at, float(variances[at] / variances.sum())


def about_dominance(
    X: Floats, names: Sequence[str], *, of: str = "all squared distances"
) -> str | None:
    """A sentence when one feature makes nearly all of the distances; `of` what it says that."""
    found = dominance(X)
    if found is None or found[1] < MOST:
        return None
    at, share = found
    return (
        f"{names[at]!r} alone makes {_percent(share)} of {of}; scaling gives every feature a say."
    )


def _variance(column: Floats) -> float:
    known = column[~np.isnan(column)]
    # A constant column may have a variance by rounding alone.
    return float(known.var()) if known.size and np.ptp(known) > 0 else 0.0


def _percent(share: float) -> str:
    """Rounded down, so that less than all never reads as all."""
    if share > 0.9999:
        return "more than 99.99 %"
    return f"{math.floor(1000 * share) / 10:g} %"
