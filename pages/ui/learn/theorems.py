"""Why random labels average one half, on five objects; and codes of pairs that cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

import numpy as np

from aucc_core.pairs import Pairs
from pages.ui.learn.lesson import Lesson, Payload, Question, Settings, read_seed, rounded

N_OBJECTS = 5
SMALL = 2  # objects in the smaller cluster; the others are the larger one


def read_settings(query: Mapping[str, str]) -> Settings:
    """Only the seed: where the five objects lie."""
    return {"seed": read_seed(query)}


def build_theorems(seed: int) -> Payload:
    """Every way to deal the labels, its score, and how often each pair is a within-pair."""
    X = np.random.default_rng((seed, 15)).uniform(0, 10, (N_OBJECTS, 2))
    pairs = Pairs(X)
    dealt = [
        [int(at in small) for at in range(N_OBJECTS)]
        for small in combinations(range(N_OBJECTS), SMALL)
    ]
    scores = [won_of(pairs, labels) for labels in dealt]
    every = list(combinations(range(N_OBJECTS), 2))
    within = [sum(labels[i] == labels[j] for labels in dealt) for i, j in every]
    mean = sum(scores, Fraction(0)) / len(scores)
    return {
        "points": rounded(X, 2),
        "dealt": dealt,
        "scores": [float(score) for score in scores],
        "mean": float(mean),
        "codes": [{"code": list(code), "possible": is_possible(code)} for code in all_codes()],
        "facts": {
            "ways": len(dealt),
            "low": f"{float(min(scores)):.2f}",
            "high": f"{float(max(scores)):.2f}",
            "mean": str(mean),
            "pairs": len(every),
            "within": within[0],
        },
    }


def won_of(pairs: Pairs, labels: list[int]) -> Fraction:
    """AUCC as an exact fraction."""
    counts = pairs.counts(labels)
    return Fraction(2 * counts.s_plus + counts.s_zero, 2 * counts.total)


def all_codes() -> list[tuple[int, int, int]]:
    """The eight codes of three pairs: 1 together, 0 apart."""
    return [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]


def is_possible(code: tuple[int, int, int]) -> bool:
    """Two pairs together force the third: no clustering has a code with exactly two."""
    return sum(code) != 2


LESSON = Lesson(
    name="theorems",
    title="Why one half",
    idea=(
        "Two theorems in a nutshell. Five objects, two clusters (3 and 2): deal the labels in "
        "**every** possible way and score each. And pairs hang together: if **a–b** are together "
        "and **b–c** are, then **a–c** must be."
    ),
    question=Question(
        text="The mean AUCC of **all** {ways} ways to deal these labels is …",
        options=("exactly one half", "different for other points", "a little above one half"),
        right=0,
        why=(
            "Exactly **{mean}**, wherever the points lie; single ways score from {low} to {high}. "
            "Each of the {pairs} pairs, close or far, is a within-pair in {within} of the {ways} "
            "ways: no pair is favoured, so what one way wins another loses."
        ),
    ),
    notes="""
**Aim.** The idea behind both theorems without a formula. The first says what the area **is**: it
counts the comparisons that Gamma counts, so AUCC = (1 + γ) / 2. The second says what chance gives:
γ averages 0, so AUCC averages one half.

**The argument.** Take any two pairs. Over all ways to deal the labels the first is a within-pair
and the second a between-pair exactly as often as the other way round: swap the objects and every
way becomes another one. So the closer pair is on the right side as often as on the wrong side.

**What it does not need.** Independent pairs. They are not: of the eight codes of three pairs
(ab, bc, ac: 1 together, 0 apart) three cannot be, [1 1 0], [1 0 1] and [0 1 1]. What is known of
ROC curves for independent cases, such as their confidence bands, does not carry over.

**In class (5 min).** Let students switch the three pairs until they find the codes that cannot be.
Then deal one way after another and watch the mean settle, ending at one half on the last one.

**Ask.** Which sizes could be dealt instead? (Any: the theorem holds for each of them, so also for
any mixture of sizes and of numbers of clusters.)
""",
    settings=read_settings,
    minutes=5,
    build=build_theorems,
)
