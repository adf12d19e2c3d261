"""Generated data with a known number of clusters, and data without any, for `make bench-k`.

Everything that makes the choice of k hard is varied: how many clusters, in how many dimensions,
how far apart, how unequal in size, of which shape, with how much noise between them.
"""

from dataclasses import dataclass

import numpy as np

from aucc_core.datasets.benchmark import NOISE_LABEL, BenchmarkSet

# Constants come from draws of the first seed, figures from draws of the second.
TUNE, REPORT = 2022, 2023

TRUE_KS = (2, 3, 4, 5, 6, 7, 8)
DIMENSIONS = (2, 2, 3, 5, 10)
# Smallest distance between two centres, in standard deviations of a round cluster.
SEPARATIONS = (6.0, 5.0, 4.2, 3.6, 3.2)
SHAPES = ("round", "long", "flat", "uneven")
BALANCES = ("equal", "one small", "one large")
NOISE = (0.0, 0.0, 0.05)
NULL_DATA = ("box", "gaussian", "slanted", "ball", "skewed")


@dataclass(frozen=True)
class Case:
    """One generated data set; ``k`` is 1 for data without clusters."""

    number: int
    k: int
    d: int
    n: int
    shape: str
    separation: float = 0.0
    balance: str = "equal"
    noise: float = 0.0


def cases(mixtures, null_data, *, seed):
    """The list of cases; each factor is drawn on its own, so none goes with another."""
    rng = np.random.default_rng(seed)
    made = []
    for number in range(mixtures):
        k = int(rng.choice(TRUE_KS))
        made.append(
            Case(
                number,
                k,
                int(rng.choice(DIMENSIONS)),
                int(rng.integers(20, 36)) * k if k > 3 else int(rng.integers(80, 200)),
                str(rng.choice(SHAPES)),
                float(rng.choice(SEPARATIONS)),
                str(rng.choice(BALANCES)),
                float(rng.choice(NOISE)),
            )
        )
    for number in range(mixtures, mixtures + null_data):
        d, n = int(rng.choice(DIMENSIONS)), int(rng.integers(80, 250))
        made.append(Case(number, 1, d, n, NULL_DATA[(number // 2) % len(NULL_DATA)]))
    return made


def draw(case, *, seed):
    """The objects of a case."""
    return draw_set(case, seed=seed).X


def draw_set(case, *, seed):
    """The objects of a case, and the cluster that each was drawn from."""
    rng = np.random.default_rng([seed, case.number])
    if case.k == 1:
        X = _null_data(case, rng)
        labels = np.ones(len(X), dtype=np.int64)
    else:
        X, labels = _mixture(case, rng)
    return BenchmarkSet(f"mixture {seed}-{case.number:03}", case.shape, X, (labels,))


def _mixture(case, rng):
    centres = _centres(case, rng)
    sizes = _sizes(case, rng)
    parts = [c + _cloud(case, s, rng) for c, s in zip(centres, sizes, strict=True)]
    X, labels = np.concatenate(parts), np.repeat(np.arange(1, case.k + 1), sizes)
    count = round(case.noise * case.n)
    if count:
        low, high = X.min(axis=0), X.max(axis=0)
        X = np.concatenate([X, rng.uniform(low, high, (count, case.d))])
        labels = np.append(labels, np.full(count, NOISE_LABEL))
    return X, labels


def _centres(case, rng):
    """Centres at least the separation apart, in a cube just large enough to find them."""
    side = case.separation * max(1.0, case.k ** (1 / case.d))
    while True:
        for _ in range(200):
            centres = rng.uniform(0, side, (case.k, case.d))
            gaps = np.linalg.norm(centres[:, None] - centres, axis=2)
            if gaps[np.triu_indices(case.k, 1)].min() >= case.separation:
                return centres
        side *= 1.05


def _sizes(case, rng):
    share = {"equal": 1.0, "one small": 0.3, "one large": 3.0}[case.balance]
    weights = np.array([share] + [1.0] * (case.k - 1))
    sizes = np.maximum(np.round(case.n * weights / weights.sum()).astype(int), 8)
    return rng.permutation(sizes)


def _cloud(case, size, rng):
    d = case.d
    if case.shape == "flat":  # uniform in a ball of the same variance
        return _ball(size, d, rng) * np.sqrt(d + 2)
    cloud = rng.standard_normal((size, d))
    if case.shape == "long":  # one direction longer than the others, any way round
        lengths = np.ones(d)
        lengths[0] = 1.8
        return (cloud * lengths / np.sqrt((lengths**2).mean())) @ _rotation(d, rng)
    if case.shape == "uneven":
        return cloud * rng.uniform(0.5, 1.1)
    return cloud


def _null_data(case, rng):
    n, d = case.n, case.d
    if case.shape == "box":
        return rng.uniform(size=(n, d)) * rng.uniform(0.5, 1.5, d)
    if case.shape == "ball":
        return _ball(n, d, rng)
    cloud = rng.standard_normal((n, d))
    if case.shape == "slanted":
        return (cloud * np.exp(rng.normal(0, 0.5, d))) @ _rotation(d, rng)
    if case.shape == "skewed":
        return rng.gamma(4.0, size=(n, d))
    return cloud


def _ball(n, d, rng):
    cloud = rng.standard_normal((n, d))
    return (
        cloud / np.linalg.norm(cloud, axis=1, keepdims=True) * rng.uniform(size=(n, 1)) ** (1 / d)
    )


def _rotation(d, rng):
    return np.linalg.qr(rng.standard_normal((d, d)))[0]
