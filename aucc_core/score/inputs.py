"""What comes in: `Dataset`, every check on arrays and labels, and the one error that says why not.

The names of array types, how work done in steps is told and run, what a registry is and the order
of pairs stand here too, once for all rooms.
Tables of pandas are taken by what they can do, so that nothing here has to import it.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Generator,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, fields, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int64]  # one cluster number 0..k-1 per object
Labels = npt.NDArray[np.integer]  # clusters by number, of whatever width; noise is -1
Bools = npt.NDArray[np.bool_]
# Called with (done, total, message).
Progress = Callable[[float, float, str], Any]

MIN_OBJECTS = 3
# Written out, as people read it and search for it.
NEEDS_OBJECTS = "AUCC needs 3 objects or more"


class Named(Protocol):
    """Anything with a name: a row of a registry."""

    @property
    def name(self) -> str:
        """What code and the command line call it."""


Row = TypeVar("Row", bound=Named)
Step = TypeVar("Step")
T = TypeVar("T")


def registry(*rows: Row) -> Mapping[str, Row]:
    """Rows by their names, in menu order; read-only."""
    return MappingProxyType({row.name: row for row in rows})


class InputError(ValueError):
    """Something the caller gave cannot be used; the message says what, where and the remedy."""


def run_steps(steps: Generator[Step, Any, T], each: Callable[[Step], Any] = lambda _: None) -> T:
    """Run a generator to its end for what it returns; ``each`` is called with every step."""
    while True:
        try:
            each(next(steps))
        except StopIteration as stop:
            whole: T = stop.value
            return whole


@dataclass(frozen=True, eq=False)
class Dataset:
    """One table ready to be clustered and scored: features, or distances, or both.

    Arrays are made read-only, so a dataset can be shared between sessions and threads.

    Attributes
    ----------
    name : how people call it.
    X : (n, d) float64 features. With distances only, a 2-D layout for display.
    feature_names : one name per column of ``X``.
    labels : true or given labels of any kind, one per object; None when there are none.
    label_columns : every column that may serve as labels, by name.
    distances : condensed distances (scipy's pair order) that replace those of ``X``; None for
        plain feature data.
    mixed : feature table with text columns too, for the Gower distance; None when all numeric.
    object_names : one name per object; None for row numbers.
    rows : places of the objects among the rows of their file; None when every row is an object.
    notices : what was done to the data on the way in, one sentence each.
    source, licence : where it comes from and on which terms; empty for user data.
    """

    name: str
    X: Floats
    feature_names: tuple[str, ...] = ()
    labels: npt.NDArray | None = None
    label_columns: Mapping[str, npt.NDArray] = field(default_factory=dict)
    distances: Floats | None = None
    mixed: pd.DataFrame | None = None
    object_names: tuple[str, ...] | None = None
    rows: Integers | None = None
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
        if self.rows is not None:
            freeze(self, "rows", _read_only(np.array(self.rows, dtype=np.int64)))
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
            distances=None if self.distances is None else part_of_condensed(self.distances, at),
            mixed=None if self.mixed is None else self.mixed.iloc[at].reset_index(drop=True),
            object_names=tuple(f"row {i + 1}" if names is None else names[i] for i in at.tolist()),
            rows=at if self.rows is None else self.rows[at],
        )


def as_features(X: Any) -> Floats:
    """Return X as a finite (n, d) float64 array, or say which cell is wrong."""
    names = [str(c) for c in X.columns] if hasattr(X, "columns") else None
    try:
        array = np.ascontiguousarray(X, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"Features must be numbers: {error}.") from error
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2:
        raise InputError(f"Features must be a table (n, d); got {array.ndim} dimensions.")
    require_objects(array.shape[0])
    require_columns(array.shape[1])
    require_finite(array, names)
    return array


def as_condensed(D: Any) -> Floats:
    """Return square or condensed distances as condensed float64 (scipy's pair order)."""
    try:
        array = np.asarray(D, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"Distances must be numbers: {error}.") from error
    if array.ndim == 2:
        return _condense_square(array)
    if array.ndim != 1:
        raise InputError(f"Distances must be square or condensed; got {array.ndim} dimensions.")
    n = condensed_objects(array.size)
    require_objects(n)
    _require_finite_distances(array)
    require_not_negative(array)
    return _without_negative_zeros(np.ascontiguousarray(array))


def condensed_objects(size: int) -> int:
    """Number of objects behind `size` condensed distances."""
    n = round((1 + (1 + 8 * size) ** 0.5) / 2)
    if n * (n - 1) // 2 != size:
        raise InputError(
            f"Condensed distances must have n(n-1)/2 entries; {size} is no such number."
        )
    return n


def row_start(i: Any, n: int) -> Any:
    """Condensed index of the pair (i, i + 1)."""
    return i * (2 * n - i - 1) // 2


def pair_index(i: Integers, j: Integers, n: int) -> Integers:
    """Condensed index of the pairs of objects i and j, i ≠ j, in whichever order."""
    low, high = np.minimum(i, j), np.maximum(i, j)
    return np.asarray(row_start(low, n) + high - low - 1)


def pair_objects(pairs: npt.NDArray[np.integer], n: int) -> tuple[Integers, Integers]:
    """Objects i < j behind condensed pair indices.

    >>> [axis.tolist() for axis in pair_objects(np.array([0, 2, 5]), 4)]
    [[0, 0, 2], [1, 3, 3]]
    """
    pairs = np.asarray(pairs, dtype=np.int64)
    # At the start of a row the root is of a perfect square, so the floor is exact (n < 6e7).
    i = np.floor(n - 0.5 - np.sqrt((n - 0.5) ** 2 - 2.0 * pairs)).astype(np.int64)
    return i, pairs - row_start(i, n) + i + 1


def part_of_condensed(distances: npt.NDArray, at: Integers) -> npt.NDArray:
    """Condensed distances between some of the objects, in the order given."""
    i, j = np.triu_indices(at.size, 1)
    return distances[pair_index(at[i], at[j], condensed_objects(distances.size))]


def as_codes(labels: Any, n: int) -> Codes:
    """Return labels of any hashable kind as codes 0..k-1, numbered by first appearance.

    Raises InputError unless there is one label per object and at least one pair of objects within
    a cluster and one between clusters.
    """
    codes = label_codes(labels)
    require_label_per_object(codes.size, n)
    k = int(codes.max()) + 1
    if k == 1:
        raise InputError(
            f"AUCC needs 2 to {n - 1} clusters for {n} objects; got 1 (no between-cluster pairs)."
        )
    if k == n:
        raise InputError(
            f"AUCC needs 2 to {n - 1} clusters for {n} objects; got {n}: "
            "every object is alone (no within-cluster pairs)."
        )
    return codes


def label_codes(labels: Any) -> Codes:
    """Codes 0..k-1 by first appearance; missing labels are refused with their row."""
    values = _label_values(labels)
    require_no_missing_label(values)
    return codes_of(values)


def true_codes(true_labels: Any, n: int) -> Codes:
    """Codes of true labels, one per object; how many classes there are is free."""
    codes = label_codes(true_labels)
    if codes.size != n:
        raise InputError(
            f"True labels must match the objects: {codes.size} true labels for {n} objects."
        )
    return codes


def codes_of(values: npt.NDArray) -> Codes:
    """Codes 0..k-1 by first appearance, of a column without missing values."""
    if values.dtype.kind not in "biufmM":  # text and objects: equal is what Python calls equal
        seen: dict[Any, int] = {}
        return np.array([seen.setdefault(v, len(seen)) for v in values.tolist()], np.int64)
    if _is_narrow(values):
        group = values.astype(np.int64) - values.min().astype(np.int64)
    else:
        group = np.unique(values, return_inverse=True)[1]
    first = np.full(int(group.max(initial=0)) + 1, values.size)
    first[group[::-1]] = np.arange(values.size)[::-1]  # of several, the one written last stays
    number = np.empty(first.size, np.int64)
    number[np.argsort(first, kind="stable")] = np.arange(first.size)
    return number[group]


def _is_narrow(values: npt.NDArray) -> bool:
    """Whether whole numbers lie so close together that a table of them is quicker than sorting."""
    if values.dtype.kind not in "iu" or values.size == 0:
        return False
    return int(values.max()) - int(values.min()) < values.size + 1000


def first_missing(values: npt.NDArray) -> int | None:
    """First row of a column that is None, not a number, or pandas' missing; None if there is none.

    >>> first_missing(np.array(["a", None], dtype=object))
    1
    """
    if values.dtype.kind == "O":
        for value in dict.fromkeys(values.tolist()):
            if _is_missing(value):
                return next(row for row, other in enumerate(values) if other is value)
        return None
    # Only what is missing differs from itself.
    missing = values != values
    return int(missing.argmax()) if missing.any() else None


def require_objects(n: int) -> None:
    """Refuse fewer objects than AUCC needs."""
    if n < MIN_OBJECTS:
        raise InputError(f"{NEEDS_OBJECTS}; got {n}.")


def require_columns(d: int) -> None:
    """Refuse features without a column."""
    if d == 0:
        raise InputError("Features need at least one column; got none.")


def require_finite(
    features: Floats, names: Sequence[Hashable] | None = None, rows: Integers | None = None
) -> None:
    """Refuse a cell that is no finite number; names of columns, and numbers of rows, if other."""
    finite = np.isfinite(features)
    if finite.all():
        return
    row, column = np.argwhere(~finite)[0]
    where = column if names is None else repr(names[column])
    raise InputError(
        f"Features must be finite; row {row if rows is None else rows[row]}, column {where} is "
        f"{features[row, column]}. Drop or fill such rows first."
    )


def require_label_per_object(size: int, n: int) -> None:
    """Refuse more or fewer labels than objects."""
    if size != n:
        raise InputError(f"Labels must match the objects: {size} labels for {n} objects.")


def require_no_missing_label(labels: npt.NDArray, remedy: str = "") -> None:
    """Refuse a missing label."""
    row = first_missing(labels)
    if row is not None:
        raise InputError(f"Labels must not be missing; row {row} has none.{remedy}")


def require_not_negative(
    distances: Floats, place: Callable[..., str] | None = None, remedy: str = ""
) -> None:
    """Refuse distances below 0; `place` words where the lowest one stands."""
    if distances.min() < 0:
        at = np.unravel_index(int(distances.argmin()), distances.shape)
        where = (place or _place)(*at)
        raise InputError(f"Distances must not be negative; {where} is {distances[at]:g}.{remedy}")


def refuse_diagonal(place: str, value: float, remedy: str) -> NoReturn:
    """Refuse a distance matrix for what stands on its diagonal."""
    raise InputError(f"The diagonal of a distance matrix must be 0; {place} is {value:g}. {remedy}")


def require_known_settings(owner: str, given: Iterable[str], known: Collection[str]) -> None:
    """Refuse a setting that its owner does not have."""
    for name in given:
        if name not in known:
            shown = ", ".join(known) or "none"
            raise InputError(f"{owner} has no setting {name!r}; known: {shown}.")


def _is_missing(value: Any) -> bool:
    if value is None:
        return True
    try:
        return bool(value != value)
    except TypeError:  # pandas' NA neither equals itself nor not
        return isinstance(value, Hashable)
    except ValueError:  # an array; it is refused as such later
        return False


def _label_values(labels: Any) -> npt.NDArray:
    if hasattr(labels, "to_numpy"):  # a column of pandas
        labels = labels.to_numpy()
    if isinstance(labels, np.ndarray):
        if labels.ndim == 2 and 1 in labels.shape:
            labels = labels.ravel()
        if labels.ndim != 1:
            raise InputError(f"Labels must be one column; got {labels.ndim} dimensions.")
        if labels.dtype.kind != "O":
            return labels
    if isinstance(labels, str | bytes) or not hasattr(labels, "__iter__"):
        raise InputError(f"Labels must be a sequence; got {type(labels).__name__}.")
    # An object array keeps tuples whole and 1 apart from "1", which np.asarray would not.
    values = list(labels)
    array = np.empty(len(values), dtype=object)
    for i, value in enumerate(values):
        try:
            hash(value)
        except TypeError as error:
            kind = type(value).__name__
            raise InputError(f"Labels must be hashable; row {i} is a {kind}.") from error
        array[i] = value
    return array


def _condense_square(D: Floats) -> Floats:
    rows, columns = D.shape
    if rows != columns:
        raise InputError(f"A distance matrix must be square; got {rows} × {columns}.")
    require_objects(rows)
    _require_finite_distances(D)
    require_not_negative(D)
    diagonal = np.diagonal(D)
    if diagonal.any():
        at = int(np.flatnonzero(diagonal)[0])
        remedy = "Turn them into distances first, for example 1 - similarity."
        refuse_diagonal(_place(at, at), diagonal[at], f"Are these similarities? {remedy}")
    if not np.allclose(D, D.T, rtol=1e-10, atol=0.0):
        i, j = np.unravel_index(int(np.abs(D - D.T).argmax()), D.shape)
        raise InputError(
            f"Distances must be symmetric; {_place(i, j)} is {D[i, j]:g} "
            f"but ({j}, {i}) is {D[j, i]:g}."
        )
    return _without_negative_zeros(D[np.triu_indices(rows, 1)])


def _without_negative_zeros(distances: Floats) -> Floats:
    """The sign bit of -0.0 would sort it behind all others; the caller's array stays as it is."""
    return distances + 0.0 if np.signbit(distances).any() else distances


def _require_finite_distances(distances: Floats) -> None:
    finite = np.isfinite(distances)
    if not finite.all():
        at = tuple(np.argwhere(~finite)[0])
        raise InputError(f"Distances must be finite; {_place(*at)} is {distances[at]}.")


def _place(*at: int | np.integer) -> str:
    """Where a value stands among condensed distances, or in a matrix."""
    return f"entry {at[0]}" if len(at) == 1 else f"cell ({at[0]}, {at[1]})"


def _read_only(a: npt.NDArray) -> npt.NDArray:
    a.setflags(write=False)
    return a
