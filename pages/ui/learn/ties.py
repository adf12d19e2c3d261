"""Equal distances, the rectangle they leave open, and why half of it counts."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.score.counting import TIES, Counts
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
        "gammas": gammas(counts),
        "expected": {name: expected_area(pairs, labels, name) for name in TIES},
        "gammaWithoutTies": counts.gamma_classical,
        "facts": {
            "half": f"{areas['half']:.4f}",
            "low": f"{areas['pessimistic']:.4f}",
            "high": f"{areas['optimistic']:.4f}",
        },
    }


def gammas(counts: Counts) -> dict[str, float]:
    """Gamma for each way to count ties: s₀ is shared, goes to s₊, or goes to s₋."""
    won, lost, tied = counts
    apart = {"half": 0, "optimistic": tied, "pessimistic": -tied}
    return {name: (won - lost + apart[name]) / counts.total for name in TIES}


def expected_area(pairs: Pairs, labels: npt.ArrayLike, ties: str) -> float:
    """Mean area over every way to deal the same labels to the objects."""
    ways = set(permutations(np.asarray(labels).tolist()))
    return float(np.mean([pairs.aucc(list(way), ties=ties) for way in ways]))


LESSON = Lesson(
    name="ties",
    title="Gamma and ties",
    idea=(
        "Pairs 2, 3 and 4 are **equally** close, but one of them crosses clusters. Which comes "
        "first? Any order is as good as another, and each is another staircase through the marked "
        "**rectangle**, with another area."
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
**Aim.** Ties are part of the definition, and AUCC counts a tie as half a win. Area and Gamma match
for **each** way, area = (1 + γ) / 2, as long as Gamma gives s₀ to the same side (and divides by
all comparisons, tied ones too). What breaks with the optimistic and the pessimistic way is the
mean over random labels: only half and half keeps it at 0.5. Without ties there is nothing to
choose.

**Other names.** Gini's coefficient of a ROC curve is 2 · AUC - 1, so it is γ with ties shared. Mann
and Whitney's U counts won comparisons, a tie as one half: U over all comparisons is the AUC, the
**chance** that a random within-pair is closer than a random between-pair.

**In class (4 min).** Switch between the three ways and watch the rows change places. Let students
work out the area of the rectangle: 1/3 wide, 2/3 high. The area under the
diagonal is 8/9 (0.8889; the paper cuts it to 0.8888).

**Ask.** Goodman and Kruskal (1954) leave tied comparisons out: which value does their Gamma take
here, and which area would belong to it? Where do ties come from in practice (counts, ratings,
rounded measurements, duplicates)?
""",
    settings=read_settings,
    minutes=4,
    build=build_ties,
    seeded=False,
)
