"""`Score`: an AUCC and how sure it is, whichever way it was found, in numbers and in words."""

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

    @property
    def short(self) -> str:
        """The value alone, in few digits: see `short_text`."""
        return short_text(self.value)

    @property
    def digits(self) -> str:
        """The value alone, in as many digits as its margin warrants, but few where it is exact.

        >>> Score(0.9959712, 0.9959699, 0.9959725).digits, Score.exact(0.9959712).digits
        ('0.995971', '0.9960')
        """
        return self.text.partition(" ")[0] if self.margin else self.short

    @property
    def text(self) -> str:
        """The value with its margin: see `with_margin`."""
        return with_margin(self.value, self.margin)

    @property
    def how_sure(self) -> str:
        """The end of a sentence that says from where to where AUCC is."""
        return "for certain" if self.certain else f"with {self._percent} confidence"

    @property
    def _percent(self) -> str:
        return f"{100 * self.confidence:g} %"

    def __str__(self) -> str:
        """For people: 0.8819 ± 0.0002, certain (or 95 %, or exact)."""
        if self.certain and self.width == 0:
            return f"{self.text}, exact"
        return f"{self.text}, {'certain' if self.certain else self._percent}"


def short_text(value: float) -> str:
    """A score whose best is 1; as many digits more as it takes to tell a near-perfect one from 1.

    >>> short_text(0.97921), short_text(0.999982), short_text(1.0)
    ('0.9792', '0.99998', '1.0000')
    """
    digits = 4
    while value < 1 and digits < 12 and round(value, digits) == 1:
        digits += 1
    return f"{value:.{digits}f}"


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
