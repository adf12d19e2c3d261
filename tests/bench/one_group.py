"""Data without clusters that do not look like a textbook's: whoever sees groups there is wrong.

Skew, heavy tails, a far object, curves, corners, rounding and many dimensions each make some rule
see clusters. Half of the kinds are for tuning, the other half for the report: a threshold that was
set on a kind of data says little about the next kind, and that is what is asked of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from aucc_core.datasets.benchmark import BenchmarkSet

SIZES = (100, 200, 400)
BATTERY = "one group"


@dataclass(frozen=True)
class Kind:
    """One kind of data without clusters.

    Attributes
    ----------
    name : for tables.
    draw : from a number of objects and a generator to that many rows.
    tuning : whether constants may be set on it; if not, it is for the report alone.
    """

    name: str
    draw: Callable[[int, np.random.Generator], np.ndarray]
    tuning: bool


def _outliers(n, rng):
    X = rng.standard_normal((n, 2))
    far = max(1, round(0.03 * n))
    X[:far] = rng.uniform(-8, 8, (far, 2))
    return X


def _far_object(n, rng):
    X = rng.standard_normal((n, 2))
    X[0] = (25.0, 25.0)
    return X


def _line(n, rng):
    along = rng.uniform(0, 10, n)
    return np.column_stack([along, 0.7 * along]) + rng.normal(0, 0.3, (n, 2))


def _half_ring(n, rng):
    angle = rng.uniform(0, np.pi, n)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    return 5 * ring + rng.normal(0, 0.4, (n, 2))


def _banana(n, rng):
    x = rng.normal(0, 1.5, n)
    return np.column_stack([x, x**2 + rng.normal(0, 0.8, n)])


def _triangle(n, rng):
    return rng.dirichlet(np.ones(3), n) @ np.array([[0.0, 0.0], [1.0, 0.0], [0.5, 0.9]])


def _ball(n, rng):
    X = rng.standard_normal((n, 5))
    return X / np.linalg.norm(X, axis=1, keepdims=True) * rng.uniform(size=(n, 1)) ** (1 / 5)


def _slanted(n, rng):
    X = rng.standard_normal((n, 6)) * np.exp(rng.normal(0, 0.7, 6))
    return X @ np.linalg.qr(rng.standard_normal((6, 6)))[0]


def _scale_mixture(n, rng):
    """A dense core in a wide halo around the same centre."""
    spread = np.where(rng.uniform(size=n) < 0.6, 0.5, 2.5)
    return rng.standard_normal((n, 2)) * spread[:, None]


KINDS = (
    Kind("lognormal", lambda n, rng: rng.lognormal(0, 0.8, (n, 2)), tuning=True),
    Kind("gamma", lambda n, rng: rng.gamma(2.0, size=(n, 3)), tuning=True),
    Kind("Gaussian, 3 % outliers", _outliers, tuning=True),
    Kind("noisy line", _line, tuning=True),
    Kind("triangle", _triangle, tuning=True),
    Kind("ball, d = 5", _ball, tuning=True),
    Kind(
        "Gaussian rounded to 0.1",
        lambda n, rng: rng.standard_normal((n, 2)).round(1),
        tuning=True,
    ),
    Kind("slanted Gaussian, d = 6", _slanted, tuning=True),
    Kind("beta(2, 5)", lambda n, rng: rng.beta(2, 5, (n, 3)), tuning=True),
    Kind("Poisson counts", lambda n, rng: rng.poisson(4.0, (n, 3)).astype(float), tuning=True),
    Kind("exponential", lambda n, rng: rng.exponential(size=(n, 2)), tuning=False),
    Kind("t, 3 degrees", lambda n, rng: rng.standard_t(3, (n, 2)), tuning=False),
    Kind("Gaussian, one far object", _far_object, tuning=False),
    Kind("half ring", _half_ring, tuning=False),
    Kind("banana", _banana, tuning=False),
    Kind("box, d = 3", lambda n, rng: rng.uniform(size=(n, 3)) * (1.0, 1.5, 0.7), tuning=False),
    Kind(
        "sums of digits",
        lambda n, rng: rng.integers(0, 10, (n, 3, 2)).sum(axis=1).astype(float),
        tuning=False,
    ),
    Kind("Gaussian, d = 50", lambda n, rng: rng.standard_normal((n, 50)), tuning=False),
    Kind("Laplace", lambda n, rng: rng.laplace(size=(n, 2)), tuning=False),
    Kind("core and halo", _scale_mixture, tuning=False),
)


def kinds(*, tuning: bool) -> list[Kind]:
    """Those of one half."""
    return [kind for kind in KINDS if kind.tuning == tuning]


def one_group_sets(draws: int, *, tuning: bool, seed: int) -> list[BenchmarkSet]:
    """So many draws of each kind of one half, of several sizes; one cluster in the reference.

    A draw depends on the seed, its kind and its number alone, so that more of them only add.
    """
    made = []
    for kind in kinds(tuning=tuning):
        for number in range(draws):
            rng = np.random.default_rng([seed, *kind.name.encode(), number])
            n = SIZES[number % len(SIZES)]
            X = np.ascontiguousarray(kind.draw(n, rng), dtype=float)
            reference = np.ones(n, dtype=np.int64)
            made.append(BenchmarkSet(f"{kind.name} #{number + 1}", kind.name, X, (reference,)))
    return made
