"""What criteria say about labels drawn at random: the expected-value experiment of the paper.

Gaussian mixtures are partitioned blindly, with a given number and balance of clusters. A
criterion corrected for chance gives the same mean whatever k is; AUCC does (one half).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.chance_scores import CHANCE_CRITERIA, Scorer
from aucc_core.validate import InputError

N_OBJECTS = 500
DIMENSIONS = (2, 3, 4, 22, 23, 24)
TRUE_KS = (2, 4, 6, 12, 14, 16)
KS = tuple(range(2, 24))  # up to ceil(sqrt(500))
REPEATS = 100


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


def cluster_sizes(n: int, k: int, share: float | None = None) -> npt.NDArray[np.int64]:
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
) -> npt.NDArray[np.int64]:
    """(count, n) label codes: every arrangement of the given cluster sizes is equally likely."""
    blocks = np.repeat(np.arange(k), cluster_sizes(n, k, share))
    rng = np.random.default_rng(seed)
    return rng.permuted(np.tile(blocks, (count, 1)), axis=1)


def draw_mixture(
    mixture: Mixture, *, seed: int | Sequence[int], n: int = N_OBJECTS
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
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


def chance_runs(design: ChanceDesign, *, seed: int) -> Iterator[pd.DataFrame]:
    """Yield one tidy table a mixture, as soon as it is done.

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


def chance_experiment(
    design: ChanceDesign = REDUCED_DESIGN,
    *,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> pd.DataFrame:
    """Run a whole design; `progress` hears the share that is done."""
    tables = []
    for done, table in enumerate(chance_runs(design, seed=seed), start=1):
        tables.append(table)
        if progress is not None:
            progress(done / len(design.mixtures))
    return pd.concat(tables, ignore_index=True)


def chance_steps(
    design: ChanceDesign, seed: int, report: Callable[[int, int, str], object]
) -> Generator[pd.DataFrame, None, pd.DataFrame]:
    """The experiment as a job: reports and yields after each mixture, returns the whole table."""
    tables = []
    report(0, len(design.mixtures), "Drawing random partitions")
    for table in chance_runs(design, seed=seed):
        tables.append(table)
        report(len(tables), len(design.mixtures), "Random partitions, data set by data set")
        yield table
    return pd.concat(tables, ignore_index=True)


def _split_evenly(n: int, k: int) -> npt.NDArray[np.int64]:
    sizes = np.full(k, n // k)
    sizes[: n % k] += 1
    return sizes
