"""Criteria of density: DBCV worked by hand, what is left open by its paper, AUCC along paths."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import make_moons

from aucc_core import InputError, Pairs, criteria_scores, load_dataset, sweep
from aucc_core.criteria import CRITERIA, choose_criteria, quantities
from aucc_core.score.objects import Objects
from tests.core.criteria.oracle import Oracle
from tests.core.made_up import clusterings, random_labels


@pytest.fixture(params=["numpy", "compiled"], autouse=True)
def _both_ways(request, monkeypatch):
    if request.param == "compiled":
        monkeypatch.setattr(quantities, "SMALL_PAIRS", 0)


def dbcv(X, labels):
    return criteria_scores(np.asarray(X, float).reshape(len(X), -1), [labels], "dbcv")["dbcv"][0]


def test_dbcv_worked_by_hand():
    # On a line a core distance is the harmonic mean of the distances to the others of the cluster.
    # 0, 1, 3, 4: core distances 36/19, 18/11, 18/11, 36/19; tree 0-1, 1-3, 3-4 with the lengths
    # 36/19, 2, 36/19. Inner are 1 and 3 and the edge between them: sparseness 2.
    # 20, 21: both inner, sparseness 1. Separation, 3 to 20: 17. The one at 100 is noise.
    X, labels = [0, 1, 3, 4, 20, 21, 100], [0, 0, 0, 0, 1, 1, 2]
    expected = (4 * Fraction(17 - 2, 17) + 2 * Fraction(17 - 1, 17)) / 7
    assert dbcv(X, labels) == pytest.approx(float(expected), rel=1e-12)


def test_three_objects_have_no_inner_edge_so_all_edges_count():
    # 0, 1, 2: core distances 4/3, 1, 4/3; the tree's edges are 4/3 long and its inner object is 1.
    expected = (10 - Fraction(4, 3)) / 10
    assert dbcv([0, 1, 2, 10, 11, 12], [0, 0, 0, 1, 1, 1]) == pytest.approx(float(expected))


def test_core_distances_follow_the_dimension():
    # Two pairs in the plane: alone with one other, an object's core distance is their distance.
    X = np.array([[0, 0], [0, 1], [5, 0], [5, 1]], float)
    assert dbcv(X, [0, 0, 1, 1]) == pytest.approx((5 - 1) / 5)
    # A third one: ((1/1² + 1/2²) / 2)^(-1/2) for the first of the line.
    line = np.array([[0, 0], [0, 1], [0, 2], [9, 0], [9, 1], [9, 2]], float)
    longest = (1.25 / 2) ** -0.5
    assert dbcv(line, [0, 0, 0, 1, 1, 1]) == pytest.approx((9 - longest) / 9)


@pytest.mark.parametrize(
    ("X", "labels", "expected"),
    [
        ([0, 1, 5, 9], [0, 0, 1, 2], 0.0),  # one cluster and noise
        ([0, 0, 0, 7, 7, 7], [0, 0, 0, 1, 1, 1], 1.0),  # equal objects: core distance 0
        ([3, 3, 3, 3, 3, 3], [0, 0, 0, 1, 1, 1], 0.0),  # everything is equal
    ],
)
def test_what_the_paper_leaves_open(X, labels, expected):
    assert dbcv(X, labels) == expected


def test_dbcv_is_near_what_another_program_publishes():
    # FelSiq/DBCV prints 0.8545358723390613 for these moons, by squared distances; of trees that
    # are equally small it takes others.
    X, labels = make_moons(n_samples=300, noise=0.05, random_state=1782)
    found = criteria_scores(X, [labels], "dbcv", metric="sqeuclidean")["dbcv"][0]
    assert found == pytest.approx(0.8545358723390613, abs=0.005)


def test_noise_counts_in_n_and_nowhere_else():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2)) + np.repeat([[0, 0], [9, 9]], 20, axis=0)
    labels = np.repeat([0, 1], 20)
    noisy = np.vstack([X, rng.uniform(-5, 15, (10, 2))])
    alone = np.append(labels, 2 + np.arange(10))
    assert dbcv(noisy, alone) == pytest.approx(dbcv(X, labels) * 40 / 50)


def test_many_dimensions_and_extreme_values_do_not_overflow():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 400)) + 3 * np.repeat([0, 1, 2], 20)[:, None]
    labels = np.repeat([0, 1, 2], 20)
    value = dbcv(X, labels)
    assert 0 < value < 1
    assert dbcv(X * 2.0**600, labels) == pytest.approx(value)


@given(clusterings(min_objects=6, max_objects=16, max_dimensions=2))
@settings(max_examples=100, deadline=None)
def test_dbcv_equals_its_definition_in_plain_loops(case):
    X, labels = case
    assert dbcv(X, labels) == pytest.approx(Oracle(X, labels).dbcv(), rel=1e-9, abs=1e-12)


@given(st.integers(0, 2**32 - 1), st.integers(2, 4), st.integers(1, 5))
@settings(max_examples=40, deadline=None)
def test_dbcv_of_any_points_equals_its_definition_in_plain_loops(seed, k, d):
    rng = np.random.default_rng(seed)
    X, labels = rng.normal(size=(24, d)), random_labels(rng, 24, k)
    assert dbcv(X, labels) == pytest.approx(Oracle(X, labels).dbcv(), rel=1e-9, abs=1e-12)


def test_dbcv_needs_features_and_takes_any_distance():
    data = load_dataset("iris")
    D = squareform(pdist(data.X))
    with pytest.raises(InputError, match=r"number of features is part of them and .* only: DBCV"):
        criteria_scores(D, [data.labels], "dbcv", metric="precomputed")
    for metric in ("cosine", "path", "cityblock"):
        value = criteria_scores(data.X, [data.labels], "dbcv", metric=metric)["dbcv"][0]
        assert -1 <= value <= 1


def test_long_clusters_are_preferred_to_round_halves_of_them():
    data = load_dataset("moons")
    halves = data.X[:, 0] > np.median(data.X[:, 0])
    names = ["aucc", "path_aucc", "dbcv"]
    true, cut = criteria_scores(data, [data.labels, halves], names).to_numpy()
    assert true[0] < cut[0]  # AUCC favours round groups
    assert true[1] > 0.999 > 0.8 > cut[1]
    assert true[2] > cut[2]


def test_aucc_along_paths_is_aucc_by_the_path_distance():
    data = load_dataset("moons")
    partitions = [data.labels, data.X[:, 0] > 0, np.arange(data.n) % 7]
    expected = Pairs(data.X, "path").aucc_many(partitions)
    found = criteria_scores(data, partitions, "path_aucc")["path_aucc"]
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    again = criteria_scores(data.X, partitions, ["aucc", "path_aucc"], metric="path")
    assert (again["aucc"] == again["path_aucc"]).all()
    given_ones = criteria_scores(
        squareform(pdist(data.X)), partitions, "path_aucc", metric="precomputed"
    )["path_aucc"]
    np.testing.assert_allclose(given_ones, expected, rtol=1e-12)


def test_paths_are_left_out_above_their_size_with_what_to_do():
    most = CRITERIA["path_aucc"].most_objects
    assert most == 5_000
    objects = Objects(np.zeros((most + 1, 1)))
    rows, notices = choose_criteria(["aucc", "path_aucc"], objects)
    assert [row.name for row in rows] == ["aucc"]
    assert notices == [
        "Left out, because there are more than 5,000 objects (take a random sample): AUCC path."
    ]


def test_a_sweep_scores_by_straight_lines_and_along_paths():
    data = load_dataset("moons")
    found = sweep(data, "single", [2, 3], criteria=("aucc", "path_aucc"), seed=0).table
    assert found["ari"].iloc[0] == 1.0
    assert found["path_aucc"].iloc[0] > 0.999 > found["aucc"].iloc[0]
