"""What merging and splitting real groups do to the curve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy.typing as npt

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from aucc_core.score.inputs import Dataset
from pages.ui.learn import own_table
from pages.ui.learn.lesson import (
    Lesson,
    Payload,
    Question,
    Settings,
    curve_points,
    read_choice,
    read_int,
    read_seed,
    rounded,
    wrong_pairs,
)


@dataclass(frozen=True)
class LessonData:
    """One data set of the lesson with the numbers of clusters to try."""

    title: str
    ks: tuple[int, ...]
    true_k: int
    n_init: int


EXAMPLES: dict[str, LessonData] = {
    "ruspini": LessonData("Ruspini (4 groups)", (2, 3, 4, 5, 6), 4, 100),
    "nine": LessonData("Nine Gaussians", (7, 8, 9, 10, 11), 9, 20),
}


FEWEST_GROUPS, MOST_GROUPS = 3, 12  # of an own table: one fewer must still be a clustering


def read_settings(query: Mapping[str, str]) -> Settings:
    """Data set, number of clusters and seed."""
    name = read_choice(query, "data", (*EXAMPLES, own_table.OWN))
    ks = EXAMPLES[name].ks if name in EXAMPLES else (0, MOST_GROUPS + 2)  # 0: its first
    k = read_int(query, "k", low=ks[0], high=ks[-1], default=ks[0])
    return {"data": name, "k": k, "seed": read_seed(query)}


def load(name: str, seed: int) -> Dataset:
    """The data of an example; only some are drawn."""
    return load_dataset("nine_gaussians", seed=seed) if name == "nine" else load_dataset("ruspini")


def build_under_over(data: str, k: int, seed: int, own: Dataset | None = None) -> Payload:
    """Every data set: k-means labels, curve, score and wrong pairs for each k."""
    sets = {name: _runs(row, load(name, seed), seed) for name, row in EXAMPLES.items()}
    if own is not None:
        sets[own_table.OWN] = _runs(own_row(own), own, seed)
    ks = [run["k"] for run in sets[data]["runs"]]
    return {"data": data, "k": k if k in ks else ks[0], "sets": sets, "facts": {}}


def own_row(own: Dataset) -> LessonData:
    """The person's own table as a row: two clusters fewer than it has groups, to two more."""
    assert own.labels is not None
    groups = len({*own.labels.tolist()})
    return LessonData(
        own_table.title(own), tuple(range(max(2, groups - 2), groups + 3)), groups, 20
    )


def _runs(example: LessonData, data: Dataset, seed: int) -> Payload:
    assert data.labels is not None
    pairs = Pairs(data)
    made = make_partitions(data, "kmeans", example.ks, seed=seed, n_init=example.n_init)
    ks = list(example.ks)
    runs = []
    for partition in made:
        joined, split = wrong_pairs(partition.labels, data.labels)
        runs.append(
            {
                "k": partition.k,
                "labels": partition.labels.tolist(),
                "aucc": pairs.aucc(partition.labels),
                "curve": curve_points(pairs.curve(partition.labels)),
                "joined": joined,
                "split": split,
            }
        )
    return {
        "title": example.title,
        "trueK": example.true_k,
        "points": rounded(own_table.plane(data), 2),
        "runs": runs,
        "toll": toll(
            made[ks.index(example.true_k - 1)].labels,
            made[ks.index(example.true_k + 1)].labels,
            data.labels,
        ),
    }


def toll(fewer: npt.ArrayLike, more: npt.ArrayLike, truth: npt.ArrayLike) -> dict[str, int] | None:
    """Wrong pairs of one merge and of one split; None where k-means did both at once."""
    merged, cut = wrong_pairs(fewer, truth)
    joined, split = wrong_pairs(more, truth)
    return None if cut or joined else {"merged": merged, "split": split}


LESSON = Lesson(
    name="under_over",
    title="Too few, too many",
    idea=(
        "With **too few** clusters k, real groups are merged: far pairs are called close. With "
        "**too many**, groups are split: close pairs are called far. The two mistakes bend the "
        "curve at different ends, so the curve tells you which one was made."
    ),
    question=Question(
        text="k is **too small**. Where does its curve go wrong? Sketch it if you like.",
        options=("at the start: it leans right", "later: it creeps to the top", "nowhere"),
        right=1,
        why=(
            "Merged groups add **far** pairs, so the curve starts well and creeps to the top late. "
            "Split groups put **close** pairs apart, so that curve leans right at once (see the "
            "enlarged corner) and reaches the top early. Drag k and compare the wrong pairs."
        ),
    ),
    notes="""
**Aim.** Read under- and over-estimation of k off the curve, and see why merging costs more.

**Counting (nine Gaussians, 50 objects per group).** Merging two groups of m objects joins m × m
wrong pairs: 50 × 50 = 2,500. Splitting one group into halves separates m/2 × m/2 pairs:
25 × 25 = 625. Four times as many. The two squares in the picture are drawn to scale, from the
counts of the partition on screen (k-means does not always split in exact halves).

**In class (5 min).** Everyone sketches the curve for k = 2 first. Reveal; then k = 6; then ask
which curve is which with the k slider hidden. Cold colours: too few. Black: right. Warm: too many.

**Link.** Add `&data=nine&k=8` to open the second data set at k = 8.
""",
    settings=read_settings,
    minutes=5,
    build=build_under_over,
    fixed={"data": ("ruspini", own_table.OWN)},
    refuses=own_table.groups_between(FEWEST_GROUPS, MOST_GROUPS),
)
