"""The yardstick for a clustering that someone brings: what algorithms reach without clusters.

Random labels are none: whatever is fitted to data scores above them, even on plain noise. So
k-means and Ward make as many clusters on data of the same size without clusters (`REFERENCES`), and
the better of the two on each such set is what a clustering has to beat. Where k-means or Ward do
not fit the distance, others take their place.

The corrected score is the logit of AUCC less the mean logit of the yardstick with as many clusters
(as in `band`), which makes clusterings with different numbers of clusters comparable. The band is
simultaneous: 95 % of the sets without clusters stay below it with every number of clusters that is
looked at, so looking at several does not make a chance find more likely.

A clustering may leave objects out as noise, and whoever leaves out the difficult ones scores higher
everywhere. Then the algorithms leave out as many, those that sit worst, on data without clusters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from aucc_core.explain.curve_shape import logit
from aucc_core.explain.parts import parts_of
from aucc_core.partitions.algorithms import ALGORITHMS, refusal
from aucc_core.partitions.make import Partition
from aucc_core.partitions.spec import RunSpec
from aucc_core.score.inputs import Floats
from aucc_core.score.metrics import METRICS
from aucc_core.score.objects import Objects
from aucc_core.sweeps.scorer import scores_or_chance, unscorable
from aucc_core.verdicts.band import band_steps, column_spread
from aucc_core.verdicts.null_data import references_for

N_SETS = 39
LEVEL = 0.95
_PREFERRED = ("kmeans", "ward", "complete", "average")


@dataclass(frozen=True, eq=False)
class Yardstick:
    """What the better of some algorithms scores on sets without clusters.

    Attributes
    ----------
    algorithms, reference : names in `ALGORITHMS` and `REFERENCES`.
    ks : number of clusters of each column.
    scores : AUCC of the better algorithm, (sets, columns).
    """

    algorithms: tuple[str, ...]
    reference: str
    ks: tuple[int, ...]
    scores: Floats

    @property
    def n_sets(self) -> int:
        """Number of sets without clusters."""
        return self.scores.shape[0]

    @cached_property
    def usual(self) -> Floats:
        """Mean logit by column."""
        return logit(self.scores).mean(axis=0)

    @cached_property
    def heights(self) -> Floats:
        """How far each set stands out from the others in its best column, sorted.

        In standard deviations of the others, as the data are measured by all of them.
        """
        values = logit(self.scores)
        found = []
        for at, own in enumerate(values):
            others = np.delete(values, at, axis=0)
            found.append(((own - others.mean(axis=0)) / column_spread(others)).max())
        return np.sort(found)

    def corrected(self, column: int, aucc: float) -> float:
        """Logit of a score less the mean logit of its column."""
        return float(logit(aucc) - self.usual[column])

    def p_value(self, column: int, aucc: float) -> float:
        """(1 + sets without clusters that stand out as much) / (1 + sets)."""
        height = self.corrected(column, aucc) / self._spread[column]
        reached = self.n_sets - int(np.searchsorted(self.heights, height, side="left"))
        return (1 + reached) / (1 + self.n_sets)

    def is_above(self, column: int, aucc: float) -> bool:
        """Whether a score is above the simultaneous band."""
        return self.p_value(column, aucc) <= 1 - LEVEL + 1e-12

    def is_below(self, column: int, aucc: float) -> bool:
        """Whether every set without clusters scores higher."""
        return bool(aucc < self.scores[:, column].min())

    def upper(self, column: int) -> float:
        """Upper edge of the simultaneous band: a score above it `is_above`."""
        allowed = int((1 - LEVEL) * (1 + self.n_sets) + 1e-9) - 1
        height = self.heights[self.n_sets - 1 - allowed] if allowed >= 0 else np.inf
        return float(1 / (1 + np.exp(-(self.usual[column] + height * self._spread[column]))))

    def mean(self, column: int) -> float:
        """The usual score of a column: its mean logit as a score."""
        return float(1 / (1 + np.exp(-self.usual[column])))

    @cached_property
    def _spread(self) -> Floats:
        return column_spread(logit(self.scores))


def yardstick_algorithms(metric: str, *, has_features: bool, n: int) -> tuple[str, ...]:
    """Which two algorithms are the yardstick: k-means and Ward where they can be used."""
    fitting = [
        name
        for name in _PREFERRED
        if refusal(ALGORITHMS[name], metric=metric, has_features=has_features, n=n) is None
    ]
    return tuple(fitting[:2])


def yardstick_spec(objects: Objects, ks: Sequence[int], *, seed: int, n_init: int = 10) -> RunSpec:
    """The run behind the yardstick."""
    names = yardstick_algorithms(
        objects.metric, has_features=objects.features is not None, n=objects.n
    )
    return RunSpec.of(
        names, sorted(set(ks)), seed=seed, n_init=n_init, metric=objects.metric,
        metric_options=objects.metric_options,
    )  # fmt: skip


def yardstick_steps(
    objects: Objects, spec: RunSpec, *, n_sets: int = N_SETS, left_out: int = 0
) -> Iterator[tuple[int, Yardstick | None]]:
    """(sets scored so far by one of the algorithms, the yardstick once it is whole).

    ``left_out`` is how many objects a clustering may leave out.
    """
    row = METRICS[objects.metric]
    reference = references_for(own_values=row.own_values or objects.features is None)[0]
    unknown = np.full(len(spec.ks), 0.5)  # what the algorithms score on the data is not asked
    best = np.zeros((n_sets, len(spec.ks)))
    done = 0
    for name in spec.algorithms:
        # The same seed draws the same sets, so that the better one can be taken set by set.
        steps = band_steps(
            objects,
            replace(spec, algorithms=(name,)),
            reference=reference,
            n_sets=n_sets,
            observed=unknown.tolist(),
            scored=partial(_without_worst, left_out) if left_out else scores_or_chance,
        )
        for band in steps:
            done += 1
            yield done, None
            if band.complete:
                best = np.maximum(best, band.scores)
    yield done, Yardstick(spec.algorithms, reference, spec.ks, best)


def _without_worst(count: int, objects: Objects, partitions: Sequence[Partition]) -> Floats:
    """AUCC of each partition without the objects that sit worst in it."""
    found = []
    for partition in partitions:
        kept = np.ones(objects.n, dtype=bool)
        if not unscorable(partition.labels):
            sits = parts_of(objects.pairs, partition.labels).by_object()["aucc"].to_numpy()
            kept[np.argsort(sits, kind="stable")[:count]] = False
        some = replace(partition, labels=partition.labels[kept])
        found.append(scores_or_chance(objects.kept(kept), [some])[0])
    return np.array(found)


def side_by_side(parts: Sequence[Yardstick]) -> Yardstick:
    """Yardsticks for different objects of one table as one, simultaneous over all columns."""
    if len(parts) == 1:
        return parts[0]
    return replace(
        parts[0],
        ks=tuple(k for part in parts for k in part.ks),
        scores=np.hstack([part.scores for part in parts]),
    )
