"""`Dataset`: one table ready to be clustered and scored, with where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd


@dataclass(frozen=True, eq=False)
class Dataset:
    """Objects to cluster: features, or distances, or both.

    Arrays are made read-only, so a dataset can be shared between sessions and threads.

    Attributes
    ----------
    name : how people call it.
    X : (n, d) float64 features. With distances only, a 2-D layout for display.
    feature_names : one name a column of ``X``.
    labels : true or given labels of any kind, one an object; None when there are none.
    label_columns : every column that may serve as labels, by name.
    distances : condensed distances (scipy's pair order) that replace those of ``X``; None for
        plain feature data.
    mixed : feature table with text columns too, for the Gower distance; None when all numeric.
    object_names : one name an object; None for row numbers.
    notices : what was done to the data on the way in, one sentence each.
    source, licence : where it comes from and on which terms; empty for user data.
    """

    name: str
    X: npt.NDArray[np.float64]
    feature_names: tuple[str, ...] = ()
    labels: npt.NDArray | None = None
    label_columns: Mapping[str, npt.NDArray] = field(default_factory=dict)
    distances: npt.NDArray[np.float64] | None = None
    mixed: pd.DataFrame | None = None
    object_names: tuple[str, ...] | None = None
    notices: tuple[str, ...] = ()
    source: str = ""
    licence: str = ""

    def __post_init__(self) -> None:
        X = np.array(self.X, dtype=np.float64, order="C", ndmin=2)
        names = self.feature_names or tuple(f"x{i + 1}" for i in range(X.shape[1]))
        freeze = object.__setattr__
        freeze(self, "X", _read_only(X))
        freeze(self, "feature_names", tuple(names))
        if self.labels is not None:
            freeze(self, "labels", _read_only(np.array(self.labels)))
        columns = {name: _read_only(np.array(c)) for name, c in self.label_columns.items()}
        freeze(self, "label_columns", MappingProxyType(columns))
        if self.distances is not None:
            freeze(self, "distances", _read_only(np.array(self.distances, dtype=np.float64)))

    def __reduce__(self) -> tuple[Any, ...]:
        # A read-only mapping cannot be pickled; a plain one can, and becomes read-only again.
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        values["label_columns"] = dict(self.label_columns)
        return partial(Dataset, **values), ()

    @property
    def n(self) -> int:
        """Number of objects."""
        return self.X.shape[0]

    @property
    def d(self) -> int:
        """Number of features."""
        return self.X.shape[1]

    def part(self, rows: npt.ArrayLike) -> Dataset:
        """Some of the objects, in the order given; unnamed ones are called by their row number."""
        at = np.asarray(rows, dtype=np.int64)
        names = self.object_names
        return replace(
            self,
            X=self.X[at],
            labels=None if self.labels is None else self.labels[at],
            label_columns={name: column[at] for name, column in self.label_columns.items()},
            distances=None if self.distances is None else part_of_distances(self, at),
            mixed=None if self.mixed is None else self.mixed.iloc[at].reset_index(drop=True),
            object_names=tuple(f"row {i + 1}" if names is None else names[i] for i in at.tolist()),
        )


def part_of_distances(dataset: Dataset, at: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Condensed distances between some objects of a dataset that comes with its distances."""
    assert dataset.distances is not None
    i, j = np.triu_indices(at.size, 1)
    low, high = np.minimum(at[i], at[j]), np.maximum(at[i], at[j])
    return dataset.distances[low * dataset.n - low * (low + 1) // 2 + high - low - 1]


def _read_only(a: npt.NDArray) -> npt.NDArray:
    a.setflags(write=False)
    return a
