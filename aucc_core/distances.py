"""Which distances exist (`METRICS`) and how they are computed: at once, or block by block.

Adding a metric that scipy knows is one row in `METRICS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import cdist, pdist

from aucc_core.dataset import Dataset
from aucc_core.gower import GowerTable
from aucc_core.ties import DROPPED_BITS, DROPPED_BITS_SQUARED
from aucc_core.validate import InputError, as_condensed, as_features, condensed_objects

Floats = npt.NDArray[np.float64]

# How a compiled kernel gets the distances of a row: from stored values or from the features.
STORED, SQUARED_EUCLIDEAN, CITYBLOCK, CHEBYSHEV = 0, 1, 2, 3

# 1 - cos is exact to about 1e-16 only, so directions that agree come out as noise around 0.
_COSINE_NOISE = 1e-14
# Below this many single pairs numpy is quicker than loading the compiled kernels.
_FEW_PAIRS = 20_000


@dataclass(frozen=True)
class Metric:
    """One row of the registry.

    Attributes
    ----------
    name, label, help : for code, for menus, and one plain line on what it measures.
    kernel : how compiled kernels compute it from features; STORED when scipy does.
    takes_features : False for distances that come ready-made.
    """

    name: str
    label: str
    help: str
    kernel: int = STORED
    takes_features: bool = True


METRICS = MappingProxyType(
    {
        row.name: row
        for row in (
            Metric("euclidean", "Euclidean", "Straight-line distance.", SQUARED_EUCLIDEAN),
            Metric(
                "sqeuclidean",
                "Squared Euclidean",
                "Straight-line distance squared; ranks pairs like Euclidean.",
                SQUARED_EUCLIDEAN,
            ),
            Metric("cityblock", "City block", "Sum of the differences (Manhattan).", CITYBLOCK),
            Metric("chebyshev", "Chebyshev", "Largest difference in any feature.", CHEBYSHEV),
            Metric("minkowski", "Minkowski", "Between city block and Chebyshev; set p."),
            Metric("cosine", "Cosine", "Angle between rows; their lengths do not count."),
            Metric("correlation", "Correlation", "Shape of the rows; level and scale drop out."),
            Metric("canberra", "Canberra", "Sum of differences relative to the values' size."),
            Metric("braycurtis", "Bray-Curtis", "Difference relative to the total; for counts."),
            Metric("hamming", "Hamming", "Share of features that differ."),
            Metric("jaccard", "Jaccard", "For yes/no features: share of present ones that differ."),
            Metric("mahalanobis", "Mahalanobis", "Euclidean after removing the covariance."),
            Metric("gower", "Gower", "Mixed tables: scaled numbers and category mismatches."),
            Metric(
                "precomputed",
                "Given distances",
                "The input is a square or condensed distance matrix.",
                takes_features=False,
            ),
        )
    }
)


@dataclass(frozen=True)
class Distances:
    """The distances of one data set, computed where and when they are needed.

    Build it with :func:`distances_of`. ``features`` is None when the distances were given and for
    Gower; ``given`` holds given distances in condensed order.
    """

    metric: Metric
    n: int
    features: Floats | None = None
    given: Floats | None = None
    gower: GowerTable | None = None
    p: float = 2.0

    @property
    def n_pairs(self) -> int:
        """Number of unordered pairs of objects."""
        return self.n * (self.n - 1) // 2

    @property
    def kernel(self) -> int:
        """How compiled kernels get a row."""
        return self.metric.kernel

    @property
    def dropped_bits(self) -> int:
        """Low bits of a float64 pattern that the tie rule ignores (see aucc_core.ties)."""
        return DROPPED_BITS_SQUARED if self.kernel == SQUARED_EUCLIDEAN else DROPPED_BITS

    @cached_property
    def by_feature(self) -> Floats:
        """Features as (d, n), the layout of the kernels; scaled by a power of two if extreme.

        A power of two changes no digit, and keeps squares of 1e200 from overflowing.
        """
        assert self.features is not None
        return np.ascontiguousarray(self.features.T * self._scale)

    @cached_property
    def _scale(self) -> float:
        assert self.features is not None
        largest = float(np.abs(self.features).max())
        exponent = int(np.frexp(largest)[1]) if largest > 0 else 0
        return 2.0**-exponent if abs(exponent) > 400 else 1.0

    @cached_property
    def condensed(self) -> Floats:
        """All distances in scipy's pair order (i < j, row by row), read-only."""
        values = self.stored.view()
        values.setflags(write=False)
        return values

    @cached_property
    def stored(self) -> Floats:
        """The array behind ``condensed``, for kernels: they compile anew for read-only arrays."""
        return self.given if self.given is not None else self._compute_condensed()

    def tie_values(self) -> Floats:
        """What ties are judged on: squared distances for Euclidean, else the distances."""
        if self.kernel == SQUARED_EUCLIDEAN:
            return pdist(self.by_feature.T, "sqeuclidean")
        return self.condensed

    def of_pairs(self, pairs: npt.NDArray[np.integer]) -> Floats:
        """Distances of some pairs, given by their condensed index."""
        if self.kernel == STORED or "condensed" in self.__dict__:
            return self.condensed[pairs]
        i, j = pair_objects(pairs, self.n)
        return self.lengths(self._values_of(i, j))

    def lengths(self, tie_values: Floats) -> Floats:
        """Distances from what ties are judged on."""
        if self.kernel == STORED:
            return tie_values
        if self.kernel != SQUARED_EUCLIDEAN:
            return tie_values / self._scale
        length = np.sqrt(tie_values) / self._scale
        return length**2 if self.metric.name == "sqeuclidean" else length

    def _values_of(self, i: npt.NDArray[np.int64], j: npt.NDArray[np.int64]) -> Floats:
        table = self.by_feature.T
        if i.size > _FEW_PAIRS:
            from aucc_core import kernels

            out = np.empty(i.size)
            kernels.pair_values(self.kernel, np.ascontiguousarray(table), i, j, out)
            return out
        difference = np.abs(table[i] - table[j])
        if self.kernel == SQUARED_EUCLIDEAN:
            return (difference**2).sum(axis=1)
        return difference.sum(axis=1) if self.kernel == CITYBLOCK else difference.max(axis=1)

    def block(self, rows: slice, columns: slice) -> Floats:
        """Distances between two runs of objects, as a matrix."""
        if self.gower is not None:
            return self.gower.block(rows, columns)
        if self.features is None:
            raise InputError("Given distances have no blocks; use them whole.")
        a, b = self._prepared[rows], self._prepared[columns]
        return self._clean(cdist(a, b, self.metric.name, **self._scipy_settings))

    def _compute_condensed(self) -> Floats:
        if self.gower is not None:
            out = np.empty(self.n_pairs)
            start = 0
            for i in range(self.n - 1):
                stop = start + self.n - 1 - i
                out[start:stop] = self.gower.block(slice(i, i + 1), slice(i + 1, self.n))[0]
                start = stop
            return out
        if self.metric.name == "euclidean":
            return pdist(self.by_feature.T, "euclidean") / self._scale
        out = self._clean(pdist(self._prepared, self.metric.name, **self._scipy_settings))
        bad = np.flatnonzero(~np.isfinite(out) | (out < 0))
        if bad.size:
            i, j = (int(v[0]) for v in pair_objects(bad[:1], self.n))
            raise InputError(
                f"The {self.metric.label} distance of rows {i} and {j} is {out[bad[0]]}. "
                f"It is not defined for these values; choose another distance."
            )
        return out

    @cached_property
    def _prepared(self) -> npt.NDArray:
        X = self.features
        assert X is not None
        if self.metric.name == "jaccard":
            if not np.isin(X, (0.0, 1.0)).all():
                raise InputError("Jaccard needs yes/no features (0 and 1 only).")
            return X.astype(bool)
        if self.metric.name in ("cosine", "correlation"):
            centred = X - X.mean(axis=1, keepdims=True) if self.metric.name == "correlation" else X
            empty = np.flatnonzero(~centred.any(axis=1))
            if empty.size:
                what = "constant" if self.metric.name == "correlation" else "all zeros"
                raise InputError(
                    f"{self.metric.label} distance is not defined for a row that is {what}: "
                    f"row {empty[0]}."
                )
        return X

    @cached_property
    def _scipy_settings(self) -> dict[str, Any]:
        if self.metric.name == "minkowski":
            return {"p": self.p}
        if self.metric.name == "mahalanobis":
            assert self.features is not None
            covariance = np.atleast_2d(np.cov(self.features, rowvar=False))
            if np.linalg.matrix_rank(covariance) < covariance.shape[0]:
                raise InputError(
                    "Mahalanobis needs features that are not constant nor sums of each other, and "
                    "more rows than columns; drop such columns or choose another distance."
                )
            return {"VI": np.linalg.inv(covariance)}
        return {}

    def _clean(self, values: Floats) -> Floats:
        if self.metric.name in ("cosine", "correlation"):
            values[np.abs(values) < _COSINE_NOISE] = 0.0
        return values


def distances_of(data: Any, metric: str = "euclidean", *, p: float = 2.0) -> Distances:
    """Check data and metric once and describe their distances.

    ``data`` is a feature table (array or DataFrame), a :class:`Dataset`, or with
    ``metric="precomputed"`` a square or condensed distance matrix. A Dataset that carries its own
    distances is scored by these.
    """
    if isinstance(data, Distances):
        return data
    row = METRICS.get(metric)
    if row is None:
        raise InputError(f"Unknown metric {metric!r}; choose one of {', '.join(METRICS)}.")
    if isinstance(data, Dataset):
        if data.distances is not None:
            row, data = METRICS["precomputed"], data.distances
        elif row.name == "precomputed":
            raise InputError("This data set has features; choose a distance for them.")
        else:
            data = data.mixed if row.name == "gower" and data.mixed is not None else data.X
    if row.name == "precomputed":
        given = as_condensed(data)
        return Distances(row, condensed_objects(given.size), given=given)
    if row.name == "gower":
        table = GowerTable.of(data)
        return Distances(row, table.n, gower=table)
    if row.name == "minkowski" and not p >= 1:
        raise InputError(f"Minkowski needs p of 1 or more; got {p}.")
    features = as_features(data)
    return Distances(row, features.shape[0], features=features, p=p)


def condensed(data: Any, metric: str = "euclidean", *, p: float = 2.0) -> Floats:
    """All pairwise distances in scipy's condensed order."""
    return distances_of(data, metric, p=p).condensed


def pair_objects(
    pairs: npt.NDArray[np.integer], n: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Objects i < j behind condensed pair indices."""
    pairs = np.asarray(pairs, dtype=np.int64)
    # At the start of a row the root is of a perfect square, so the floor is exact (n < 6e7).
    i = np.floor(n - 0.5 - np.sqrt((n - 0.5) ** 2 - 2.0 * pairs)).astype(np.int64)
    return i, pairs - row_start(i, n) + i + 1


def row_start(i: Any, n: int) -> Any:
    """Condensed index of the pair (i, i + 1)."""
    return i * (2 * n - i - 1) // 2
