"""What Explore asks for (`Run`) and gets (`Solution`), one solution at a time; no Streamlit here.

A child process may run `solve`, so this module imports the core only.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.curves import RocCurve
from aucc_core.dataset import Dataset
from aucc_core.noise import apply_noise_policy
from aucc_core.objects import Objects
from aucc_core.pairs import Pairs
from aucc_core.partitions import ALGORITHMS
from aucc_core.scoring import ScoredPartition
from aucc_core.sweep import sweep_iter
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
    row: Mapping[str, Any] = field(default_factory=dict)
    second: float | None = None
    notices: tuple[str, ...] = ()

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
) -> Generator[Solution, None, tuple[Solution, ...]]:
    """Solutions in the order of the run, each as soon as it is scored; all of them at the end.

    A partition that cannot be scored (one cluster left, say) is no solution and is left out.
    """
    objects = Objects(dataset, run.metric)
    criteria = tuple(dict.fromkeys(("aucc", run.second or "aucc")))
    found = []
    for item in sweep_iter(
        objects, run.algorithms, run.ks, criteria=criteria, seed=run.seed, n_init=run.n_init
    ):
        if np.isfinite(item.scores["aucc"]):
            found.append(_solution(objects, item, run.second))
            yield found[-1]
        if report is not None:
            name = ALGORITHMS[item.partition.algorithm].label
            report(item.done, item.total, f"{name}, k = {item.partition.k}")
    return tuple(found)


def solve_now(dataset: Dataset, run: Run) -> tuple[Solution, ...]:
    """All solutions of a run that takes no time worth mentioning."""
    return tuple(solve(dataset, run))


def _solution(objects: Objects, item: ScoredPartition, second: str | None) -> Solution:
    labels = item.partition.labels
    keep, codes = apply_noise_policy(labels, "drop")
    scored = objects if keep.all() else objects.subset(keep)
    worst = witnesses(scored.pairs, codes, limit=DRAWN_PAIRS)
    places = np.flatnonzero(keep)
    return Solution(
        item.partition.algorithm,
        item.partition.k,
        labels,
        item.scores["aucc"],
        thinned_curve(scored.pairs, codes),
        Witnesses(places[worst.apart], places[worst.together]),
        item.row(),
        item.scores[second] if second else None,
        item.notices,
    )


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
    fits = run.n_init * len(run.ks)  # each costs something however small the data
    own = {
        "kmeans": starts + 1.5e-3 * fits,
        "bisecting": starts + 1.5e-3 * fits,
        "gmm": 20 * starts + 5e-3 * fits,
        "spectral": len(run.ks) * n * n * 2e-7,
        "kmedoids": n * n * 2e-7,
    }
    return scoring + sum(own.get(name, starts) + 0.01 for name in run.algorithms)


# Bytes a pair at the peak, measured: distances, ranks and one curve at a time; on top of that what
# an algorithm or a second criterion works on.
A_PAIR = 40
A_PAIR_OF = {
    **dict.fromkeys(("single", "average", "complete", "ward"), 48),
    **dict.fromkeys(("kmedoids", "hdbscan", "dbscan"), 68),
    "spectral": 104,
    **dict.fromkeys(("gamma", "aupr"), 42),
    "c_index": 66,
}
A_PAIR_OF_OTHER_CRITERIA = 58
LIBRARIES = 240_000_000


def memory_estimate(dataset: Dataset, run: Run) -> int:
    """Bytes a run holds at its peak, the libraries included; 1.0 to 1.5 of what is measured."""
    n_pairs = dataset.n * (dataset.n - 1) // 2
    a_pair = max((A_PAIR_OF.get(name, A_PAIR) for name in run.algorithms), default=A_PAIR)
    if run.second is not None:
        a_pair = max(a_pair, A_PAIR_OF.get(run.second, A_PAIR_OF_OTHER_CRITERIA))
    return LIBRARIES + a_pair * n_pairs
