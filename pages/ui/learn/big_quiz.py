"""The big quiz: a question on every lesson, its numbers and their order drawn from a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pages.ui.learn.lesson import Lesson, Payload

Draw = np.random.Generator


@dataclass(frozen=True)
class Item:
    """A question with its numbers: the lesson it is about, what is right, what is not, and why."""

    lesson: str
    text: str
    right: str
    wrong: tuple[str, str]
    why: str


def build_big_quiz(seed: int) -> Payload:
    """All questions in an order of their own, the options of each shuffled."""
    rng = np.random.default_rng((seed, 12))
    items = [make(rng) for make in ITEMS]
    questions = []
    for at in rng.permutation(len(items)):
        item = items[at]
        options = [item.right, *item.wrong]
        order = rng.permutation(len(options))
        questions.append(
            {
                "lesson": item.lesson,
                "text": item.text,
                "options": [options[place] for place in order],
                "answer": int(np.argmin(order)),
                "why": item.why,
            }
        )
    return {"questions": questions, "facts": {}}


def _turned(rng: Draw) -> Item:
    area = int(rng.integers(55, 96))
    return Item(
        "roc_basics",
        f"A test has a ROC curve with area 0.{area}. All its scores are turned around. The area?",
        f"0.{100 - area:02d}",
        (f"0.{area} still", "0.50"),
        f"The curve is mirrored: 1 − 0.{area} = 0.{100 - area:02d}.",
    )


def _comparisons(rng: Draw) -> Item:
    within, between = int(rng.integers(5, 12)), int(rng.integers(8, 16))
    total = within * between
    lost = int(rng.integers(total // 10, total // 4))
    return Item(
        "points_to_curve",
        f"{within} within-pairs meet {between} between-pairs, without ties; in {lost} comparisons "
        "the between-pair is closer. AUCC?",
        f"{1 - lost / total:.2f}",
        (f"{1 - 2 * lost / total:.2f}", f"{lost / total:.2f}"),
        f"{within} × {between} = {total} comparisons, {total - lost} of them won: "
        f"{total - lost} / {total}.",
    )


def _toll(rng: Draw) -> Item:
    m = 2 * int(rng.integers(5, 31))
    if rng.random() < 0.5:
        return Item(
            "under_over",
            f"Two groups of {m} objects are merged into one cluster. Pairs wrongly joined?",
            f"{m * m:,}",
            (f"{m * (m - 1) // 2:,}", f"{2 * m:,}"),
            f"Every object of one with every one of the other: {m} × {m}.",
        )
    half = m // 2
    return Item(
        "under_over",
        f"A group of {m} objects is cut into two halves. Pairs wrongly split?",
        f"{half * half:,}",
        (f"{m * (m - 1) // 2:,}", f"{m:,}"),
        f"Every object of one half with every one of the other: {half} × {half}.",
    )


def _late(_: Draw) -> Item:
    return Item(
        "quiz",
        "A curve rises straight up at first, then creeps to the top very late. What was done?",
        "too few clusters: groups were merged",
        ("too many clusters: groups were split", "nothing: that is the right k"),
        "Merged groups call far pairs close: these within-pairs come last.",
    )


def _low_truth(rng: Draw) -> Item:
    score = int(rng.integers(74, 83))
    return Item(
        "overlap",
        f"The true groups overlap, and their AUCC is 0.{score}. What does that say?",
        "two objects of one group are often farther apart than two of different groups",
        ("the true labels are wrong", "no algorithm can find any of the groups"),
        "A statement about data and distance. k-means still puts most objects right.",
    )


def _random(rng: Draw) -> Item:
    k = int(rng.integers(5, 21))
    return Item(
        "chance",
        f"Labels are thrown at random, {k} clusters, again and again. The mean AUCC?",
        "0.50",
        (f"{1 / k:.2f}, one in {k}", f"{1 - 1 / k:.2f}: more clusters, higher"),
        "One half, for any number and any sizes of clusters.",
    )


def _codes(rng: Draw) -> Item:
    if rng.random() < 0.5:
        return Item(
            "theorems",
            "Of three objects, a and b are together, b and c too. What of a and c?",
            "they must be together",
            ("they may be apart", "they must be apart"),
            "All three are in the cluster of b: the code [1 1 0] cannot be.",
        )
    return Item(
        "theorems",
        "Three pairs of three objects, each together or apart: eight codes. How many cannot be?",
        "3",
        ("0", "1"),
        "Those with exactly two pairs together: two force the third.",
    )


def _search(_: Draw) -> Item:
    return Item(
        "steps",
        "What gets smaller with every step of k-means, or stays?",
        "the sum of squared distances to the means",
        ("1 − AUCC", "the number of wrong pairs"),
        "That is all it looks at. AUCC often rises along, but need not.",
    )


def _baseline(rng: Draw) -> Item:
    k = int(rng.integers(6, 13))
    return Item(
        "trap",
        f"k-means with {k} clusters gets an AUCC of 0.95. What is it fair to compare with?",
        "k-means on data without clusters",
        ("random labels", "0.5, the value of chance"),
        "k-means searches: on pure noise it scores far above 0.5, too.",
    )


def _farthest(rng: Draw) -> Item:
    k = int(rng.integers(3, 7))
    return Item(
        "choose",
        f"Of k = 2 to 12, AUCC is highest at 12, but k = {k} is farthest above the band. First?",
        f"look at k = {k}",
        ("take k = 12", "take k = 2, to be safe"),
        "On data without clusters AUCC rises with k, too; above the band there is more than that.",
    )


def _elbow(rng: Draw) -> Item:
    k = int(rng.integers(3, 6))
    return Item(
        "elbow",
        f"The sum of squares bends clearly at k = {k}. What is known?",
        "nothing yet: noise has an elbow, too",
        (f"there are {k} groups", f"there are at least {k} groups"),
        "A curve that only falls has an elbow somewhere. It has no baseline.",
    )


def _counts(rng: Draw) -> tuple[int, int, int]:
    won, lost, tied = (int(rng.integers(low, high)) for low, high in ((40, 80), (5, 20), (10, 30)))
    return won, lost, tied


def _ties(rng: Draw) -> Item:
    won, lost, tied = _counts(rng)
    total = won + lost + tied
    return Item(
        "ties",
        f"{won} comparisons won, {lost} lost, {tied} tied. AUCC?",
        f"{(won + tied / 2) / total:.2f}",
        (f"{won / total:.2f}", f"{(won + tied) / total:.2f}"),
        f"A tie is half a win: ({won} + {tied} / 2) / {total}.",
    )


def _gamma(rng: Draw) -> Item:
    area = int(rng.integers(60, 96))
    return Item(
        "ties",
        f"AUCC is 0.{area}. Gamma, with ties shared (Gini's coefficient is the same)?",
        f"0.{2 * area - 100:02d}",
        (f"0.{area}", f"0.{100 - area:02d}"),
        f"γ = 2 · AUCC − 1 = 2 · 0.{area} − 1.",
    )


def _cost(rng: Draw) -> Item:
    n = 100 * int(rng.integers(1, 10))
    return Item(
        "cost",
        f"From {n} to {2 * n} objects, as many clusters: the comparisons in Gamma's definition?",
        "about 16 times as many",
        ("about 4 times as many", "twice as many"),
        "Within-pairs and between-pairs both grow fourfold, and each meets each: 4 × 4.",
    )


def _criterion(_: Draw) -> Item:
    return Item(
        "criteria",
        "Ten real sets, twelve criteria. Which was the best on every set?",
        "none",
        ("AUCC", "the silhouette"),
        "There is no single best. Say what the clusters are for, and look with several.",
    )


def _distance(_: Draw) -> Item:
    return Item(
        "shapes",
        "Clusters were made along dense paths. With which distance are they scored?",
        "along dense paths",
        ("in a straight line, as always", "with whichever gives more"),
        "The same distance as the clustering: else one question is asked and another marked.",
    )


ITEMS: tuple[Callable[[Draw], Item], ...] = (
    _turned,
    _comparisons,
    _toll,
    _late,
    _low_truth,
    _random,
    _codes,
    _search,
    _baseline,
    _farthest,
    _elbow,
    _ties,
    _gamma,
    _cost,
    _criterion,
    _distance,
)


LESSON = Lesson(
    name="big_quiz",
    title="Big quiz",
    idea=(
        "A question on **every** lesson, with the reason after each answer. The same link gives "
        "everyone the same questions; a new draw changes numbers and order."
    ),
    notes="""
**Aim.** See what stayed, and where to go back to: the result names the lessons of what was missed,
with links.

**In class (10 min).** In a live class every answer shows up on your screen, question by question.
On paper: *Worksheet* prints the questions with boxes, *Solutions* the answers with their reasons.

**Keys.** 1, 2, 3 answer; Enter goes on.

**Fairness.** Every number is drawn from the seed and checked by another count in our tests; options
are shuffled.
""",
    minutes=10,
    build=build_big_quiz,
)
