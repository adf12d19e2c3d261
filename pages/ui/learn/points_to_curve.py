"""Seven points, their 21 pairs, and the curve that the sorted pairs walk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.score.inputs import InputError
from pages.ui.learn.lesson import Lesson, Payload, Question, Settings, rounded

CLUSTERS = "123"
_UNITS = 1000  # positions travel in links as whole thousandths
_REACH = 3 * _UNITS


def read_settings(query: Mapping[str, str]) -> Settings:
    """Moved points and colours from the link; empty where the paper's own are meant."""
    n = load_dataset("toy").n
    colours = str(query.get("colours", ""))
    if len(colours) != n or not set(colours) <= set(CLUSTERS):
        colours = ""
    parts = str(query.get("points", "")).split(".")
    try:
        numbers = [int(part) for part in parts]
    except ValueError:
        numbers = []
    valid = len(numbers) == 2 * n and all(abs(v) <= _REACH for v in numbers)
    return {"points": ".".join(map(str, numbers)) if valid else "", "colours": colours}


def build_points_to_curve(points: str, colours: str) -> Payload:
    """The toy set as the link has it, scored by the core; the paper's distances until it moves."""
    toy = load_dataset("toy")
    assert toy.labels is not None
    assert toy.distances is not None
    home = rounded(toy.X * _UNITS, 0)
    at = [int(v) for v in points.split(".")] if points else []
    here = [at[i : i + 2] for i in range(0, len(at), 2)] or home
    labels = [int(c) for c in colours] or toy.labels.tolist()
    moved = here != home
    score = _score(here if moved else None, labels)
    paper = Pairs(toy)
    counts = paper.counts(toy.labels)
    return {
        "names": list(toy.object_names or ()),
        "home": home,
        "points": here,
        "homeLabels": toy.labels.tolist(),
        "labels": labels,
        "homeDistances": rounded(toy.distances, 2),
        "score": score,
        # The question is about the paper's own points: elsewhere another answer would be right.
        "asks": not moved and labels == toy.labels.tolist(),
        "facts": {
            "aucc": f"{paper.aucc(toy.labels):.4f}",
            "lost": counts.s_minus,
            "total": counts.total,
        },
    }


def answer_move(message: Any) -> Payload:
    """AUCC of points and colours that the reader settled on, or why there is none."""
    try:
        labels = [int(v) for v in message["labels"]]
        at = message["points"]
        points = None if at is None else [[float(v) for v in point] for point in at]
        return {**_score(points, labels), "token": str(message.get("token", ""))}
    except (KeyError, TypeError, ValueError) as error:
        return {"problem": str(error) if isinstance(error, InputError) else "Move a point again."}


def _score(points: Sequence[Sequence[float]] | None, labels: list[int]) -> Payload:
    toy = load_dataset("toy")
    try:
        pairs = Pairs(toy if points is None else np.array(points, dtype=np.float64))
        counts = pairs.counts(labels)
    except InputError as error:
        return {"problem": str(error)}
    return {
        "aucc": pairs.aucc(labels),
        "won": counts.s_plus,
        "lost": counts.s_minus,
        "tied": counts.s_zero,
    }


LESSON = Lesson(
    name="points_to_curve",
    title="From points to pairs to a curve",
    idea=(
        "A good clustering keeps close things together. So take every **pair** of objects, sort "
        "the pairs from close to far, and walk: one step **up** for a pair in the same cluster, "
        "one step **right** for a pair in different clusters. **AUCC** is the area under that walk."
    ),
    question=Question(
        text="Which object causes the **first step to the right**?",
        options=("a", "d", "g"),
        right=1,
        why=(
            "As the paper has them, d lies closer to the other cluster than to its own friends: "
            "its pairs with e, f and g come too early and lose {lost} of {total} comparisons, "
            "AUCC = **{aucc}**. Now drag d to the left, or click it to recolour it."
        ),
    ),
    notes="""
**Aim.** Students can say in one sentence what AUCC measures: the chance that a pair from the same
cluster is closer than a pair from different clusters.

**In class (5 min).** Ask for a show of hands before the reveal. Then step with the ▶ button and let
the class call "up" or "right" before each step. Ask: what would a perfect clustering look like
(straight up, then right)? What does a clustering worth nothing look like (the diagonal)?

**A probability.** The area is the chance that a random within-pair is closer than a random
between-pair. Mann and Whitney's U counts the same comparisons: U = 99 of 108 here, and U / 108 is
AUCC.

**Pairs are not independent.** If a and b are together, and b and c are together, then a and c must
be. So of the eight patterns of three objects (ab, bc, ac: 1 together, 0 apart) three cannot be,
such as [1 0 1]. What is known of ROC curves for independent cases, such as their confidence bands,
does not carry over.

**Try.** Drag d until the score is 1. Recolour d instead: same score, other reason. Put all points
on one heap of mixed colours and look for 0.5.

**Keyboard.** Tab to a point, move it with the arrow keys, press Enter to recolour it.
""",
    settings=read_settings,
    minutes=5,
    build=build_points_to_curve,
    answer_move=answer_move,
    seeded=False,
)
