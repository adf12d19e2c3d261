"""Drawn data: mixtures, shapes and noise, each the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from aucc_core.datasets import draws
from aucc_core.datasets.entry import Content, DatasetEntry, Setting

_SOURCE = "Drawn by this program from a seed"
_LICENCE = "MIT (this program)"

_SEED = Setting(
    "seed",
    "Seed",
    "Which draw: the same number gives the same points.",
    0,
    high=2**32 - 1,
    menu_high=999,
)


def _n(default: int) -> Setting:
    return Setting(
        "n", "Objects", "How many points to draw.", default, low=3, high=2_000_000, menu_high=3000
    )


def _n_each(default: int) -> Setting:
    return Setting(
        "n_each",
        "Objects a group",
        "How many points to draw in each group.",
        default,
        low=2,
        high=100_000,
        menu_high=500,
    )


def _d(default: int) -> Setting:
    return Setting(
        "d", "Dimensions", "How many features.", default, low=1, high=10_000, menu_high=64
    )


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
        menu_high=600,
    )


def _noise(default: float, high: float = 10.0) -> Setting:
    return Setting(
        "noise",
        "Noise",
        "How far points stray from the shape (standard deviation).",
        default,
        kind="float",
        low=0,
        high=high,
        step=0.01,
        menu_high=0.5,
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
    return draws.gaussians(_GRID, variance=variance, n_each=n_each, seed=seed)


def _two_gaussians(variance: float, n_each: int, seed: int) -> Content:
    return draws.gaussians(_TWO, variance=variance, n_each=n_each, seed=seed)


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
        draws.blobs,
        Setting("k", "Groups", "How many groups to draw.", 4, low=1, high=1000, menu_high=20),
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
            menu_high=6,
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
        draws.uniform,
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
        draws.moons,
        _n(300),
        _noise(0.06),
        _SEED,
    ),
    _synthetic(
        "circles",
        "Two circles",
        "A small ring inside a large one: every distance-based score prefers to cut them in half.",
        (300, 2),
        2,
        draws.circles,
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
        draws.anisotropic,
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
            menu_high=3,
        ),
        _SEED,
    ),
)
