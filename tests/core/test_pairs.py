"""Scores, counts and curves against the definition in exact arithmetic."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform
from sklearn.metrics import roc_auc_score

from aucc_core import METRICS, Pairs, aucc_score, gamma_score
from aucc_core.counting import count_comparisons, count_plainly
from aucc_core.distances import distances_of, pair_objects, row_start
from aucc_core.pairs import area
from aucc_core.validate import label_codes
from tests.core import oracle
from tests.core.strategies import clusterings


@given(clusterings())
def test_counts_equal_the_definition(data):
    points, labels = data
    expected = oracle.counts(oracle.all_pairs(points.tolist(), labels.tolist()))
    pairs = Pairs(points)
    assert pairs.counts(labels) == expected  # before ranking
    assert pairs.ranking is not None
    assert pairs.counts(labels) == expected  # after ranking


@given(clusterings())
def test_score_gamma_and_area_of_the_curve_agree(data):
    points, labels = data
    pairs = Pairs(points)
    score = aucc_score(points, labels)
    assert pairs.curve(labels).area == score
    assert pairs.aucc_many([labels, labels]).tolist() == [score, score]
    assert (1 + gamma_score(points, labels)) / 2 == pytest.approx(score, abs=1e-15)
    i, j = np.triu_indices(len(points), 1)
    squared = pdist(points, "sqeuclidean")  # integers, so sklearn sees the true ties
    assert roc_auc_score(labels[i] == labels[j], -squared) == pytest.approx(score, abs=1e-12)


@given(clusterings())
def test_curve_runs_through_the_vertices_of_the_definition(data):
    points, labels = data
    curve = Pairs(points).curve(labels)
    vertices = oracle.curve(oracle.all_pairs(points.tolist(), labels.tolist()))
    drawn = list(zip(curve.between.tolist(), curve.within.tolist(), strict=True))
    assert drawn[0] == (0, 0)
    assert drawn[-1] == vertices[-1]
    assert set(drawn) <= set(vertices)
    for x, y in vertices:  # vertices left out lie on the polyline
        assert any(_on_segment(a, b, (x, y)) for a, b in pairwise(drawn))


def _on_segment(a, b, point):
    (ax, ay), (bx, by), (x, y) = a, b, point
    inside = ax <= x <= bx and ay <= y <= by
    return inside and (bx - ax) * (y - ay) == (by - ay) * (x - ax)


@given(clusterings())
def test_thresholds_are_the_distances_of_their_vertices(data):
    points, labels = data
    curve = Pairs(points).curve(labels)
    distances = np.sqrt(pdist(points, "sqeuclidean"))
    i, j = np.triu_indices(len(points), 1)
    same = labels[i] == labels[j]
    assert (np.diff(curve.thresholds[1:]) > 0).all()
    assert curve.thresholds[0] == -np.inf
    for threshold, within, between in zip(
        curve.thresholds, curve.within, curve.between, strict=True
    ):
        accepted = distances <= threshold * (1 + 1e-9)
        assert within == (accepted & same).sum()
        assert between == (accepted & ~same).sum()


@given(clusterings(), st.randoms(use_true_random=False))
def test_row_order_and_label_names_change_nothing(data, random):
    points, labels = data
    score = aucc_score(points, labels)
    order = list(range(len(points)))
    random.shuffle(order)
    assert aucc_score(points[order], labels[order]) == score
    for names in ("text", "gaps", "tuples", "mixed"):
        assert aucc_score(points, _renamed(labels, names)) == score


def _renamed(labels, kind):
    if kind == "text":
        return [f"cluster {c}" for c in labels]
    if kind == "gaps":
        return labels * 1000 - 7
    if kind == "tuples":
        return [(int(c), "x") for c in labels]
    return [int(c) if c % 2 else f"{c}" for c in labels]


@given(clusterings())
def test_monotone_transforms_of_the_distances_change_nothing(data):
    points, labels = data
    squared = pdist(points, "sqeuclidean")
    score = aucc_score(points, labels)
    for transformed in (np.sqrt(squared), squared * 3, squared**1.5, np.log1p(squared)):
        assert aucc_score(transformed, labels, metric="precomputed") == score
        assert aucc_score(squareform(transformed), labels, metric="precomputed") == score


@given(clusterings())
def test_reversed_distances_give_the_complement(data):
    points, labels = data
    squared = pdist(points, "sqeuclidean")
    backwards = squared.max() - squared
    total = aucc_score(squared, labels, metric="precomputed") + aucc_score(
        backwards, labels, metric="precomputed"
    )
    assert total == pytest.approx(1, abs=1e-15)


@given(clusterings())
def test_tie_rules_bound_the_score(data):
    points, labels = data
    won, lost, tied = Pairs(points).counts(labels)
    total = won + lost + tied
    assert aucc_score(points, labels, ties="optimistic") == pytest.approx((won + tied) / total)
    assert aucc_score(points, labels, ties="pessimistic") == pytest.approx(won / total)
    assert aucc_score(points, labels, ties="half") == pytest.approx((won + tied / 2) / total)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(["lattice", "duplicates", "normal", "wide"]))
def test_compiled_counting_equals_plain_counting(seed, kind):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(640, 760))  # just above the size where the kernels take over
    points = _points(kind, rng, n)
    labels = rng.integers(0, rng.integers(2, 300), n)
    metric = rng.choice(["euclidean", "cityblock", "chebyshev", "canberra"])
    distances = distances_of(np.abs(points) + 1, metric)
    assert count_comparisons(distances, labels) == count_plainly(distances, labels)
    pairs = Pairs(distances)
    # All but one object in one cluster makes the largest rank sums.
    partitions = [labels, labels // 2, labels % 7, np.arange(n) == 0]
    expected = [area(count_plainly(distances, label_codes(c))) for c in partitions]
    assert pairs.aucc_many(partitions).tolist() == expected
    assert pairs.counts(labels) == count_plainly(distances, labels)
    assert pairs.curve(labels).area == expected[0]


def _points(kind, rng, n):
    if kind == "lattice":
        return rng.integers(0, 5, (n, 3)).astype(float)
    if kind == "duplicates":
        return rng.normal(size=(9, 4))[rng.integers(0, 9, n)]
    if kind == "wide":
        return rng.normal(size=(n, 2)) * 10.0 ** rng.integers(-120, 120, (n, 1))
    return rng.normal(size=(n, 6))


def test_float_noise_does_not_split_ties():
    # On a grid of tenths many distances are equal, but not in double precision.
    grid = np.array([[x / 10, y / 10] for x in range(12) for y in range(12)])
    labels = np.arange(144) % 5
    whole = np.rint(grid * 10)
    assert len(np.unique(pdist(grid))) > len(np.unique(pdist(whole)))
    assert Pairs(grid).counts(labels) == Pairs(whole).counts(labels)


def test_distances_that_differ_in_the_ninth_digit_are_not_tied():
    distances = [1.0, 1.000000001, 1.000000002]
    assert Pairs(distances, "precomputed").counts([0, 0, 1]) == (2, 0, 0)
    distances = [1.0, 1.000000000001, 1.000000000002]
    assert Pairs(distances, "precomputed").counts([0, 0, 1]) == (0, 0, 2)


def test_counts_pass_32_bits():
    n = 1200
    points = np.arange(n, dtype=float)[:, None] ** 2
    labels = np.arange(n) % 2
    counted = Pairs(points).counts(labels)
    assert counted.total > 2**36
    i, j = np.triu_indices(n, 1)
    expected = roc_auc_score(labels[i] == labels[j], -pdist(points))
    assert area(counted) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("scale", [1e-200, 1e-160, 1.0, 1e160, 1e200])
def test_extreme_scales_neither_overflow_nor_vanish(scale):
    rng = np.random.default_rng(0)
    points, labels = rng.normal(size=(40, 3)), rng.integers(0, 3, 40)
    assert Pairs(points * scale).counts(labels) == Pairs(points).counts(labels)
    curve = Pairs(points * scale).curve(labels)
    assert np.isfinite(curve.thresholds[1:]).all()
    assert (curve.thresholds[1:] > 0).all()


@pytest.mark.parametrize("metric", [m for m in METRICS if m not in ("precomputed", "gower")])
def test_each_metric_scores_like_its_own_distances(metric):
    rng = np.random.default_rng(3)
    points = rng.integers(0, 2, (30, 6)).astype(float)
    points[:, 0] += np.arange(30) % 2 if metric == "hamming" else 0
    points[~points.any(axis=1) | points.all(axis=1)] = [1, 0, 0, 1, 0, 1]
    labels = rng.integers(0, 4, 30)
    distances = pdist(points.astype(bool) if metric == "jaccard" else points, metric)
    i, j = np.triu_indices(30, 1)
    expected = roc_auc_score(labels[i] == labels[j], -np.round(distances, 10))
    assert aucc_score(points, labels, metric=metric) == pytest.approx(expected, abs=1e-12)
    assert Pairs(points, metric).distances == pytest.approx(distances, abs=1e-12)


def test_minkowski_takes_its_power():
    rng = np.random.default_rng(0)
    points, labels = rng.normal(size=(30, 4)), rng.integers(0, 3, 30)
    assert aucc_score(points, labels, metric="minkowski", p=1) == aucc_score(
        points, labels, metric="cityblock"
    )
    assert aucc_score(points, labels, metric="minkowski", p=4) != aucc_score(points, labels)


@given(st.integers(2, 400), st.data())
def test_pair_index_and_objects_match(n, data):
    pair = data.draw(st.integers(0, n * (n - 1) // 2 - 1))
    rows, columns = np.triu_indices(n, 1)
    i, j = pair_objects(np.array([pair]), n)
    assert (i[0], j[0]) == (rows[pair], columns[pair])


@pytest.mark.parametrize("n", [3, 1000, 46_341, 99_991, 1_000_003])
def test_pair_index_and_objects_match_at_the_ends_of_rows(n):
    i = np.unique(np.linspace(0, n - 2, 500).astype(np.int64))
    for j in (i + 1, np.full_like(i, n - 1)):
        found_i, found_j = pair_objects(row_start(i, n) + j - i - 1, n)
        assert (found_i == i).all()
        assert (found_j == j).all()


def test_input_is_left_as_it_was():
    points = np.random.default_rng(0).normal(size=(20, 2))
    distances = pdist(points)
    before = distances.copy()
    pairs = Pairs(distances, "precomputed")
    pairs.curve(np.arange(20) % 3)
    assert distances.flags.writeable
    assert (distances == before).all()
    with pytest.raises(ValueError, match="read-only"):
        pairs.distances[0] = 1
