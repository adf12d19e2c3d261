"""`Objects`: what is to be clustered and scored, read once, with shared work kept.

Partitions, criteria and the sweep all ask the same questions of their input: are there features,
what are the distances, how many distinct objects are there? The answers live here, each computed
when first asked for.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import squareform

from aucc_core.dataset import Dataset
from aucc_core.distances import METRICS, Distances, distances_of
from aucc_core.pairs import Pairs

# Their distances depend on the whole table, so those of a part must be taken from the whole.
_WHOLE_TABLE_METRICS = ("mahalanobis", "gower", "precomputed")


class Objects:
    """n objects with their distances and, unless only distances exist, their features."""

    def __init__(self, data: Any, metric: str = "euclidean") -> None:
        dataset = data if isinstance(data, Dataset) else None
        self.true_labels = dataset.labels if dataset is not None else None
        self.distances: Distances = distances_of(data, metric)
        self.features: npt.NDArray[np.float64] | None = self.distances.features

    @property
    def n(self) -> int:
        """Number of objects."""
        return self.distances.n

    @property
    def metric(self) -> str:
        """Name of the distance; "precomputed" when the distances were given."""
        return self.distances.metric.name

    @cached_property
    def pairs(self) -> Pairs:
        """The ranked distances."""
        return Pairs(self.distances)

    @property
    def condensed(self) -> npt.NDArray[np.float64]:
        """Distances in scipy's pair order."""
        return self.distances.condensed

    @cached_property
    def square(self) -> npt.NDArray[np.float64]:
        """Distances as an n × n matrix."""
        return squareform(self.condensed, checks=False)

    @cached_property
    def n_distinct(self) -> int:
        """Number of objects that differ from every earlier one."""
        return int(self.distinct_codes.max()) + 1

    @cached_property
    def distinct_codes(self) -> npt.NDArray[np.intp]:
        """One number per distinct object: equal objects share it."""
        if self.features is not None:
            return np.unique(self.features, axis=0, return_inverse=True)[1].reshape(-1)
        first_equal = np.argmax(self.square == 0.0, axis=1)
        return np.unique(first_equal, return_inverse=True)[1]

    def subset(self, keep: npt.NDArray[np.bool_]) -> Objects:
        """The objects where ``keep`` is true, at the distances they have in the whole."""
        part = object.__new__(Objects)
        part.true_labels = None if self.true_labels is None else np.asarray(self.true_labels)[keep]
        part.features = None if self.features is None else self.features[keep]
        if part.features is None or self.metric in _WHOLE_TABLE_METRICS:
            given = squareform(self.square[np.ix_(keep, keep)], checks=False)
            part.distances = Distances(METRICS["precomputed"], int(keep.sum()), given=given)
        else:
            part.distances = distances_of(part.features, self.metric)
        return part

    def __getstate__(self) -> dict[str, Any]:
        """Pickle what was given, not the n² numbers that can be worked out again."""
        d = self.distances
        bare = Distances(d.metric, d.n, d.features, d.given, d.gower, d.p)
        return {
            "true_labels": self.true_labels,
            "distances": bare,
            "features": self.features,
        }
