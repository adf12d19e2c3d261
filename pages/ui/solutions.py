"""What Explore asks for (`Run`) and gets (`Solution`), one solution at a time; no Streamlit here.

A child process may run `solve`, so this module imports the core only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.criteria import CRITERIA, DataView, score_partitions
from aucc_core.curves import RocCurve
from aucc_core.dataset import Dataset
from aucc_core.objects import Objects
from aucc_core.pairs import Pairs
from aucc_core.partitions import ALGORITHMS, iter_partitions
from aucc_core.partitions.plan import plan_run
from aucc_core.validate import as_codes
from aucc_core.witnesses import Witnesses, witnesses

# A curve of more vertices is thinned: the eye cannot tell, the browser can.
MAX_VERTICES = 2000
MAX_ERROR = 5e-4
# Vertices at the start of the curve that are never thinned.
EXACT_PAIRS = 300
# How many error pairs of each kind a scatter plot draws.
DRAWN_PAIRS = 400


@dataclass(frozen=True)
class Run:
    """Which solutions to make and how to score them."""

    algorithms: tuple[str, ...]
    ks: tuple[int, ...]
    metric: str
    seed: int
    n_init: int
    second: str | None = None


@dataclass(frozen=True, eq=False)
class Solution:
    """One clustering with its score, its curve and its worst errors."""

    algorithm: str
    k: int
    labels: npt.NDArray[np.int32]
    aucc: float
    curve: RocCurve
    worst: Witnesses
    second: float | None = None

    @property
    def id(self) -> str:
        """A short name, unique in a run."""
        return f"{self.algorithm}-{self.k}"

    @property
    def label(self) -> str:
        """The algorithm, for people."""
        return ALGORITHMS[self.algorithm].label


def solve(
    dataset: Dataset, run: Run, report: Callable[[int, int, str], Any] | None = None
) -> Iterator[Solution]:
    """Solutions in the order of the run, each as soon as it is scored."""
    objects = Objects(dataset, run.metric)
    plan = plan_run(objects, run.algorithms, run.ks, seed=run.seed, n_init=run.n_init, options=None)
    view = DataView(objects)
    rows = [CRITERIA[name] for name in ("aucc", run.second) if name is not None]
    for done, partition in enumerate(iter_partitions(objects, plan), start=1):
        codes = as_codes(partition.labels, objects.n)
        (scores,) = score_partitions(view, [codes], rows)
        yield Solution(
            partition.algorithm,
            partition.k,
            partition.labels,
            scores["aucc"],
            thinned_curve(objects.pairs, codes),
            witnesses(objects.pairs, codes, limit=DRAWN_PAIRS),
            scores.get(run.second or "aucc"),
        )
        if report is not None:
            report(done, plan.total, f"{ALGORITHMS[partition.algorithm].label}, k = {partition.k}")


def thinned_curve(pairs: Pairs, labels: npt.NDArray) -> RocCurve:
    """The curve, exact when it has few vertices, else within MAX_ERROR of the exact one."""
    curve = pairs.curve(labels)
    if curve.thresholds.size <= MAX_VERTICES:
        return curve
    exact = min(0.001, EXACT_PAIRS / float(curve.between[-1]))
    return curve.simplified(MAX_ERROR, exact_fpr=exact)


def seconds_estimate(dataset: Dataset, run: Run) -> float:
    """Rough time for a run on one core; decides only whether it becomes a job."""
    n, d = dataset.n, dataset.d
    scoring = n * n / 2 * (5e-8 + 4e-8 * len(run.ks) * len(run.algorithms))
    starts = run.n_init * sum(run.ks) * n * d * 1e-8
    own = {"gmm": 20 * starts, "spectral": len(run.ks) * n * n * 2e-7, "kmedoids": n * n * 2e-7}
    return scoring + sum(own.get(name, starts) + 0.01 for name in run.algorithms)


def memory_estimate(dataset: Dataset) -> int:
    """Bytes a run needs at its peak, for the queue of jobs."""
    pairs = dataset.n * (dataset.n - 1) // 2
    return (200 << 20) + 60 * pairs + 20 * dataset.X.nbytes
