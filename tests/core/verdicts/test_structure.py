"""Are there clusters at all: the dip and its kin against slow versions, and plain yes or no."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.sparse.csgraph import dijkstra, minimum_spanning_tree
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import make_blobs, make_circles, make_moons

from aucc_core.explain.rate import Rate
from aucc_core.verdicts import structure, tuned
from aucc_core.verdicts import structure_kernels as kernels
from aucc_core.verdicts.structure import THRESHOLD, Structure, structure_of


def dip_by_definition(values):
    """Smallest largest distance between the empirical cdf and a unimodal one: a linear program.

    A unimodal cdf is convex up to its mode and concave after it; it may jump at the mode, which
    can be taken to be one of the values.
    """
    x, counts = np.unique(values, return_counts=True)
    m, after = len(x), np.cumsum(counts) / len(values)
    before = after - counts / len(values)
    return min(_dip_with_mode(x, before, after, mode) for mode in range(m))


def _dip_with_mode(x, before, after, mode):
    # Variables: the cdf at each value (just before the mode's jump), at the mode after it, the dip.
    m = len(x)
    rows, limits = [], []

    def need(terms, limit):
        row = np.zeros(m + 2)
        for at, weight in terms:
            row[at] += weight
        rows.append(row)
        limits.append(limit)

    jumped, dip = m, m + 1
    left, right = list(range(mode + 1)), [jumped, *range(mode + 1, m)]
    for at in range(m):
        low, high = (mode, jumped) if at == mode else (at, at)
        for variable, f in ((low, before[at]), (high, after[at])):
            need([(variable, 1), (dip, -1)], f)
            need([(variable, -1), (dip, -1)], -f)
    for side, places, sign in ((left, x[: mode + 1], 1), (right, x[mode:], -1)):
        for a, b in pairwise(side):
            need([(a, 1), (b, -1)], 0)
        for t in range(1, len(side) - 1):
            one, two = 1 / (places[t] - places[t - 1]), 1 / (places[t + 1] - places[t])
            bend = [(side[t], one + two), (side[t - 1], -one), (side[t + 1], -two)]
            need([(at, sign * weight) for at, weight in bend], 0)
    need([(mode, 1), (jumped, -1)], 0)
    cost = np.zeros(m + 2)
    cost[dip] = 1
    found = linprog(cost, A_ub=np.array(rows), b_ub=limits, bounds=[(0, 1)] * (m + 1) + [(0, None)])
    return found.fun


def dip(values):
    return kernels.dip(np.sort(np.asarray(values, dtype=float)))


@given(st.lists(st.integers(-60, 60), min_size=4, max_size=9, unique=True))
@settings(max_examples=40)
def test_dip_equals_its_definition(values):
    assert dip(values) == pytest.approx(dip_by_definition(values), abs=1e-9)


def test_known_dips():
    assert dip([0, 1, 2, 3]) == pytest.approx(1 / 8)  # even: half a step
    assert dip([0.0, 0.001, 1.0, 1.001]) == pytest.approx(0.25, abs=1e-3)  # two far pairs
    assert dip([5, 5, 5, 5]) == 0
    assert dip(np.arange(50)) == pytest.approx(1 / 100)
    two = np.concatenate([np.linspace(0, 1e-6, 50), np.linspace(1, 1 + 1e-6, 50)])
    assert dip(two) == pytest.approx(0.25, abs=1e-3)


@given(st.lists(st.integers(-9, 9), min_size=4, max_size=40), st.integers(-50, 50))
@settings(max_examples=80)
def test_dip_ignores_shift_scale_and_direction(values, shift):
    assume(len(set(values)) > 1)
    found = dip(values)
    assert 1 / (2 * len(values)) <= found + 1e-12 <= 0.25 + 1e-9
    for other in (np.add(values, shift), np.multiply(values, 4), np.multiply(values, -1)):
        assert dip(other) == pytest.approx(found, abs=1e-12)


def slow_tree(D, core):
    """Total length of the smallest spanning tree (Kruskal)."""
    edges = sorted(
        (max(D[i, j], core[i], core[j]), i, j) for i, j in combinations(range(len(D)), 2)
    )
    group, lengths = list(range(len(D))), []
    for length, i, j in edges:
        if group[i] != group[j]:
            lengths.append(length)
            group = [group[i] if g == group[j] else g for g in group]
    return lengths


def points_on_a_grid(min_size=3, max_size=25):
    cell = st.tuples(st.integers(-5, 5), st.integers(-5, 5))
    return st.lists(cell, min_size=min_size, max_size=max_size).map(
        lambda rows: np.array(rows, dtype=float)
    )


@given(points_on_a_grid())
@settings(max_examples=50)
def test_distances_and_the_spanning_tree(X):
    D = kernels.distances_between(X)
    assert pytest.approx(squareform(pdist(X))) == D
    core = np.sort(D, axis=1)[:, min(3, len(X) - 1)]
    edges = kernels.spanning_tree(D, core)
    assert sorted(edges[:, 2]) == pytest.approx(slow_tree(D, core))
    for a, b, length in edges:
        a, b = int(a), int(b)
        assert length == max(D[a, b], core[a], core[b])


def slow_graph(D, neighbours):
    """Lengths of the steps that a walk may take; 0 for none."""
    steps = np.zeros_like(D)
    for i, row in enumerate(D):
        for j in sorted(range(len(D)), key=lambda j: (j != i, row[j]))[1 : neighbours + 1]:
            steps[i, j] = steps[j, i] = D[i, j]
    tree = minimum_spanning_tree(D).toarray()
    return np.maximum(steps, np.maximum(tree, tree.T))


def scattered(X):
    """Off the grid, so that no two distances are equal."""
    return X + np.random.default_rng(0).uniform(-0.3, 0.3, X.shape)


@given(points_on_a_grid(min_size=8, max_size=30), st.integers(1, 5))
@settings(max_examples=40)
def test_walks_equal_scipys_shortest_paths(X, neighbours):
    D = kernels.distances_between(scattered(X))
    start, ends = kernels.graph(D, neighbours)
    expected = dijkstra(slow_graph(D, neighbours))
    for source in range(len(X)):
        assert kernels.walks_from(D, start, ends, source) == pytest.approx(expected[source])


def slow_walked_valley(D, neighbours, a, b):
    walks = dijkstra(slow_graph(D, neighbours))
    one, other = set(np.flatnonzero(a)), set(np.flatnonzero(b))
    middles = [min(group, key=lambda i: sum(D[i, j] for j in group)) for group in (one, other)]
    whole = walks[middles[0], middles[1]]
    kept = [
        i
        for i in range(len(D))
        if i in one | other
        or walks[middles[0], i] + walks[middles[1], i] <= kernels.DETOUR * whole + 1e-12
    ]
    along = walks[middles[0], kept] ** 2 - walks[middles[1], kept] ** 2
    return kernels.dip_score(np.sort(along))


@given(points_on_a_grid(min_size=12, max_size=30), st.data())
@settings(max_examples=40)
def test_the_walked_valley_equals_a_slow_walk(X, data):
    X = scattered(X)
    groups = data.draw(st.lists(st.integers(0, 2), min_size=len(X), max_size=len(X)))
    a, b = (np.array(groups) == g for g in (0, 1))
    assume(a.sum() >= 3 and b.sum() >= 3)
    D = kernels.distances_between(X)
    found = kernels.walked_valley(D, *kernels.graph(D, 4), a, b)
    assert found == pytest.approx(slow_walked_valley(D, 4, a, b))


def test_who_walks_meets_a_valley_between_groups_but_none_in_a_bent_one():
    rng = np.random.default_rng(0)
    angle = np.pi * rng.uniform(0, 1.2, 300)
    bent = 5 * np.column_stack([np.cos(angle), np.sin(angle)]) + rng.normal(0, 0.3, (300, 2))
    ends = np.argsort(angle)
    a, b = np.isin(np.arange(300), ends[:100]), np.isin(np.arange(300), ends[200:])
    D = kernels.distances_between(bent)
    straight = kernels.valley(bent[a | b], bent[a].mean(axis=0) - bent[b].mean(axis=0))
    assert straight > 10 > 3 > kernels.walked_valley(D, *kernels.graph(D, 6), a, b)
    two = rng.normal(size=(300, 2)) + 6 * (np.arange(300) < 150)[:, None]
    left = np.arange(300) < 150
    D = kernels.distances_between(two)
    assert kernels.walked_valley(D, *kernels.graph(D, 6), left, ~left) > 10


def test_a_strand_has_the_shape_of_the_data_and_no_gap():
    rng = np.random.default_rng(0)
    X = rng.normal(0, 0.3, (200, 2))
    X[100:, 0] += 6
    drawn = structure._strand(X)(np.random.default_rng(1))
    assert drawn.shape == X.shape
    assert np.diff(np.sort(X[:, 0])).max() > 3 > 1.5 > np.diff(np.sort(drawn[:, 0])).max()
    far = np.sqrt(((drawn[:, None] - X) ** 2).sum(axis=2)).min(axis=1)
    gap = (drawn[:, 0] > 1) & (drawn[:, 0] < 5)
    assert np.quantile(far[~gap], 0.95) < 0.6
    for copies in (np.zeros((20, 2)), np.repeat([[0.0, 1.0], [2.0, 3.0]], 10, axis=0)):
        assert np.isfinite(structure._strand(copies)(rng)).all()


def slow_passage(D, core, part):
    """Widest ratio of a passage to the median core distance of the sparser part, with sets."""
    edges = kernels.spanning_tree(D, core)
    groups, best = {i: {i} for i in range(len(core))}, 0.0
    for a, b, length in edges[np.argsort(edges[:, 2], kind="stable")]:
        one, other = groups[int(a)], groups[int(b)]
        if min(len(one), len(other)) >= part:
            usual = max(np.median(core[list(g)]) for g in (one, other))
            best = max(best, math.log(length / usual))
        both = one | other
        groups.update(dict.fromkeys(both, both))
    return best


@given(points_on_a_grid(min_size=8, max_size=40), st.integers(2, 6))
@settings(max_examples=50)
def test_the_widest_passage_equals_a_slow_walk(X, part):
    D = kernels.distances_between(scattered(X))
    core = np.ascontiguousarray(np.sort(D, axis=1)[:, 3])
    assert kernels.widest_passage(D, core, part) == pytest.approx(slow_passage(D, core, part))


def slow_gap(D, least):
    """Widest ratio of a gap to the widest step within its smaller side and to usual steps."""
    edges = kernels.spanning_tree(D, np.zeros(len(D)))
    edges = edges[np.argsort(edges[:, 2], kind="stable")]
    usual = edges[int(kernels.USUAL * (len(D) - 2)), 2]
    best = 0.0
    for at, (a, b, length) in enumerate(edges):
        groups = single_linkage(edges[:at], len(D))
        sides = groups[int(a)], groups[int(b)]
        for side in sides:
            if len(side) >= least and len(side) == min(map(len, sides)):
                within = [e[2] for e in edges[:at] if int(e[0]) in side]
                best = max(best, math.log(length / max([usual, *within])))
    return best


def single_linkage(edges, n):
    groups = {i: {i} for i in range(n)}
    for a, b, _ in edges:
        both = groups[int(a)] | groups[int(b)]
        groups.update(dict.fromkeys(both, both))
    return groups


@given(points_on_a_grid(min_size=8, max_size=40), st.integers(1, 5))
@settings(max_examples=50)
def test_the_widest_gap_equals_a_slow_walk(X, least):
    D = kernels.distances_between(scattered(X))
    assert kernels.widest_gap(D, least) == pytest.approx(slow_gap(D, least))


@given(points_on_a_grid(min_size=4, max_size=30), st.integers(2, 4))
@settings(max_examples=40)
def test_k_means_ends_at_the_nearest_means(X, k):
    start = np.arange(len(X)) % k
    labels = kernels.kmeans_from(X, start, k)
    means, counts = kernels.centres_of(X, labels, k)
    assert counts.tolist() == np.bincount(labels, minlength=k).tolist()
    for c in np.flatnonzero(counts):
        assert means[c] == pytest.approx(X[labels == c].mean(axis=0))
    far = ((X[:, None] - means[None, counts > 0]) ** 2).sum(axis=2)
    own = ((X - means[labels]) ** 2).sum(axis=1)
    assert own == pytest.approx(far.min(axis=1))


def test_a_tree_is_cut_like_scipys():
    from scipy.cluster.hierarchy import cut_tree, ward

    X = np.random.default_rng(3).normal(size=(40, 3))
    for k in (2, 5, 9):
        found, expected = kernels.cut_tree(ward(X), 40, k), cut_tree(ward(X), k).ravel()
        assert len(set(zip(found.tolist(), expected.tolist(), strict=True))) == k


def test_strength_is_the_root_of_the_sum_of_squares():
    assert Structure(3.0, 4.0, -7.0).strength == 5.0
    assert Structure(-1.0, -2.0, 0.0).strength == 0.0
    assert Structure(THRESHOLD, 0.0, 0.0).is_clustered
    assert not Structure(THRESHOLD - 0.01, 0.0, -9.0).is_clustered


def test_how_rare_a_strength_is_without_clusters_is_said_of_the_nearest_level_below():
    levels = sorted(structure.REACHING)
    counts = [structure.REACHING[level] for level in levels]
    assert counts == sorted(counts, reverse=True)
    assert levels[0] == THRESHOLD
    alarms = Rate(structure.REACHING[THRESHOLD], structure.WITHOUT_CLUSTERS)
    assert alarms == tuned.RECORD["false alarms"]
    for level, count in structure.REACHING.items():
        for strength in (level, level + 0.01):
            said = Structure(strength, 0.0, 0.0).by_chance
            assert said.startswith(f"{count or 'none'} of {structure.WITHOUT_CLUSTERS} generated")
            assert said.endswith(f"{'reaches' if count == 1 else 'reach'} {level:g}")


def without_clusters(kind, seed):
    rng = np.random.default_rng(seed)
    if kind == "gaussian":
        return rng.normal(size=(120, 3)) * [4.0, 1.0, 1.0]
    if kind == "box":
        return rng.uniform(size=(120, 2))
    if kind == "lognormal":
        return rng.lognormal(size=(120, 2))
    if kind == "rounded":
        return np.round(rng.normal(size=(120, 2)), 1)
    return np.concatenate([rng.normal(size=(119, 2)), [[40.0, 40.0]]])


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("kind", ["gaussian", "box", "lognormal", "rounded", "one far object"])
def test_one_cloud_is_not_clustered(kind, seed):
    assert not structure_of(without_clusters(kind, seed), seed=0).is_clustered


WITH_CLUSTERS = {
    "moons": make_moons(200, noise=0.07, random_state=0)[0],
    "circles": make_circles(240, noise=0.05, factor=0.5, random_state=0)[0],
    "blobs": make_blobs(120, 3, centers=3, cluster_std=1.0, random_state=1)[0],
    "one column": np.random.default_rng(0).normal(size=(100, 1)) + np.repeat([0, 9], 50)[:, None],
    "many columns": np.random.default_rng(0).normal(size=(60, 55))
    + np.repeat([0.0, 2.0], 30)[:, None],
}


@pytest.mark.parametrize("kind", WITH_CLUSTERS)
def test_groups_are_seen_whatever_the_order_and_unit(kind):
    X = WITH_CLUSTERS[kind]
    found = structure_of(X, seed=0, n_sets=6)
    assert found.is_clustered
    assert structure_of(X, seed=0, n_sets=6) == found
    mixed = np.random.default_rng(1).permutation(X)
    assert structure_of(mixed, seed=0, n_sets=6).is_clustered
    heights = pytest.approx([found.straight, found.pieces, found.dense], abs=1e-6)
    constant = np.column_stack([X, np.full(len(X), 3.0)])
    for other in (constant, X * 2.0**660):  # 1e199: squares would overflow
        again = structure_of(other, seed=0, n_sets=6)
        assert [again.straight, again.pieces, again.dense] == heights


def test_more_objects_are_drawn_from():
    X = make_blobs(5_000, 2, centers=[[0, 0], [12, 0]], random_state=0)[0]
    assert structure_of(X, seed=0, n_sets=8).is_clustered


def test_too_few_objects_or_no_columns_say_nothing():
    for X in (np.zeros((40, 2)), np.random.default_rng(0).normal(size=(15, 2)), np.empty((20, 0))):
        assert structure_of(X, seed=0) == Structure(0.0, 0.0, 0.0)


def test_progress_counts_every_set():
    for columns, kinds in ((2, 4), (9, 3)):  # a strand is one kind more, in few dimensions
        said = []
        X = np.random.default_rng(0).normal(size=(40, columns))
        structure_of(X, seed=0, n_sets=4, progress=lambda *words, to=said: to.append(words[:2]))
        assert said == [(i, 4 * kinds) for i in range(1, 4 * kinds + 1)]


def odd_tables():
    rng = np.random.default_rng(0)
    for n in (3, 4, 8, 16, 17, 20):
        yield rng.integers(0, 3, (n, 2)).astype(float)
        yield rng.normal(size=(n, 1))
        yield rng.normal(size=(n, 3 * n))
    yield np.repeat([[0.0, 1.0], [5, 5]], 15, axis=0)
    yield np.repeat([[0.0, 1.0], [5, 5], [9, 1]], [28, 1, 1], axis=0)
    yield np.r_[np.zeros((29, 2)), [[1.0, 1.0]]]
    yield rng.integers(0, 2, (40, 6)).astype(float)
    yield np.c_[np.arange(40.0), 2 * np.arange(40.0)]
    yield np.r_[rng.normal(size=(39, 2)), [[1e200, 0]]]
    yield rng.normal(size=(40, 2)) * [1e200, 1.0]
    yield rng.normal(size=(40, 2)) * 1e-200
    yield rng.normal(size=(40, 2)) + 1e16


@pytest.mark.parametrize("X", list(odd_tables()), ids=lambda X: str(X.shape))
def test_odd_tables_have_finite_strengths(X):
    found = structure_of(X, seed=0, n_sets=3)
    assert np.isfinite([found.straight, found.pieces, found.dense]).all()
