"""Algorithms for very many objects, and the refusal of those that compare all pairs."""

from __future__ import annotations

import numpy as np
import pytest

from aucc_core.datasets import load_dataset
from aucc_core.external import external_scores
from aucc_core.partitions import ALGORITHMS, make_partitions, refusal
from aucc_core.validate import InputError


def test_algorithms_that_hold_all_pairs_are_refused_for_very_many_objects():
    pairwise = {name for name, row in ALGORITHMS.items() if row.most_objects is not None}
    assert {"ward", "single", "kmedoids", "spectral", "dbscan"} <= pairwise
    assert not pairwise & {"kmeans", "minibatch", "birch", "gmm"}
    for name in pairwise:
        row = ALGORITHMS[name]
        assert refusal(row, metric="euclidean", has_features=True, n=20_000) is None
        reason = refusal(row, metric="cosine", has_features=True, n=100_000)
        assert reason is not None
        assert "100,000" in reason or name == "ward"
    reason = refusal(ALGORITHMS["average"], metric="cosine", has_features=True, n=100_000)
    assert "40 GB" in reason
    assert "sample of the objects" in reason
    assert refusal(ALGORITHMS["hdbscan"], metric="euclidean", has_features=True, n=10**5) is None


def test_make_partitions_refuses_before_it_takes_the_memory():
    with pytest.raises(InputError, match="Ward compares all pairs"):
        make_partitions(np.zeros((40_000, 2)), "ward", [2], seed=0)


def test_hdbscan_finds_the_same_groups_with_and_without_the_matrix(monkeypatch):
    X = load_dataset("blobs", n=400, k=4, seed=3).X
    (matrix,) = make_partitions(X, "hdbscan", [2], seed=0)
    monkeypatch.setattr("aucc_core.partitions.methods.MOST_PAIRWISE", 100)
    for metric in ALGORITHMS["hdbscan"].without_matrix:
        (tree,) = make_partitions(X, "hdbscan", [2], metric=metric, seed=0)
        assert tree.n_clusters == matrix.n_clusters == 4
    (tree,) = make_partitions(X, "hdbscan", [2], seed=0)
    assert external_scores(tree.labels, matrix.labels)["ari"] > 0.98


def test_mini_batch_k_means_finds_clear_groups_and_keeps_to_its_seed():
    data = load_dataset("nine_gaussians")
    first, again = (make_partitions(data, "minibatch", [9], seed=4)[0] for _ in range(2))
    assert (first.labels == again.labels).all()
    assert external_scores(data.labels, first.labels)["ari"] > 0.99
