"""What criteria say about labels drawn at random: the expected-value experiment of the paper.

Gaussian mixtures are partitioned blindly, with a given number and balance of clusters. A
criterion corrected for chance gives the same mean whatever k is; AUCC does (one half).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import pandas as pd
from scipy.spatial.distance import squareform

from aucc_core.blas import one_thread
from aucc_core.score.inputs import Codes, Floats, InputError, Progress
from aucc_core.score.ranked import RankedPairs

N_OBJECTS = 500
DIMENSIONS = (2, 3, 4, 22, 23, 24)
TRUE_KS = (2, 4, 6, 12, 14, 16)
KS = tuple(range(2, 24))  # up to ceil(sqrt(500))
REPEATS = 100
# Names from `CRITERIA`, in the order of the paper's figure.
CHANCE_CRITERIA = ("aucc", "point_biserial", "vrc", "swc", "c_index", "c_sqrt_k", "pbm")


@dataclass(frozen=True)
class Balance:
    """How the objects are shared out: one cluster gets `share`, the others split the rest."""

    name: str
    label: str
    share: float | None


BALANCES: dict[str, Balance] = {
    b.name: b
    for b in (
        Balance("balanced", "all clusters equal", None),
        Balance("small", "one cluster holds 10 %", 0.1),
        Balance("large", "one cluster holds 60 %", 0.6),
    )
}


@dataclass(frozen=True)
class Mixture:
    """One of the 108 Gaussian mixtures: dimensions, true clusters, balance of the truth."""

    d: int
    k: int
    balance: str

    @property
    def share(self) -> float | None:
        """Share of the odd cluster; "large" means 20 % when there are many clusters."""
        if self.balance == "large" and self.k >= 12:
            return 0.2
        return BALANCES[self.balance].share


MIXTURES: tuple[Mixture, ...] = tuple(
    Mixture(d, k, balance) for d, k, balance in product(DIMENSIONS, TRUE_KS, BALANCES)
)


@dataclass(frozen=True)
class ChanceDesign:
    """What one run of the experiment covers."""

    mixtures: tuple[Mixture, ...] = MIXTURES
    ks: tuple[int, ...] = KS
    balances: tuple[str, ...] = tuple(BALANCES)
    repeats: int = REPEATS
    criteria: tuple[str, ...] = CHANCE_CRITERIA
    n: int = N_OBJECTS

    @property
    def n_partitions(self) -> int:
        """Random partitions drawn in all; each is scored by every criterion."""
        return len(self.mixtures) * len(self.ks) * len(self.balances) * self.repeats


FULL_DESIGN = ChanceDesign()
# Both ends of every factor of the full design, few enough to run while a class waits.
REDUCED_DESIGN = ChanceDesign(
    mixtures=tuple(Mixture(d, k, b) for (d, k), b in zip(
        product((2, 24), (2, 6, 16)), ("balanced", "small", "large") * 2, strict=True
    )),
    ks=(2, 3, 4, 6, 8, 11, 14, 18, 23),
    repeats=20,
)  # fmt: skip


def cluster_sizes(n: int, k: int, share: float | None = None) -> Codes:
    """Sizes of k clusters of n objects: equal, or the first with `share` of the objects.

    Sizes that cannot be equal differ by one, larger ones first.
    """
    if not 2 <= k <= n:
        raise InputError(f"Random partitions need 2 to {n} clusters for {n} objects; got {k}.")
    if share is None:
        return _split_evenly(n, k)
    first = round(n * share)
    if first < 1 or n - first < k - 1:
        raise InputError(
            f"One cluster with {share:.0%} of {n} objects leaves {n - first} for {k - 1} others; "
            "each needs at least one. Choose fewer clusters."
        )
    return np.concatenate([[first], _split_evenly(n - first, k - 1)])


def random_partitions(
    n: int, k: int, *, count: int, seed: int | Sequence[int], share: float | None = None
) -> Codes:
    """(count, n) label codes: every arrangement of the given cluster sizes is equally likely."""
    blocks = np.repeat(np.arange(k), cluster_sizes(n, k, share))
    rng = np.random.default_rng(seed)
    return rng.permuted(np.tile(blocks, (count, 1)), axis=1)


def draw_mixture(
    mixture: Mixture, *, seed: int | Sequence[int], n: int = N_OBJECTS
) -> tuple[Floats, Codes]:
    """Objects and true labels of a mixture whose clusters differ in place, spread and size."""
    rng = np.random.default_rng(seed)
    sizes = cluster_sizes(n, mixture.k, mixture.share)
    # The cube grows with the number of clusters, so that crowding stays alike.
    side = 8.0 * mixture.k ** (1 / mixture.d)
    centres = rng.uniform(0, side, (mixture.k, mixture.d))
    spreads = rng.uniform(0.5, 1.5, (mixture.k, mixture.d))
    labels = np.repeat(np.arange(mixture.k), sizes)
    X = centres[labels] + rng.standard_normal((n, mixture.d)) * spreads[labels]
    return X, labels


def _split_evenly(n: int, k: int) -> Codes:
    sizes = np.full(k, n // k)
    sizes[: n % k] += 1
    return sizes


class Scorer:
    """Seven criteria for very many partitions of one feature table at once.

    The same formulas as `aucc_core.criteria` (tests compare the two), rearranged so that a whole
    stack of partitions with the same k costs a few matrix products: three times as fast. Values
    are oriented so that higher is better.
    """

    def __init__(self, X: Floats) -> None:
        self.pairs = RankedPairs(X)
        self._X = X - X.mean(axis=0)
        d = self.pairs.distances
        self._square = squareform(d)
        self._total = float(d.sum())
        self._spread = float(d.std())
        ordered = np.sort(d)
        self._smallest = np.concatenate([[0.0], np.cumsum(ordered)])
        self._largest = np.concatenate([[0.0], np.cumsum(ordered[::-1])])
        self._sst = (self._X**2).sum(axis=0)
        self._to_mean = float(np.sqrt((self._X**2).sum(axis=1)).sum())

    def score(self, stacks: Sequence[Codes], criteria: Sequence[str]) -> dict[str, list[Floats]]:
        """Criterion -> one array of scores per stack; a stack is (count, n) codes 0..k-1."""
        scores: dict[str, list[Floats]] = {name: [] for name in criteria}
        if "aucc" in scores:
            every = self.pairs.aucc_many([labels for stack in stacks for labels in stack])
            scores["aucc"] = np.split(every, np.cumsum([len(s) for s in stacks])[:-1])
        others = [name for name in criteria if name != "aucc"]
        if others:
            with one_thread():
                for stack in stacks:
                    values = self._stack_scores(stack)
                    for name in others:
                        scores[name].append(values[name])
        return scores

    def _stack_scores(self, L: Codes) -> dict[str, Floats]:
        count, n = L.shape
        k = int(L.max()) + 1
        member = (L[:, None, :] == np.arange(k)[:, None]).astype(np.float64)  # count, k, n
        sizes = member.sum(axis=2)
        sums = (member.reshape(-1, n) @ self._square).reshape(count, k, n)
        own = np.take_along_axis(sums, L[:, None, :], axis=1)[:, 0]
        within = own.sum(axis=1) / 2
        w = (sizes * (sizes - 1)).sum(axis=1) / 2
        centroids = (member @ self._X) / sizes[:, :, None]
        ssb = (sizes[:, :, None] * centroids**2).sum(axis=1)  # count, features
        return {
            "point_biserial": self._point_biserial(within, w),
            "vrc": (ssb.sum(axis=1) / (k - 1)) / ((self._sst.sum() - ssb.sum(axis=1)) / (n - k)),
            "swc": _silhouette(sums, own, sizes, L),
            "c_index": self._c_index(within, w),
            "c_sqrt_k": np.sqrt(ssb / self._sst).mean(axis=1) / np.sqrt(k),
            "pbm": self._pbm(centroids, L),
        }

    def _point_biserial(self, within: Floats, w: Floats) -> Floats:
        t = self.pairs.n_pairs
        b = t - w
        gap = (self._total - within) / b - within / w
        return gap * np.sqrt(w * b / t**2) / self._spread

    def _c_index(self, within: Floats, w: Floats) -> Floats:
        pairs = w.astype(np.int64)
        low, high = self._smallest[pairs], self._largest[pairs]
        return -(within - low) / (high - low)

    def _pbm(self, centroids: Floats, L: Codes) -> Floats:
        k = centroids.shape[1]
        own = np.take_along_axis(centroids, L[:, :, None], axis=1)
        spread = np.sqrt(((self._X - own) ** 2).sum(axis=2)).sum(axis=1)
        apart = ((centroids[:, :, None] - centroids[:, None]) ** 2).sum(axis=3).max(axis=(1, 2))
        return (self._to_mean / spread / k) ** 2 * apart


def _silhouette(sums: Floats, own: Floats, sizes: Floats, L: Codes) -> Floats:
    """Mean silhouette; objects alone in their cluster count 0."""
    own_size = np.take_along_axis(sizes, L, axis=1)
    a = own / np.maximum(own_size - 1, 1)
    mean = sums / sizes[:, :, None]
    np.put_along_axis(mean, L[:, None, :], np.inf, axis=1)
    b = mean.min(axis=1)
    width = (b - a) / np.maximum(np.maximum(a, b), np.finfo(float).tiny)
    return np.where(own_size > 1, width, 0.0).mean(axis=1)


def chance_runs(design: ChanceDesign, *, seed: int) -> Iterator[pd.DataFrame]:
    """Yield one tidy table per mixture, as soon as it is done.

    Columns: mixture (its number in the design), balance, k, criterion, mean, std over repeats.
    Each cell has a seed of its own, so a smaller design repeats cells of a larger one.
    """
    for position, mixture in enumerate(design.mixtures):
        number = MIXTURES.index(mixture) if mixture in MIXTURES else len(MIXTURES) + position
        X, _ = draw_mixture(mixture, seed=(seed, number), n=design.n)
        scorer = Scorer(X)
        rows = []
        for b, balance in enumerate(design.balances):
            drawn = [
                random_partitions(
                    design.n, k, count=design.repeats, seed=(seed, number, b, k),
                    share=BALANCES[balance].share,
                )
                for k in design.ks
            ]  # fmt: skip
            for criterion, values in scorer.score(drawn, design.criteria).items():
                for k, scores in zip(design.ks, values, strict=True):
                    rows.append((number, balance, k, criterion, scores.mean(), scores.std()))
        yield pd.DataFrame(rows, columns=["mixture", "balance", "k", "criterion", "mean", "std"])


def chance_experiment(design: ChanceDesign, *, seed: int) -> pd.DataFrame:
    """Run a whole design."""
    return pd.concat(chance_runs(design, seed=seed), ignore_index=True)


def chance_steps(
    design: ChanceDesign, seed: int, progress: Progress
) -> Generator[pd.DataFrame, None, pd.DataFrame]:
    """The experiment as a job: reports and yields after each mixture, returns the whole table."""
    tables = []
    progress(0, len(design.mixtures), "Drawing random partitions")
    for table in chance_runs(design, seed=seed):
        tables.append(table)
        progress(len(tables), len(design.mixtures), "Random partitions, data set by data set")
        yield table
    return pd.concat(tables, ignore_index=True)
