"""The paper's printed values, recomputed (Jaskowiak, Costa, Campello 2022)."""

import numpy as np
import pytest
from sklearn.cluster import KMeans

from aucc_core import Pairs, aucc_score, gamma_score, load_dataset


def test_toy_example():
    toy = load_dataset("toy")
    assert aucc_score(toy, toy.labels) == 11 / 12
    assert round(aucc_score(toy, toy.labels), 4) == 0.9167


def test_tie_example():
    ties = load_dataset("ties")
    assert Pairs(ties).counts(ties.labels) == (7, 0, 2)
    assert gamma_score(ties, ties.labels) == pytest.approx(7 / 9, abs=1e-15)
    assert str(aucc_score(ties, ties.labels)).startswith("0.8888")
    assert aucc_score(ties, ties.labels, ties="optimistic") == 1
    assert aucc_score(ties, ties.labels, ties="pessimistic") == pytest.approx(7 / 9)


@pytest.mark.parametrize(
    ("k", "printed"), [(2, 0.96269), (3, 0.94208), (4, 0.9994532), (5, 0.99757), (6, 0.97778)]
)
def test_ruspini_kmeans(k, printed):
    X = load_dataset("ruspini").X
    labels = KMeans(k, n_init=100, random_state=0).fit_predict(X)
    digits = len(str(printed)) - 2
    assert round(aucc_score(X, labels), digits) == printed


def test_ruspini_to_all_digits():
    ruspini = load_dataset("ruspini")
    assert aucc_score(ruspini, ruspini.labels) == 0.9994532401464366


def test_nine_gaussians():
    nine = load_dataset("nine_gaussians")
    assert nine.X.shape == (450, 2)
    assert round(aucc_score(nine, nine.labels), 2) == 1.00


@pytest.mark.parametrize(
    ("variance", "printed"),
    [(25, 1.00), (100, 0.992), (150, 0.974), (300, 0.855), (400, 0.813), (500, 0.755)],
)
def test_overlapping_gaussians(variance, printed):
    # The paper shows one draw of each; ours must scatter around it.
    drawn = [load_dataset("two_gaussians", variance=variance, seed=s) for s in range(20)]
    scores = [aucc_score(data, data.labels) for data in drawn]
    assert abs(np.mean(scores) - printed) <= 2.5 * np.std(scores) + 0.001


def test_iris_has_the_published_number_of_distinct_distances():
    assert Pairs(load_dataset("iris")).ranking.group_ends.size == 2722
