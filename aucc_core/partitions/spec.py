"""`RunSpec`: what is to be run, in one value that travels.

Every function that clusters takes it and checks it against its objects before it begins; those
meant for people keep their keywords and make it with `run_of`. A Dask client is no part of it: it
cannot be copied, compared or sent to a process.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from aucc_core.large.engine import SizeChoices, engine_row
from aucc_core.partitions.algorithms import Algorithm, algorithm_rows, refusal
from aucc_core.partitions.method import Settings
from aucc_core.partitions.noise import require_noise_policy
from aucc_core.score.inputs import InputError, require_known_settings
from aucc_core.score.objects import Objects

Options = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class RunSpec:
    """Which partitions to make, and how to score them.

    Attributes
    ----------
    algorithms : names in `ALGORITHMS`.
    ks : numbers of clusters; empty when every algorithm finds its own.
    seed, n_init : seed and number of random starts, of which the best is kept.
    metric, metric_options : name in `METRICS`, and what that distance takes besides.
    options : further settings by algorithm.
    noise : name in `NOISE_POLICIES`.
    size : how to score data too large to rank.
    """

    algorithms: tuple[str, ...]
    ks: tuple[int, ...]
    seed: int
    metric: str = "euclidean"
    metric_options: Mapping[str, float] = field(default_factory=dict)
    n_init: int = 10
    options: Options = field(default_factory=dict)
    noise: str = "drop"
    size: SizeChoices = field(default_factory=SizeChoices)

    @classmethod
    def of(
        cls,
        algorithms: str | Iterable[str],
        ks: int | Iterable[int],
        *,
        seed: int,
        n_init: int = 10,
        options: Options | None = None,
        noise: str = "drop",
        size: SizeChoices | None = None,
        **distance: Any,
    ) -> RunSpec:
        """From what a person gives: one name or many, any whole numbers; each asked for once."""
        rows = algorithm_rows(algorithms)
        seed, n_init = _whole(seed, "The seed"), _whole(n_init, "n_init")
        if not 0 <= seed < 2**32:
            raise InputError(f"The seed must be between 0 and {2**32 - 1}; got {seed}.")
        if n_init < 1:
            raise InputError(f"n_init, the number of starts, must be 1 or more; got {n_init}.")
        whole = _whole_ks(ks) if any(row.takes_k for row in rows) else ()
        given = {name: dict(values) for name, values in (options or {}).items()}
        _check_options(given)
        require_noise_policy(noise)
        names = tuple(row.name for row in rows)
        return cls(
            names, whole, seed, n_init=n_init, options=given, noise=noise,
            size=size or SizeChoices(), **distance,
        )  # fmt: skip

    @property
    def is_large(self) -> bool:
        """Whether an engine is asked for that does not rank the pairs."""
        return self.size.engine != "auto" and not engine_row(self.size.engine).exact

    @property
    def rows(self) -> list[Algorithm]:
        """The algorithms, in order."""
        return algorithm_rows(self.algorithms)

    @property
    def total(self) -> int:
        """Number of partitions that will be made."""
        return sum(len(self.ks) if row.takes_k else 1 for row in self.rows)

    def settings(self, algorithm: str) -> Settings:
        """What one algorithm is told besides k."""
        return Settings(self.seed, self.n_init, self.options.get(algorithm, {}))

    def objects(self, data: Any) -> Objects:
        """The data with the distance of this run."""
        return _objects(data, self.metric, self.metric_options)

    def check(self, objects: Objects) -> None:
        """Refuse what cannot be run on these objects, before anything is computed."""
        objects.distances.metric.require_few(objects.n)
        has_features = objects.features is not None
        for row in self.rows:
            reason = refusal(row, metric=objects.metric, has_features=has_features, n=objects.n)
            if reason:
                raise InputError(reason)
        for k in self.ks:
            if not 2 <= k <= objects.n - 1:
                raise InputError(
                    f"k must be 2 to {objects.n - 1} for {objects.n} objects; got {k}."
                )

    def notices(self, objects: Objects) -> tuple[str, ...]:
        """What a person should know about this run on these objects."""
        return tuple(_notices(objects, self.rows, self.ks))


def run_of(
    data: Any,
    algorithms: str | Iterable[str],
    ks: int | Iterable[int],
    *,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
    **choices: Any,
) -> tuple[Objects, RunSpec]:
    """What a person asks for as keywords: the objects, and a run that is checked against them."""
    objects, spec = asked_run(
        data, algorithms, ks, metric=metric, metric_options=metric_options, **choices
    )
    spec.check(objects)
    return objects, spec


def asked_run(
    data: Any,
    algorithms: str | Iterable[str],
    ks: int | Iterable[int],
    *,
    metric: str,
    metric_options: Mapping[str, float] | None,
    **choices: Any,
) -> tuple[Objects, RunSpec]:
    """The same unchecked, for what clusters only samples of the objects."""
    objects = _objects(data, metric, metric_options)
    spec = RunSpec.of(
        algorithms, ks, metric=objects.metric, metric_options=objects.metric_options, **choices
    )
    return objects, spec


def _objects(data: Any, metric: str, metric_options: Mapping[str, float] | None) -> Objects:
    """The data with a distance, unchecked; objects have theirs already."""
    if isinstance(data, Objects):
        return data
    return Objects(data, metric, metric_options=metric_options, sampled=True)


def k_range(first: int, last: int) -> range:
    """The numbers of clusters first, first + 1, …, last; a reversed range is refused."""
    if last < first:
        raise InputError(
            f"The range of k must go upwards; got {first} to {last}. Swap the two numbers."
        )
    return range(first, last + 1)


def _whole_ks(ks: int | Iterable[int]) -> tuple[int, ...]:
    if isinstance(ks, range) and len(ks) == 0:
        raise InputError(
            f"The range of k from {ks.start} to {ks.stop} is empty; it must go upwards. "
            "For k = 2 to 10 give range(2, 11)."
        )
    values = [ks] if not isinstance(ks, Iterable) else list(ks)
    if not values:
        raise InputError("Give at least one number of clusters k; got none.")
    return tuple(dict.fromkeys(_whole(k, "The number of clusters k") for k in values))


def _whole(value: Any, what: str) -> int:
    try:
        if isinstance(value, bool | str):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise InputError(f"{what} must be a whole number; got {value!r}.") from None


def _check_options(options: Options) -> None:
    for name, values in options.items():
        (row,) = algorithm_rows(name)
        require_known_settings(row.label, values, row.settings)
        for key, value in values.items():
            if value is not None and not value > 0:
                raise InputError(f"{key} of {row.label} must be above 0; got {value}.")


def _notices(objects: Objects, rows: list[Algorithm], ks: tuple[int, ...]) -> Iterator[str]:
    if not objects.distances.metric.takes_features:
        yield from (row.given_distances for row in rows if row.given_distances)
    by_features = [row.label for row in rows if row.needs == "features"]
    if by_features and not objects.distances.metric.is_euclidean:
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
