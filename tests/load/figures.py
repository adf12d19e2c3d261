"""One line for each figure: what was measured, what is asked, and whether it holds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured value against its limit."""

    test: str
    measured: str
    asked: str
    good: bool

    def __str__(self) -> str:
        return (
            f"{'ok  ' if self.good else 'MISS'}  {self.test:<44} {self.measured:<44} {self.asked}"
        )


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of all values do not exceed."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(share * len(ranked)) - 1)] if ranked else math.nan


def seconds(values: Sequence[float]) -> str:
    """Median, 95th percentile and maximum in words."""
    if not values:
        return "nothing measured"
    p50, p95 = percentile(values, 0.5), percentile(values, 0.95)
    return f"p50 {p50:.2f} s, p95 {p95:.2f} s, max {max(values):.2f} s"
