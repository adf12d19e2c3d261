"""What tests make up: a row in a registry, and clusterings full of ties.

The row shows that nothing else knows the entries by name. The clusterings, full of duplicates and
singletons too, have at least one pair within a cluster and one between two, by construction.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from hypothesis import strategies as st


@contextmanager
def added(registry: Mapping[str, Any], row: Any) -> Iterator[None]:
    """Hold one more row in a registry; registries are read-only, so through the dict below."""
    (rows,) = gc.get_referents(registry)
    assert row.name not in rows
    rows[row.name] = row
    try:
        yield
    finally:
        del rows[row.name]


@st.composite
def clusterings(draw, min_objects=3, max_objects=14, min_dimensions=1, max_dimensions=3):
    """(points, labels): integer points on a small grid, in 2 to n - 1 clusters.

    A small grid makes many equal distances and equal points.
    """
    n = draw(st.integers(min_objects, max_objects))
    d = draw(st.integers(min_dimensions, max_dimensions))
    values = st.integers(-4, 4)
    points = draw(st.lists(st.lists(values, min_size=d, max_size=d), min_size=n, max_size=n))
    k = draw(st.integers(2, n - 1))
    extra = draw(st.lists(st.integers(0, k - 1), min_size=n - k, max_size=n - k))
    labels = draw(st.permutations([*range(k), *extra]))
    return np.array(points, dtype=float), np.array(labels)


def random_labels(rng, n, k):
    """Labels of n objects in exactly k clusters, k < n, drawn with a numpy generator."""
    return rng.permutation(np.concatenate([np.arange(k), rng.integers(0, k, n - k)]))
