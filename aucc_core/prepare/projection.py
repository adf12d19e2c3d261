"""Two dimensions to look at: two features, principal components, or a map of the distances.

The picture serves the eye only; scores always use all features.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.linalg import eigsh
from scipy.spatial.distance import pdist, squareform

from aucc_core.prepare.dominance import about_dominance
from aucc_core.score.inputs import Dataset, Floats, InputError, registry
from aucc_core.score.ranked import RankedPairs

# A map of distances holds the whole square matrix; this many objects take 0.2 GB.
_MOST_MAPPED = 5000

Features = tuple[int, int]  # column numbers


@dataclass(frozen=True, eq=False)
class Projection:
    """A layout of the objects in the plane.

    Attributes
    ----------
    points : (n, 2) coordinates.
    axes : a title for each axis.
    note : how faithful the picture is, in one plain sentence; empty when nothing is lost.
    equal : whether both axes must have the same scale, because distances in the picture mean
        something.
    """

    points: Floats
    axes: tuple[str, str]
    note: str = ""
    equal: bool = False


def _two_features(dataset: Dataset, _pairs: RankedPairs, features: Features) -> Projection:
    X, names = dataset.X, dataset.feature_names
    if dataset.d == 1:
        points = np.column_stack((X[:, 0], np.zeros(dataset.n)))
        return Projection(points, (names[0], ""))
    i, j = features
    hidden = dataset.d - 2
    note = f"{hidden} more {'feature is' if hidden == 1 else 'features are'} not in this picture."
    return Projection(X[:, [i, j]], (names[i], names[j]), note if hidden else "")


def _principal_components(dataset: Dataset, _pairs: RankedPairs, _features: Features) -> Projection:
    centred = dataset.X - dataset.X.mean(axis=0)
    _, sizes, directions = np.linalg.svd(centred, full_matrices=False)
    points = centred @ _signed(directions[:2]).T
    if points.shape[1] == 1:
        points = np.column_stack((points[:, 0], np.zeros(dataset.n)))
    variance = sizes**2
    total = variance.sum()
    kept = float(variance[:2].sum() / total) if total > 0 else 1.0
    note = f"This picture keeps {kept:.0%} of the variance of {dataset.d} features."
    about = about_dominance(dataset.X, dataset.feature_names, of="it")
    note = f"{note} {about}" if about else note
    return Projection(points, ("first component", "second component"), note, equal=True)


def _map_of_distances(_dataset: Dataset, pairs: RankedPairs, _features: Features) -> Projection:
    """Classical scaling (Torgerson): exact when the distances are Euclidean in the plane."""
    if pairs.n > _MOST_MAPPED:
        raise InputError(
            f"A map of the distances needs {_MOST_MAPPED:,} objects or fewer; got {pairs.n:,}. "
            "Choose principal components."
        )
    square = squareform(pairs.distances) ** 2
    rows = square.mean(axis=0)
    square -= rows[None, :]
    square -= rows[:, None]
    square += rows.mean()
    square *= -0.5
    values, vectors = _two_largest(square)
    order = np.argsort(values)[::-1]
    points = _signed(vectors[:, order].T).T * np.sqrt(np.maximum(values[order], 0.0))
    drawn = pdist(points)
    scale = float(pairs.distances @ pairs.distances)
    lost = float(np.sqrt(((drawn - pairs.distances) ** 2).sum() / scale)) if scale > 0 else 0.0
    note = f"Distances in this picture are off by {lost:.0%} (stress {lost:.3f})."
    return Projection(points, ("first dimension", "second dimension"), note, equal=True)


def _two_largest(matrix: Floats) -> tuple[Floats, Floats]:
    n = matrix.shape[0]
    if n <= 300:
        return eigh(matrix, subset_by_index=[n - 2, n - 1])
    # A fixed start makes the same picture every time.
    return eigsh(matrix, k=2, which="LA", v0=np.linspace(-1.0, 1.0, n) ** 3)


def _signed(directions: Floats) -> Floats:
    """Turn each row so that its largest entry is positive: the same picture on every machine."""
    largest = np.abs(directions).argmax(axis=1)
    signs = np.sign(directions[np.arange(directions.shape[0]), largest])
    signs[signs == 0] = 1.0
    return directions * signs[:, None]


@dataclass(frozen=True)
class ProjectionKind:
    """One row of the registry.

    Attributes
    ----------
    name, label, help : for code, for menus, and one plain line on what it shows.
    make : (data set, its pairs, two features) → the picture.
    picks_features : whether it shows the two features.
    uses_distances : whether it depends on the distance.
    most_objects : up to how many objects it is offered; None for any number.
    """

    name: str
    label: str
    help: str
    make: Callable[[Dataset, RankedPairs, Features], Projection]
    picks_features: bool = False
    uses_distances: bool = False
    most_objects: int | None = None


PROJECTIONS: Mapping[str, ProjectionKind] = registry(
    ProjectionKind(
        "features",
        "Two features",
        "Plot one feature against another.",
        _two_features,
        picks_features=True,
    ),
    ProjectionKind(
        "pca",
        "Principal components",
        "The flat view of the features that keeps most of their variance.",
        _principal_components,
    ),
    ProjectionKind(
        "mds",
        "Map of the distances",
        "Places objects so that distances in the picture resemble those that are scored.",
        _map_of_distances,
        uses_distances=True,
        most_objects=_MOST_MAPPED,
    ),
)


def project(
    dataset: Dataset, pairs: RankedPairs, kind: str, *, features: Features = (0, 1)
) -> Projection:
    """Lay the objects out in the plane; ``features`` are column numbers for "features"."""
    if kind not in PROJECTIONS:
        raise InputError(f"Unknown picture {kind!r}; known: {', '.join(PROJECTIONS)}.")
    return PROJECTIONS[kind].make(dataset, pairs, features)
