"""Which solution leads, and what the curve of another says beside it, in plain words.

The only place that decides which leads: sentences, figures and the linked view all ask here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aucc_core.partitions import ALGORITHMS
from aucc_core.score.curve import RocCurve
from aucc_core.score.inputs import label_codes
from aucc_core.sweeps.solutions import Solution
from aucc_core.verdicts.weigh import Verdict

LATE = 0.99  # the true positive rate at which a curve counts as having arrived
EARLY = 0.02  # the false positive rate at which it should be high already


def best_of(solutions: Sequence[Solution]) -> Solution:
    """Highest AUCC; the smaller k of equals."""
    return max(solutions, key=lambda s: (s.aucc, -s.k))


def stars(solutions: Sequence[Solution], verdict: Verdict | None) -> dict[str, str | None]:
    """Ids of the solution to believe and of the one with the highest AUCC.

    Without evidence of clusters, and where no solution can follow them, neither bears a star.
    """
    if verdict is not None and verdict.k is None:
        return {"believed": None, "highest": None}
    believed = None if verdict is None else believed_of(solutions, verdict)
    return {
        "believed": None if believed is None else believed.id,
        "highest": highest_of(solutions).id,
    }


def believed_of(solutions: Sequence[Solution], verdict: Verdict) -> Solution | None:
    """The solution that the verdict suggests; None when it suggests none, or one made otherwise."""
    for solution in solutions:
        if (solution.algorithm, solution.k) == (verdict.algorithm, verdict.k):
            # Those of a sample were made of fewer objects; with all, the clusters are the same.
            same = bool(verdict.samples) or _same(solution.labels, verdict.labels)
            return solution if same else None
    return None


def highest_of(solutions: Sequence[Solution]) -> Solution:
    """The highest AUCC of what algorithms made, of those that leave no object out if there are any.

    The person's own labels are there to be compared with: they do not lead.
    """
    made = [s for s in solutions if s.algorithm in ALGORITHMS] or solutions
    whole = [s for s in made if (s.labels >= 0).all()]
    return best_of(whole or made)


def _same(ours: np.ndarray, theirs: np.ndarray | None) -> bool:
    if theirs is None or not np.array_equal(ours < 0, theirs < 0):
        return False
    return np.array_equal(label_codes(ours[ours >= 0]), label_codes(theirs[theirs >= 0]))


def reference_of(family: Sequence[Solution], k: int | None) -> Solution:
    """The one that its algorithm's others are seen beside: the k a person gave, else the best."""
    return next((s for s in family if s.k == k), best_of(family))


def in_focus(
    solutions: Sequence[Solution],
    chosen: str | None,
    reference: int | None,
    believed: str | None = None,
) -> Solution:
    """The solution in focus: the chosen one, else where the view starts by itself.

    That is the one to believe as soon as it is known, unless a k was given to compare with.
    """
    for wanted in (chosen, believed if reference is None else None):
        for solution in solutions:
            if solution.id == wanted:
                return solution
    # One that leaves objects out as noise scores easier pairs; it leads only among its like.
    best = highest_of(solutions)
    return reference_of([s for s in solutions if s.algorithm == best.algorithm], reference)


def reading(
    solution: Solution,
    family: Sequence[Solution],
    reference_k: int | None = None,
    believed_k: int | None = None,
) -> str:
    """A solution beside another of its family (same algorithm, every k), in plain words.

    Beside the k that a person gave, else the one to believe, else the highest AUCC. The last says
    nothing about how many clusters there are, so beside it none has too few or too many.
    """
    best = best_of(family)
    reference = reference_of(family, reference_k or believed_k)
    apart, together = even_errors(solution.curve)
    distance = even_distance(solution.curve)
    sampled = solution.has_margin and solution.band is None
    about = "about " if sampled else ""
    split = _pairs(apart, "close pair is", "close pairs are")
    start = f"<b>k = {solution.k}</b>: at distance {_distance(distance)}, {about}{split} split"
    start += f", {_pairs(together, 'far pair is', 'far pairs are')} joined"
    noise = int((solution.labels < 0).sum())
    end = f" {_pairs(noise, 'object is', 'objects are')} left out as noise." if noise else ""
    if solution.has_margin:
        end += f" AUCC {solution.how_sure}."
    if len(family) > 1:  # alone it is beside nothing
        start += f"; {_shape(solution, reference, best, (reference_k, believed_k))}"
    return f"{start}.{end}"


def even_errors(curve: RocCurve) -> tuple[int, int]:
    """False positives and false negatives where as many pairs are called close as are together.

    With exact counts at every vertex the two are equal but for ties and thinned vertices.
    """
    at = _even_vertex(curve)
    return int(curve.between[at]), int(curve.within[-1] - curve.within[at])


def even_distance(curve: RocCurve) -> float:
    """The distance at which those errors are counted."""
    return float(curve.thresholds[_even_vertex(curve)])


def _even_vertex(curve: RocCurve) -> int:
    accepted = curve.within + curve.between
    return min(int(np.searchsorted(accepted, curve.within[-1])), accepted.size - 1)


def arrival(curve: RocCurve) -> float:
    """False positive rate at which the curve arrives at the top."""
    return float(curve.fpr[int(np.searchsorted(curve.tpr, LATE))])


def _shape(
    solution: Solution,
    reference: Solution,
    best: Solution,
    known: tuple[int | None, int | None],
) -> str:
    """``known``: the k that a person gave, and the k to believe."""
    if solution is reference:
        if solution is best:
            return "the curve is the highest of all k" if solution.aucc < 1 else "a perfect curve"
        whose = "your reference" if known[0] == solution.k else "the k to believe"
        return f"{whose} (the highest curve is k = {best.k})"
    judged = reference.k in known
    late = arrival(solution.curve) - arrival(reference.curve)
    gap = _height(reference.curve) - _height(solution.curve)
    if solution.k < reference.k and late > 0.01:
        end = ", as with too few clusters" if judged else ""
        return f"beside k = {reference.k} the curve reaches the top late{end}"
    if solution.k > reference.k and gap > 0.01:
        end = ", as with too many" if judged else ""
        return f"beside k = {reference.k} the curve leaves the left edge early{end}"
    if abs(solution.aucc - reference.aucc) < 0.002:
        return f"the curve is nearly that of k = {reference.k}: both fit alike"
    side = "above" if solution.aucc > reference.aucc else "below"
    return f"the curve runs {side} that of k = {reference.k}"


def _height(curve: RocCurve) -> float:
    return float(np.interp(EARLY, curve.fpr, curve.tpr))


def _pairs(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _distance(value: float) -> str:
    """Four digits, as the browser writes it (distanceText): 16370, no 1.637e+04."""
    rounded = float(f"{value:.4g}")
    return f"{rounded:.0f}" if 1e3 <= rounded < 1e15 else f"{rounded:g}"
