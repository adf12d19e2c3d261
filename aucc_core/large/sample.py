"""`aucc_sample`: AUCC of millions of objects from a sample of pairs, with an honest interval.

Objects are shuffled inside their clusters once. Then 32 samples are drawn independently of each
other, each of pairs that are all equally likely, so each gives an estimate without bias; they
differ only by chance, and Student's t interval of their mean says how much that matters.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from aucc_core.distances import STORED, Distances, distances_of
from aucc_core.large.layout import ClusterOrder
from aucc_core.large.paired import pair_tie_values
from aucc_core.large.sources import RowSource, as_source
from aucc_core.large.stream import Progress
from aucc_core.large.words import with_margin
from aucc_core.threads import thread_count
from aucc_core.ties import tie_keys
from aucc_core.validate import InputError, as_codes

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

REPLICATES = 32
_MIN_PAIRS = 100 * REPLICATES
# These need the whole table (covariance, ranges), which stays on disk.
_WHOLE_TABLE = ("mahalanobis", "gower", "precomputed")


@dataclass(frozen=True)
class Estimate:
    """AUCC is from ``low`` to ``high`` with the probability ``confidence``."""

    value: float
    low: float
    high: float
    confidence: float = 0.95
    n_pairs: int = 0

    @property
    def margin(self) -> float:
        """Half the length of the interval, before it is cut off at 0 and 1."""
        return max(self.high - self.value, self.value - self.low)

    def __str__(self) -> str:
        return f"{with_margin(self.value, self.margin)}, {100 * self.confidence:g} %"


def aucc_sample(
    X: Any,
    labels: Any,
    *,
    metric: str = "euclidean",
    n_pairs: int = 1_000_000,
    confidence: float = 0.95,
    seed: int,
    p: float = 2.0,
    progress: Progress | None = None,
) -> Estimate:
    """Estimate AUCC from ``n_pairs`` pairs, half within clusters and half between them.

    Parameters
    ----------
    X : as in aucc_score, or rows on disk: a memory-mapped array, or what
        aucc_core.large.sources.open_table returns. At most 2·n_pairs rows of it are loaded.
    labels, metric, p : as in aucc_score.
    confidence : probability that the interval holds AUCC.
    seed : same seed, same result.
    progress : called with (done, total, message).
    """
    if n_pairs < _MIN_PAIRS:
        raise InputError(f"n_pairs must be {_MIN_PAIRS:,} or more; got {n_pairs:,}.")
    if not 0 < confidence < 1:
        raise InputError(f"confidence must be between 0 and 1; got {confidence}.")
    source = as_source(X)
    if source is not None and metric in _WHOLE_TABLE:
        raise InputError(f"The distance {metric!r} needs the whole table in memory; load it first.")
    data = distances_of(X, metric, p=p) if source is None else source
    layout_seed, *seeds = np.random.SeedSequence(seed).spawn(1 + REPLICATES)
    layout = ClusterOrder.of(as_codes(labels, data.n), np.random.default_rng(layout_seed))
    count = n_pairs // (2 * REPLICATES)
    if isinstance(data, Distances):
        scorer = _scorer_in_memory(data, layout, count)
    else:
        scorer = _scorer_from_disk(data, metric, p, layout, count, seeds)
    with ThreadPoolExecutor(thread_count(n_pairs)) as pool:
        values = []
        for done, value in enumerate(pool.map(scorer.score, seeds), start=1):
            values.append(value)
            if progress is not None:
                progress(done, REPLICATES, "Sampling pairs")
    return _estimate(np.array(values), count, confidence)


@dataclass(frozen=True, eq=False)
class _Scorer:
    """Scores one sample of ``count`` pairs of each kind.

    ``rows`` says which object of ``distances`` stands at each position of the layout; None when
    they are in the same order.
    """

    distances: Distances
    layout: ClusterOrder
    count: int
    rows: Integers | None

    def score(self, seed: np.random.SeedSequence) -> float:
        """AUCC of the sample that belongs to a seed."""
        from aucc_core.large import kernels

        marks = []
        for kind, (a, b) in enumerate(_draw(self.layout, self.count, seed)):
            if self.rows is not None:
                a, b = self.rows[a], self.rows[b]
            keys = tie_keys(pair_tie_values(self.distances, a, b), self.distances.dropped_bits)
            marks.append(2 * keys + kind)
        within, between = marks[0].size, marks[1].size
        both = np.concatenate(marks)
        both.sort()
        won, tied = kernels.compare_marks(both)
        return (2 * won + tied) / (2 * within * between)


def _draw(
    layout: ClusterOrder, count: int, seed: np.random.SeedSequence
) -> list[tuple[Integers, Integers]]:
    """Positions of the pairs of one sample: within clusters, then between them."""
    rng = np.random.default_rng(seed)
    return [layout.draw(count, between=between, rng=rng) for between in (False, True)]


def _scorer_in_memory(distances: Distances, layout: ClusterOrder, count: int) -> _Scorer:
    if distances.kernel == STORED:
        return _Scorer(distances, layout, count, layout.order)
    assert distances.features is not None
    # In layout order, so that pairs are neighbours in memory and caches help.
    features = distances.features[layout.order]
    features *= distances._scale
    return _Scorer(replace(distances, features=features), layout, count, None)


def _scorer_from_disk(
    source: RowSource,
    metric: str,
    p: float,
    layout: ClusterOrder,
    count: int,
    seeds: list[np.random.SeedSequence],
) -> _Scorer:
    """Load the rows that the samples need, in one walk through the file."""
    used = np.zeros(source.n, dtype=bool)
    for seed in seeds:
        for a, b in _draw(layout, count, seed):
            used[a] = used[b] = True
    distances = distances_of(source.take(layout.order[used]), metric, p=p)
    return _Scorer(distances, layout, count, np.cumsum(used) - 1)


def _estimate(values: Floats, count: int, confidence: float) -> Estimate:
    """Student's interval, never narrower than what a sample without any error would leave."""
    value = float(values.mean())
    quantile = float(stdtrit(values.size - 1, 0.5 + confidence / 2))
    spread = quantile * float(values.std(ddof=1)) / math.sqrt(values.size)
    # "Rule of three": errors rarer than this may not show in so many pairs.
    unseen = -math.log(1 - confidence) / (count * values.size)
    margin = max(spread, unseen)
    low, high = max(0.0, value - margin), min(1.0, value + margin)
    return Estimate(value, low, high, confidence, 2 * count * values.size)
