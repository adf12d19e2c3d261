"""The random draws behind the synthetic data sets."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from aucc_core.datasets.entry import Content
from aucc_core.validate import InputError

Array = npt.NDArray[np.float64]

MAX_CELLS = 100_000_000  # 800 MB of float64
_BOX = 10.0  # blob centres lie in [-10, 10] along each axis
_CANDIDATES = 30  # tried for each blob centre; the one farthest from the others is kept


def gaussians(centres: Array, *, variance: float, n_each: int, seed: int) -> Content:
    """Round normal groups of equal size around the given centres."""
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(len(centres)), n_each)
    noise = rng.standard_normal((labels.size, centres.shape[1]))
    return Content(centres[labels] + np.sqrt(variance) * noise, labels)


def blobs(*, k: int, n: int, d: int, spread: float, imbalance: float, seed: int) -> Content:
    """Round normal groups around centres that keep away from each other."""
    _require_room(n, d)
    if k > n:
        raise InputError(f"Setting 'k' must be at most n, one object a group; got k={k}, n={n}.")
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


def group_sizes(n: int, k: int, imbalance: float) -> npt.NDArray[np.int64]:
    """Sizes that sum to n, none empty, each (1 - imbalance) times the one before."""
    share = (1.0 - imbalance) ** np.arange(k)
    # One object is set aside for each group, so that none is empty; the rest follows the shares.
    sizes = np.floor((n - k) * share / share.sum()).astype(np.int64) + 1
    sizes[: n - sizes.sum()] += 1
    return sizes


def _spaced_centres(k: int, d: int, rng: np.random.Generator) -> Array:
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


def _ring(n: int) -> Array:
    angle = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _two_shapes(first: Array, second: Array, *, noise: float, seed: int) -> Content:
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
