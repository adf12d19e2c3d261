"""`Rate`: how often something was right, and how sure that is."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """So many of so many, with the uncertainty that so few trials leave."""

    count: int
    total: int

    @property
    def value(self) -> float:
        """The share."""
        return self.count / self.total

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval."""
        z, n, p = 1.959964, self.total, self.value
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, centre - half), min(1.0, centre + half)

    def text(self) -> str:
        """For people: "93 % (90-95)"."""
        low, high = self.interval
        return f"{100 * self.value:.0f} % ({100 * low:.0f}–{100 * high:.0f})"
