"""Lesson 7: Gamma by its definition against Gamma by ranks, timed while you watch."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from aucc_core.brute import gamma_by_definition
from aucc_core.pairs import Pairs
from pages.ui.lessons.lesson import Lesson, Payload, Question, Settings, read_seed

BY_DEFINITION = (10, 20, 40, 80)
BY_RANKS = (10, 20, 40, 80, 160, 320, 640, 1280)
CLUSTERS = 4


def read_settings(query: Mapping[str, str]) -> Settings:
    """The seed is the only setting; another one measures again."""
    return {"seed": read_seed(query)}


def build(seed: int) -> Payload:
    """Time both ways on the same objects; beyond 80 objects the definition is only foretold."""
    rng = np.random.default_rng(seed)
    rows = []
    for n in BY_RANKS:
        X = rng.normal(size=(n, 2))
        labels = np.arange(n) % CLUSTERS
        X[:, 0] += 3.0 * labels
        counts, ranked = _timed(_by_ranks, X, labels, repeats=2)
        gamma = (counts.s_plus - counts.s_minus) / counts.total
        row = {"n": n, "ranks": ranked, "comparisons": counts.total, "gamma": gamma}
        if n in BY_DEFINITION:
            (slow_gamma, slow_counts), row["definition"] = _timed(_by_definition, X, labels)
            row["definitionGamma"] = slow_gamma
            row["same"] = slow_counts == counts
        rows.append(row)
    slowest = next(row for row in reversed(rows) if "definition" in row)
    each = slowest["definition"] / slowest["comparisons"]
    for row in rows:
        row["foretold"] = each * row["comparisons"]
    return {
        "rows": rows,
        "clusters": CLUSTERS,
        "facts": {
            "n": rows[-1]["n"],
            "fast": _in_words(rows[-1]["ranks"]),
            "slow": _in_words(rows[-1]["foretold"]),
            "comparisons": f"{rows[-1]['comparisons']:,}",
        },
    }


def _by_ranks(X: np.ndarray, labels: np.ndarray) -> Any:
    pairs = Pairs(X)
    pairs.ranking  # noqa: B018 - sort first, as for many partitions
    return pairs.counts(labels)


def _by_definition(X: np.ndarray, labels: np.ndarray) -> Any:
    return gamma_by_definition(Pairs(X), labels)


def _timed(
    work: Callable[[np.ndarray, np.ndarray], Any],
    X: np.ndarray,
    labels: np.ndarray,
    repeats: int = 1,
) -> tuple[Any, float]:
    best = np.inf
    for _ in range(repeats):
        begin = time.perf_counter()
        result = work(X, labels)
        best = min(best, time.perf_counter() - begin)
    return result, float(best)


def _in_words(seconds: float) -> str:
    for limit, unit, size in ((1, "ms", 1e-3), (90, "s", 1), (5400, "minutes", 60)):
        if seconds < limit:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds / 3600:.1f} hours"


LESSON = Lesson(
    key="cost",
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
            "{comparisons} comparisons: about **{slow}** at the pace just measured, against "
            "**{fast}** by ranks. Same value, γ = 2·AUCC − 1."
        ),
    ),
    notes="""
**Aim.** The definition costs about n⁴ / k steps, sorting about n² log n. Same number, other road.

**What is timed.** Both ways start from the coordinates, on this server, when the page asks for it;
"Measure again" does just that. Dots are measured. The dotted line is foretold from the last
measurement and the exact number of comparisons, because nobody wants to wait for it. Both axes are
logarithmic: a straight line is a power of n, its slope the power.

**Ask.** Read the slopes off the chart (about 4 and about 2). From which n on does the definition
become hopeless on a laptop?
""",
    settings=read_settings,
    build=build,
    seeded=False,  # the chart has its own button for it
)
