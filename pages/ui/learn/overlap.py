"""Two groups grow into each other, and the curve of their true labels sinks."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from pages.ui.learn.lesson import (
    Lesson,
    Payload,
    Question,
    Settings,
    curve_points,
    read_int,
    read_seed,
    rounded,
)

PRESETS = (25, 100, 150, 300, 400, 500)
VARIANCES = tuple(range(25, 501, 25))
_STARTS = 10


def read_settings(query: Mapping[str, str]) -> Settings:
    """Variance (a step of the slider) and seed."""
    variance = read_int(query, "variance", low=25, high=500, default=25)
    return {"variance": variance - variance % 25, "seed": read_seed(query)}


def build_overlap(variance: int, seed: int) -> Payload:
    """Every step of the slider: curve and score of the true labels.

    The draws of one seed differ only in scale, so one set of offsets serves all variances.
    """
    runs = []
    for v in VARIANCES:
        data = load_dataset("two_gaussians", variance=float(v), seed=seed)
        pairs = Pairs(data)
        curve = pairs.curve(data.labels)
        runs.append(
            {"variance": v, "aucc": pairs.aucc(data.labels), "curve": curve_points(curve, 0.002)}
        )
    points = load_dataset("two_gaussians", variance=1.0, seed=seed)
    centres = load_dataset("two_gaussians", variance=0.0, seed=seed).X
    assert points.labels is not None
    _, codes = np.unique(points.labels, return_inverse=True)
    return {
        "variance": variance,
        "presets": PRESETS,
        "runs": runs,
        "centres": rounded(centres, 1),
        "offsets": rounded(points.X - centres, 3),
        "labels": codes.tolist(),
        "facts": {
            "low": f"{runs[-1]['aucc']:.3f}",
            "high": f"{runs[0]['aucc']:.3f}",
            "right": found_by_kmeans(seed),
            "n": len(codes),
        },
    }


def found_by_kmeans(seed: int) -> int:
    """How many objects k-means puts right where the groups overlap most."""
    data = load_dataset("two_gaussians", variance=float(VARIANCES[-1]), seed=seed)
    assert data.labels is not None
    found = make_partitions(data, "kmeans", [2], seed=seed, n_init=_STARTS)[0].labels
    _, truth = np.unique(data.labels, return_inverse=True)
    agree = int((found == truth).sum())
    return max(agree, truth.size - agree)


LESSON = Lesson(
    name="overlap",
    title="Overlap",
    idea=(
        "Two groups of 200 points, coloured by the group they were **drawn from**: the labels are "
        "right by construction. **Variance** says how wide each group is. Turn it up and the "
        "groups grow into each other."
    ),
    question=Question(
        text="The labels stay the true ones. What happens to their AUCC as the groups overlap?",
        options=("it stays at 1", "it sinks", "it jumps to 0.5"),
        right=1,
        why=(
            "It sinks, from {high} to {low}: the wider the groups, the more often two objects of "
            "one group are **farther** apart than two of different groups. It is no verdict on "
            "algorithms: at variance 500 k-means still puts {right} of {n} objects right."
        ),
    ),
    notes="""
**Aim.** A low AUCC of a ground truth is a statement about the data and its distances, not a mistake
of the labels and not a fault of the score.

**In class (4 min).** Presets are the six variances of the paper (25 to 500). Its values for one
draw: 1.00, 0.992, 0.974, 0.855, 0.813, 0.755. Let students press "New draw" and collect their
values for variance 500: over 200 draws they lie between 0.73 and 0.82.

**Ask.** Would another distance or other features help? k-means on the same points scores
**higher** than the truth (about 0.84 at variance 500): why, and what does that mean?
""",
    settings=read_settings,
    minutes=4,
    build=build_overlap,
)
