"""What the same algorithm scores where there are no clusters: the reference band.

AUCC is fair to random labels, not to an optimiser: on plain noise k-means scores higher the more
clusters it may use. So the same algorithm, with the same settings and numbers of clusters, runs on
data of the same size without clusters. A score counts by how far it is above that band. The
difference is taken on the logit scale, log(AUCC / (1 - AUCC)): near 1, halving what is lost counts
the same wherever it happens (on Ruspini the plain difference and the z score prefer a wrong k).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from aucc_core.explain.curve_shape import logit
from aucc_core.partitions.make import Partition, iter_partitions
from aucc_core.partitions.spec import Options, RunSpec, run_of
from aucc_core.score.distances import Distances
from aucc_core.score.inputs import Floats, InputError, Progress
from aucc_core.score.metrics import Prepared
from aucc_core.score.objects import Objects
from aucc_core.sweeps.scorer import scores_or_chance
from aucc_core.sweeps.sweep import Cancel
from aucc_core.verdicts.null_data import REFERENCES, references_for

MIN_SETS = 5
Scorer = Callable[[Objects, Sequence[Partition]], Floats]


@dataclass(frozen=True)
class Evidence:
    """Whether there is more structure than in data without clusters.

    ``p_value`` says how many of B reference sets, each taken as the data in turn, stand out at
    their best k as much as the data do: (1 + those) / (1 + B). ``reached`` is how many those
    are, ``k`` where the data stand out most, ``z`` by how many standard deviations of the band.
    """

    k: int
    z: float
    p_value: float
    reached: int


@dataclass(frozen=True, eq=False)
class ReferenceBand:
    """Scores of the data and of B sets without clusters, by number of clusters.

    Attributes
    ----------
    algorithm, reference : names in `ALGORITHMS` and `REFERENCES`.
    ks : numbers of clusters.
    observed : AUCC of the data, one per k.
    scores : AUCC of the reference sets, (sets, ks).
    complete : false when it was stopped early.
    """

    algorithm: str
    reference: str
    ks: tuple[int, ...]
    observed: Floats
    scores: Floats
    complete: bool = True

    @property
    def n_sets(self) -> int:
        """Number of reference sets."""
        return self.scores.shape[0]

    @property
    def low(self) -> Floats:
        """Lower edge of the band: the 5 % quantile of the reference scores."""
        return np.quantile(self.scores, 0.05, axis=0)

    @property
    def high(self) -> Floats:
        """Upper edge of the band: the 95 % quantile of the reference scores."""
        return np.quantile(self.scores, 0.95, axis=0)

    @cached_property
    def corrected(self) -> Floats:
        """Logit of the score less the mean logit of the reference sets."""
        return logit(self.observed) - logit(self.scores).mean(axis=0)

    @cached_property
    def z(self) -> Floats:
        """The corrected score in standard deviations of the reference sets."""
        return self.corrected / column_spread(logit(self.scores))

    @property
    def best_k(self) -> int:
        """The number of clusters with the highest corrected score."""
        return self.ks[int(np.argmax(self.corrected))]

    @cached_property
    def evidence(self) -> Evidence:
        """Evidence for two clusters or more."""
        everyone = np.vstack([logit(self.observed), logit(self.scores)])
        heights = np.array([_stands_out(everyone, at) for at in range(len(everyone))])
        reached = int((heights[1:] >= heights[0]).sum())
        at = int(np.argmax(self.z))
        p_value = (1 + reached) / (1 + self.n_sets)
        return Evidence(self.ks[at], float(self.z[at]), p_value, reached)

    def table(self) -> pd.DataFrame:
        """One row per k: aucc, reference (mean), low, high, corrected, z."""
        return pd.DataFrame(
            {
                "k": self.ks,
                "aucc": self.observed,
                "reference": self.scores.mean(axis=0),
                "low": self.low,
                "high": self.high,
                "corrected": self.corrected,
                "z": self.z,
            }
        )


def reference_band(
    X: Any,
    algorithm: str,
    ks: Iterable[int],
    *,
    seed: int,
    reference: str = "one_peak",
    n_sets: int = 20,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
    n_init: int = 10,
    observed: Sequence[float] | None = None,
    options: Options | None = None,
    n_jobs: int = 1,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> ReferenceBand:
    """Score the data and `n_sets` sets without clusters of the same size, with the same settings.

    Parameters
    ----------
    X : (n, d) features, a Dataset or a mixed table (Gower); distances alone will not do.
    algorithm : a name from `ALGORITHMS`, one that takes k.
    ks : numbers of clusters.
    reference : a name from `REFERENCES`.
    observed : AUCC of the data for each k, when they are known already.
    progress : called with (done, total, message) after each set.
    n_jobs : processes that share the sets. One is right for k-means and any small data: k-means
        uses all cores by itself, and starting processes takes seconds.
    cancel : asked after each set; once true, the band of what is done comes back.
    Others as in `sweep`.

    >>> from aucc_core import load_dataset, reference_band
    >>> band = reference_band(load_dataset("ruspini"), "ward", [3, 4, 5], seed=0, n_sets=5)
    >>> band.best_k
    4
    """
    objects, spec = run_of(
        X,
        algorithm,
        ks,
        metric=metric,
        metric_options=metric_options,
        seed=seed,
        n_init=n_init,
        options=options,
    )
    band = None
    for band in band_steps(
        objects, spec, reference=reference, n_sets=n_sets, observed=observed, n_jobs=n_jobs
    ):
        if progress is not None:
            progress(band.n_sets, n_sets, f"reference set {band.n_sets}")
        if cancel is not None and cancel():
            break
    assert band is not None
    return band


def band_steps(
    data: Any,
    spec: RunSpec,
    *,
    reference: str = "one_peak",
    n_sets: int = 20,
    observed: Sequence[float] | None = None,
    n_jobs: int = 1,
    scored: Scorer = scores_or_chance,
) -> Iterator[ReferenceBand]:
    """The band so far after each reference set; `complete` with the last. As `reference_band`.

    ``scored`` says how the clusterings of a set are scored.
    """
    objects = spec.objects(data)
    rows = require_reference(objects, reference, n_sets)
    spec.check(objects)
    row = spec.rows[0]
    if not row.takes_k:
        raise InputError(
            f"{row.label} finds the number of clusters itself, so there is no band by k. "
            "Choose an algorithm that takes k."
        )
    own = _scores(spec, objects, scored) if observed is None else np.asarray(observed, dtype=float)
    if own.shape != (len(spec.ks),):
        raise InputError(f"observed must have one score per k ({len(spec.ks)}); got {own.size}.")
    seeds = np.random.SeedSequence(spec.seed).generate_state(n_sets)
    draw = REFERENCES[reference].fit(rows)
    drawn = [_like(objects, draw(np.random.default_rng(s))) for s in seeds]
    tasks = [(replace(spec, seed=int(s)), one, scored) for s, one in zip(seeds, drawn, strict=True)]
    return _collect(spec, reference, own, tasks, n_jobs)


def reference_rows(objects: Objects) -> Floats | None:
    """What data without clusters are drawn from: features, or the rows of a mixed table."""
    if objects.features is not None:
        return objects.features
    table = objects.distances.table
    return None if table is None else table.rows


def require_reference(objects: Objects, reference: str, n_sets: int) -> Floats:
    """The rows to draw references for, or why there can be none."""
    if reference not in REFERENCES:
        raise InputError(f"Unknown reference {reference!r}; known: {', '.join(REFERENCES)}.")
    if n_sets < MIN_SETS:
        raise InputError(f"A band needs {MIN_SETS} reference sets or more; got {n_sets}.")
    rows = reference_rows(objects)
    if rows is None:
        raise InputError(
            "A reference band needs a table, and this input has distances only: there is nothing "
            "to draw objects without clusters from. Random labels (null) and the permutation test "
            "work without features."
        )
    if objects.features is None and not REFERENCES[reference].own_values:
        fitting = ", ".join(references_for(own_values=True))
        raise InputError(
            f"Columns with categories can only be dealt out anew: choose {fitting} as reference; "
            f"got {reference}."
        )
    return rows


def _like(objects: Objects, drawn: Floats) -> Any:
    """Drawn rows with the distance of the objects, where that follows from their whole table."""
    if objects.features is not None:
        return drawn
    source = objects.distances
    assert source.table is not None
    table = Prepared(drawn, source.table.settings)
    return Objects(Distances(source.metric, len(drawn), table=table, options=source.options))


def _scores(spec: RunSpec, data: Any, scored: Scorer) -> Floats:
    objects = spec.objects(data)
    spec.check(objects)
    return scored(objects, list(iter_partitions(objects, spec)))


def _collect(
    spec: RunSpec,
    reference: str,
    observed: Floats,
    tasks: list[tuple[RunSpec, Any, Scorer]],
    n_jobs: int,
) -> Generator[ReferenceBand, None, None]:
    rows: list[Floats] = []
    if n_jobs == 1:
        results: Iterator[Floats] = (_scores(*task) for task in tasks)
    else:
        import joblib

        parallel = joblib.Parallel(n_jobs=n_jobs, return_as="generator")
        results = parallel(joblib.delayed(_scores)(*task) for task in tasks)
    for row in results:
        rows.append(row)
        done = len(rows) == len(tasks)
        yield ReferenceBand(spec.algorithms[0], reference, spec.ks, observed, np.array(rows), done)


def column_spread(values: Floats) -> Floats:
    """Standard deviation by column, never quite 0 (a band of one value has no width)."""
    spread = values.std(axis=0, ddof=1) if len(values) > 1 else np.zeros(values.shape[1])
    return np.maximum(spread, 1e-3)


def _stands_out(everyone: Floats, at: int) -> float:
    """How far one set is above the others at its best k, in their standard deviations."""
    others = np.delete(everyone, at, axis=0)
    return float(((everyone[at] - others.mean(axis=0)) / column_spread(others)).max())
