"""Gamma by its definition against Gamma by ranks, timed while you watch."""

from __future__ import annotations

import time
from typing import Any

from aucc_core.paper.parts import RACE_CLUSTERS, race
from pages.ui.learn.lesson import Lesson, Payload, Question


def build_cost(seed: int) -> Payload:
    """Time both ways on the same objects; beyond 80 objects the definition is only foretold."""
    rows = []
    for heat in race(seed, repeats=2):
        counts = heat.counts
        row: dict[str, Any] = {"n": heat.n, "ranks": heat.ranks}
        row |= {"comparisons": counts.total, "gamma": counts.gamma}
        if heat.definition is not None:
            row["definition"] = heat.definition
            row["definitionGamma"] = heat.gamma_by_definition
            row["same"] = heat.counts_by_definition == counts
        rows.append(row)
    slowest = next(row for row in reversed(rows) if "definition" in row)
    each = slowest["definition"] / slowest["comparisons"]
    for row in rows:
        row["foretold"] = each * row["comparisons"]
    return {
        "rows": rows,
        "clusters": RACE_CLUSTERS,
        "measured": time.time(),
        "facts": {
            "n": rows[-1]["n"],
            "fast": _duration(rows[-1]["ranks"]),
            "slow": _duration(rows[-1]["foretold"]),
            "comparisons": f"{rows[-1]['comparisons']:,}",
        },
    }


def _duration(seconds: float) -> str:
    for limit, unit, size in ((1, "ms", 1e-3), (90, "s", 1), (5400, "minutes", 60)):
        if seconds < limit:
            if unit == "ms":
                return f"{float(f'{seconds / size:.2g}'):g} {unit}"  # as the chart has it
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds / 3600:.1f} hours"


LESSON = Lesson(
    name="cost",
    title="Cost",
    idea=(
        "**Gamma**, an old and respected index, compares every pair inside a cluster with every "
        "pair across clusters. Double the objects n and there are **16 times** as many "
        "comparisons. AUCC asks the same question but **sorts** the pairs once and counts ranks."
    ),
    question=Question(
        text="Both give the same number. For {n} objects, how long does the definition take?",
        options=("about as long", "10 times as long", "over 1,000 times"),
        right=2,
        why=(
            "{comparisons} comparisons: about **{slow}** at the pace measured here, against "
            "**{fast}** by ranks. Same value, γ = 2·AUCC − 1."
        ),
    ),
    notes="""
**Aim.** The definition costs about n⁴ / k steps, sorting about n² log n. Same number, other road.

**What is timed.** Both ways start from the coordinates, on this server, when the page asks for it;
"Measure again" does just that. Dots are measured. The dotted line is foretold from the last
measurement and the exact number of comparisons, because nobody wants to wait for it. Both axes are
logarithmic: a straight line is a power of n, its slope the power.

**Ask.** Read the slopes off the chart: about 4 for the definition; for ranks between 1 and 2, as so
few objects measure fixed costs, too. From which n on does the definition become hopeless on a
laptop?
""",
    minutes=3,
    build=build_cost,
    seeded=False,  # the chart has its own button for it
)
