"""`aucc_sample`: AUCC of millions of objects from a sample of pairs, with an honest interval.

`sample_curve` makes a curve from such pairs, `ClusterOrder` picks the pairs. At the end: samples of
objects, for pictures and for a smaller task. What is drawn here is drawn on the screen.

Objects are shuffled inside their clusters once. Then 32 samples are picked independently of each
other, each of pairs that are all equally likely, so each gives an estimate without bias; they
differ only by chance, and Student's t interval of their mean says how much that matters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from aucc_core.large.disk import RowSource, as_source
from aucc_core.score.counting import pair_totals
from aucc_core.score.curve import RocCurve, walk_corners
from aucc_core.score.distances import Distances, distances_of
from aucc_core.score.inputs import (
    Dataset,
    Floats,
    InputError,
    Integers,
    Progress,
    as_codes,
    as_features,
)
from aucc_core.score.metrics import STORED, metric_row
from aucc_core.score.result import Score
from aucc_core.score.threads import thread_count
from aucc_core.score.ties import tie_keys

REPLICATES = 32
_MIN_PAIRS = 100 * REPLICATES
# Pairs of each kind for a curve; a rate at a distance is then off by less than 0.01.
CURVE_PAIRS = 1 << 16
_GOLDEN = 0.6180339887498949


def aucc_sample(
    X: Any,
    labels: Any,
    *,
    metric: str = "euclidean",
    n_pairs: int = 1_000_000,
    confidence: float = 0.95,
    seed: int,
    metric_options: Mapping[str, float] | None = None,
    p: float | None = None,
    progress: Progress | None = None,
) -> Score:
    """Estimate AUCC from ``n_pairs`` pairs, half within clusters and half between them.

    Parameters
    ----------
    X : as in aucc_score, or rows on disk: a memory-mapped array, or what
        aucc_core.large.disk.open_table returns. At most 2·n_pairs rows of it are loaded.
    labels, metric, metric_options, p : as in aucc_score.
    confidence : probability that the interval holds AUCC.
    seed : same seed, same result.
    progress : called with (done, total, message).

    >>> from aucc_core import aucc_sample, load_dataset
    >>> digits = load_dataset("digits")
    >>> print(aucc_sample(digits.X, digits.labels, seed=1))
    0.8693 ± 0.0005, 95 %
    """
    if n_pairs < _MIN_PAIRS:
        raise InputError(f"n_pairs must be {_MIN_PAIRS:,} or more; got {n_pairs:,}.")
    if not 0 < confidence < 1:
        raise InputError(f"confidence must be between 0 and 1; got {confidence}.")
    source = as_source(X)
    row = metric_row(metric)
    measured = partial(distances_of, metric=metric, metric_options=metric_options, p=p)
    if source is not None and row.only_at_once:
        raise InputError(row.only_at_once)
    if source is not None and row.whole_table:
        raise InputError(f"The distance {metric!r} needs the whole table in memory; load it first.")
    data = measured(X) if source is None else source
    if isinstance(data, Distances):
        data.require_pairwise()
    layout_seed, *seeds = np.random.SeedSequence(seed).spawn(1 + REPLICATES)
    layout = ClusterOrder.of(as_codes(labels, data.n), np.random.default_rng(layout_seed))
    count = n_pairs // (2 * REPLICATES)
    if isinstance(data, Distances):
        scorer = _scorer_in_memory(data, layout, count)
    else:
        scorer = _scorer_from_disk(data, measured, layout, count, seeds)
    with ThreadPoolExecutor(thread_count(n_pairs)) as pool:
        values = []
        for done, value in enumerate(pool.map(scorer.score, seeds), start=1):
            values.append(value)
            if progress is not None:
                progress(done, REPLICATES, "Sampling pairs")
    return _estimate(np.array(values), count, confidence)


def sample_curve(
    distances: Distances, labels: Any, *, n_pairs: int = CURVE_PAIRS, seed: int
) -> RocCurve:
    """Curve of ``n_pairs`` pairs within clusters and as many between them.

    Counts are scaled up to all pairs, so they are estimates too. Its area is an estimate of AUCC;
    `aucc_sample` gives a better one, with an interval.
    """
    codes = as_codes(labels, distances.n)
    rng = np.random.default_rng(seed)
    layout = ClusterOrder.of(codes, rng)
    values = []
    for between in (False, True):
        a, b = layout.pick(n_pairs, between=between, rng=rng)
        values.append(distances.pair_tie_values(layout.order[a], layout.order[b]))
    keys = [tie_keys(v, distances.dropped_bits) for v in values]
    groups, first, of_pair = np.unique(np.concatenate(keys), return_index=True, return_inverse=True)
    kinds = np.repeat((0, 1), [k.size for k in keys])
    steps = [np.bincount(of_pair[kinds == kind], minlength=groups.size) for kind in (0, 1)]
    within, between_, corners = walk_corners(*steps)
    lengths = distances.lengths(np.concatenate(values)[first])
    all_within, all_between = pair_totals(codes)
    return RocCurve(
        _scaled(within, all_within),
        _scaled(between_, all_between),
        np.concatenate(([-np.inf], lengths[corners[1:]])),
        exact_fpr=0.0,
    )


@dataclass(frozen=True, eq=False)
class ClusterOrder:
    """Objects sorted by cluster.

    Attributes
    ----------
    order : object at each position; clusters are contiguous.
    starts, sizes : first position and number of objects of each cluster.
    """

    order: Integers
    starts: Integers
    sizes: Integers

    @classmethod
    def of(cls, codes: Integers, rng: np.random.Generator | None = None) -> ClusterOrder:
        """Sort by cluster; with ``rng`` the objects inside a cluster are shuffled."""
        if rng is None:
            order = np.argsort(codes, kind="stable")
        else:
            shuffled = rng.permutation(codes.size)
            order = shuffled[np.argsort(codes[shuffled], kind="stable")]
        sizes = np.bincount(codes).astype(np.int64)
        return cls(order, np.cumsum(sizes) - sizes, sizes)

    @property
    def ends(self) -> Integers:
        """For each position, where its cluster ends."""
        return np.repeat(self.starts + self.sizes, self.sizes)

    def pick(
        self, count: int, *, between: bool, rng: np.random.Generator
    ) -> tuple[Integers, Integers]:
        """Positions of ``count`` pairs, within clusters or between them.

        Clusters get their share by systematic rounding, so that every pair has the same chance.
        """
        from aucc_core.large import kernels

        sizes = self.sizes
        partners = int(sizes.sum()) - sizes if between else sizes - 1
        weights = sizes.astype(np.float64) * partners
        reach = np.floor(np.cumsum(weights) / weights.sum() * count + rng.random())
        reach[-1] = count
        quotas = np.diff(reach, prepend=0).astype(np.int64)
        quotas[partners == 0] = 0
        most = np.maximum(partners, 1)
        first, second = np.empty(count, np.int64), np.empty(count, np.int64)
        picked = kernels.pick_pairs(
            self.starts,
            sizes,
            quotas,
            rng.integers(0, sizes),
            rng.integers(0, most),
            _coprime_strides(most),
            between,
            first,
            second,
        )
        return first[:picked], second[:picked]


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
        for kind, (a, b) in enumerate(_picked(self.layout, self.count, seed)):
            if self.rows is not None:
                a, b = self.rows[a], self.rows[b]
            keys = tie_keys(self.distances.pair_tie_values(a, b), self.distances.dropped_bits)
            marks.append(2 * keys + kind)
        within, between = marks[0].size, marks[1].size
        both = np.concatenate(marks)
        both.sort()
        won, tied = kernels.compare_marks(both)
        return (2 * won + tied) / (2 * within * between)


def _picked(
    layout: ClusterOrder, count: int, seed: np.random.SeedSequence
) -> list[tuple[Integers, Integers]]:
    """Positions of the pairs of one sample: within clusters, then between them."""
    rng = np.random.default_rng(seed)
    return [layout.pick(count, between=between, rng=rng) for between in (False, True)]


def _scorer_in_memory(distances: Distances, layout: ClusterOrder, count: int) -> _Scorer:
    if distances.kernel == STORED:
        return _Scorer(distances, layout, count, layout.order)
    assert distances.features is not None
    # In layout order, so that pairs are neighbours in memory and caches help.
    features = distances.features[layout.order]
    features *= distances.scale
    return _Scorer(replace(distances, features=features), layout, count, None)


def _scorer_from_disk(
    source: RowSource,
    measured: Callable[[Floats], Distances],
    layout: ClusterOrder,
    count: int,
    seeds: list[np.random.SeedSequence],
) -> _Scorer:
    """Load the rows that the samples need, in one walk through the file."""
    used = np.zeros(source.n, dtype=bool)
    for seed in seeds:
        for a, b in _picked(layout, count, seed):
            used[a] = used[b] = True
    distances = measured(source.take(layout.order[used]))
    return _Scorer(distances, layout, count, np.cumsum(used) - 1)


def _estimate(values: Floats, count: int, confidence: float) -> Score:
    """Student's interval, never narrower than what a sample without any error would leave."""
    value = float(values.mean())
    quantile = float(stdtrit(values.size - 1, 0.5 + confidence / 2))
    spread = quantile * float(values.std(ddof=1)) / math.sqrt(values.size)
    # "Rule of three": errors rarer than this may not show in so many pairs.
    unseen = -math.log(1 - confidence) / (count * values.size)
    margin = max(spread, unseen)
    low, high = max(0.0, value - margin), min(1.0, value + margin)
    return Score(value, low, high, confidence, engine="sample")


def _scaled(counts: Integers, whole: int) -> Integers:
    return np.rint(counts / counts[-1] * whole).astype(np.int64)


def _coprime_strides(lengths: Integers) -> Integers:
    """A stride near the golden section of each length that meets every place before repeating."""
    strides = np.maximum(1, np.rint(lengths * _GOLDEN).astype(np.int64))
    while True:
        shared = np.gcd(strides, lengths) > 1
        if not shared.any():
            return strides
        strides[shared] += 1


# Samples of objects: those that scatter plots draw, and plain random ones


# Features that decide who is near whom: each takes bits of a 60-bit code.
_MAX_FEATURES = 6
_CODE_BITS = 60
# Objects that a scatter plot draws: more dots cover each other.
MOST_DRAWN = 6_000


def drawn_rows(dataset: Dataset) -> Integers:
    """Rows of the objects to draw; scores, curves and downloads use all objects."""
    return density_subsample(dataset.X, MOST_DRAWN, seed=0)


def density_subsample(X: Any, size: int, *, seed: int) -> Integers:
    """Rows (ascending) of ``size`` objects that keep the density of all.

    Objects are put in an order in which neighbours in space are mostly neighbours in line (the
    Z-order of their ranks), and every n/size-th of them is taken from a random start. So each
    region keeps its share, with less noise than in a plain random sample. All rows come back when
    there are no more than ``size``.
    """
    if size < 1:
        raise InputError(f"A subsample needs 1 object or more; got {size}.")
    features = as_features(X)
    n = features.shape[0]
    if size >= n:
        return np.arange(n)
    line = np.argsort(_z_order(features), kind="stable")
    start = np.random.default_rng(seed).random()
    picked = np.floor((np.arange(size) + start) * (n / size)).astype(np.int64)
    return np.sort(line[np.minimum(picked, n - 1)])


def sample_rows(n: int, size: int) -> Integers:
    """Rows (ascending) of a plain random sample: what holds for it holds for all, but for chance.

    Always the same ones, so that a link shows everyone the same objects.

    >>> sample_rows(10, 3).size
    3
    """
    return np.sort(np.random.default_rng(0).choice(n, min(size, n), replace=False))


def _z_order(features: Floats) -> npt.NDArray[np.uint64]:
    """Bits of the features' ranks, dealt in turn: near codes are near in space."""
    n, d = features.shape
    spread = np.argsort(-features.std(axis=0), kind="stable")[:_MAX_FEATURES]
    bits = min(16, _CODE_BITS // min(d, _MAX_FEATURES))
    code = np.zeros(n, np.uint64)
    ranks = []
    for c in spread:
        rank = np.empty(n, np.int64)
        rank[np.argsort(features[:, c], kind="stable")] = np.arange(n)
        ranks.append((rank * (1 << bits) // n).astype(np.uint64))
    for bit in range(bits - 1, -1, -1):
        for rank in ranks:
            code = (code << np.uint64(1)) | ((rank >> np.uint64(bit)) & np.uint64(1))
    return code
