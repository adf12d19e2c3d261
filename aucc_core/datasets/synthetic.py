"""Drawn data: mixtures, shapes and noise, each the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from aucc_core.datasets.entry import Content, DatasetEntry, Setting
from aucc_core.score.inputs import Floats, InputError, Integers

MAX_CELLS = 100_000_000  # 800 MB of float64
_BOX = 10.0  # blob centres lie in [-10, 10] along each axis
_CANDIDATES = 30  # tried for each blob centre; the one farthest from the others is kept

_SOURCE = "Drawn by this program from a seed"
_LICENCE = "MIT (this program)"

_SEED = Setting(
    "seed",
    "Seed",
    "Which draw: the same number gives the same points.",
    0,
    high=2**32 - 1,
)


def _n(default: int) -> Setting:
    return Setting("n", "Objects", "How many points to draw.", default, low=3, high=2_000_000)


def _n_each(default: int) -> Setting:
    return Setting(
        "n_each",
        "Objects per group",
        "How many points to draw in each group.",
        default,
        low=2,
        high=100_000,
    )


def _d(default: int) -> Setting:
    return Setting("d", "Dimensions", "How many features.", default, low=1, high=10_000)


def _variance(default: float) -> Setting:
    return Setting(
        "variance",
        "Variance",
        "How wide each group is (its standard deviation squared, the same in every direction). "
        "More variance, more overlap.",
        default,
        kind="float",
        low=0,
        high=1e6,
        step=0.5,
    )


def _noise(default: float) -> Setting:
    return Setting(
        "noise",
        "Noise",
        "How far points stray from the shape (standard deviation).",
        default,
        kind="float",
        low=0,
        high=10,
        step=0.01,
    )


def _synthetic(
    name: str,
    title: str,
    description: str,
    size: tuple[int, int],
    true_k: int | None,
    build: Callable[..., Content],
    *settings: Setting,
    source: str = _SOURCE,
) -> DatasetEntry:
    return DatasetEntry(
        name, title, description, "synthetic", size, true_k, source, _LICENCE, build, settings
    )


_PAPER = f"{_SOURCE}; design of Jaskowiak, Costa, Campello (2022)"
_GRID = np.array([(x, y) for x in (0.0, 20.0, 40.0) for y in (0.0, 20.0, 40.0)])
_TWO = np.array([(0.0, 0.0), (40.0, 40.0)])


def _nine_gaussians(variance: float, n_each: int, seed: int) -> Content:
    return gaussians(_GRID, variance=variance, n_each=n_each, seed=seed)


def _two_gaussians(variance: float, n_each: int, seed: int) -> Content:
    return gaussians(_TWO, variance=variance, n_each=n_each, seed=seed)


def gaussians(centres: Floats, *, variance: float, n_each: int, seed: int) -> Content:
    """Round normal groups of equal size around the given centres."""
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(len(centres)), n_each)
    noise = rng.standard_normal((labels.size, centres.shape[1]))
    return Content(centres[labels] + np.sqrt(variance) * noise, labels)


def blobs(*, k: int, n: int, d: int, spread: float, imbalance: float, seed: int) -> Content:
    """Round normal groups around centres that keep away from each other."""
    _require_room(n, d)
    if k > n:
        raise InputError(f"Setting 'k' must be at most n, one object per group; got k={k}, n={n}.")
    rng = np.random.default_rng(seed)
    centres = _spaced_centres(k, d, rng)
    labels = np.repeat(np.arange(k), group_sizes(n, k, imbalance))
    return Content(centres[labels] + spread * rng.standard_normal((n, d)), labels)


def uniform(*, n: int, d: int, seed: int) -> Content:
    """Points spread evenly over the unit cube; no labels, as there are no groups."""
    _require_room(n, d)
    return Content(np.random.default_rng(seed).random((n, d)))


def moons(*, n: int, noise: float, seed: int) -> Content:
    """Two half circles, the lower one shifted so that their ends interlock."""
    outer = n // 2
    a, b = np.linspace(0, np.pi, outer), np.linspace(0, np.pi, n - outer)
    upper = np.column_stack([np.cos(a), np.sin(a)])
    lower = np.column_stack([1 - np.cos(b), 0.5 - np.sin(b)])
    return _two_shapes(upper, lower, noise=noise, seed=seed)


def circles(*, n: int, noise: float, factor: float, seed: int) -> Content:
    """A ring of radius `factor` inside a ring of radius 1."""
    outer = n // 2
    large = _ring(outer)
    return _two_shapes(large, factor * _ring(n - outer), noise=noise, seed=seed)


def anisotropic(*, n: int, spread: float, seed: int) -> Content:
    """Three round groups, then all points stretched by one linear map."""
    rng = np.random.default_rng(seed)
    centres = np.array([(-6.0, -4.0), (0.0, 4.0), (6.0, -2.0)])
    labels = np.repeat(np.arange(3), group_sizes(n, 3, 0.0))
    X = centres[labels] + spread * rng.standard_normal((n, 2))
    stretch = np.array([(0.6, -0.6), (-0.4, 0.8)])
    return Content(X @ stretch, labels)


def group_sizes(n: int, k: int, imbalance: float) -> Integers:
    """Sizes that sum to n, none empty, each (1 - imbalance) times the one before."""
    share = (1.0 - imbalance) ** np.arange(k)
    # One object is set aside for each group, so that none is empty; the rest follows the shares.
    sizes = np.floor((n - k) * share / share.sum()).astype(np.int64) + 1
    sizes[: n - sizes.sum()] += 1
    return sizes


def _spaced_centres(k: int, d: int, rng: np.random.Generator) -> Floats:
    centres = np.empty((k, d))
    for i in range(k):
        candidates = rng.uniform(-_BOX, _BOX, size=(_CANDIDATES, d))
        if i == 0:
            centres[i] = candidates[0]
            continue
        gap = np.full(_CANDIDATES, np.inf)
        for centre in centres[:i]:
            gap = np.minimum(gap, ((candidates - centre) ** 2).sum(axis=1))
        centres[i] = candidates[int(gap.argmax())]
    return centres


def _ring(n: int) -> Floats:
    angle = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _two_shapes(first: Floats, second: Floats, *, noise: float, seed: int) -> Content:
    rng = np.random.default_rng(seed)
    X = np.vstack([first, second])
    labels = np.repeat([0, 1], [len(first), len(second)])
    return Content(X + noise * rng.standard_normal(X.shape), labels)


def _require_room(n: int, d: int) -> None:
    if n * d > MAX_CELLS:
        raise InputError(
            f"A drawn table may have at most {MAX_CELLS:,} cells; n={n:,} × d={d:,} has {n * d:,}. "
            "Ask for fewer objects or dimensions."
        )


ENTRIES = (
    _synthetic(
        "nine_gaussians",
        "Nine Gaussians",
        "Nine round groups on a 3 × 3 grid, 50 points each: well apart at variance 4.5.",
        (450, 2),
        9,
        _nine_gaussians,
        _variance(4.5),
        _n_each(50),
        _SEED,
        source=_PAPER,
    ),
    _synthetic(
        "two_gaussians",
        "Two Gaussians",
        "Two round groups, 200 points each; raise the variance to watch them run into each other.",
        (400, 2),
        2,
        _two_gaussians,
        _variance(100.0),
        _n_each(200),
        _SEED,
        source=_PAPER,
    ),
    _synthetic(
        "blobs",
        "Blobs",
        "Round groups with everything settable: how many, how wide, how unequal, in how many "
        "dimensions.",
        (300, 2),
        4,
        blobs,
        Setting("k", "Groups", "How many groups to draw.", 4, low=1, high=1000),
        _n(300),
        _d(2),
        Setting(
            "spread",
            "Spread",
            "Standard deviation of each group; the centres lie in a box of side 20.",
            1.0,
            kind="float",
            low=0,
            high=1000,
            step=0.1,
        ),
        Setting(
            "imbalance",
            "Imbalance",
            "0: all groups equally large. 0.5: each group half as large as the one before it.",
            0.0,
            kind="float",
            low=0,
            high=0.95,
            step=0.05,
        ),
        _SEED,
    ),
    _synthetic(
        "uniform",
        "Uniform noise",
        "Points spread evenly over a square (or cube): there are no groups, whatever a method "
        "claims to find.",
        (300, 2),
        None,
        uniform,
        _n(300),
        _d(2),
        _SEED,
    ),
    _synthetic(
        "moons",
        "Two moons",
        "Two half circles that reach into each other: clear to the eye, hard for methods that "
        "look for round groups.",
        (300, 2),
        2,
        moons,
        _n(300),
        _noise(0.06),
        _SEED,
    ),
    _synthetic(
        "circles",
        "Two circles",
        "A small ring inside a large one: scores by straight distances prefer to cut them in half.",
        (300, 2),
        2,
        circles,
        _n(300),
        _noise(0.05),
        Setting(
            "factor",
            "Inner radius",
            "Radius of the inner ring, as a share of the outer one.",
            0.5,
            kind="float",
            low=0.05,
            high=0.95,
            step=0.05,
        ),
        _SEED,
    ),
    _synthetic(
        "anisotropic",
        "Stretched groups",
        "Three groups stretched along a diagonal: near in one direction, far in the other.",
        (300, 2),
        3,
        anisotropic,
        _n(300),
        Setting(
            "spread",
            "Spread",
            "Standard deviation of each group before it is stretched.",
            1.0,
            kind="float",
            low=0,
            high=100,
            step=0.1,
        ),
        _SEED,
    ),
)
