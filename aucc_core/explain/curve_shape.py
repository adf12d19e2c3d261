"""The shape of a ROC curve over pairs: at which distances a clustering loses its area.

What a curve loses is the area above it. The anti-diagonal, where as large a share of the within
pairs is still missing as of the between pairs is already accepted, cuts it in two. Early loss lies
before it: near pairs that are apart, as when a cluster was cut into pieces. Late loss lies after
it: far pairs that are together, as when clusters were thrown together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aucc_core.curves import RocCurve


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
