"""A ROC curve from nothing: two kinds of cases, one score each, and a threshold that slides."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import numpy as np

from pages.ui.learn.lesson import (
    Lesson,
    Payload,
    Question,
    Settings,
    read_choice,
    read_seed,
    rounded,
)

N_EACH = 50
# How far the scores of the sick lie above those of the healthy, in standard deviations.
TESTS = {"blind": 0.0, "weak": 0.8, "good": 2.5, "turned": -2.5}
NAMES = {
    "blind": "Says nothing",
    "weak": "Weak test",
    "good": "Good test",
    "turned": "Turned around",
}


def read_settings(query: Mapping[str, str]) -> Settings:
    """Which test, and the seed."""
    return {"test": read_choice(query, "test", ("weak", "blind", "good", "turned")),
            "seed": read_seed(query)}  # fmt: skip


def build_roc_basics(test: str, seed: int) -> Payload:
    """The same cases under every test: only how far apart the scores lie differs."""
    drawn = np.random.default_rng((seed, 1)).normal(size=(2, N_EACH))
    tests = []
    for name, shift in TESTS.items():
        sick, healthy = drawn[0] + shift, drawn[1]
        tests.append(
            {
                "name": name,
                "label": NAMES[name],
                "sick": rounded(sick, 3),
                "healthy": rounded(healthy, 3),
                "steps": steps(sick.tolist(), healthy.tolist()),
                "area": area(sick.tolist(), healthy.tolist()),
            }
        )
    areas = {one["name"]: one["area"] for one in tests}
    return {
        "test": test,
        "each": N_EACH,
        "tests": tests,
        "facts": {name: f"{value:.2f}" for name, value in areas.items()} | {"each": N_EACH},
    }


def steps(sick: list[float], healthy: list[float]) -> list[dict[str, float]]:
    """The curve: how many are called sick as the threshold sinks below one case after another."""
    cases = sorted([(s, 1) for s in sick] + [(s, 0) for s in healthy], reverse=True)
    found, alarmed, walked = 0, 0, []
    for score, kind in cases:
        found, alarmed = found + kind, alarmed + 1 - kind
        walked.append({"score": round(score, 3), "kind": kind, "found": found, "alarmed": alarmed})
    return walked


def area(sick: list[float], healthy: list[float]) -> float:
    """How often a sick case scores higher than a healthy one, over all pairs of them."""
    wins = sum((a > b) + (a == b) / 2 for a, b in product(sick, healthy))
    return wins / (len(sick) * len(healthy))


LESSON = Lesson(
    name="roc_basics",
    title="What a ROC curve is",
    idea=(
        "A test gives every case a **score**; whoever lies above the **threshold** is called sick. "
        "Lower it and more of the sick are found (**up**), but more of the healthy are alarmed "
        "(**right**). The walk is the **ROC curve**. You know it? Go on to the next lesson."
    ),
    question=Question(
        text="A test that tells **nothing**. Where does its curve go?",
        options=("along the bottom", "about the diagonal", "along the left and the top"),
        right=1,
        why=(
            "About the diagonal: it finds the sick no faster than it alarms the healthy. The area "
            "is the chance that a sick case scores higher than a healthy one: 0.5 on average, "
            "{blind} in this draw; {weak} for the weak test, {good} for the good one."
        ),
    ),
    notes="""
**Aim.** For those who have never seen a ROC curve: threshold, hits, false alarms, area. Leave it
out for a class that knows it.

**In class (4 min).** Slide the threshold from right to left and let the class call "up" or "right".
Ask for two tests that have the same area but cross.

**Turned around.** A test with an area below 0.5 knows something and says the opposite: turn its
scores around and the curve is mirrored at the middle, the area becomes 1 minus it.

**What comes next.** In this course the cases are **pairs of objects**, the score is how close they
are, and "sick" means: in the same cluster.
""",
    settings=read_settings,
    minutes=4,
    build=build_roc_basics,
)
