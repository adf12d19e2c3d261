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
from aucc_core.plan import Engine
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
    engine: Engine = "exact"
    cluster: str | None = None

    @property
    def is_large(self) -> bool:
        """Whether AUCC comes from bounds or a sample (see pages.ui.solutions_large)."""
        return self.engine != "exact"


@dataclass(frozen=True, eq=False)
class Margin:
    """What is known of a score that is not exact.

    Attributes
    ----------
    low, high : AUCC is from here to there.
    words : for people: 0.8819 ± 0.0002, certain.
    apart, together : the distances of the worst errors, in their order.
    band : a polygon (x, y) that certainly holds the curve; None when it was sampled.
    """

    low: float
    high: float
    words: str
    apart: npt.NDArray[np.float64]
    together: npt.NDArray[np.float64]
    band: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None = None


@dataclass(frozen=True, eq=False)
class Solution:
    """One clustering with its score, its curve and its worst errors.

    ``margin`` is None when the score is exact. Otherwise ``worst`` are pairs of drawn objects,
    called by their places among these (`pages.ui.drawing`).
    """

    algorithm: str
    k: int
    labels: npt.NDArray[np.int32]
    aucc: float
    curve: RocCurve
    worst: Witnesses
    row: Mapping[str, Any] = field(default_factory=dict)
    second: float | None = None
    notices: tuple[str, ...] = ()
    margin: Margin | None = None

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
