"""`METRICS`: which distances exist. A row holds every fact about its distance.

Adding one is one row. A distance that scipy knows needs its name there; any other needs `block`,
the distances between two lists of rows. `pair`, the distances of single pairs, is optional: with it
samples are quick. A distance that has neither, because it follows from the whole table at once,
gives `at_once` and up to how many objects it is fit for; bounds and samples then refuse it and say
why. Numbers that a caller may tell it are its `settings`, which reach the formulas as keywords.
Functions stand at the top of a module, so that a row can be sent to another process.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from aucc_core.score import gower
from aucc_core.score.inputs import Bools, Floats, InputError, registry, require_known_settings
from aucc_core.score.path import (
    MOST_NEIGHBOURS,
    MOST_POWER,
    NEIGHBOURS,
    POWER,
    path_distances,
)

# How a compiled kernel gets the distances of a row: from stored values or from the features.
STORED, SQUARED_EUCLIDEAN, CITYBLOCK, CHEBYSHEV = 0, 1, 2, 3

# Pairs picked one by one: what a formula in numpy takes for each feature more than a loop over a
# row, and what a call of scipy takes for each pair.
_FORMULA_NS = 12.0
_CALL_NS = 4_000.0

# "0-1 features" are numbers too; "table" may hold categories; "distances" come ready-made.
Needs = Literal["features", "0-1 features", "table", "distances"]


@dataclass(frozen=True)
class MetricSetting:
    """A number that a distance can be told, what it is otherwise, and what is allowed.

    ``label`` and ``help`` are for menus: what it is called, and one plain line on what it does.
    """

    name: str
    default: float
    least: float
    most: float = math.inf
    whole: bool = False
    label: str = field(kw_only=True)
    help: str = field(kw_only=True)

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""
        span = f"{self.least:g} or more"
        if self.most < math.inf:
            span = f"{self.least:g} to {self.most:g}"
        return f"{span}, a whole number" if self.whole else span

    def checked(self, value: Any, owner: str) -> float:
        """The value, or why the distance cannot be computed with it."""
        is_number = isinstance(value, Real) and not isinstance(value, bool)
        number = float(value) if is_number else math.nan
        fits = self.least <= number <= self.most and math.isfinite(number)
        if not fits or (self.whole and number % 1):
            raise InputError(
                f"{owner} needs {self.name} of {self.allowed}; got {value}. "
                f"Give the distance another {self.name}."
            )
        return number


@dataclass(frozen=True, eq=False)
class Prepared:
    """What the distances of a table are computed from: its rows, and numbers true of all of it."""

    rows: npt.NDArray
    settings: Mapping[str, Any] = field(default_factory=dict)


def _as_they_are(X: Any) -> Prepared:
    return Prepared(X)


@dataclass(frozen=True)
class Metric:
    """One row of the registry.

    Attributes
    ----------
    name, label, help : for code, for menus, and one plain line on what it measures.
    source : who described it.
    needs : what it is computed from.
    kernel : how compiled kernels compute it from features; STORED when they do not.
    squared : with the kernel SQUARED_EUCLIDEAN, whether the distance is the square itself.
    scipy : its name in ``scipy.spatial.distance``.
    block : without scipy, (rows a, rows b, **settings) → the matrix of their distances.
    pair : (rows a, rows b, **settings) → the distance of a[t] and b[t] for each t.
    at_once : (rows, **settings) → all distances in scipy's pair order, where nothing less will do.
        Such a metric is one of the whole table.
    most_objects : up to how many objects ``at_once`` is fit for.
    settings : numbers that a caller may tell it, as ``metric_options``.
    prepare : the table, checked, as the rows and settings above.
    rounding : distances below this are 0: what rounding leaves of equal rows.
    follows_whole_table : whether it depends on numbers of the whole table (covariance, ranges).
    norm : (absolute differences, **settings) → lengths of their rows. None where the mean of a
        cluster is no point one can measure to.
    as_euclidean : features whose Euclidean distances these are; None where there are none such.
    own_values : whether it needs the values that a column has (counts, yes or no), so that others
        between them mean nothing.
    feature_ns, pair_ns : nanoseconds on one core for each feature of a pair, and for the pair
        besides, where distances are computed row by row or all at once. Every row states the
        first.
    """

    name: str
    label: str
    help: str
    source: str = ""
    needs: Needs = "features"
    kernel: int = STORED
    squared: bool = False
    scipy: str = ""
    block: Callable[..., Floats] | None = None
    pair: Callable[..., Floats] | None = None
    at_once: Callable[..., Floats] | None = None
    most_objects: int = 5_000
    settings: tuple[MetricSetting, ...] = ()
    prepare: Callable[[Any], Prepared] = _as_they_are
    rounding: float = 0.0
    follows_whole_table: bool = False
    norm: Callable[..., Floats] | None = None
    as_euclidean: Callable[[Floats], Floats] | None = None
    own_values: bool = False
    feature_ns: float = field(kw_only=True)
    pair_ns: float = 0.0

    @property
    def whole_table(self) -> bool:
        """Whether a part of the objects must keep the distances that it has in the whole."""
        return self.follows_whole_table or self.at_once is not None

    @property
    def takes_features(self) -> bool:
        """Whether it is computed from a table; False for distances that come ready-made."""
        return self.needs != "distances"

    @property
    def has_features(self) -> bool:
        """Whether what it is computed from are numeric features."""
        return self.needs in ("features", "0-1 features")

    @property
    def is_euclidean(self) -> bool:
        """Whether pairs are ordered as by Euclidean distances."""
        return self.kernel == SQUARED_EUCLIDEAN

    @property
    def only_at_once(self) -> str:
        """Why there are neither bounds nor samples, as a sentence; empty when there are."""
        if self.at_once is None:
            return ""
        return (
            f"The {self.label} distance needs all objects at once, so that there are neither "
            f"bounds nor samples of pairs; it is scored exactly, for up to {self.most_objects:,} "
            "objects."
        )

    def require_few(self, n: int) -> None:
        """Refuse more objects than are fit to be looked at all at once."""
        if self.at_once is not None and n > self.most_objects:
            raise InputError(
                f"{self.only_at_once[:-1]}; got {n:,}. Take a random sample of "
                f"{self.most_objects:,} objects, or choose another distance."
            )

    def options(self, given: Mapping[str, float] | None = None) -> dict[str, float]:
        """All settings: those that are given, once they are checked, and the others' defaults."""
        given = given or {}
        require_known_settings(self.label, given, [s.name for s in self.settings])
        return {s.name: s.checked(given.get(s.name, s.default), self.label) for s in self.settings}

    def called(self, options: Mapping[str, float]) -> str:
        """The label, with those of its settings that are not as usual."""
        others = {s.name: s.default for s in self.settings}
        told = [f"{name} {v:g}" for name, v in options.items() if v != others.get(name)]
        return f"{self.label} ({', '.join(told)})" if told else self.label

    def nanoseconds(self, d: int) -> float:
        """Time for a pair with d features on one core; good to a factor of two."""
        return self.pair_ns + d * self.feature_ns

    def nanoseconds_alone(self, d: int) -> float:
        """The same for a pair that is picked alone, as in a sample, without others of its row."""
        if self.kernel != STORED or not self.takes_features:
            return self.nanoseconds(d)
        return self.nanoseconds(d) + (_CALL_NS if self.pair is None else d * _FORMULA_NS)


def metric_row(name: str) -> Metric:
    """The row of a metric, or which ones there are."""
    row = METRICS.get(name)
    if row is None:
        raise InputError(f"Unknown metric {name!r}; choose one of {', '.join(METRICS)}.")
    return row


def whitened(X: Floats) -> Floats:
    """Features whose Euclidean distances are the Mahalanobis distances of X."""
    covariance = np.atleast_2d(np.cov(X, rowvar=False))
    axes, spread, _ = np.linalg.svd(covariance)
    return (X - X.mean(axis=0)) @ axes / np.sqrt(spread)


def _yes_or_no(X: Floats) -> Prepared:
    if not np.isin(X, (0.0, 1.0)).all():
        raise InputError("Jaccard needs yes/no features (0 and 1 only).")
    return Prepared(X.astype(bool))


def _not_all_zeros(X: Floats) -> Prepared:
    return _with_direction(X, X, "Cosine", "all zeros")


def _not_constant(X: Floats) -> Prepared:
    return _with_direction(X, X - X.mean(axis=1, keepdims=True), "Correlation", "constant")


def _with_direction(X: Floats, centred: Floats, label: str, what: str) -> Prepared:
    empty = np.flatnonzero(~centred.any(axis=1))
    if empty.size:
        raise InputError(
            f"{label} distance is not defined for a row that is {what}: row {empty[0]}."
        )
    return Prepared(X)


def _inverse_covariance(X: Floats) -> Prepared:
    covariance = np.atleast_2d(np.cov(X, rowvar=False))
    if np.linalg.matrix_rank(covariance) < covariance.shape[0]:
        raise InputError(
            "Mahalanobis needs features that are not constant nor sums of each other, and "
            "more rows than columns; drop such columns or choose another distance."
        )
    return Prepared(X, {"VI": np.linalg.inv(covariance)})


def _mixed_table(X: Any) -> Prepared:
    rows, numbers = gower.as_rows(X)
    return Prepared(rows, {"numbers": numbers})


# The formulas once more for single pairs, for which scipy has nothing.


def _minkowski(a: Floats, b: Floats, p: float) -> Floats:
    return (np.abs(a - b) ** p).sum(axis=1) ** (1.0 / p)


def _cosine(a: Floats, b: Floats) -> Floats:
    lengths = np.sqrt((a * a).sum(axis=1)) * np.sqrt((b * b).sum(axis=1))
    return 1.0 - np.clip((a * b).sum(axis=1) / lengths, -1.0, 1.0)


def _correlation(a: Floats, b: Floats) -> Floats:
    return _cosine(a - a.mean(axis=1, keepdims=True), b - b.mean(axis=1, keepdims=True))


def _canberra(a: Floats, b: Floats) -> Floats:
    weight = np.abs(a) + np.abs(b)
    return np.where(weight > 0, np.abs(a - b) / weight, 0.0).sum(axis=1)


def _braycurtis(a: Floats, b: Floats) -> Floats:
    return np.asarray(np.abs(a - b).sum(axis=1) / np.abs(a + b).sum(axis=1))


def _hamming(a: Floats, b: Floats) -> Floats:
    return np.asarray((a != b).mean(axis=1))


def _jaccard(a: Bools, b: Bools) -> Floats:
    present = (a | b).sum(axis=1)
    return np.where(present > 0, (a ^ b).sum(axis=1) / np.maximum(present, 1), 0.0)


def _mahalanobis(a: Floats, b: Floats, VI: Floats) -> Floats:
    difference = a - b
    return np.sqrt(np.maximum(((difference @ VI) * difference).sum(axis=1), 0.0))


def _sum_of_squares(difference: Floats) -> Floats:
    return np.asarray(np.einsum("ij,ij->i", difference, difference))


def _root_of_squares(difference: Floats) -> Floats:
    return np.asarray(np.sqrt(_sum_of_squares(difference)))


def _sum(difference: Floats) -> Floats:
    return np.asarray(difference.sum(axis=1))


def _largest(difference: Floats) -> Floats:
    return np.asarray(difference.max(axis=1))


def _power_mean(difference: Floats, p: float) -> Floats:
    return np.asarray((difference**p).sum(axis=1) ** (1 / p))


# 1 - cos is exact to about 1e-16 only, so directions that agree come out a little off 0.
_COSINE_ROUNDING = 1e-14

METRICS: Mapping[str, Metric] = registry(
    Metric(
        "euclidean",
        "Euclidean",
        "Straight-line distance.",
        "Euclid, Elements, book I",
        kernel=SQUARED_EUCLIDEAN,
        scipy="euclidean",
        norm=_root_of_squares,
        feature_ns=0.1,
    ),
    Metric(
        "sqeuclidean",
        "Squared Euclidean",
        "Straight-line distance squared; ranks pairs like Euclidean.",
        "Euclid, Elements, book I",
        kernel=SQUARED_EUCLIDEAN,
        squared=True,
        scipy="sqeuclidean",
        norm=_sum_of_squares,
        feature_ns=0.1,
    ),
    Metric(
        "cityblock",
        "City block",
        "Sum of the differences (Manhattan).",
        "Minkowski 1910, Geometrie der Zahlen",
        kernel=CITYBLOCK,
        scipy="cityblock",
        norm=_sum,
        feature_ns=0.1,
    ),
    Metric(
        "chebyshev",
        "Chebyshev",
        "Largest difference in any feature.",
        "Minkowski 1910, Geometrie der Zahlen",
        kernel=CHEBYSHEV,
        scipy="chebyshev",
        norm=_largest,
        feature_ns=0.1,
    ),
    Metric(
        "minkowski",
        "Minkowski",
        "Between city block and Chebyshev; p is 2, in Python metric_options={'p': 3} changes it.",
        "Minkowski 1910, Geometrie der Zahlen",
        scipy="minkowski",
        pair=_minkowski,
        settings=(
            MetricSetting(
                "p",
                2.0,
                least=1.0,
                label="Power p",
                help="1 adds the differences up, 2 is the straight line; the higher, the more the "
                "largest difference alone decides.",
            ),
        ),
        norm=_power_mean,
        feature_ns=20.0,
    ),
    Metric(
        "cosine",
        "Cosine",
        "Angle between rows; their lengths do not count.",
        "Salton and McGill 1983, Introduction to Modern Information Retrieval",
        scipy="cosine",
        pair=_cosine,
        prepare=_not_all_zeros,
        rounding=_COSINE_ROUNDING,
        feature_ns=2.0,
    ),
    Metric(
        "correlation",
        "Correlation",
        "Shape of the rows; level and scale drop out.",
        "Pearson 1895, Proceedings of the Royal Society 58",
        scipy="correlation",
        pair=_correlation,
        prepare=_not_constant,
        rounding=_COSINE_ROUNDING,
        feature_ns=2.0,
    ),
    Metric(
        "canberra",
        "Canberra",
        "Sum of differences relative to the values' size.",
        "Lance and Williams 1966, The Computer Journal 9",
        scipy="canberra",
        pair=_canberra,
        own_values=True,
        feature_ns=2.0,
    ),
    Metric(
        "braycurtis",
        "Bray-Curtis",
        "Difference relative to the total; for counts.",
        "Bray and Curtis 1957, Ecological Monographs 27",
        scipy="braycurtis",
        pair=_braycurtis,
        own_values=True,
        feature_ns=2.0,
    ),
    Metric(
        "hamming",
        "Hamming",
        "Share of features that differ.",
        "Hamming 1950, Bell System Technical Journal 29",
        scipy="hamming",
        pair=_hamming,
        own_values=True,
        feature_ns=2.0,
    ),
    Metric(
        "jaccard",
        "Jaccard",
        "For yes/no features: share of present ones that differ.",
        "Jaccard 1912, New Phytologist 11",
        needs="0-1 features",
        scipy="jaccard",
        pair=_jaccard,
        prepare=_yes_or_no,
        own_values=True,
        feature_ns=2.0,
    ),
    Metric(
        "mahalanobis",
        "Mahalanobis",
        "Euclidean after removing the covariance.",
        "Mahalanobis 1936, Proceedings of the National Institute of Sciences of India 2",
        scipy="mahalanobis",
        pair=_mahalanobis,
        prepare=_inverse_covariance,
        follows_whole_table=True,
        as_euclidean=whitened,
        feature_ns=6.0,
    ),
    Metric(
        "gower",
        "Gower",
        "Mixed tables: scaled numbers and category mismatches.",
        "Gower 1971, Biometrics 27",
        needs="table",
        block=gower.block,
        pair=gower.pair,
        prepare=_mixed_table,
        follows_whole_table=True,
        feature_ns=2.0,
    ),
    Metric(
        "path",
        "Dense path",
        "Sum of steps from neighbour to neighbour, long ones counting most; for long and nested "
        "clusters, up to 5,000 objects. In Python metric_options={'power': 2, 'neighbours': 15}.",
        "Hwang, Damelin and Hero 2016, The Annals of Applied Probability 26; "
        "Groisman, Jonckheere and Sapienza 2022, Bernoulli 28",
        at_once=path_distances,
        most_objects=5_000,
        settings=(
            MetricSetting(
                "power",
                POWER,
                least=1.0,
                most=MOST_POWER,
                label="Power of a step",
                help="How much long steps are avoided: at 1 the way is straight, the higher the "
                "more it keeps to where objects are dense.",
            ),
            MetricSetting(
                "neighbours",
                NEIGHBOURS,
                least=1,
                most=MOST_NEIGHBOURS,
                whole=True,
                label="Neighbours",
                help="How many nearest objects a step may lead to.",
            ),
        ),
        feature_ns=0.5,
        pair_ns=300.0,
    ),
    Metric(
        "precomputed",
        "Given distances",
        "The input is a square or condensed distance matrix.",
        needs="distances",
        follows_whole_table=True,
        feature_ns=0.0,
        pair_ns=0.5,
    ),
)
