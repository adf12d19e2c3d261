"""Generated clusterings that are full of ties, duplicates and singletons."""

import numpy as np
from hypothesis import strategies as st


@st.composite
def clusterings(draw, max_objects=14, max_dimensions=3, max_value=4):
    """(points, labels): integer points on a small grid, labels with at least one pair of each kind.

    A small grid makes many equal distances and equal points.
    """
    n = draw(st.integers(3, max_objects))
    d = draw(st.integers(1, max_dimensions))
    values = st.integers(-max_value, max_value)
    points = draw(st.lists(st.lists(values, min_size=d, max_size=d), min_size=n, max_size=n))
    k = draw(st.integers(2, n - 1))
    labels = draw(st.permutations([*range(k), *draw(_extra_labels(n - k, k))]))
    return np.array(points, dtype=float), np.array(labels)


def _extra_labels(count, k):
    return st.lists(st.integers(0, k - 1), min_size=count, max_size=count)
