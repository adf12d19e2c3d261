"""A curve from sampled pairs is near the true one, for any metric and with ties."""

from __future__ import annotations

import numpy as np
import pytest

from aucc_core.datasets import load_dataset
from aucc_core.large.sample_curve import sample_curve
from aucc_core.large.subsample import sample_rows
from aucc_core.pairs import Pairs


@pytest.mark.parametrize("metric", ["euclidean", "sqeuclidean", "cityblock", "cosine"])
def test_it_runs_beside_the_exact_curve(metric):
    data = load_dataset("blobs", n=1500, d=3, k=4, spread=4.0, seed=1)
    found = sample_curve(data.X, data.labels, metric=metric, seed=0)
    exact = Pairs(data.X, metric).curve(data.labels)
    assert (found.within[-1], found.between[-1]) == (exact.within[-1], exact.between[-1])
    # At the same distance both have the same rates.
    lengths = np.quantile(exact.thresholds[1:], np.linspace(0.02, 0.98, 49))
    for rate in ("tpr", "fpr"):
        ours, true = (np.interp(lengths, c.thresholds[1:], getattr(c, rate)[1:])
                      for c in (found, exact))  # fmt: skip
        assert np.abs(ours - true).max() < 0.01


def test_ties_are_sloping_steps():
    X = np.random.default_rng(0).integers(0, 3, (900, 2)).astype(float)
    labels = (X[:, 0] > 0).astype(int)
    found = sample_curve(X, labels, seed=0)
    assert found.thresholds.size <= 7  # 0, 1, √2, 2, √5, √8 and the start
    assert found.area == pytest.approx(Pairs(X).aucc(labels), abs=0.01)


def test_the_seed_decides_and_a_sample_of_rows_is_plain():
    data = load_dataset("blobs", n=400, k=3, seed=1)
    a, b, c = (sample_curve(data.X, data.labels, n_pairs=500, seed=s) for s in (1, 1, 2))
    assert np.array_equal(a.thresholds, b.thresholds)
    assert not np.array_equal(a.thresholds, c.thresholds)
    rows = sample_rows(100, 30)
    assert np.array_equal(rows, np.unique(rows))
    assert rows.size == 30
    assert sample_rows(5, 30).tolist() == [0, 1, 2, 3, 4]
