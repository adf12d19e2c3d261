"""Generated scenes: groups of random shapes, sizes and densities, near each other but apart.

What the verdict's constants are tuned on, besides mixtures (`cases`) and public sets. Each scene
draws anew how many groups there are, how they are shaped, how dense they are and how far apart; a
quarter of those in the plane have objects that belong to no group. Nothing here is a copy of a
benchmark set.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from aucc_core.datasets.benchmark import NOISE_LABEL, BenchmarkSet

# From one scene of a kind to its next; kinds begin at numbers of their own, so that one more kind
# leaves the others' scenes as they are.
_STEP = 8
# Tries to find a free place before the field grows.
_TRIES = 60


@dataclass(frozen=True)
class Kind:
    """One kind of scene: the number of its first, and from a generator to the groups of one."""

    name: str
    first: int
    draw: Callable[[np.random.Generator], list[np.ndarray]]


def scenes(draws, *, seed):
    """So many scenes of every kind."""
    return [scene(kind, at, seed=seed) for at in range(draws) for kind in KINDS]


def scene(kind, at, *, seed):
    """One scene of a kind."""
    number = kind.first + _STEP * at
    rng = np.random.default_rng([seed, number])
    parts = kind.draw(rng)
    X = np.concatenate(parts)
    labels = np.repeat(np.arange(1, len(parts) + 1), [len(p) for p in parts])
    if rng.random() < 0.25 and X.shape[1] == 2:
        count = round(len(X) * rng.uniform(0.02, 0.1))
        low, high = X.min(axis=0), X.max(axis=0)
        X = np.concatenate([X, rng.uniform(low, high, (count, X.shape[1]))])
        labels = np.append(labels, np.full(count, NOISE_LABEL))
    name = f"{kind.name} {seed}-{number:03}"
    return BenchmarkSet(name, kind.name, X * rng.uniform(0.1, 100), (labels,))


def _sizes(rng, k, least=25):
    """Equal or unequal sizes of k groups, 200 to 1,000 objects together."""
    n = rng.integers(200, 1001)
    shares = rng.dirichlet(np.full(k, rng.choice([2.0, 8.0, 1000.0])))
    return np.maximum((shares * n).astype(int), least)


def _turned(points, angle):
    c, s = np.cos(angle), np.sin(angle)
    return points @ np.array([[c, s], [-s, c]])


def _any_way(rng, points):
    return _turned(points, rng.uniform(0, 2 * np.pi))


def _placed(rng, parts, gap):
    """Each part at a random place that keeps a gap to those before it."""
    side = 0.5 * max(np.ptp(p) for p in parts)
    placed = [parts[0]]
    for part in parts[1:]:
        tree = cKDTree(np.concatenate(placed))
        tries = 0
        while True:
            moved = part + rng.uniform(-side, side, part.shape[1])
            if tree.query(moved)[0].min() >= gap * rng.uniform(1, 1.5):
                break
            tries += 1
            if tries % _TRIES == 0:
                side *= 1.15
        placed.append(moved)
    return placed


def _spacing(points):
    """The usual distance to the fifth neighbour."""
    return float(np.median(cKDTree(points).query(points, 6)[0][:, -1]))


def _centres(rng, k, d, separation):
    """Centres at least so far apart, in a cube just large enough to find them."""
    side = separation * max(1.0, k ** (1 / d))
    while True:
        for _ in range(200):
            centres = rng.uniform(0, side, (k, d))
            gaps = np.linalg.norm(centres[:, None] - centres, axis=2)
            if k == 1 or gaps[np.triu_indices(k, 1)].min() >= separation:
                return centres
        side *= 1.05


# Clouds


def _blobs(rng, k=None, d=2):
    k = k or int(rng.integers(2, 9))
    widths = np.exp(rng.normal(0, rng.choice([0, 0.4]), k))
    centres = _centres(rng, k, d, rng.uniform(3.5, 7))
    return [
        c * widths.max() + w * rng.standard_normal((n, d))
        for c, w, n in zip(centres, widths, _sizes(rng, k), strict=True)
    ]


def _many_blobs(rng):
    return _blobs(rng, int(rng.integers(8, 16)))


def _high_blobs(rng):
    return _blobs(rng, int(rng.integers(2, 11)), int(rng.choice([3, 5, 10, 20, 40])))


def _long_blobs(rng):
    k = int(rng.integers(2, 6))
    parts = []
    slant = rng.random() < 0.5
    turn = rng.uniform(0, 2 * np.pi)
    for n in _sizes(rng, k):
        cloud = rng.standard_normal((n, 2)) * [rng.uniform(2, 6), 1]
        parts.append(_turned(cloud, turn if slant else rng.uniform(0, 2 * np.pi)))
    return _placed(rng, parts, rng.uniform(0.3, 1.5))


def _groups_of_groups(rng):
    """Clouds near each other, in groups that are far apart; each cloud is a cluster."""
    above = int(rng.integers(2, 5))
    d = int(rng.choice([2, 2, 2, 3, 5]))
    near = rng.uniform(4, 6.5)
    parts = []
    for centre in _centres(rng, above, d, near * rng.uniform(2.5, 5)):
        k = int(rng.integers(1, 5))
        for c in _centres(rng, k, d, near):
            n = int(rng.integers(30, 120))
            at = centre + (c - near / 2)
            parts.append(at + rng.standard_normal((n, d)) * rng.uniform(0.6, 1))
    return parts


def _uneven_blobs(rng):
    """Small dense clouds beside large sparse ones."""
    k = int(rng.integers(2, 8))
    widths = np.exp(rng.normal(0, 0.8, k))
    parts = []
    for w in widths:
        n = int(np.clip(np.exp(rng.normal(4.4, 0.7)), 25, 500))
        parts.append(w * rng.standard_normal((n, 2)))
    side, placed = 3.0, []
    while len(placed) < k:
        at = rng.uniform(-side, side, 2)
        w = widths[len(placed)]
        if all(np.linalg.norm(at - c) > gap * (w + v) for c, v, gap in placed):
            placed.append((at, w, rng.uniform(2.2, 4)))
        side *= 1.02
    return [p + c for p, (c, _, _) in zip(parts, placed, strict=True)]


# Lines, curves and areas


def _arc(rng, n, width, share=None):
    share = share or rng.uniform(0.3, 0.9)
    angle = 2 * np.pi * share * rng.uniform(size=n)
    return np.column_stack([np.cos(angle), np.sin(angle)]) + rng.normal(0, width, (n, 2))


def _ring(rng, n, width):
    return _arc(rng, n, width, 1.0)


def _strip(rng, n, width):
    return np.column_stack([rng.uniform(-1.5, 1.5, n), rng.normal(0, width, n)])


def _wave(rng, n, width):
    x = rng.uniform(-2, 2, n)
    return np.column_stack([x, 0.6 * np.sin(rng.uniform(1.5, 3) * x) + rng.normal(0, width, n)])


def _spiral(rng, n, width):
    t = np.sqrt(rng.uniform(0.05, 1, n))
    a = rng.uniform(1, 1.8) * 2 * np.pi * t
    return 1.5 * t[:, None] * np.column_stack([np.cos(a), np.sin(a)]) + rng.normal(0, width, (n, 2))


def _rectangle(rng, n, _width):
    return rng.uniform(-1, 1, (n, 2)) * [rng.uniform(0.5, 1.5), rng.uniform(0.2, 1)]


def _disc(rng, n, _width):
    p = rng.standard_normal((n, 2))
    p *= (np.sqrt(rng.uniform(size=n)) / np.linalg.norm(p, axis=1))[:, None]
    return p * rng.uniform(0.3, 1)


def _corner(rng, n, width):
    t = rng.uniform(-1, 1, n)
    p = np.where((t < 0)[:, None], np.column_stack([-t, 0 * t]), np.column_stack([0 * t, t]))
    return 1.5 * p + rng.normal(0, width, (n, 2))


def _cloud(rng, n, _width):
    return rng.normal(0, rng.uniform(0.1, 0.4), (n, 2))


_PIECES = (_arc, _ring, _strip, _wave, _spiral, _rectangle, _disc, _corner, _cloud)


def _shapes(rng):
    k = int(rng.integers(2, 8))
    width = rng.uniform(0.02, 0.1)
    parts = []
    for n in _sizes(rng, k, 40):
        piece = _PIECES[rng.integers(len(_PIECES))](rng, n, width) * rng.uniform(0.5, 1.5)
        parts.append(_any_way(rng, piece))
    gap = rng.uniform(1.5, 4) * np.median([_spacing(p) for p in parts])
    return _placed(rng, parts, gap)


def _around(rng):
    """Rings or arcs one around another, and a cloud or a ring inside."""
    k = int(rng.integers(2, 5))
    sizes = np.sort(_sizes(rng, k, 40))
    width = rng.uniform(0.03, 0.15)
    apart = rng.uniform(6, 10) * width
    parts = [rng.normal(0, rng.uniform(1, 2.5) * width, (sizes[0], 2))]
    radius = np.abs(parts[0]).max() + apart
    if rng.random() < 0.3:
        parts = [_ring(rng, sizes[0], width)]
        radius = 1 + apart
    for n in sizes[1:]:
        share = 1.0 if rng.random() < 0.6 else rng.uniform(0.5, 0.9)
        angle = 2 * np.pi * share * rng.uniform(size=n)
        ring = radius * np.column_stack([np.cos(angle), np.sin(angle)])
        parts.append(_any_way(rng, ring) + rng.normal(0, width, (n, 2)))
        radius += apart * rng.uniform(1, 1.5)
    return parts


def _layers(rng):
    """The same line or wave several times, one above the other."""
    k = int(rng.integers(2, 6))
    width = rng.uniform(0.03, 0.15)
    bend, speed = rng.uniform(0, 0.8), rng.uniform(1, 3)
    parts = []
    for i, n in enumerate(_sizes(rng, k, 40)):
        x = rng.uniform(-2, 2, n) + rng.uniform(-1, 1)
        y = bend * np.sin(speed * x) + i * width * rng.uniform(6.5, 9)
        parts.append(np.column_stack([x, y + rng.normal(0, width, n)]))
    turn = rng.uniform(0, 2 * np.pi)
    return [_turned(p, turn) for p in parts]


def _tiles(rng):
    """Squares of a grid, some missing, with gaps between, stretched."""
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(2, 5))
    gap = rng.uniform(0.12, 0.4)
    density = rng.uniform(60, 120)
    parts = []
    for i in range(rows):
        for j in range(columns):
            if rng.random() < 0.75 or len(parts) < 2:
                n = max(30, int(density * np.exp(rng.normal(0, rng.choice([0, 0.3])))))
                parts.append(rng.uniform(0, 1, (n, 2)) + np.array([i, j]) * (1 + gap))
    stretch = np.array([1.0, rng.uniform(0.5, 2)])
    return [p * stretch for p in parts]


KINDS = (
    Kind("blobs", 0, _blobs),
    Kind("long blobs", 1, _long_blobs),
    Kind("shapes", 2, _shapes),
    Kind("around", 3, _around),
    Kind("layers", 4, _layers),
    Kind("tiles", 5, _tiles),
    Kind("many blobs", 6, _many_blobs),
    Kind("high blobs", 7, _high_blobs),
    Kind("groups of groups", 200, _groups_of_groups),
    Kind("uneven blobs", 300, _uneven_blobs),
)
