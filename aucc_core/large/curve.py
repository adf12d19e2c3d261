"""ROC curve from bins, with a band that certainly holds the true curve.

At the end of every bin the accepted pairs are counted exactly, so these vertices lie on the true
curve. Inside a bin it may take any rising way between them: first sideways then up at worst, first
up then sideways at best. Bins known to be one tie group are straight lines, as in the definition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aucc_core.large import DEFAULT_TOLERANCE
from aucc_core.large.bins import Tally
from aucc_core.large.bounds import Counted, count_pairs
from aucc_core.score.curve import RocCurve
from aucc_core.score.distances import Distances, distances_of
from aucc_core.score.inputs import Bools, Floats, Integers, Progress, as_codes
from aucc_core.score.result import Score


@dataclass(frozen=True, eq=False)
class CurveBand:
    """A ROC curve between two certain ones.

    Attributes
    ----------
    score : AUCC, from the area of ``low`` to that of ``high``.
    low, high : the true curve is nowhere below the one and nowhere above the other.
    middle : through the exact vertices in straight lines.
    """

    score: Score
    low: RocCurve
    middle: RocCurve
    high: RocCurve


def curve_band(
    X: Any,
    labels: Any,
    *,
    tolerance: float = DEFAULT_TOLERANCE,
    client: Any = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> CurveBand:
    """ROC curve with its certain band, of `Distances` or features; arguments as in aucc_bounds."""
    distances = distances_of(X)
    counted = count_pairs(
        distances,
        [as_codes(labels, distances.n)],
        tolerance=tolerance,
        client=client,
        memory=memory,
        progress=progress,
    )
    return bands_of(counted)[0]


def bands_of(counted: Counted) -> Sequence[CurveBand]:
    """Curves of every partition of a count."""
    return [_band(counted, at) for at in range(len(counted.scores))]


def _band(counted: Counted, at: int) -> CurveBand:
    steps = _Steps.of(counted.tally, at, counted.distances)
    return CurveBand(
        counted.scores[at],
        low=steps.curve(corner="after"),
        middle=steps.curve(corner="none"),
        high=steps.curve(corner="before"),
    )


@dataclass(frozen=True, eq=False)
class _Steps:
    """The walk over bins, runs of bins with one kind of pair joined."""

    within: Integers
    between: Integers
    open_: Bools
    thresholds: Floats

    @classmethod
    def of(cls, tally: Tally, at: int, distances: Distances) -> _Steps:
        within, between = tally.within[at], tally.between(at)
        kind = np.where(between == 0, 0, np.where(within == 0, 1, 2))
        last = np.ones(kind.size, dtype=bool)
        last[:-1] = (kind[1:] != kind[:-1]) | (kind[1:] == 2)
        mixed = kind == 2
        return cls(
            np.cumsum(within)[last],
            np.cumsum(between)[last],
            (mixed & ~tally.one_tie)[last],
            _distances_of_keys(tally.highs[last], distances),
        )

    def curve(self, *, corner: str) -> RocCurve:
        """The polyline; open steps get a corner before (up first), after (sideways first), none."""
        within, between, thresholds = self.within, self.between, self.thresholds
        if corner != "none":
            at = np.flatnonzero(self.open_)
            start_within = np.concatenate(([0], within[:-1]))
            start_between = np.concatenate(([0], between[:-1]))
            up_first = corner == "before"
            extra_within = within[at] if up_first else start_within[at]
            extra_between = start_between[at] if up_first else between[at]
            within = np.insert(within, at, extra_within)
            between = np.insert(between, at, extra_between)
            thresholds = np.insert(thresholds, at, thresholds[at])
        return RocCurve(
            np.concatenate(([0], within)),
            np.concatenate(([0], between)),
            np.concatenate(([-np.inf], thresholds)),
        )


def _distances_of_keys(keys: Integers, distances: Distances) -> Floats:
    """The distance that a key stands for; infinite where only "all the rest" is known."""
    largest = np.iinfo(np.int64).max >> distances.dropped_bits
    values = np.where(
        keys >= largest,
        np.inf,
        (np.minimum(keys, largest) << distances.dropped_bits).view(np.float64),
    )
    return distances.lengths(values)
