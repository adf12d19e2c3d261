"""`Score`: an AUCC and how sure it is, whichever way it was found."""

from __future__ import annotations

import math
from dataclasses import dataclass

from aucc_core.score.counting import Counts


@dataclass(frozen=True)
class Score:
    """AUCC, and how sure it is.

    Attributes
    ----------
    value : AUCC, or the best guess at it.
    low, high : it is from here to there.
    confidence : with this probability; 1 is certain.
    engine : how it was found: "exact", "bounds" or "sample".
    counts : comparisons won, lost and tied, when found exactly for one partition.
    note : what else must be said, such as why the bounds are wide; may be empty.
    """

    value: float
    low: float
    high: float
    confidence: float = 1.0
    engine: str = "exact"
    counts: Counts | None = None
    note: str = ""

    @classmethod
    def exact(cls, value: float, counts: Counts | None = None) -> Score:
        """A score without any doubt."""
        return cls(value, value, value, counts=counts)

    @property
    def width(self) -> float:
        """What is left open."""
        return self.high - self.low

    @property
    def margin(self) -> float:
        """How far AUCC may be from ``value``."""
        return max(self.high - self.value, self.value - self.low)

    @property
    def certain(self) -> bool:
        """Whether AUCC is between ``low`` and ``high`` for sure."""
        return self.confidence == 1.0

    def __str__(self) -> str:
        """For people: 0.8819 ± 0.0002, certain (or 95 %, or exact)."""
        if self.certain and self.width == 0:
            return f"{self.value:.7f}, exact"
        sure = "certain" if self.certain else f"{100 * self.confidence:g} %"
        return f"{with_margin(self.value, self.margin)}, {sure}"


def with_margin(value: float, margin: float) -> str:
    """Such as 0.8819 ± 0.0002: the margin rounded up to one digit, the value to as many decimals.

    What rounding the value moves is added to the margin, so that the statement stays true.
    """
    if margin == 0:
        return f"{value:.7f}"
    decimals = min(16, max(4, -math.floor(math.log10(margin))))
    shown = round(value, decimals)
    reach = margin + abs(shown - value)
    step = 10.0**-decimals
    return f"{shown:.{decimals}f} ± {math.ceil(reach / step * (1 - 1e-12)) * step:.{decimals}f}"
