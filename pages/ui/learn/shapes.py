"""Two crescents: which distance, and why a clustering is scored with the one it was made by."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from aucc_core.score.inputs import Dataset, Labels
from pages.ui.learn.lesson import (
    Lesson,
    Payload,
    Question,
    Settings,
    curve_points,
    read_choice,
    read_seed,
    rounded,
)

N_OBJECTS = 120
NOISE = 0.05
DISTANCES = {"euclidean": "in a straight line", "path": "along dense paths"}
LABELS = {"crescents": "The two crescents", "kmeans": "Two halves (k-means)"}
_STARTS = 10


def read_settings(query: Mapping[str, str]) -> Settings:
    """Which clustering, which distance, and the seed."""
    return {
        "labels": read_choice(query, "labels", tuple(LABELS)),
        "distance": read_choice(query, "distance", tuple(DISTANCES)),
        "seed": read_seed(query),
    }


def crescents(seed: int) -> Dataset:
    """The points, with the crescent that each was drawn from."""
    return load_dataset("moons", n=N_OBJECTS, noise=NOISE, seed=seed)


def build_shapes(labels: str, distance: str, seed: int) -> Payload:
    """Two clusterings, each scored with two distances."""
    data = crescents(seed)
    halves = make_partitions(data, "kmeans", [2], seed=seed, n_init=_STARTS)[0].labels
    assert data.labels is not None
    _, drawn = np.unique(data.labels, return_inverse=True)
    made: dict[str, Labels] = {"crescents": drawn, "kmeans": halves}
    scored: dict[str, Payload] = {}
    for metric in DISTANCES:
        pairs = Pairs(data, metric)
        for name, codes in made.items():
            scored[f"{name} {metric}"] = {
                "aucc": pairs.aucc(codes),
                "curve": curve_points(pairs.curve(codes)),
            }
    value = {key: f"{one['aucc']:.3f}" for key, one in scored.items()}
    return {
        "labels": labels,
        "distance": distance,
        "points": rounded(data.X, 3),
        "made": {name: {"label": LABELS[name], "codes": made[name].tolist()} for name in made},
        "distances": DISTANCES,
        "scored": scored,
        "facts": {
            "shape_line": value["crescents euclidean"],
            "half_line": value["kmeans euclidean"],
            "shape_path": value["crescents path"],
            "half_path": value["kmeans path"],
        },
    }


LESSON = Lesson(
    name="shapes",
    title="Shapes: which distance?",
    idea=(
        "Two crescents: everybody sees them. But in a **straight line** their ends are far apart "
        "and the tips of the other are near. **Along dense paths** one walks from neighbour to "
        "neighbour. AUCC asks whether close pairs are together: close by which distance?"
    ),
    question=Question(
        text=(
            "In a **straight line**: do the two crescents have the higher AUCC, or the two "
            "halves that k-means cuts?"
        ),
        options=("the crescents", "both the same", "the halves"),
        right=2,
        why=(
            "The halves: {half_line} against {shape_line}. Along dense paths it is the other way "
            "round: {half_path} against {shape_path}. Score a clustering with the **same "
            "distance** that it was made with: else you ask one question and mark another."
        ),
    ),
    notes="""
**Aim.** A score is about data **and** distance. A low AUCC of an obvious clustering says: this
distance does not see what you see.

**The same distance as the clustering.** k-means looks along straight lines, so its clusters are
judged along straight lines; clusters that follow a shape (single linkage, DBSCAN, spectral
clustering) are judged along dense paths. To compare clusterings that were made with different
distances, say first which distance the aim asks for.

**Along dense paths.** The path from neighbour to neighbour whose steps are all short counts as
short, however long it is. `metric="path"` in the library, *along dense paths* in Explore.

**In class (4 min).** Predict, reveal, then switch the distance and let the class say what happens
before the curve moves.

**Ask.** Someone tries twenty distances and reports the best. What is wrong with that? (The
optimiser's trap again. Score can say how much: tab *Which distance fits*.)
""",
    settings=read_settings,
    minutes=4,
    build=build_shapes,
)
