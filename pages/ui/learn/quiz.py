"""Six curves from a seed, each to be judged: too few clusters, right, too many."""

from __future__ import annotations

import numpy as np

from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from aucc_core.score.curve import RocCurve
from aucc_core.score.inputs import Floats, Integers
from pages.ui.learn.lesson import Lesson, Payload, curve_points, rounded, wrong_pairs

ANSWERS = ("too few", "right", "too many")
_STARTS = 10


def build_quiz(seed: int) -> Payload:
    """Six questions with curve, objects, answer and the reason in numbers."""
    rng = np.random.default_rng((seed, 8))
    # Each kind at least once; the others at random, so that nobody can count what is left.
    kinds = rng.permutation([0, 1, 2, *rng.integers(3, size=3)])
    return {
        "answers": ANSWERS,
        "questions": [_question(ANSWERS[kind], rng) for kind in kinds],
        "facts": {},
    }


def _question(answer: str, rng: np.random.Generator) -> Payload:
    while True:
        true_k = int(rng.integers(4, 8))
        off = int(rng.integers(1, 3))
        k = {"too few": true_k - off, "right": true_k, "too many": true_k + off}[answer]
        X, truth = draw_groups(true_k, rng)
        labels = make_partitions(X, "kmeans", [k], seed=int(rng.integers(2**31)), n_init=_STARTS)[
            0
        ].labels
        joined, split = wrong_pairs(labels, truth)
        pairs = Pairs(X)
        curve = pairs.curve(labels)
        if _is_clear(answer, joined, split, curve):
            break
    return {
        "answer": ANSWERS.index(answer),
        "k": k,
        "trueK": true_k,
        "points": rounded(X, 2),
        "labels": labels.tolist(),
        "curve": curve_points(curve),
        "aucc": pairs.aucc(labels),
        "why": _why(answer, k, true_k, curve, joined, split),
    }


def draw_groups(k: int, rng: np.random.Generator) -> tuple[Floats, Integers]:
    """Round groups of unequal width whose centres keep their distance."""
    centres = rng.uniform(0, 40, (1, 2))
    while len(centres) < k:
        next_one = rng.uniform(0, 40, 2)
        if np.linalg.norm(centres - next_one, axis=1).min() > 11:
            centres = np.vstack([centres, next_one])
        elif rng.random() < 0.01:  # a crowded start: begin again
            centres = rng.uniform(0, 40, (1, 2))
    labels = np.repeat(np.arange(k), 30)
    widths = rng.uniform(1.2, 1.9, k)
    return centres[labels] + rng.normal(size=(labels.size, 2)) * widths[labels, None], labels


def _is_clear(answer: str, joined: int, split: int, curve: RocCurve) -> bool:
    """A fair question makes one mistake only (k-means may do both), and the curve shows it."""
    early, late = fpr_at(curve, 0.5), fpr_at(curve, 0.99)
    if answer == "too few":
        return joined > 0 and split == 0 and early < 0.005 and late > 0.08
    if answer == "too many":
        return split > 0 and joined == 0 and early > 0.002 and late < 0.08
    return joined == split == 0 and late < 0.01


def _why(answer: str, k: int, true_k: int, curve: RocCurve, joined: int, split: int) -> str:
    half, top = percent(fpr_at(curve, 0.5)), percent(fpr_at(curve, 1.0))
    if answer == "too few":
        return (
            f"{true_k} groups were pressed into {k} clusters: {joined:,} far pairs count as "
            f"together. The curve starts straight up ({half} of the between-pairs by half height) "
            f"but needs {top} of them before it is at the top."
        )
    if answer == "too many":
        return (
            f"{true_k} groups were cut into {k} clusters: {split:,} close pairs count as apart. "
            f"The curve leans right from the start ({half} of the between-pairs by half height), "
            f"yet is at the top early, at {top}."
        )
    return (
        f"{k} clusters for {true_k} groups, no pair wrongly joined or split: "
        f"{'' if top == 'none' else 'almost '}straight up, then right. By the last of the "
        f"within-pairs {top} of the between-pairs have come."
    )


def percent(share: float) -> str:
    """A share for a sentence; what is there at all is never called 0.0 %."""
    if share == 0:
        return "none"
    return "less than 0.1%" if share < 0.001 else f"{share:.1%}"


def fpr_at(curve: RocCurve, tpr: float) -> float:
    """False positive rate at which the curve first reaches this height."""
    at = int(np.searchsorted(curve.tpr, tpr))
    if curve.tpr[at] == tpr or at == 0:
        return float(curve.fpr[at])
    x, y = curve.fpr[at - 1 : at + 1], curve.tpr[at - 1 : at + 1]
    return float(np.interp(tpr, y, x))


LESSON = Lesson(
    name="quiz",
    title="Small quiz",
    idea=(
        "Six curves, nothing else. Was the number of clusters **too few**, **right** or **too "
        "many**? After each answer you see the points and the reason. The same link gives everyone "
        "the same six."
    ),
    notes="""
**Aim.** Use what “Too few, too many” taught: look at the bottom-left corner first
(leaning right early: too many), then at the top (creeping late: too few).

**In class (6 min).** Share the link with its seed: everybody gets the same six questions. At the
end "Copy result" puts score, answers and link on the clipboard, ready for the class chat.

**Keys.** 1, 2, 3 answer; Enter goes on.

**Fairness.** Each kind at least once, the others at random. Each question makes one kind of mistake
only; draws on which k-means both merges and splits are thrown away.
""",
    minutes=6,
    build=build_quiz,
)
