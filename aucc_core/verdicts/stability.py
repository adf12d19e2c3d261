"""Would another run say the same? Scores and agreement between runs, by number of clusters.

Two ways to run again (`RUN_KINDS`): "seeds", other random starts on the same objects, or
"bootstrap", other objects: n are drawn with replacement and those drawn (about 63 %) are clustered.
Agreement of two runs is the adjusted Rand index (1 the same clusters, 0 as random labels) over the
objects both have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.criteria.external import Contingency
from aucc_core.partitions.make import iter_partitions
from aucc_core.partitions.spec import Options, RunSpec, run_of
from aucc_core.score.inputs import Bools, Floats, InputError, Labels, Progress
from aucc_core.score.objects import Objects
from aucc_core.sweeps.scorer import scores_or_chance
from aucc_core.sweeps.sweep import Cancel

RUN_KINDS = ("bootstrap", "seeds")
_ABSENT = -2


@dataclass(frozen=True, eq=False)
class Stability:
    """Runs by number of clusters.

    Attributes
    ----------
    algorithm, kind : names in `ALGORITHMS` and `RUN_KINDS`.
    ks : numbers of clusters.
    scores : AUCC of each run on its own objects, (runs, ks).
    labels : clusters of each run, (runs, ks, n); -2 where the run did not have the object.
    complete : false when it was stopped early.
    """

    algorithm: str
    kind: str
    ks: tuple[int, ...]
    scores: Floats
    labels: npt.NDArray[np.int32]
    complete: bool = True

    @property
    def n_runs(self) -> int:
        """Number of runs."""
        return self.scores.shape[0]

    @cached_property
    def agreement(self) -> Floats:
        """Mean adjusted Rand index between two runs, one per k; nan for a single run."""
        if self.n_runs < 2:
            return np.full(len(self.ks), np.nan)
        return np.array([self._agreement(at) for at in range(len(self.ks))])

    def _agreement(self, at: int) -> float:
        runs = self.labels[:, at]
        return float(np.mean([rand_index(a, b) for a, b in combinations(runs, 2)]))

    def table(self) -> pd.DataFrame:
        """One row per k: mean, low and high (5 % and 95 %) of AUCC, and agreement."""
        return pd.DataFrame(
            {
                "k": self.ks,
                "mean": self.scores.mean(axis=0),
                "low": np.quantile(self.scores, 0.05, axis=0),
                "high": np.quantile(self.scores, 0.95, axis=0),
                "agreement": self.agreement,
            }
        )


def stability(
    X: Any,
    algorithm: str,
    ks: Iterable[int],
    *,
    seed: int,
    kind: str = "bootstrap",
    n_runs: int = 20,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
    n_init: int = 10,
    options: Options | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Stability:
    """Run an algorithm again and again; settings as in `sweep`, `kind` from `RUN_KINDS`.

    >>> from aucc_core import load_dataset, stability
    >>> runs = stability(load_dataset("ruspini"), "ward", [3, 4, 5], seed=0, n_runs=5)
    >>> runs.table()[["k", "mean", "agreement"]].round(2)
       k  mean  agreement
    0  3  0.95       0.68
    1  4  1.00       1.00
    2  5  1.00       0.91
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
    result = None
    for result in stability_steps(objects, spec, kind=kind, n_runs=n_runs):
        if progress is not None:
            progress(result.n_runs, n_runs, f"run {result.n_runs}")
        if cancel is not None and cancel():
            break
    assert result is not None
    return result


def stability_steps(
    data: Any, spec: RunSpec, *, kind: str = "bootstrap", n_runs: int = 20
) -> Iterator[Stability]:
    """What is known after each run; `complete` with the last."""
    objects = spec.objects(data)
    if kind not in RUN_KINDS:
        raise InputError(f"Unknown kind of run {kind!r}; known: {', '.join(RUN_KINDS)}.")
    if n_runs < 2:
        raise InputError(f"Agreement needs 2 runs or more; got {n_runs}.")
    spec.check(objects)
    row = spec.rows[0]
    if not row.takes_k:
        raise InputError(
            f"{row.label} finds the number of clusters itself; stability by k needs an "
            "algorithm that takes k."
        )
    seeds = np.random.SeedSequence(spec.seed).generate_state(n_runs)
    return _collect(objects, [replace(spec, seed=int(seed)) for seed in seeds], kind)


def _collect(objects: Objects, runs: Sequence[RunSpec], kind: str) -> Iterator[Stability]:
    n, ks = objects.n, runs[0].ks
    scores, labels = [], []
    for spec in runs:
        drawn = np.ones(n, dtype=bool)
        if kind == "bootstrap":
            drawn = draw_objects(n, max(ks), spec.seed)
        some = objects.kept(drawn)
        spec.check(some)
        whole = np.full((len(ks), n), _ABSENT, dtype=np.int32)
        found = list(iter_partitions(some, spec))
        whole[:, drawn] = [partition.labels for partition in found]
        scores.append(scores_or_chance(some, found))
        labels.append(whole)
        done = len(scores) == len(runs)
        yield Stability(spec.algorithms[0], kind, ks, np.array(scores), np.array(labels), done)


def draw_objects(n: int, largest_k: int, seed: int) -> Bools:
    """Which objects are among n drawn with replacement; more when k leaves too few."""
    rng = np.random.default_rng(seed)
    drawn = np.zeros(n, dtype=bool)
    drawn[rng.integers(0, n, n)] = True
    missing = np.flatnonzero(~drawn)
    lack = max(0, largest_k + 1 - int(drawn.sum()))
    drawn[rng.permutation(missing)[:lack]] = True
    return drawn


def rand_index(a: Labels, b: Labels) -> float:
    """Adjusted Rand index over the objects that both runs have (labels other than -2)."""
    both = (a != _ABSENT) & (b != _ABSENT)
    # + 1: noise is a label too
    return Contingency(a[both].astype(np.int64) + 1, b[both] + 1).adjusted_rand()
