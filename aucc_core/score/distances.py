"""`Distances`: those of one data set, computed where they are needed: all, by block, or by pair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import cdist, pdist

from aucc_core.score.inputs import (
    Bools,
    Dataset,
    Floats,
    InputError,
    Integers,
    as_condensed,
    as_features,
    condensed_objects,
    pair_index,
    pair_objects,
    part_of_condensed,
    require_objects,
    row_start,
)
from aucc_core.score.metrics import (
    CITYBLOCK,
    METRICS,
    SQUARED_EUCLIDEAN,
    STORED,
    Metric,
    Prepared,
    metric_row,
)
from aucc_core.score.ties import DROPPED_BITS, DROPPED_BITS_SQUARED

# Below this many single pairs numpy is quicker than loading the compiled kernels.
_FEW_PAIRS = 20_000
# Single pairs computed at a time where numpy needs temporary rows.
_CHUNK = 16_384


@dataclass(frozen=True, eq=False)
class Distances:
    """The distances of one data set.

    Build it with :func:`distances_of`.

    Attributes
    ----------
    metric, options : which distance, and the numbers it was told.
    n : number of objects.
    features : numeric features; None when there are only distances, or a table with categories.
    given : given distances in condensed order; they hold even where there are features too.
    table : what the formulas take in place of the features: of a table with categories, or of a
        part of a table whose settings are those of the whole.
    """

    metric: Metric
    n: int
    features: Floats | None = None
    given: Floats | None = None
    table: Prepared | None = None
    options: Mapping[str, float] = field(default_factory=dict)
    # All distances once they have been computed; a list, because nothing else here may change.
    _held: list[Floats] = field(default_factory=list, init=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        # What was given, not the n² numbers that can be worked out again.
        return Distances, tuple(getattr(self, f.name) for f in fields(self) if f.init)

    @property
    def n_pairs(self) -> int:
        """Number of unordered pairs of objects."""
        return self.n * (self.n - 1) // 2

    @property
    def d(self) -> int | None:
        """Number of numeric features; None without any."""
        return None if self.features is None else self.features.shape[1]

    @property
    def kernel(self) -> int:
        """How compiled kernels get a row."""
        return self.metric.kernel

    @property
    def dropped_bits(self) -> int:
        """Low bits of a float64 pattern that the tie rule ignores (see aucc_core.score.ties)."""
        return DROPPED_BITS_SQUARED if self.kernel == SQUARED_EUCLIDEAN else DROPPED_BITS

    @cached_property
    def by_feature(self) -> Floats:
        """Features as (d, n), the layout of the kernels, times ``scale``."""
        assert self.features is not None
        return np.ascontiguousarray(self.features.T * self.scale)

    @cached_property
    def scale(self) -> float:
        """What kernels multiply features by: 1, or a power of two if they are extreme.

        A power of two changes no digit, and keeps squares of 1e200 from overflowing.
        """
        assert self.features is not None
        largest = float(np.abs(self.features).max())
        exponent = int(np.frexp(largest)[1]) if largest > 0 else 0
        return 2.0**-exponent if abs(exponent) > 400 else 1.0

    @property
    def condensed(self) -> Floats:
        """All distances in scipy's pair order (i < j, row by row), read-only."""
        values = self.stored.view()
        values.setflags(write=False)
        return values

    @property
    def stored(self) -> Floats:
        """The array behind ``condensed``, for kernels: they compile anew for read-only arrays."""
        if self.given is not None:
            return self.given
        if not self._held:
            self._held.append(self._compute_condensed())
        return self._held[0]

    def tie_values(self) -> Floats:
        """What ties are judged on: squared distances for Euclidean, else the distances."""
        if self.kernel == SQUARED_EUCLIDEAN:
            return pdist(self.by_feature.T, "sqeuclidean")
        return self.condensed

    def lengths(self, tie_values: Floats) -> Floats:
        """Distances from what ties are judged on."""
        if self.kernel == STORED:
            return tie_values
        if self.kernel != SQUARED_EUCLIDEAN:
            return tie_values / self.scale
        length = np.sqrt(tie_values) / self.scale
        return length**2 if self.metric.squared else length

    def of_pairs(self, pairs: npt.NDArray[np.integer]) -> Floats:
        """Distances of some pairs, given by their condensed index."""
        if self.kernel == STORED or self._held:
            return self.condensed[pairs]
        i, j = pair_objects(pairs, self.n)
        few = i.size <= _FEW_PAIRS
        return self.lengths(self._few_tie_values(i, j) if few else self.pair_tie_values(i, j))

    def pair_tie_values(self, i: Integers, j: Integers) -> Floats:
        """What ties are judged on, for the pairs (i[t], j[t])."""
        self.require_pairwise()
        if self.given is not None:
            return self.given[pair_index(i, j, self.n)] + 0.0
        if self.kernel == STORED:
            parts = [slice(t, t + _CHUNK) for t in range(0, i.size, _CHUNK)]
            return np.concatenate([self._by_formula(i[at], j[at]) for at in parts])
        from aucc_core.score import kernels

        assert self.features is not None
        out = np.empty(i.size)
        # Unscaled features are used as they are: a copy of a large table costs memory.
        table = self.features.view() if self.scale == 1.0 else self.features * self.scale
        table.setflags(write=False)  # one type for the compiler, whoever owns the table
        kernels.pair_values(self.kernel, table, i, j, out)
        return out

    def block(self, rows: slice, columns: slice | Integers) -> Floats:
        """Distances from a run of objects to another, or to some of them, as a matrix."""
        self.require_pairwise()
        if self.given is not None:
            raise InputError("Given distances have no blocks; use them whole.")
        values = self.between(self._prepared.rows[rows], self._prepared.rows[columns])
        return self._without_rounding(values)

    def between(self, a: npt.NDArray, b: npt.NDArray) -> Floats:
        """Distances between two lists of rows that need not be objects, as a matrix."""
        if self.metric.block is not None:
            return self.metric.block(a, b, **self.settings)
        return cdist(a, b, self.metric.scipy, **self.settings)

    def kept(self, keep: Bools) -> Distances:
        """Those of the objects where ``keep`` is true, as they are in the whole; of all, these.

        Where the whole is too large for a distance that needs all objects at once, these alone are
        the whole.
        """
        if keep.all():
            return self
        at = np.flatnonzero(keep)
        require_objects(at.size)
        features = None if self.features is None else self.features[at]
        at_once = self.metric.at_once is not None and self.n <= self.metric.most_objects
        if self.given is not None or at_once:
            given = part_of_condensed(self.stored, at)
            return given_distances(given, features=features, checked=True)
        table = None
        if self.metric.whole_table:
            table = Prepared(self._prepared.rows[at], self._prepared.settings)
        return Distances(self.metric, at.size, features, table=table, options=self.options)

    @property
    def settings(self) -> Mapping[str, Any]:
        """What the formulas of the metric take besides rows."""
        return {**self._prepared.settings, **self.options}

    def require_pairwise(self) -> None:
        """Refuse a distance that cannot be computed for some of the pairs alone."""
        if self.given is None and self.metric.only_at_once:
            raise InputError(self.metric.only_at_once)

    def require_defined(self, values: Floats) -> None:
        """Refuse values that are no distances, such as 0 / 0."""
        if not (values >= 0).all() or np.isinf(values).any():
            raise InputError(
                f"Some of these rows have no {self.metric.label} distance; choose another distance."
            )

    @cached_property
    def _prepared(self) -> Prepared:
        return self.table if self.table is not None else self.metric.prepare(self.features)

    def _few_tie_values(self, i: Integers, j: Integers) -> Floats:
        table = self.by_feature.T
        difference = np.abs(table[i] - table[j])
        if self.kernel == SQUARED_EUCLIDEAN:
            return (difference**2).sum(axis=1)
        return difference.sum(axis=1) if self.kernel == CITYBLOCK else difference.max(axis=1)

    def _by_formula(self, i: Integers, j: Integers) -> Floats:
        a, b = self._prepared.rows[i], self._prepared.rows[j]
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.metric.pair is not None:
                values = self.metric.pair(a, b, **self.settings)
            else:  # one by one: right for any metric, if not quick
                each = [self.between(a[t : t + 1], b[t : t + 1]) for t in range(i.size)]
                values = np.concatenate(each).ravel()
        values = self._without_rounding(values)
        self.require_defined(values)
        return values

    def _compute_condensed(self) -> Floats:
        self.metric.require_few(self.n)
        if self.metric.is_euclidean and not self.metric.squared:
            return pdist(self.by_feature.T, "euclidean") / self.scale
        out = self._without_rounding(self._all_values())
        bad = np.flatnonzero(~np.isfinite(out) | (out < 0))
        if bad.size:
            i, j = (int(v[0]) for v in pair_objects(bad[:1], self.n))
            raise InputError(
                f"The {self.metric.label} distance of rows {i} and {j} is {out[bad[0]]}. "
                f"It is not defined for these values; choose another distance."
            )
        return out

    def _all_values(self) -> Floats:
        rows = self._prepared.rows
        if self.metric.at_once is not None:
            return self.metric.at_once(rows, **self.settings)
        if self.metric.scipy:
            return pdist(rows, self.metric.scipy, **self.settings)
        out = np.empty(self.n_pairs)
        for i in range(self.n - 1):
            own = slice(row_start(i, self.n), row_start(i + 1, self.n))
            out[own] = self.between(rows[i : i + 1], rows[i + 1 :])[0]
        return out

    def _without_rounding(self, values: Floats) -> Floats:
        if self.metric.rounding > 0:
            values[np.abs(values) < self.metric.rounding] = 0.0
        return values


def distances_of(
    data: Any,
    metric: str = "euclidean",
    *,
    metric_options: Mapping[str, float] | None = None,
    p: float | None = None,
    sampled: bool = False,
) -> Distances:
    """Check data and metric once and describe their distances.

    ``data`` is a feature table (array or DataFrame), a :class:`Dataset`, or with
    ``metric="precomputed"`` a square or condensed distance matrix. A Dataset that carries its own
    distances is scored by these. ``metric_options`` are settings of the metric by name; ``p``, the
    power of the Minkowski distance, can be given by itself too, and other distances ignore it. Of
    what is only ``sampled`` there may be more objects than have distances that need all at once.
    """
    if isinstance(data, Distances):
        return data
    row = metric_row(metric)
    given = dict(metric_options or {})
    if p is not None and any(setting.name == "p" for setting in row.settings):
        given.setdefault("p", p)
    options = row.options(given)
    if isinstance(data, Dataset):
        if data.distances is not None:
            return given_distances(data.distances)
        if not row.takes_features:
            raise InputError("This data set has features; choose a distance for them.")
        data = data.mixed if row.needs == "table" and data.mixed is not None else data.X
    if not row.takes_features:
        return given_distances(data)
    if row.needs == "table":
        table = row.prepare(data)
        return Distances(row, table.rows.shape[0], table=table, options=options)
    features = as_features(data)
    if not sampled:
        row.require_few(features.shape[0])
    return Distances(row, features.shape[0], features=features, options=options)


def given_distances(
    values: Any, *, features: Floats | None = None, checked: bool = False
) -> Distances:
    """Distances that come ready-made, square or condensed; perhaps with the objects' features."""
    given = values if checked else as_condensed(values)
    return Distances(METRICS["precomputed"], condensed_objects(given.size), features, given)
