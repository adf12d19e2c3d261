"""Scores and curves against the definition in exact arithmetic."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform
from sklearn.metrics import roc_auc_score

from aucc_core import METRICS, Pairs, aucc_score, gamma_score
from tests.core import oracle
from tests.core.made_up import clusterings


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


@pytest.mark.parametrize("metric", [row.name for row in METRICS.values() if row.scipy])
def test_each_metric_of_scipy_scores_like_its_distances_there(metric):
    row = METRICS[metric]
    rng = np.random.default_rng(3)
    points = rng.integers(0, 2, (30, 6)).astype(float)
    points[:, 0] += np.arange(30) % 2 if metric == "hamming" else 0
    points[~points.any(axis=1) | points.all(axis=1)] = [1, 0, 0, 1, 0, 1]
    labels = rng.integers(0, 4, 30)
    distances = pdist(points.astype(bool) if row.needs == "0-1 features" else points, row.scipy)
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
