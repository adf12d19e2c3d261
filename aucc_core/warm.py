"""Compile every kernel ahead of its first use, so that no user waits for it."""

from __future__ import annotations

import numpy as np

from aucc_core.criteria.score import criteria_scores
from aucc_core.explain.bootstrap import bootstrap_aucc, draw_counts
from aucc_core.large.bounds import aucc_bounds
from aucc_core.large.sample import aucc_sample
from aucc_core.partitions.kmeans import MUCH_WORK, best_kmeans
from aucc_core.partitions.method import Settings
from aucc_core.score.ranked import RankedPairs


def warm_up() -> None:
    """Run each kernel once on small made-up data; takes seconds cold, far less from the cache."""
    rng = np.random.default_rng(0)
    n = 700  # just enough pairs for the kernels to take over from numpy
    X = rng.normal(size=(n, 3))
    few, many = np.arange(n) % 3, np.arange(n) % 300
    RankedPairs(X).counts(few)
    pairs = RankedPairs(X)
    pairs.aucc_many([few, few])
    pairs.aucc_many([many, many])
    pairs.curve(few, max_error=1e-3)
    bootstrap_aucc(pairs, few, draw_counts(n, 2, seed=0))
    criteria_scores(X, [few, few], ["aupr", "dunn", "dbcv", "path_aucc"])
    best_kmeans(X, 3, Settings(seed=0, n_init=1 + MUCH_WORK // (3 * X.size)))
    aucc_bounds(X, few)
    aucc_bounds(X, few, metric="cosine")
    aucc_sample(X, few, n_pairs=3200, seed=0)
