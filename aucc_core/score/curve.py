"""`RocCurve`: what a clustering looks like when pairs are accepted from near to far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from aucc_core.score.inputs import Bools, Floats, InputError, Integers
from aucc_core.score.threads import compiled

# A curve this near to the true one looks the same in a picture: less than a pixel.
DRAWN_ERROR = 5e-4
# Below this many vertices the plain loop is quicker than loading its compiled form.
_FEW_VERTICES = 20_000


@dataclass(frozen=True, eq=False)
class RocCurve:
    """ROC curve over object pairs, from (0, 0) to (1, 1).

    Walking along it, pairs are accepted as "same cluster" from the nearest to the farthest. Tied
    pairs are accepted together, which draws a sloping step ("walk along the diagonal"). Only
    corners are kept, so the polyline is exact.

    Attributes
    ----------
    within, between : accepted within-cluster and between-cluster pairs at each vertex.
    thresholds : distance up to which pairs are accepted, ascending; -inf at the start, where none
        is. Distances are compared to about 10 significant digits (aucc_core.score.ties).
    exact_fpr : up to this false positive rate no vertex was left out.
    """

    within: Integers
    between: Integers
    thresholds: Floats
    exact_fpr: float = 1.0

    def __post_init__(self) -> None:
        for array in (self.within, self.between, self.thresholds):
            array.setflags(write=False)

    @cached_property
    def tpr(self) -> Floats:
        """True positive rate: share of the within-cluster pairs accepted."""
        return self.within / self.within[-1]

    @cached_property
    def fpr(self) -> Floats:
        """False positive rate: share of the between-cluster pairs accepted."""
        return self.between / self.between[-1]

    @cached_property
    def area(self) -> float:
        """Area under the curve; for a curve that was not simplified, the AUCC."""
        steps = np.diff(self.between).astype(object)
        doubled = int((steps * (self.within[1:] + self.within[:-1]).astype(object)).sum())
        return doubled / (2 * int(self.within[-1]) * int(self.between[-1]))

    def partial_area(self, max_fpr: float) -> float:
        """Area under the part with a false positive rate of at most ``max_fpr``.

        Not rescaled: a perfect curve gives ``max_fpr``, the chance diagonal max_fpr**2 / 2.
        """
        if not 0 < max_fpr <= 1:
            raise InputError(f"max_fpr must be above 0 and at most 1; got {max_fpr}.")
        if max_fpr == 1:
            return self.area
        inside = int(np.searchsorted(self.fpr, max_fpr, side="right"))
        at = float(
            np.interp(max_fpr, self.fpr[inside - 1 : inside + 1], self.tpr[inside - 1 : inside + 1])
        )
        x = np.append(self.fpr[:inside], max_fpr)
        y = np.append(self.tpr[:inside], at)
        return float(np.trapezoid(y, x))

    def simplified(self, max_error: float = DRAWN_ERROR, *, exact_fpr: float = 0.001) -> RocCurve:
        """Curve with fewer vertices, never more than ``max_error`` from the true one.

        The bound holds upwards and sideways (the true positive rate at every false positive rate,
        and the other way round), and so for the area. Vertices are a subset of the true ones, both
        ends are kept, and up to ``exact_fpr`` nothing is left out.
        """
        keep = kept_vertices(self.within, self.between, max_error, exact_fpr)
        return RocCurve(
            self.within[keep],
            self.between[keep],
            self.thresholds[keep],
            exact_fpr=min(exact_fpr, self.exact_fpr),
        )


def walk_corners(
    steps_within: Integers, steps_between: Integers
) -> tuple[Integers, Integers, Integers]:
    """Corners of the walk over tie groups: accepted pairs (within, between) and the group.

    A vertex in the middle of a straight run of only within or only between pairs is left out.
    """
    within = np.concatenate(([0], np.cumsum(steps_within)))
    between = np.concatenate(([0], np.cumsum(steps_between)))
    keep = np.ones(within.size, dtype=bool)
    no_between, no_within = steps_between == 0, steps_within == 0
    keep[1:-1] = ~((no_between[1:] & no_between[:-1]) | (no_within[1:] & no_within[:-1]))
    groups = np.concatenate(([0], np.arange(steps_within.size)))
    return within[keep], between[keep], groups[keep]


def kept_vertices(within: Integers, between: Integers, max_error: float, exact_fpr: float) -> Bools:
    """Which vertices a simplified curve keeps (see RocCurve.simplified)."""
    if not max_error > 0:
        raise InputError(f"max_error must be above 0; got {max_error}.")
    fpr, tpr = between / between[-1], within / within[-1]
    # One vertex past exact_fpr is kept too, so that the curve is exact up to there.
    first = min(fpr.size - 1, int(np.searchsorted(fpr, exact_fpr, side="right")))
    keep = np.zeros(fpr.size, dtype=bool)
    keep[: first + 1] = True
    _walker(fpr.size)(fpr, tpr, first, max_error, keep)
    return keep


def mark_chords(x: Floats, y: Floats, first: int, error: float, keep: npt.NDArray) -> None:
    """From vertex ``first`` on, mark the ends of the longest chords that stay within ``error``.

    Vertices rise in x and y. A chord from vertex a must pass every vertex between its ends within
    ``error`` in y and in x; each such vertex narrows the slopes that may still be taken.
    """
    last = x.size - 1
    a = first
    while a < last:
        keep[a] = True
        low, high = 0.0, np.inf
        best = a + 1
        for b in range(a + 1, last + 1):
            dx, dy = x[b] - x[a], y[b] - y[a]
            slope = dy / dx if dx > 0 else np.inf
            if low <= slope <= high:
                best = b
            # What a longer chord must satisfy to pass vertex b.
            if dx > 0:
                low = max(low, (dy - error) / dx)
                high = min(high, (dy + error) / dx)
            elif dy > error:
                low = np.inf
            if dy > 0:
                if dx > error:
                    high = min(high, dy / (dx - error))
                low = max(low, dy / (dx + error))
            elif dx > error:
                high = 0.0
            if low > high:
                break
        a = best
    keep[last] = True


def _walker(vertices: int) -> Callable[..., None]:
    if vertices < _FEW_VERTICES:
        return mark_chords
    return compiled_walker()


@cache
def compiled_walker() -> Callable[..., None]:
    """`mark_chords`, compiled when it is first needed."""
    return compiled(mark_chords)
