"""k-means, one step at a time, with AUCC moving beside what k-means itself looks at."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aucc_core.pairs import Pairs
from aucc_core.score.inputs import Floats, Integers
from pages.ui.learn.lesson import (
    Lesson,
    Payload,
    Question,
    Settings,
    read_int,
    read_seed,
    rounded,
)

K = 5
_EACH = 24
_MOST_STEPS = 60
_SAME = 1e-12  # a change of AUCC below this is rounding


def read_settings(query: Mapping[str, str]) -> Settings:
    """The step on screen, and the seed."""
    return {"step": read_int(query, "step", low=0, high=_MOST_STEPS, default=0),
            "seed": read_seed(query)}  # fmt: skip


def build_steps(step: int, seed: int) -> Payload:
    """Every step of one run: means, labels, sum of squares and AUCC."""
    X, centres = draw(seed)
    pairs = Pairs(X)
    walked = []
    for labels, means, squares in lloyd(X, centres):
        walked.append(
            {
                "labels": labels.tolist(),
                "means": rounded(means, 2),
                "squares": round(squares, 1),
                "aucc": pairs.aucc(labels),
            }
        )
    scores = [one["aucc"] for one in walked]
    rises, falls = moves(scores)
    return {
        "step": min(step, len(walked) - 1),
        "points": rounded(X, 2),
        "walked": walked,
        "facts": {
            "first": f"{scores[0]:.3f}",
            "last": f"{scores[-1]:.3f}",
            "said": said_of(rises, falls),
        },
    }


def draw(seed: int) -> tuple[Floats, Floats]:
    """Five loose groups, and means that begin at objects taken at random."""
    rng = np.random.default_rng((seed, 16))
    groups = rng.uniform(0, 30, (K, 2))
    X = np.repeat(groups, _EACH, axis=0) + rng.normal(0, 2.6, (K * _EACH, 2))
    return X, X[rng.choice(len(X), K, replace=False)]


def lloyd(X: Floats, means: Floats) -> list[tuple[Integers, Floats, float]]:
    """k-means as it is told: everyone to the nearest mean, every mean to its middle, again.

    Each step holds labels, the means they were given by, and the sum of squares to these.
    """
    walked: list[tuple[Integers, Floats, float]] = []
    for _ in range(_MOST_STEPS):
        squared = ((X[:, None] - means[None]) ** 2).sum(axis=2)
        labels = squared.argmin(axis=1)
        if walked and (labels == walked[-1][0]).all():
            break
        walked.append((labels, means, float(squared.min(axis=1).sum())))
        means = np.array(
            [X[labels == c].mean(axis=0) if (labels == c).any() else means[c] for c in range(K)]
        )
    return walked


def moves(scores: list[float]) -> tuple[int, int]:
    """How often a score rose from one step to the next, and how often it fell."""
    changes = np.diff(scores)
    return int((changes > _SAME).sum()), int((changes < -_SAME).sum())


def said_of(rises: int, falls: int) -> str:
    """What AUCC did in this run."""
    times = {0: "never", 1: "once"}
    said = [times.get(count, f"{count} times") for count in (rises, falls)]
    return f"it rose {said[0]} and fell {said[1]}"


LESSON = Lesson(
    name="steps",
    title="k-means, step by step",
    idea=(
        "k-means begins with five objects as means. Then, again and again: everyone joins the "
        "**nearest** mean, every mean moves to the **middle** of its cluster. Each step makes the "
        "sum of squared distances smaller. It never looks at AUCC."
    ),
    question=Question(
        text="The sum of squares falls with **every** step. Must AUCC rise with every step?",
        options=("yes, always", "no, it never moves", "no, it may also fall"),
        right=2,
        why=(
            "It need not: k-means looks at distances to means, AUCC at distances within pairs. In "
            "this run {said}, from {first} to {last}. Draw again: most runs end higher than they "
            "began, because tight clusters keep close pairs together."
        ),
    ),
    notes="""
**Aim.** See an optimiser at work before its trap: k-means **searches** for tight clusters, and AUCC
is carried along by the search although nobody asked it to rise.

**Measured.** Over 200 draws of this picture AUCC ended higher than it began in 180, and fell at one
step at least in 93. The sum of squares never rose.

**In class (5 min).** Step forward and let the class say where each mean will go. Then "New draw":
some runs end with two means in one group and one mean for two groups. That is a local optimum:
the software of this dashboard therefore takes many starts.

**Ask.** Does the final AUCC tell a good end from a bad one? Collect the values of several draws.
""",
    settings=read_settings,
    minutes=5,
    build=build_steps,
)
