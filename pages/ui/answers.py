"""What only Python can count for the linked view: a selection's curve, partial areas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aucc_core.noise import apply_noise_policy
from aucc_core.validate import InputError
from aucc_core.witnesses import curve_of_objects
from pages.ui import cached
from pages.ui.linked import Settled
from pages.ui.linked.payload import pack
from pages.ui.solutions import EXACT_PAIRS, MAX_ERROR, MAX_VERTICES, Run, Solution

# The pairs of a selection are counted in the server itself; above this it would hold others up.
MOST_OBJECTS = 8000


def answer(
    study: cached.Study, run: Run, solutions: Sequence[Solution], settled: Settled
) -> dict[str, Any]:
    """The answer to what has settled in the view."""
    shown = next((s for s in solutions if s.id == settled.shown), None)
    selected = [i for i in settled.selected if i < study.dataset.n]
    return {
        "partials": partial_areas(solutions, settled.max_fpr),
        "share": share(study, run, shown, selected) if shown and selected else None,
    }


def partial_areas(solutions: Sequence[Solution], max_fpr: float) -> dict[str, str] | None:
    """Area up to a false positive rate, divided by it; as many digits as the curve is exact to."""
    if max_fpr >= 1:
        return None
    return {
        s.id: f"{s.curve.partial_area(max_fpr) / max_fpr:.{4 if s.curve.exact_fpr == 1 else 3}f}"
        for s in solutions
    }


def share(study: cached.Study, run: Run, solution: Solution, selected: list[int]) -> dict[str, Any]:
    """The curve of the selected objects' pairs alone, and how large a part of all pairs it is."""
    found: dict[str, Any] = {"id": solution.id, "objects": len(selected), "sentence": ""}
    keep, codes = apply_noise_policy(solution.labels, "drop")
    if study.dataset.n > MOST_OBJECTS:
        found["sentence"] = f"Their own curve is drawn for up to {MOST_OBJECTS:,} objects."
        return found
    if not keep.all():
        found["sentence"] = "Their own curve is drawn for solutions without noise."
        return found
    try:
        curve = curve_of_objects(cached.pairs(study, run.metric), codes, selected)
    except InputError as error:
        found["sentence"] = str(error)
        return found
    whole = solution.curve
    together = curve.within[-1] / whole.within[-1]
    apart = curve.between[-1] / whole.between[-1]
    found["sentence"] = (
        f"They are in {together:.0%} of the pairs put together and {apart:.0%} of the pairs kept "
        f"apart. Those pairs alone score AUCC {curve.area:.4f} (dashed curve)."
    )
    if curve.thresholds.size > MAX_VERTICES:
        exact = min(0.001, EXACT_PAIRS / float(curve.between[-1]))
        drawn = curve.simplified(MAX_ERROR, exact_fpr=exact)
    else:
        drawn = curve
    return {
        **found,
        "aucc": curve.area,
        "pairs": int(curve.within[-1] + curve.between[-1]),
        "fpr": pack(drawn.fpr, "f8"),
        "tpr": pack(drawn.tpr, "f8"),
    }
