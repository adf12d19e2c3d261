"""What the same algorithm scores where there are no clusters: the reference band.

AUCC is fair to random labels, not to an optimiser: on plain noise k-means scores higher the more
clusters it may use. So the same algorithm, with the same settings and numbers of clusters, runs on
data of the same size without clusters. A score counts by how far it is above that band. The
difference is taken on the logit scale, log(AUCC / (1 - AUCC)): near 1, halving what is lost counts
the same wherever it happens (on Ruspini the plain difference and the z score prefer a wrong k).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.logits import logit
from aucc_core.objects import Objects
from aucc_core.partitions.make import Progress, make_partitions
from aucc_core.partitions.plan import plan_run
from aucc_core.structureless import REFERENCES
from aucc_core.validate import InputError

Floats = npt.NDArray[np.float64]

MIN_SETS = 5


@dataclass(frozen=True)
class Evidence:
    """Whether there is more structure than in data without clusters.

    ``p_value`` says how many of B reference sets, each taken as the data in turn, stand out at
    their best k as much as the data do: (1 + those) / (1 + B). ``k`` is where the data stand out
    most, ``z`` by how many standard deviations of the band.
    """

    k: int
    z: float
    p_value: float


@dataclass(frozen=True, eq=False)
class ReferenceBand:
    """Scores of the data and of B structureless sets, by number of clusters.

    Attributes
    ----------
    algorithm, reference : names in `ALGORITHMS` and `REFERENCES`.
    ks : numbers of clusters.
    observed : AUCC of the data, one a k.
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
        """Logit of the score less the mean logit of the reference sets; above 0 is structure."""
        return logit(self.observed) - logit(self.scores).mean(axis=0)

    @cached_property
    def z(self) -> Floats:
        """The corrected score in standard deviations of the reference sets."""
        return self.corrected / _spread(logit(self.scores))

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
        return Evidence(self.ks[at], float(self.z[at]), (1 + reached) / (1 + self.n_sets))

    def table(self) -> pd.DataFrame:
        """One row a k: aucc, reference (mean), low, high, corrected, z."""
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
    reference: str = "box",
    n_sets: int = 20,
    metric: str = "euclidean",
    n_init: int = 10,
    observed: Sequence[float] | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    n_jobs: int = 1,
    progress: Progress | None = None,
    cancel: Callable[[], bool] | None = None,
) -> ReferenceBand:
    """Score the data and `n_sets` structureless sets of the same size, with the same settings.

    Parameters
    ----------
    X : (n, d) features or a Dataset; distances alone will not do.
    algorithm : a name from `ALGORITHMS`, one that takes k.
    ks : numbers of clusters.
    reference : a name from `REFERENCES`.
    observed : AUCC of the data for each k, when they are known already.
    progress : called with (done, total, message) after each set.
    n_jobs : processes that share the sets. One is right for k-means and any small data: k-means
        uses all cores by itself, and starting processes takes seconds.
    cancel : asked after each set; once true, the band of what is done comes back.
    Others as in `sweep`.
    """
    band = None
    for band in band_steps(
        X,
        algorithm,
        ks,
        seed=seed,
        reference=reference,
        n_sets=n_sets,
        metric=metric,
        n_init=n_init,
        observed=observed,
        options=options,
        n_jobs=n_jobs,
    ):
        if progress is not None:
            progress(band.n_sets, n_sets, f"reference set {band.n_sets}")
        if cancel is not None and cancel():
            break
    assert band is not None
    return band


def band_steps(
    X: Any,
    algorithm: str,
    ks: Iterable[int],
    *,
    seed: int,
    reference: str = "box",
    n_sets: int = 20,
    metric: str = "euclidean",
    n_init: int = 10,
    observed: Sequence[float] | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    n_jobs: int = 1,
) -> Iterator[ReferenceBand]:
    """The band so far after each reference set; `complete` with the last. As `reference_band`."""
    objects = X if isinstance(X, Objects) else Objects(X, metric)
    features = require_reference(objects, reference, n_sets)
    plan = plan_run(objects, algorithm, ks, seed=seed, n_init=n_init, options=options)
    if not plan.rows[0].takes_k:
        raise InputError(
            f"{plan.rows[0].label} finds the number of clusters itself, so there is no band by k. "
            "Choose an algorithm that takes k."
        )
    run = _Run(algorithm, plan.ks, objects.metric, n_init, options)
    own = run.scores(objects, seed) if observed is None else np.asarray(observed, dtype=float)
    if own.shape != (len(plan.ks),):
        raise InputError(f"observed must have one score a k ({len(plan.ks)}); got {own.size}.")
    seeds = np.random.SeedSequence(seed).generate_state(n_sets)
    draw = REFERENCES[reference].draw
    tasks = [(draw(features, np.random.default_rng(s)), int(s)) for s in seeds]
    return _collect(run, reference, own, tasks, n_jobs)


def require_reference(objects: Objects, reference: str, n_sets: int) -> Floats:
    """The features to draw references for, or why there can be none."""
    if reference not in REFERENCES:
        raise InputError(f"Unknown reference {reference!r}; known: {', '.join(REFERENCES)}.")
    if n_sets < MIN_SETS:
        raise InputError(f"A band needs {MIN_SETS} reference sets or more; got {n_sets}.")
    if objects.features is None:
        what = "mixed columns" if objects.metric == "gower" else "distances only"
        raise InputError(
            f"A reference band needs numeric features, and this input has {what}: there is nothing "
            "to draw structureless objects from. Random labels (null) and the permutation test "
            "work without features."
        )
    return objects.features


@dataclass(frozen=True)
class _Run:
    """The settings shared by the data and all reference sets."""

    algorithm: str
    ks: tuple[int, ...]
    metric: str
    n_init: int
    options: Mapping[str, Mapping[str, Any]] | None

    def scores(self, data: Any, seed: int) -> Floats:
        objects = data if isinstance(data, Objects) else Objects(data, self.metric)
        found = make_partitions(
            objects,
            self.algorithm,
            self.ks,
            metric=self.metric,
            seed=seed,
            n_init=self.n_init,
            options=self.options,
        )
        # A k beyond the distinct objects gives too few clusters to score: chance, then.
        valid = [p for p in found if 2 <= p.n_clusters < objects.n]
        by_k = dict(
            zip(
                (p.k for p in valid),
                objects.pairs.aucc_many([p.labels for p in valid]),
                strict=True,
            )
        )
        return np.array([by_k.get(k, 0.5) for k in self.ks])


def _collect(
    run: _Run, reference: str, observed: Floats, tasks: list[tuple[Floats, int]], n_jobs: int
) -> Generator[ReferenceBand, None, None]:
    rows: list[Floats] = []
    if n_jobs == 1:
        results: Iterator[Floats] = (run.scores(X, seed) for X, seed in tasks)
    else:
        import joblib

        parallel = joblib.Parallel(n_jobs=n_jobs, return_as="generator")
        results = parallel(joblib.delayed(run.scores)(X, seed) for X, seed in tasks)
    for row in results:
        rows.append(row)
        done = len(rows) == len(tasks)
        yield ReferenceBand(run.algorithm, reference, run.ks, observed, np.array(rows), done)


def _spread(values: Floats) -> Floats:
    """Standard deviation by column, never quite 0 (a band of one value has no width)."""
    spread = values.std(axis=0, ddof=1) if len(values) > 1 else np.zeros(values.shape[1])
    return np.maximum(spread, 1e-3)


def _stands_out(everyone: Floats, at: int) -> float:
    """How far one set is above the others at its best k, in their standard deviations."""
    others = np.delete(everyone, at, axis=0)
    return float(((everyone[at] - others.mean(axis=0)) / _spread(others)).max())
