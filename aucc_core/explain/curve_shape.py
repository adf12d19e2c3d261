"""What a clustering loses: how much, and at which distances (the shape of its ROC curve).

How much is measured on the logit scale, where halving the loss counts the same wherever it happens.

What a curve loses is the area above it. The anti-diagonal, where as large a share of the within
pairs is still missing as of the between pairs is already accepted, cuts it in two. Early loss lies
before it: near pairs that are apart, as when a cluster was cut into pieces. Late loss lies after
it: far pairs that are together, as when clusters were thrown together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from aucc_core.score.curve import RocCurve
from aucc_core.score.inputs import Floats

# A loss below this counts as this: a perfect score must not be infinitely good, and whether 1 or 2
# comparisons in 10,000 are lost says nothing on the number of clusters.
SMALLEST_LOSS = 1e-3


def logit(scores: Any) -> Floats:
    """log(score / (1 - score)), with losses and gains below `SMALLEST_LOSS` counted as that."""
    kept = np.clip(scores, SMALLEST_LOSS, 1 - SMALLEST_LOSS)
    return np.asarray(np.log(kept) - np.log1p(-kept))


@dataclass(frozen=True)
class Shape:
    """Area lost before and after the anti-diagonal; together they are 1 - AUCC."""

    early: float
    late: float

    @property
    def loss(self) -> float:
        """The whole area lost."""
        return self.early + self.late

    @property
    def balance(self) -> float:
        """From -1 (all lost early: too many) to 1 (all lost late: too few); 0 for no loss."""
        return (self.late - self.early) / self.loss if self.loss > 0 else 0.0


def curve_shape(curve: RocCurve) -> Shape:
    """Cut the area above a curve along the anti-diagonal."""
    x, y = curve.fpr, curve.tpr
    # Both rates never fall, so their sum passes 1 once.
    after = int(np.searchsorted(x + y, 1.0, side="left"))
    before = max(after - 1, 0)
    gap = (x[after] + y[after]) - (x[before] + y[before])
    share = (1.0 - (x[before] + y[before])) / gap if gap > 0 else 0.0
    cross_x = x[before] + share * (x[after] - x[before])
    cross_y = y[before] + share * (y[after] - y[before])
    left_x = np.append(x[: before + 1], cross_x)
    left_y = np.append(y[: before + 1], cross_y)
    # Between the curve and the anti-diagonal, up to where they cross.
    early = cross_x - cross_x**2 / 2 - float(np.trapezoid(left_y, left_x))
    early = max(early, 0.0)
    return Shape(early, max(1.0 - curve.area - early, 0.0))
