"""`Objects`: what is to be clustered and scored, read once, with shared work kept.

Partitions, criteria and the sweep all ask the same questions of their input: are there features,
what are the distances, how many distinct objects are there? The answers live here, each computed
when first asked for. They rest on distances and ranks, which themselves rest on `inputs`: hence a
file of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import squareform

from aucc_core.score.distances import Distances, distances_of
from aucc_core.score.inputs import Bools, Dataset, Floats
from aucc_core.score.ranked import RankedPairs


class Objects:
    """n objects with their distances and, unless only distances exist, their features."""

    def __init__(
        self,
        data: Any,
        metric: str = "euclidean",
        *,
        metric_options: Mapping[str, float] | None = None,
        true_labels: npt.NDArray | None = None,
        sampled: bool = False,
    ) -> None:
        self.true_labels = data.labels if isinstance(data, Dataset) else true_labels
        self.distances: Distances = distances_of(
            data, metric, metric_options=metric_options, sampled=sampled
        )

    def __reduce__(self) -> tuple[Any, ...]:
        # What was given, not the n² numbers that can be worked out again.
        return partial(Objects, self.distances, true_labels=self.true_labels), ()

    @property
    def features(self) -> Floats | None:
        """Numeric features; None when there are none."""
        return self.distances.features

    @property
    def n(self) -> int:
        """Number of objects."""
        return self.distances.n

    @property
    def metric(self) -> str:
        """Name of the distance; "precomputed" when the distances were given."""
        return self.distances.metric.name

    @property
    def metric_options(self) -> dict[str, float]:
        """What the distance was told besides."""
        return dict(self.distances.options)

    @cached_property
    def pairs(self) -> RankedPairs:
        """The ranked distances."""
        return RankedPairs(self.distances)

    @property
    def condensed(self) -> Floats:
        """Distances in scipy's pair order."""
        return self.distances.condensed

    @cached_property
    def square(self) -> Floats:
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

    def kept(self, keep: Bools) -> Objects:
        """The objects where ``keep`` is true: these themselves when all are kept."""
        distances = self.distances.kept(keep)
        if distances is self.distances:
            return self
        labels = None if self.true_labels is None else np.asarray(self.true_labels)[keep]
        return Objects(distances, true_labels=labels)
