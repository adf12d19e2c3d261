"""The distance along dense paths: against its definition in plain loops, and what it is for."""

from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import minimum_spanning_tree, shortest_path
from scipy.spatial.distance import pdist, squareform

from aucc_core import InputError, Pairs, aucc_score, load_dataset, sweep
from aucc_core.score import path, threads
from aucc_core.score.objects import Objects
from aucc_core.score.path import path_distances, paths_along
from tests.core.made_up import clusterings

ROUNDING = 1 + 1e-9


def by_definition(D, power, neighbours):
    """Floyd and Warshall's three loops, over the graph as its definition says; numpy alone."""
    n = len(D)
    others = np.sort(D + np.diag([np.inf] * n), axis=1)
    near = others[:, min(neighbours, n - 1) - 1]
    longest_step = D.copy()
    for m in range(n):
        through = np.maximum(longest_step[:, m, None], longest_step[m])
        longest_step = np.minimum(longest_step, through)
    joined = ROUNDING * np.maximum(np.maximum(near[:, None], near), longest_step) >= D
    paths = np.where(joined, D**power, np.inf)
    for m in range(n):
        paths = np.minimum(paths, paths[:, m, None] + paths[m])
    return paths ** (1 / power)


def assert_as_defined(X, power=3.0, neighbours=10):
    expected = by_definition(squareform(pdist(X)), power, neighbours)
    found = squareform(path_distances(X, power=power, neighbours=neighbours), checks=False)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
    return found


@given(clusterings(max_objects=12), st.sampled_from([1.0, 1.5, 2.0, 3.0, 20.0]), st.integers(1, 12))
@settings(max_examples=150, deadline=None)
def test_small_grids_full_of_ties_and_duplicates_are_as_defined(case, power, neighbours):
    assert_as_defined(case[0], power, neighbours)


@given(st.integers(0, 2**32 - 1), st.integers(3, 40), st.integers(1, 4), st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_any_points_are_as_defined(seed, n, d, neighbours):
    assert_as_defined(np.random.default_rng(seed).normal(size=(n, d)), 3.0, neighbours)


@given(st.integers(0, 2**32 - 1), st.integers(3, 10), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_given_distances_of_any_kind_are_as_defined(seed, n, neighbours):
    # Whole numbers of 0 to 4 at random: ties, zeros and no triangle inequality.
    D = squareform(np.random.default_rng(seed).integers(0, 5, n * (n - 1) // 2)).astype(float)
    found = squareform(paths_along(squareform(D), power=2.0, neighbours=neighbours))
    np.testing.assert_allclose(found, by_definition(D, 2.0, neighbours), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("step", [1.0, 0.1, 1e200, 1e-200])
def test_a_lattice_counts_all_that_are_equally_near(step):
    # The eight around a place are as near as 1 and √2; which rows come first must not matter.
    X = np.array([[i, j] for i in range(6) for j in range(7)], float)
    found = path_distances(step * X, neighbours=1)
    expected = pdist(X, "cityblock") ** (1 / 3)
    np.testing.assert_allclose(found / step, expected, rtol=1e-9)


@pytest.mark.parametrize("degrees", range(3, 90, 7))
def test_ties_are_ties_whatever_rounding_makes_of_them(degrees):
    # The sides of a turned square differ in the last digit; without the longest of them its two
    # ends would be three sides apart.
    turn = np.radians(degrees + 90 * np.arange(4))
    found = path_distances(np.stack([np.cos(turn), np.sin(turn)], axis=1), neighbours=1)
    side, across = 2**0.5, 2**0.5 * 2 ** (1 / 3)
    np.testing.assert_allclose(found, [side, across, side, side, across, side])


def test_the_order_of_the_rows_changes_nothing():
    rng = np.random.default_rng(3)
    X = rng.integers(0, 6, (80, 2)) * 0.1
    order = rng.permutation(80)
    one = squareform(path_distances(X, neighbours=4))[np.ix_(order, order)]
    np.testing.assert_allclose(squareform(path_distances(X[order], neighbours=4)), one, rtol=1e-12)


@pytest.mark.parametrize(
    ("X", "expected"),
    [
        ([[0.0], [1.0], [3.0]], [1.0, 9.0 ** (1 / 3), 2.0]),
        ([[0.0], [0.0], [0.0]], [0.0, 0.0, 0.0]),
        ([[0.0, 7.0], [2.0, 7.0], [0.0, 7.0]], [2.0, 0.0, 2.0]),
        ([[0.0], [1.0], [1e140]], [1.0, 1e140, 1e140]),
    ],
)
def test_a_few_objects(X, expected):
    np.testing.assert_allclose(path_distances(np.array(X)), expected, rtol=1e-12)


def test_equal_objects_are_one_point_and_still_count_as_neighbours():
    # Each of the three at 0 has two others there, so its two nearest are those; the spanning tree
    # alone leads on. The farthest has them for neighbours only when three are asked for.
    X = np.array([[0.0], [0.0], [0.0], [1.0], [2.1]])
    two, three = (squareform(path_distances(X, power=2.0, neighbours=k)) for k in (2, 3))
    assert two[0, 1] == two[0, 2] == 0.0
    assert (two[:3] == two[0]).all()
    assert two[0, 4] == pytest.approx((1 + 1.1**2) ** 0.5)
    assert three == pytest.approx(two)


def test_many_equal_objects_take_no_longer_than_few_distinct_ones():
    X = np.repeat(np.random.default_rng(0).normal(size=(5, 2)), 400, axis=0)
    found = path_distances(X)
    assert np.unique(found).size <= 11
    few = squareform(path_distances(X[::400]))  # five points: all steps are there either way
    labels = np.arange(2000) // 400
    i, j = np.triu_indices(2000, 1)
    np.testing.assert_allclose(found, few[labels[i], labels[j]], rtol=1e-12)


@pytest.mark.parametrize("n", [3, 50, 400])
def test_scipy_finds_the_same_paths(n):
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, 3))
    D = squareform(pdist(X))
    nearest = np.argsort(D, axis=1)[:, 1:6]
    graph = np.zeros((n, n))
    for i, row in enumerate(nearest):
        graph[i, row] = graph[row, i] = D[i, row]
    tree = minimum_spanning_tree(D).toarray()
    graph = np.maximum(np.maximum(graph, tree), tree.T)
    expected = shortest_path(graph**3, method="D", directed=False) ** (1 / 3)
    found = path_distances(X, neighbours=5)
    np.testing.assert_allclose(squareform(found), expected, rtol=1e-9)


def test_threads_change_nothing(monkeypatch):
    X = np.random.default_rng(1).normal(size=(300, 2))
    found = []
    for many in (1, 2, 5):
        monkeypatch.setattr(path, "thread_count", lambda _pairs, many=many: many)
        found.append(path_distances(X).tolist())
    assert found[0] == found[1] == found[2]
    assert threads.thread_count(1) == 1


def test_straight_distances_can_be_given_and_are_left_alone():
    X = np.random.default_rng(2).normal(size=(90, 3))
    straight = pdist(X)
    straight.setflags(write=False)
    before = straight.copy()
    np.testing.assert_allclose(paths_along(straight), path_distances(X), rtol=1e-12)
    assert (straight == before).all()
    assert (paths_along(squareform(straight)) == paths_along(straight)).all()


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=30, deadline=None)
def test_a_path_is_no_longer_than_the_line_and_obeys_the_triangle_of_powers(seed):
    X = np.random.default_rng(seed).normal(size=(25, 2))
    D = squareform(pdist(X))
    P = squareform(path_distances(X, neighbours=24))  # every line is a step
    assert (P <= D * ROUNDING).all()
    assert ((P[:, :, None] ** 3 + P[None] ** 3).min(axis=1) * ROUNDING >= P**3).all()
    assert path_distances(X, power=1.0, neighbours=24) == pytest.approx(pdist(X))


def spirals():
    turn = np.repeat(np.linspace(1.5, 10, 120)[None], 2, axis=0)
    angle = turn + np.array([[0.0], [np.pi]])
    X = np.stack([turn * np.cos(angle), turn * np.sin(angle)], axis=-1).reshape(-1, 2)
    return X + np.random.default_rng(0).normal(scale=0.1, size=X.shape), np.repeat([0, 1], 120)


@pytest.mark.parametrize(("shape", "power"), [("moons", 3), ("circles", 6), ("spirals", 4)])
def test_long_and_nested_clusters_are_found(shape, power):
    X, labels = spirals() if shape == "spirals" else attrgetter("X", "labels")(load_dataset(shape))
    along = {"metric": "path", "metric_options": {"power": power}}
    assert aucc_score(X, labels) < 0.75
    assert aucc_score(X, labels, **along) > 0.999
    for algorithm in ("single", "average", "kmedoids", "spectral"):
        found = sweep(X, algorithm, [2], true_labels=labels, seed=0, **along).table
        assert found["ari"].iloc[0] == 1.0, algorithm
    with pytest.raises(InputError, match="Ward cannot use path distances"):
        sweep(X, "ward", [2], seed=0, **along)


def test_its_settings_reach_it_through_every_door():
    data = load_dataset("moons")
    asked = {"metric_options": {"power": 2, "neighbours": 15}}
    expected = path_distances(data.X, power=2.0, neighbours=15)
    assert (Objects(data, "path", **asked).condensed == expected).all()
    pairs = Pairs(data.X, "path", **asked)
    assert (pairs.distances == expected).all()
    assert aucc_score(data.X, data.labels, metric="path", **asked) == pairs.aucc(data.labels)
    found = sweep(data, "average", [2], metric="path", seed=0, **asked)
    assert found.table["aucc"].iloc[0] == pairs.aucc(found.partitions[0].labels)
    assert Objects(data, "path", **asked).metric_options == {"power": 2.0, "neighbours": 15.0}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"power": 0.5}, "power of 1 to 20; got 0.5"),
        ({"power": 21}, "power of 1 to 20; got 21"),
        ({"power": "3"}, "power of 1 to 20; got 3"),
        ({"power": float("nan")}, "power of 1 to 20; got nan"),
        ({"neighbours": 0}, "neighbours of 1 to 100, a whole number; got 0"),
        ({"neighbours": 2.5}, "neighbours of 1 to 100, a whole number; got 2.5"),
        ({"neighbours": True}, "neighbours of 1 to 100, a whole number; got True"),
        ({"p": 3}, "no setting 'p'; known: power, neighbours"),
    ],
)
def test_settings_that_cannot_be_are_refused(options, message):
    with pytest.raises(InputError, match=message):
        Pairs(np.eye(4), "path", metric_options=options)


def test_more_objects_are_refused_with_what_to_do():
    with pytest.raises(InputError, match=r"got 5,001\. Take a random sample of 5,000 objects"):
        Pairs(np.zeros((5001, 2)), "path")
