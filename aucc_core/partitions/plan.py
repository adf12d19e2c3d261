"""What is to be computed: checked algorithms, numbers of clusters and settings."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aucc_core.objects import Objects
from aucc_core.partitions.algorithms import ALGORITHMS, Algorithm, algorithm_rows, refusal
from aucc_core.validate import InputError


@dataclass(frozen=True)
class Settings:
    """Everything but the data and k that decides the labels."""

    seed: int
    n_init: int = 10
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """Algorithms and ks in order, and what a person should know about them."""

    rows: tuple[Algorithm, ...]
    ks: tuple[int, ...]
    settings: Mapping[str, Settings]
    notices: tuple[str, ...]

    @property
    def total(self) -> int:
        """Number of partitions that will be made."""
        return sum(len(self.ks) if row.takes_k else 1 for row in self.rows)


def k_range(first: int, last: int) -> range:
    """The numbers of clusters first, first + 1, …, last; a reversed range is refused."""
    if last < first:
        raise InputError(
            f"The range of k must go upwards; got {first} to {last}. Swap the two numbers."
        )
    return range(first, last + 1)


def plan_run(
    objects: Objects,
    algorithms: str | Iterable[str],
    ks: int | Iterable[int],
    *,
    seed: int,
    n_init: int = 10,
    options: Mapping[str, Mapping[str, Any]] | None = None,
) -> Plan:
    """Check everything before anything is computed."""
    rows = tuple(algorithm_rows(algorithms))
    for row in rows:
        reason = refusal(
            row,
            metric=objects.metric,
            has_features=objects.features is not None,
            n=objects.n,
        )
        if reason:
            raise InputError(reason)
    seed, n_init = _whole(seed, "The seed"), _whole(n_init, "n_init")
    if not 0 <= seed < 2**32:
        raise InputError(f"The seed must be between 0 and {2**32 - 1}; got {seed}.")
    if n_init < 1:
        raise InputError(f"n_init, the number of starts, must be 1 or more; got {n_init}.")
    needs_k = any(row.takes_k for row in rows)
    checked = _check_ks(ks, objects.n) if needs_k else ()
    given = {name: dict(values) for name, values in (options or {}).items()}
    _check_options(given)
    settings = {row.name: Settings(seed, n_init, given.get(row.name, {})) for row in rows}
    return Plan(rows, checked, settings, tuple(_notices(objects, rows, checked)))


def _check_ks(ks: int | Iterable[int], n: int) -> tuple[int, ...]:
    if isinstance(ks, range) and len(ks) == 0:
        raise InputError(
            f"The range of k from {ks.start} to {ks.stop} is empty; it must go upwards. "
            "For k = 2 to 10 give range(2, 11)."
        )
    values = [ks] if not isinstance(ks, Iterable) else list(ks)
    if not values:
        raise InputError("Give at least one number of clusters k; got none.")
    checked = tuple(dict.fromkeys(_whole(k, "The number of clusters k") for k in values))
    for k in checked:
        if not 2 <= k <= n - 1:
            raise InputError(f"k must be 2 to {n - 1} for {n} objects; got {k}.")
    return checked


def _whole(value: Any, what: str) -> int:
    try:
        if isinstance(value, bool | str):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise InputError(f"{what} must be a whole number; got {value!r}.") from None


def _check_options(options: Mapping[str, Mapping[str, Any]]) -> None:
    for name, values in options.items():
        (row,) = algorithm_rows(name)
        for key, value in values.items():
            if key not in row.settings:
                known = ", ".join(row.settings) or "none"
                raise InputError(f"{row.label} has no setting {key!r}; known: {known}.")
            if value is not None and not value > 0:
                raise InputError(f"{key} of {row.label} must be above 0; got {value}.")


def _notices(objects: Objects, rows: Iterable[Algorithm], ks: tuple[int, ...]) -> Iterable[str]:
    rows = list(rows)
    if objects.metric == "precomputed" and ALGORITHMS["ward"] in rows:
        yield "Ward takes the given distances as Euclidean; for others its merges mean little."
    by_features = [row.label for row in rows if row.needs == "features"]
    if by_features and objects.metric not in ("euclidean", "sqeuclidean"):
        yield (
            f"{', '.join(by_features)}: the clusters come from Euclidean distances between "
            f"features; only the scores use {objects.metric} distances."
        )
    if ks and max(ks) > objects.n_distinct:
        equal = [row.label for row in rows if row.takes_k and not row.splits_equal]
        text = f"There are only {objects.n_distinct} distinct objects, fewer than k = {max(ks)}."
        if equal:
            text += f" {', '.join(equal)}: no more than {objects.n_distinct} clusters."
        yield text
