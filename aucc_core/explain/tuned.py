"""Constants of `explain.diagnose`, and how often its answers were right.

What stands below `Rate` is written by ``python -m tests.bench.bench_k --write``
(tests/bench/tuning.py); do not edit it by hand. Constants come from one half of the generated data
sets, the record from the other half.
"""

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


# Intercept and weights by answer (too few, about right, too many) of: -log early
# loss, -log late loss, log k, largest split excess, smallest merge excess, logits of the
# weakest cluster's and pair's score.
SHAPE_WEIGHTS = (
    (1.962, 0.139, -1.017, -0.648, 1.747, 0.485, -0.028, 0.478),
    (-0.512, -0.592, -0.16, 0.142, -0.984, 0.629, 0.971, 0.662),
    (-1.45, 0.453, 1.177, 0.507, -0.762, -1.114, -0.942, -1.14),
)
# A cluster looks like two above the first, two look like one below the second.
SPLIT_EXCESS = 0.95
MERGE_EXCESS = 0.7
# So many of so many clusterings were read right: as `diagnose` does, and by their curve alone.
RECORD = {
    "shape": Rate(count=685, total=735),
    "curve alone": Rate(count=570, total=735),
}
