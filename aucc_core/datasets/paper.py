"""The worked examples of the AUCC paper: they are given by similarities, not by coordinates."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist, squareform

from aucc_core.datasets.entry import Content, DatasetEntry
from aucc_core.score.inputs import Floats

_SOURCE = (
    "Jaskowiak, Costa, Campello (2022), The area under the ROC curve as a measure of clustering "
    "quality, Data Mining and Knowledge Discovery 36"
)
_LICENCE = "Facts from a publication; no copyright"
_NOTICE = (
    "Given by distances (1 − similarity). The positions are drawn from them for display; scores "
    "use the distances."
)

# Similarities of a..g above the diagonal, row by row, which is scipy's pair order.
TOY_SIMILARITIES = (
    (0.82, 0.72, 0.35, 0.05, 0.03, 0.00),
    (0.72, 0.52, 0.23, 0.20, 0.18),
    (0.45, 0.14, 0.15, 0.09),
    (0.68, 0.68, 0.63),
    (0.91, 0.95),
    (0.90,),
)
TOY_CLUSTERS = (1, 1, 1, 1, 2, 2, 2)

# The paper lists six pairs (label, score): 1 .75, 0 .5, 1 .5, 1 .5, 0 .25, 0 .2. Six pairs are
# four objects; three within-pairs mean clusters {a, b, c} and {d}. Sorted by score the pairs are
# then ab ac ad bc bd cd; the order among the three tied scores means nothing.
TIES_SIMILARITIES = (0.75, 0.5, 0.5, 0.5, 0.25, 0.2)
TIES_CLUSTERS = (1, 1, 1, 2)


def _from_similarities(similarities: tuple[float, ...], clusters: tuple[int, ...]) -> Content:
    # Two decimals are all there is; rounding keeps equal similarities equal as distances.
    distances = np.round(1.0 - np.array(similarities), 2)
    return Content(
        X=stress_layout(distances),
        labels=np.array(clusters),
        feature_names=("layout 1", "layout 2"),
        distances=distances,
        object_names=tuple("abcdefg"[: len(clusters)]),
        notices=(_NOTICE,),
    )


def _toy() -> Content:
    return _from_similarities(tuple(s for row in TOY_SIMILARITIES for s in row), TOY_CLUSTERS)


def _ties() -> Content:
    return _from_similarities(TIES_SIMILARITIES, TIES_CLUSTERS)


def stress_layout(distances: Floats) -> Floats:
    """2-D positions whose distances come close to the given condensed ones, for display alone.

    Classical scaling gives the start, stress majorisation (SMACOF) improves it. Nothing is
    drawn at random, so the picture is the same every time.
    """
    D = squareform(distances)
    X = _classical_scaling(D)
    n = len(D)
    for _ in range(300):
        now = cdist(X, X)
        ratio = np.divide(D, now, out=np.zeros_like(D), where=now > 0)
        B = np.diag(ratio.sum(axis=1)) - ratio
        X = B @ X / n
    return X - X.mean(axis=0)


def _classical_scaling(D: Floats) -> Floats:
    n = len(D)
    centre = np.eye(n) - 1.0 / n
    values, vectors = np.linalg.eigh(-0.5 * centre @ D**2 @ centre)
    top = np.argsort(values)[::-1][:2]
    X = vectors[:, top] * np.sqrt(np.maximum(values[top], 0.0))
    # An eigenvector's sign is arbitrary: put the first object left and below.
    return X * np.where(X[0] > 0, -1.0, 1.0)


ENTRIES = (
    DatasetEntry(
        "toy",
        "Toy example a–g",
        "Seven objects and their similarities, small enough to follow every pair by hand. "
        "AUCC of its two clusters is 11/12.",
        "paper",
        (7, 2),
        2,
        _SOURCE,
        _LICENCE,
        _toy,
    ),
    DatasetEntry(
        "ties",
        "Tied distances",
        "Four objects whose six pairs contain three equal distances, to see how ties count one "
        "half. AUCC of its two clusters is 8/9.",
        "paper",
        (4, 2),
        2,
        _SOURCE,
        _LICENCE,
        _ties,
    ),
)
