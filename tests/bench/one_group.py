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


def _arc(n, rng):
    """Three quarters of a ring, denser towards one end."""
    angle = 1.5 * np.pi * rng.beta(1.5, 1.0, n)
    return 4 * np.column_stack([np.cos(angle), np.sin(angle)]) + rng.normal(0, 0.4, (n, 2))


def _s_curve(n, rng):
    angle = rng.uniform(-1.5 * np.pi, 1.5 * np.pi, n)
    curve = np.column_stack([np.sin(angle), np.sign(angle) * (np.cos(angle) - 1)])
    return curve + rng.normal(0, 0.15, (n, 2))


def _elbow(n, rng):
    along = rng.uniform(-4, 4, n)
    legs = np.column_stack([np.maximum(along, 0.0), np.maximum(-along, 0.0)])
    return legs + rng.normal(0, 0.35, (n, 2))


def _spiral_arm(n, rng):
    angle = np.sqrt(rng.uniform(1.0, 12.0, n)) * 2
    return angle[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]) + rng.normal(
        0, 0.4, (n, 2)
    )


def _sphere(n, rng):
    way = rng.standard_normal((n, 3))
    return way / np.linalg.norm(way, axis=1, keepdims=True) + rng.normal(0, 0.08, (n, 3))


def _answers(n, rng):
    """Answers from 1 to 5 to eight questions that measure one thing."""
    shared = rng.standard_normal((n, 1))
    return np.clip(np.round(3 + 0.8 * shared + 0.8 * rng.standard_normal((n, 8))), 1, 5)


def _sizes(n, rng):
    """Lengths, areas and volumes of things of one kind: lognormal, and they go together."""
    size = rng.normal(0, 0.5, (n, 1))
    return np.exp(size * (1, 1, 2, 2, 3, 3) + rng.normal(0, 0.2, (n, 6)))


def _several_far(n, rng):
    X = rng.standard_normal((n, 4))
    X[:4] *= 12
    return X


def _crescent(n, rng):
    """A disc out of which another is cut."""
    X = rng.uniform(-1, 1, (40 * n, 2))
    inside = (X**2).sum(axis=1) < 1
    cut = ((X - (0.5, 0.0)) ** 2).sum(axis=1) < 0.5
    return X[inside & ~cut][:n]


def _wave(n, rng):
    x = rng.uniform(0, 3 * np.pi, n)
    return np.column_stack([x, 2 * np.sin(x) + rng.normal(0, 0.35, n)])


def _helix(n, rng):
    angle = rng.uniform(0, 3 * np.pi, n)
    helix = np.column_stack([2 * np.cos(angle), 2 * np.sin(angle), angle])
    return helix + rng.normal(0, 0.3, (n, 3))


def _comet(n, rng):
    """A dense head and a bent tail that thins out."""
    along = rng.exponential(1.0, n)
    width = 0.3 + 0.2 * along
    across = rng.standard_normal((n, 2)) * width[:, None]
    return np.column_stack([along, 0.25 * along**2]) + across


def _funnel(n, rng):
    deep = rng.normal(0, 1.5, n)
    return np.column_stack([deep, rng.standard_normal(n) * np.exp(deep / 2)])


def _bent_sheet(n, rng):
    angle, height = rng.uniform(0, 1.5 * np.pi, n), rng.uniform(0, 4, n)
    sheet = np.column_stack([2 * np.cos(angle), 2 * np.sin(angle), height])
    return sheet + rng.normal(0, 0.15, (n, 3))


def _series(n, rng):
    """Twenty columns, each close to the one before, with tails."""
    X = rng.standard_normal((n, 20))
    for c in range(1, 20):
        X[:, c] = 0.8 * X[:, c - 1] + 0.6 * X[:, c]
    return X / np.sqrt(rng.chisquare(5, (n, 1)) / 5)


def _turned_skew(n, rng):
    return rng.chisquare(3, (n, 4)) @ np.linalg.qr(rng.standard_normal((4, 4)))[0]


def _mixed_columns(n, rng):
    """A count, a share, a waiting time and a measured value, in their own units."""
    shared = rng.standard_normal(n)
    count = rng.poisson(np.exp(1 + 0.5 * shared))
    share = rng.beta(2, 3, n)
    return np.column_stack([count, share, 30 * rng.exponential(size=n), 100 + 15 * shared])


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
    Kind("three quarters of a ring", _arc, tuning=True),
    Kind("S-curve", _s_curve, tuning=True),
    Kind("elbow", _elbow, tuning=True),
    Kind("spiral arm", _spiral_arm, tuning=True),
    Kind("sphere", _sphere, tuning=True),
    Kind("answers from 1 to 5", _answers, tuning=True),
    Kind("sizes of things, d = 6", _sizes, tuning=True),
    Kind("Gaussian, d = 4, four far", _several_far, tuning=True),
    Kind("Gaussian, d = 20", lambda n, rng: rng.standard_normal((n, 20)), tuning=True),
    Kind("Gaussian, d = 100", lambda n, rng: rng.standard_normal((n, 100)), tuning=True),
    Kind("simplex, d = 4", lambda n, rng: rng.dirichlet(np.ones(5), n)[:, :4], tuning=True),
    Kind("t, 4 degrees, d = 3", lambda n, rng: rng.standard_t(4, (n, 3)), tuning=True),
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
    Kind("crescent", _crescent, tuning=False),
    Kind("wave", _wave, tuning=False),
    Kind("helix", _helix, tuning=False),
    Kind("comet", _comet, tuning=False),
    Kind("funnel", _funnel, tuning=False),
    Kind("bent sheet", _bent_sheet, tuning=False),
    Kind("series with tails, d = 20", _series, tuning=False),
    Kind("turned skew, d = 4", _turned_skew, tuning=False),
    Kind("mixed columns", _mixed_columns, tuning=False),
    Kind("Gaussian, d = 200", lambda n, rng: rng.standard_normal((n, 200)), tuning=False),
    Kind("cube, d = 8", lambda n, rng: rng.uniform(size=(n, 8)), tuning=False),
    Kind("Pareto tails", lambda n, rng: rng.pareto(3.0, (n, 2)), tuning=False),
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
