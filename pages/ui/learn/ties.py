"""Lesson 2: equal distances, the rectangle they leave open, and why half of it counts."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.score.counting import TIES
from pages.ui.learn.lesson import (
    Lesson,
    Payload,
    Question,
    Settings,
    curve_points,
    read_choice,
    rounded,
)


def read_settings(query: Mapping[str, str]) -> Settings:
    """Which way to count ties."""
    return {"ties": read_choice(query, "ties", TIES)}


def build_ties(ties: str) -> Payload:
    """The six pairs, closest first, with the three areas and both Gammas."""
    example = load_dataset("ties")
    assert example.labels is not None
    pairs = Pairs(example)
    labels = example.labels
    counts = pairs.counts(labels)
    names = example.object_names or ()
    rows = [
        {
            "pair": names[i] + names[j],
            "within": int(labels[i] == labels[j]),
            "similarity": round(1 - distance, 2),
            "rank2": int(rank2),
        }
        for (i, j), distance, rank2 in zip(
            combinations(range(example.n), 2), pairs.distances, pairs.ranks2, strict=True
        )
    ]
    rows.sort(key=lambda row: (row["rank2"], row["within"]))
    areas = {name: pairs.aucc(labels, ties=name) for name in TIES}
    return {
        "ties": ties,
        "rows": rows,
        "curve": curve_points(pairs.curve(labels)),
        "areas": areas,
        "counts": counts._asdict(),
        "open": rounded(counts.tie_mass, 6),
        "gamma": counts.gamma,
        "gammaWithoutTies": counts.gamma_classical,
        "facts": {
            "half": f"{areas['half']:.4f}",
            "low": f"{areas['pessimistic']:.4f}",
            "high": f"{areas['optimistic']:.4f}",
        },
    }


LESSON = Lesson(
    name="ties",
    title="Ties",
    idea=(
        "Pairs 2, 3 and 4 are **equally** close, but one of them crosses clusters. Which comes "
        "first? Any order is as good as another, and each gives another area: the curve may run "
        "anywhere through the marked **rectangle**."
    ),
    question=Question(
        text="How much of the open rectangle should count?",
        options=("none of it", "half of it", "all of it"),
        right=1,
        why=(
            "Half: the curve walks along the diagonal, and AUCC = **{half}**, the mean over all "
            "orders ({low} at worst, {high} at best). Only then random labels still average 0.5."
        ),
    ),
    notes="""
**Aim.** Ties are part of the definition. AUCC counts a tie as half a win; Gamma must do the same
(divide by all comparisons, tied ones too) or the two no longer match.

**In class (3 min).** Switch between the three ways and watch the rows change places. Let students
work out the area of the rectangle: 1/3 wide, 2/3 high. The area under the
diagonal is 8/9 (0.8889; the paper cuts it to 0.8888).

**Ask.** Which of the two Gammas gives AUCC through (1 + γ) / 2? Where do ties come from in practice
(counts, ratings, rounded measurements, duplicates)?
""",
    settings=read_settings,
    build=build_ties,
    seeded=False,
)
