"""What the verdict sees in a clustering: every number against a plain loop."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.metrics import adjusted_rand_score, silhouette_score

from aucc_core.explain.diagnose import clear_excess
from aucc_core.explain.split_merge import merges, splits
from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from aucc_core.score.objects import Objects
from aucc_core.score.path import paths_along
from aucc_core.verdicts.looks import Scene, look_at, without_noise
from tests.core import oracle
from tests.core.made_up import clusterings


def looked(points, *labels):
    return look_at(Scene(Objects(np.asarray(points, dtype=float))), labels)


def least_large(n):
    """Members below which a cluster is a sliver."""
    return max(4, 0.02 * n)


def silhouettes(distance, labels, counted):
    """Silhouette of every object of a counted cluster, by its definition; {object: value}."""
    n, values = len(labels), {}
    for i in range(n):
        if labels[i] not in counted:
            continue
        own = [distance(i, j) for j in range(n) if j != i and labels[j] == labels[i]]
        if not own:
            values[i] = 0.0
            continue
        inside = math.fsum(own) / len(own)
        outside = min(
            math.fsum(far) / len(far)
            for c in counted
            if c != labels[i]
            for far in [[distance(i, j) for j in range(n) if labels[j] == c]]
        )
        largest = max(inside, outside)
        values[i] = (outside - inside) / largest if largest > 0 else 0.0
    return values


def square_of(condensed, n):
    square = np.zeros((n, n))
    square[np.triu_indices(n, 1)] = condensed
    return square + square.T


# A small grid: ties, equal objects and singletons.
@given(clusterings(min_objects=5, max_objects=24))
@settings(max_examples=80)
def test_silhouettes_and_sizes_equal_plain_loops(clustering):
    points, labels = clustering
    n = len(points)
    (row,) = looked(points, labels).itertuples()
    straight = square_of(Objects(points).condensed, n)
    along = square_of(paths_along(Objects(points).condensed), n)
    sizes = {c: int((labels == c).sum()) for c in set(labels.tolist())}
    large = [c for c, size in sizes.items() if size >= least_large(n)]
    assert row.slivers == len(sizes) - len(large)
    assert row.large_clusters == len(large)
    assert row.smallest == pytest.approx(min(sizes.values()) / (n / len(sizes)))
    plain = silhouettes(lambda i, j: straight[i, j], labels, list(sizes))
    assert row.silhouette == pytest.approx(sum(plain.values()) / n, abs=1e-9)
    if len(large) < 2:
        assert row.path_silhouette == row.weakest_cluster == -1
        return
    paths = silhouettes(lambda i, j: along[i, j], labels, large)
    assert row.path_silhouette == pytest.approx(sum(paths.values()) / n, abs=1e-9)
    means = [np.mean([v for i, v in paths.items() if labels[i] == c]) for c in large]
    assert row.weakest_cluster == pytest.approx(min(means), abs=1e-9)


@given(clusterings(min_objects=4, max_objects=30))
@settings(max_examples=40)
def test_silhouette_is_scikit_learns(clustering):
    points, labels = clustering
    assume(len(np.unique(points, axis=0)) > 1)
    (row,) = looked(points, labels).itertuples()
    assert row.silhouette == pytest.approx(silhouette_score(points, labels), abs=1e-9)


def test_path_silhouette_is_scikit_learns_where_nothing_is_a_sliver():
    rng = np.random.default_rng(0)
    points, labels = rng.normal(size=(40, 2)), np.arange(40) % 4
    (row,) = looked(points, labels).itertuples()
    along = square_of(paths_along(Objects(points).condensed), 40)
    assert row.slivers == 0
    assert row.path_silhouette == pytest.approx(
        silhouette_score(along, labels, metric="precomputed")
    )


@given(clusterings(min_objects=3, max_objects=12))
@settings(max_examples=40)
def test_both_aucc_are_counted(clustering):
    points, labels = clustering
    (row,) = looked(points, labels).itertuples()
    won, lost, tied = oracle.counts(oracle.all_pairs(points.astype(int).tolist(), labels))
    assert row.aucc == pytest.approx(float((won + tied / 2) / (won + lost + tied)))
    along = Pairs(paths_along(Objects(points).condensed), metric="precomputed")
    assert row.path_aucc == pytest.approx(along.aucc(labels))


@given(clusterings(min_objects=3, max_objects=24))
@settings(max_examples=60)
def test_kept_neighbours_are_counted_among_the_nearest(clustering):
    points, labels = clustering
    n = len(points)
    scene = Scene(Objects(points))
    square, count = scene.objects.square, min(10, n - 1)
    for i in range(n):
        near = scene.order[i].tolist()
        others = sorted(square[i, j] for j in range(n) if j != i)
        assert i not in near
        assert len(set(near)) == count
        # Of several equally far any will do.
        assert [square[i, j] for j in near] == others[:count]
    (row,) = look_at(scene, [labels]).itertuples()
    shares = [
        np.mean([labels[j] == c for i in np.flatnonzero(labels == c) for j in scene.order[i]])
        for c in range(labels.max() + 1)
        if (labels == c).sum() >= least_large(n)
    ]
    assert row.neighbours_kept == pytest.approx(min(shares, default=0.0))


def slow_core(square, i):
    others = sorted(square[i, j] for j in range(len(square)) if j != i)
    positive = square[square > 0]
    least = positive.min() if positive.size else 1.0
    return max(others[min(5, len(others)) - 1], least)


def slow_gap(scene, labels):
    """Grow parts by the shortest edges inside clusters; sets instead of trees."""
    n = len(labels)
    core = [slow_core(scene.objects.square, i) for i in range(n)]
    sizes = np.bincount(labels)
    part = {i: {i} for i in range(n)}
    widest = 0.0
    for i, j in zip(scene.graph[0].tolist(), scene.graph[1].tolist(), strict=True):
        if labels[i] != labels[j] or j in part[i]:
            continue
        least = max(least_large(n), 0.1 * sizes[labels[i]])
        if min(len(part[i]), len(part[j])) >= least:
            length = max(scene.objects.square[i, j], core[i], core[j])
            usual = max(np.mean(np.log([core[m] for m in p])) for p in (part[i], part[j]))
            widest = max(widest, math.log(length) - usual)
        both = part[i] | part[j]
        part.update(dict.fromkeys(both, both))
    return widest


@given(clusterings(min_objects=3, max_objects=40, max_dimensions=2))
@settings(max_examples=60)
def test_inner_gap_equals_a_slow_walk(clustering):
    points, labels = clustering
    scene = Scene(Objects(points))
    (row,) = look_at(scene, [labels]).itertuples()
    assert row.inner_gap == pytest.approx(slow_gap(scene, labels), abs=1e-9)


@given(clusterings(min_objects=3, max_objects=30))
@settings(max_examples=40)
def test_the_graph_joins_neighbours_and_is_the_shortest_that_connects(clustering):
    points, _ = clustering
    scene = Scene(Objects(points))
    n, square = scene.n, scene.objects.square
    core = [slow_core(square, i) for i in range(n)]
    assert scene.core.tolist() == core
    first, second, log_length = scene.graph
    edges = set(zip(first.tolist(), second.tolist(), strict=True))
    assert len(edges) == first.size
    assert (np.diff(log_length) >= 0).all()
    for i, j, length in zip(first, second, log_length, strict=True):
        assert math.exp(length) == pytest.approx(max(square[i, j], core[i], core[j]))
    assert all((min(i, j), max(i, j)) in edges for i in range(n) for j in scene.order[i])
    # Kruskal on these edges costs as much as on all pairs.
    every = [(i, j) for i in range(n) for j in range(i + 1, n)]
    assert kruskal(edges, square, core) == pytest.approx(kruskal(every, square, core))


def kruskal(edges, square, core):
    lengths = sorted((max(square[i, j], core[i], core[j]), i, j) for i, j in edges)
    group, used = list(range(len(core))), []
    for length, i, j in lengths:
        if group[i] != group[j]:
            used.append(length)
            group = [group[i] if g == group[j] else g for g in group]
    assert len(used) == len(core) - 1
    return sum(used)


def test_two_far_clouds_in_one_cluster_leave_a_gap():
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.normal(size=(40, 2)), rng.normal(size=(40, 2)) + 30, [[90.0, 0]]])
    together, apart = np.repeat([0, 1], [80, 1]), np.repeat([0, 1, 2], [40, 40, 1])
    table = looked(points, together, apart)
    assert table["inner_gap"][0] > 2.5
    assert table["inner_gap"][1] < 1.5
    assert table["slivers"].tolist() == [1, 1]


@given(clusterings(min_objects=10, max_objects=30))
@settings(max_examples=30)
def test_split_and_merge_are_the_extreme_excesses(clustering):
    points, labels = clustering
    (row,) = looked(points, labels).itertuples()
    pairs = Pairs(points)
    own = [s.excess for s in splits(pairs, labels)]
    both = [m.excess for m in merges(pairs, labels)]
    assert row.split == pytest.approx(float(clear_excess(max(own, default=0.0))))
    assert row.merge == pytest.approx(float(clear_excess(min(both, default=0.0))))


def test_agreement_with_density_is_the_mean_adjusted_rand_index():
    # 400 objects: four different sizes of cluster (5, 10, 12 and 24).
    rng = np.random.default_rng(2)
    points = rng.normal(size=(400, 2)) + 9 * np.repeat([0, 1, 2, 3], 100)[:, None]
    scene = Scene(Objects(points))
    found = scene.dense_clusterings
    assert 1 <= len(found) <= 4
    assert all(labels.min() == 0 < labels.max() for labels in found)
    for labels in (np.repeat([0, 1, 2, 3], 100), np.arange(400) % 3, np.repeat([0, 1], 200)):
        (row,) = look_at(scene, [labels]).itertuples()
        expected = sum(adjusted_rand_score(labels, other) for other in found) / 4
        assert row.dense_agreement == pytest.approx(expected)


def test_where_hdbscan_sees_one_cloud_nothing_agrees():
    points = np.random.default_rng(0).normal(size=(12, 2))
    scene = Scene(Objects(points))
    assert scene.dense_clusterings == []
    assert look_at(scene, [np.arange(12) % 2])["dense_agreement"].tolist() == [0.0]


@given(clusterings(min_objects=3, max_objects=14), st.data())
@settings(max_examples=60)
def test_noise_joins_the_cluster_of_the_nearest_object(clustering, data):
    points, labels = clustering
    noise = np.array(data.draw(st.lists(st.booleans(), min_size=len(labels), max_size=len(labels))))
    marked = np.where(noise, -1, labels)
    square = Objects(points).square
    joined = without_noise(marked, square)
    if noise.all():
        assert not joined.any()
        return
    assert joined[~noise].tolist() == labels[~noise].tolist()
    for i in np.flatnonzero(noise):
        nearest = min(square[i, j] for j in np.flatnonzero(~noise))
        assert joined[i] in {labels[j] for j in np.flatnonzero(~noise) if square[i, j] == nearest}
    if len(set(joined.tolist())) in range(2, len(labels)):
        codes = np.unique(joined, return_inverse=True)[1]
        pd.testing.assert_frame_equal(looked(points, marked), looked(points, codes))


def test_what_was_looked_at_before_changes_nothing():
    """Splits, merges and means are remembered by cluster."""
    rng = np.random.default_rng(5)
    points = rng.integers(0, 9, (60, 2)).astype(float)
    made = make_partitions(points, ["average", "ward", "kmeans"], range(2, 8), seed=0, n_init=2)
    labels = [p.labels for p in made]
    forth = looked(points, *labels)
    back = looked(points, *labels[::-1])[::-1].reset_index(drop=True)
    alone = pd.concat([looked(points, one) for one in labels], ignore_index=True)
    pd.testing.assert_frame_equal(forth, back, check_exact=True)
    pd.testing.assert_frame_equal(forth, alone, check_exact=True)


def test_names_of_clusters_change_nothing():
    rng = np.random.default_rng(6)
    points, labels = rng.normal(size=(50, 3)), rng.integers(0, 5, 50)
    other = np.array([3, 0, 4, 1, 2])[labels]
    pd.testing.assert_frame_equal(looked(points, labels), looked(points, other))


def test_every_look_is_counted():
    seen = []
    points = np.random.default_rng(0).normal(size=(20, 2))
    look_at(Scene(Objects(points)), [np.arange(20) % 2, np.arange(20) % 3], seen.append)
    assert seen == [1, 2]
