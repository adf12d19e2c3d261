"""Words of the screens: what terms mean and what a curve says."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aucc_core.curves import RocCurve
from pages.ui.solutions import Solution

AUCC = (
    "AUCC: the chance that a pair of objects put together is closer than a pair kept apart. "
    "1 is perfect, 0.5 is what random labels get."
)

HOW_TO_READ = """
**Each curve is one solution.** Take all pairs of objects, from the closest to the farthest. Every
pair that the solution put *together* moves the curve up (true positive rate, **TPR**), every pair
it kept *apart* moves it right (false positive rate, **FPR**). A solution that fits puts close pairs
together and far pairs apart: its curve goes straight up, then right. The area under it is the
**AUCC**: 1 is perfect, 0.5 (the dotted diagonal) is chance.

- **Too few clusters** (cold colours): far pairs were put together, so the curve reaches the top
  late.
- **Too many clusters** (hot colours): close pairs were split, so the curve leaves the left edge
  early.

**Try it.** Move along a curve: red lines join pairs that are close but apart, blue lines pairs that
are far but together. Drag a frame around objects, or click one to take its cluster: they light up
in every plot and the dashed curve shows their pairs alone. Click a k, a curve or a legend entry to
focus it. Keys: ← → step the distance, ↑ ↓ change k, Esc clears.
"""

LATE = 0.99  # the true positive rate at which a curve counts as having arrived
EARLY = 0.02  # the false positive rate at which it should be high already


def reading(solution: Solution, family: Sequence[Solution], reference_k: int | None = None) -> str:
    """One plain sentence on a solution beside the best of its family (same algorithm, every k)."""
    best = max(family, key=lambda s: (s.aucc, -s.k))
    reference = next((s for s in family if s.k == reference_k), best)
    apart, together = even_errors(solution.curve)
    sampled = solution.margin is not None and solution.margin.band is None
    about = "about " if sampled else ""
    split = _pairs(apart, "close pair is", "close pairs are")
    start = f"<b>k = {solution.k}</b>: {about}{split} split"
    start += f", {_pairs(together, 'far pair is', 'far pairs are')} joined"
    noise = int((solution.labels < 0).sum())
    end = f" {_pairs(noise, 'object is', 'objects are')} left out as noise." if noise else ""
    if solution.margin is not None:
        end += f" AUCC {solution.margin.words}."
    return f"{start}; {_shape(solution, reference, best)}.{end}"


def even_errors(curve: RocCurve) -> tuple[int, int]:
    """False positives and false negatives where as many pairs are called close as are together.

    With exact counts at every vertex the two are equal but for ties and thinned vertices.
    """
    within, between = curve.within, curve.between
    accepted = within + between
    at = min(int(np.searchsorted(accepted, within[-1])), accepted.size - 1)
    return int(between[at]), int(within[-1] - within[at])


def arrival(curve: RocCurve) -> float:
    """False positive rate at which the curve arrives at the top."""
    return float(curve.fpr[int(np.searchsorted(curve.tpr, LATE))])


def _shape(solution: Solution, reference: Solution, best: Solution) -> str:
    if solution is reference:
        if solution is best:
            return "the curve is the highest of all k" if solution.aucc < 1 else "a perfect curve"
        return f"your reference (the highest curve is k = {best.k})"
    late = arrival(solution.curve) - arrival(reference.curve)
    gap = _height(reference.curve) - _height(solution.curve)
    if solution.k < reference.k and late > 0.01:
        return "the curve reaches the top late: looks like too few clusters"
    if solution.k > reference.k and gap > 0.01:
        return "the curve leaves the left edge early: looks like too many clusters"
    if abs(solution.aucc - reference.aucc) < 0.002:
        return f"the curve is nearly that of k = {reference.k}: both fit alike"
    side = "above" if solution.aucc > reference.aucc else "below"
    return f"the curve runs {side} that of k = {reference.k}"


def _height(curve: RocCurve) -> float:
    return float(np.interp(EARLY, curve.fpr, curve.tpr))


def _pairs(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"
