"""Generated groups that are not round clouds of one size: curves, rings, lines, uneven densities.

Together with the mixtures of `cases` these are what the verdict's constants are tuned on, besides
public sets. Nothing here is a copy of a benchmark set.
"""

import numpy as np

from aucc_core.datasets.benchmark import BenchmarkSet
from tests.bench.cases import Case, draw_set

MANY_KS = (9, 12, 15)
PAIRED_DIMENSIONS = (4, 16, 64, 128)


def curved_sets(*, seed):
    """One set of each shape, some mixtures with many clusters, and pairs in many dimensions."""
    rng = np.random.default_rng(seed)
    made = [_labelled(name, draw(rng), seed) for name, draw in SHAPES.items()]
    for k in MANY_KS:
        for d in (2, 3, 8):
            case = Case(1000 * d + k, k, d, 40 * k, "round", 5.0)
            made.append(draw_set(case, seed=seed))
    for d in PAIRED_DIMENSIONS:
        for apart in (6.0, 12.0):
            way = rng.standard_normal(d)
            other = rng.standard_normal((200, d)) * rng.choice([0.6, 1.0])
            other += way * apart / np.linalg.norm(way)
            two = [rng.standard_normal((200, d)), other]
            made.append(_labelled(f"two in {d} dimensions, {apart:g} apart", two, seed))
    return made


def _labelled(name, parts, seed):
    labels = np.repeat(np.arange(1, len(parts) + 1), [len(p) for p in parts])
    return BenchmarkSet(f"{name} {seed}", "curved", np.concatenate(parts), (labels,))


def _arc(rng, n, radius, begin, end, width, centre=(0.0, 0.0)):
    angle = np.pi * rng.uniform(begin, end, n)
    curve = radius * np.column_stack([np.cos(angle), np.sin(angle)])
    return curve + rng.normal(0, width, (n, 2)) + centre


def _cloud(rng, n, centre, width):
    return rng.normal(centre, width, (n, 2))


def _strip(rng, n, length, height, width):
    return np.column_stack([rng.uniform(0, length, n), rng.normal(height, width, n)])


def _rectangle(rng, n, size, corner):
    return rng.uniform(0, 1, (n, 2)) * size + corner


def _moons(rng, width=0.08, sizes=(200, 200), apart=0.4):
    one = _arc(rng, sizes[0], 1, 0, 1, width)
    return [one, _arc(rng, sizes[1], 1, 1, 2, width, (1, apart))]


def _rings(rng, *radii):
    return [_arc(rng, round(120 * r), r, 0, 2, 0.1) for r in radii]


def _spirals(rng):
    arms = []
    for sign in (1, -1):
        angle = np.pi * rng.uniform(0.5, 3, 250)
        arm = sign * angle[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
        arms.append(arm + rng.normal(0, 0.15, (250, 2)))
    return arms


def _parabolas(rng):
    x, y = rng.uniform(-2, 2, (2, 200))
    up = np.column_stack([x, x**2 + rng.normal(0, 0.2, 200)])
    return [up, np.column_stack([y + 2, 7 - y**2 + rng.normal(0, 0.2, 200)])]


def _links(rng):
    a, b = 2 * np.pi * rng.uniform(size=(2, 250))
    flat = np.column_stack([np.cos(a), np.sin(a), 0 * a])
    upright = np.column_stack([1 + np.cos(b), 0 * b, np.sin(b)])
    return [ring + rng.normal(0, 0.08, (250, 3)) for ring in (flat, upright)]


def _shell(rng):
    way = rng.standard_normal((250, 3))
    shell = 4 * way / np.linalg.norm(way, axis=1, keepdims=True)
    return [shell + rng.normal(0, 0.15, (250, 3)), rng.normal(0, 0.6, (200, 3))]


def _slanted(rng):
    turn = np.array([[0.8, 0.6], [-0.6, 0.8]])
    bars = [(rng.normal(0, 3, 150), rng.normal(2.2 * i, 0.4, 150)) for i in range(3)]
    return [np.column_stack(bar) @ turn for bar in bars]


def _face(rng):
    eyes = [_cloud(rng, 80, (x, 1), 0.15) for x in (-1, 1)]
    return [_arc(rng, 300, 3, 0, 2, 0.08), _arc(rng, 120, 1.6, 1.15, 1.85, 0.08), *eyes]


SHAPES = {
    "moons": _moons,
    "wide moons": lambda rng: _moons(rng, 0.13, (150, 250), 0.3),
    "two rings": lambda rng: _rings(rng, 2.0, 0.9),
    "three rings": lambda rng: _rings(rng, 1.0, 2.0, 3.0),
    "ring and core": lambda rng: [_arc(rng, 300, 3, 0, 2, 0.15), _cloud(rng, 150, (0, 0), 0.5)],
    "wide ring and core": lambda rng: [
        _arc(rng, 150, 2, 0, 2, 0.35),
        _cloud(rng, 200, (0, 0), 0.15),
    ],
    "spirals": _spirals,
    "strips": lambda rng: [_strip(rng, 150, 10, 1.5 * i, 0.15) for i in range(3)],
    "uneven strips": lambda rng: [
        _strip(rng, 300, 10, 0, 0.15),
        _strip(rng, 60, 10, 2, 0.3),
        _cloud(rng, 80, (5, 5), 0.3),
    ],
    "steps": lambda rng: [_strip(rng, 120, 2, i, 0.06) + np.array([i, 0]) for i in range(3)],
    "parabolas": _parabolas,
    "links": _links,
    "shell and core": _shell,
    "slanted bars": _slanted,
    "face": _face,
    "cross of clouds": lambda rng: [
        _cloud(rng, 100, at, 0.3) for at in ((0, 0), (3, 0), (0, 3), (-3, 0), (0, -3))
    ],
    "dense and sparse": lambda rng: [_cloud(rng, 200, (0, 0), 0.2), _cloud(rng, 200, (3, 0), 1.0)],
    "squares": lambda rng: [
        _rectangle(rng, 120, 1, (1.25 * i, 1.25 * j)) for i in range(2) for j in range(2)
    ],
    "rectangles": lambda rng: [
        _rectangle(rng, 200, (6, 1), (0, 0)),
        _rectangle(rng, 150, (1, 4), (0, 1.6)),
        _rectangle(rng, 150, 1.5, (3, 3)),
    ],
    "two that touch": lambda rng: [_cloud(rng, 200, at, 1) for at in ((0, 0), (3.2, 0))],
    "three that touch": lambda rng: [
        _cloud(rng, 150, at, 1) for at in ((0, 0), (3.5, 0), (1.75, 3.2))
    ],
    "one large, two small": lambda rng: [
        _cloud(rng, 400, (0, 0), 1),
        _cloud(rng, 40, (4.5, 0), 0.3),
        _cloud(rng, 40, (0, 4.5), 0.3),
    ],
}
