"""`Check`: what the paper prints or says beside what we get, and how many checks come out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import pandas as pd

from aucc_core.score.curve import RocCurve
from aucc_core.score.inputs import Dataset

#: A difference between two random draws of more than this many of its standard deviations is one.
MOST_Z = 2.5


@dataclass(frozen=True)
class Check:
    """One line of a part: what it is about, what the paper says of it and what we get.

    Attributes
    ----------
    quantity, ours : what is computed, and its value.
    printed : the number as the paper prints it; empty where it prints none.
    stated : what the paper says in words. Without either the check is our own.
    spread : standard deviation of the difference where the data are a random draw; None where
        nothing is random and the numbers must agree to one unit of the last printed decimal.
    between : from and below what our number must be for words, or for a check of our own, to hold;
        None for a value that is only shown.
    """

    quantity: str
    ours: float
    printed: str = ""
    stated: str = ""
    spread: float | None = None
    between: tuple[float, float] | None = None

    @property
    def kind(self) -> str:
        """Whether it is a number that is "printed", "stated" in words, or our "own"."""
        return "printed" if self.printed else "stated" if self.stated else "own"

    @property
    def difference(self) -> float:
        """Ours minus the printed number; not a number without one."""
        return self.ours - float(Fraction(self.printed)) if self.printed else math.nan

    @property
    def z(self) -> float:
        """The difference in its standard deviations; not a number where nothing is random."""
        return self.difference / self.spread if self.spread else math.nan

    @property
    def outcome(self) -> str:
        """In a word or two what came of it."""
        if self.between is not None:
            return "holds" if self.between[0] <= self.ours < self.between[1] else "fails"
        if not self.printed:
            return "shown"
        if self.spread is not None:
            return "within spread" if abs(self.z) <= MOST_Z else "differs"
        # A hair more: a difference of exactly one unit must survive floating point.
        unit = last_digit(self.printed) * (1 + 1e-9)
        return "equal" if abs(self.difference) <= unit else "differs"


@dataclass(frozen=True)
class Tally:
    """How many checks there are of each kind, and what came of them."""

    printed: int = 0
    equal: int = 0
    within: int = 0
    largest_z: float = 0.0
    stated: int = 0
    stated_hold: int = 0
    own: int = 0
    own_hold: int = 0

    @property
    def differ(self) -> int:
        """Printed numbers that do not come out again."""
        return self.printed - self.equal - self.within


def tally(checks: Iterable[Check]) -> Tally:
    """Count the checks; values that are only shown do not count."""
    seen = [c for c in checks if c.outcome != "shown"]

    def count(kind: str, outcome: str = "") -> int:
        return sum(c.kind == kind and outcome in ("", c.outcome) for c in seen)

    return Tally(
        printed=count("printed"),
        equal=count("printed", "equal"),
        within=count("printed", "within spread"),
        largest_z=max((abs(c.z) for c in seen if c.outcome == "within spread"), default=0.0),
        stated=count("stated"),
        stated_hold=count("stated", "holds"),
        own=count("own"),
        own_hold=count("own", "holds"),
    )


@dataclass(frozen=True, eq=False)
class PartResult:
    """One part, computed: its checks, its curves by name, and a table behind its picture.

    Curves are thinned for drawing (within `DRAWN_ERROR`); ``scores`` has the exact area of each,
    ``ks`` the number of clusters of each where that is what they show, ``scatters`` the objects
    behind each, with its clusters as labels.
    """

    name: str
    checks: tuple[Check, ...]
    curves: Mapping[str, RocCurve] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)
    series: pd.DataFrame = field(default_factory=pd.DataFrame)
    ks: Mapping[str, int] = field(default_factory=dict)
    scatters: Mapping[str, Dataset] = field(default_factory=dict)


def last_digit(text: str) -> float:
    """One unit of the last decimal of a printed number; next to nothing for one without."""
    _, point, decimals = text.partition(".")
    return 10.0 ** -len(decimals) if point else 1e-12
