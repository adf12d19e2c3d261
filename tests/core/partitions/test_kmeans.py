"""Plain and compiled k-means take the same steps: same random numbers, same labels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aucc_core.partitions import kmeans, kmeans_kernel


def compiled(X: np.ndarray, uniforms: np.ndarray, rounds: int) -> np.ndarray:
    labels = np.empty(X.shape[0], np.int64)
    kmeans_kernel.best_of_starts(X, np.ascontiguousarray(X.T), uniforms, rounds, labels)
    return labels


@settings(deadline=None, max_examples=150)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(4, 70),
    d=st.integers(1, 4),
    starts=st.integers(1, 4),
    lattice=st.booleans(),
    rounds=st.sampled_from([1, 2, 300]),
)
@example(seed=4605, n=46, d=3, starts=3, lattice=True, rounds=2)  # two starts equally good
def test_both_give_the_same_labels(seed, n, d, starts, lattice, rounds):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, (n, d)).astype(float) if lattice else rng.normal(size=(n, d))
    distinct = np.unique(X, axis=0).shape[0]
    if distinct < 3:
        return
    k = int(rng.integers(2, distinct))
    X -= X.mean(axis=0)
    uniforms = rng.random((starts, k, 3))
    assert np.array_equal(kmeans.best_of_starts(X, uniforms, rounds), compiled(X, uniforms, rounds))


@pytest.mark.parametrize("first", ["plain", "compiled"])
def test_a_centre_that_loses_all_objects_takes_the_farthest_one(first):
    # Two starts at the same place: one of the twin centres gets nothing in the first round.
    X = np.array([[0.0], [0.0], [0.0], [10.0], [11.0], [30.0]])
    uniforms = np.zeros((1, 4, 1))
    make = kmeans.best_of_starts if first == "plain" else compiled
    labels = make(X, uniforms, 300)
    assert len(set(labels.tolist())) == 4
