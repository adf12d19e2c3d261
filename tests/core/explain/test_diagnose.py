"""Diagnosis: the cut of the lost area against geometry, and advice on clusters made to need it."""

import numpy as np
import pytest
from hypothesis import given, settings

from aucc_core.explain import split_merge
from aucc_core.explain.curve_shape import curve_shape
from aucc_core.explain.diagnose import ANSWERS, answer_shares, diagnose, shape_features
from aucc_core.explain.split_merge import directions, merges, score_alone, splits
from aucc_core.pairs import Pairs
from aucc_core.score.curve import RocCurve
from tests.core.made_up import clusterings


def clouds(*centres, size=30, seed=0):
    """Round clouds around points of the plane, and which object is of which."""
    rng = np.random.default_rng(seed)
    X = np.concatenate([rng.normal(size=(size, 2)) + c for c in centres])
    return X, np.repeat(np.arange(len(centres)), size)


FOUR = clouds((0, 0), (12, 0), (0, 12), (30, 30))


def curve_through(*corners):
    """A curve through (between, within) counts, from (0, 0)."""
    between, within = np.array([(0, 0), *corners]).T
    return RocCurve(within, between, np.arange(len(within), dtype=float))


def lost_by_counting(curve, cells=400):
    """Early and late loss by looking at the middle of each cell of a grid."""
    at = (np.arange(cells) + 0.5) / cells
    x, y = np.meshgrid(at, at)
    lost = y > np.interp(at, curve.fpr, curve.tpr)[None, :]
    early = x + y < 1
    return (lost & early).mean(), (lost & ~early).mean()


@given(clusterings(max_objects=10))
@settings(max_examples=40, deadline=None)
def test_lost_area_is_cut_along_the_anti_diagonal(clustering):
    points, labels = clustering
    curve = Pairs(points).curve(labels)
    shape = curve_shape(curve)
    early, late = lost_by_counting(curve)
    assert shape.early == pytest.approx(early, abs=0.01)
    assert shape.late == pytest.approx(late, abs=0.01)
    assert shape.loss == pytest.approx(1 - curve.area, abs=1e-12)


def test_shape_of_plain_curves():
    perfect = curve_shape(curve_through((0, 8), (8, 8)))
    assert (perfect.early, perfect.late, perfect.balance) == (0, 0, 0)
    chance = curve_shape(curve_through((8, 8)))
    assert (chance.early, chance.late, chance.balance) == (0.25, 0.25, 0)
    # Half of the between pairs come first, then all the rest in order: the loss is a band on the
    # left, and the anti-diagonal cuts its upper corner off.
    shape = curve_shape(curve_through((4, 0), (4, 8), (8, 8)))
    assert (shape.early, shape.late) == (0.375, 0.125)
    # The same upside down: half of the within pairs come last.
    shape = curve_shape(curve_through((0, 4), (8, 4), (8, 8)))
    assert (shape.early, shape.late) == (0.125, 0.375)
    assert shape.balance == 0.5


def test_too_few_lose_late_and_too_many_lose_early():
    X, truth = FOUR
    pairs = Pairs(X)
    merged = np.where(truth == 3, 2, truth)
    cut = truth * 2 + (X[:, 0] > np.array([X[truth == c, 0].mean() for c in truth]))
    assert curve_shape(pairs.curve(merged)).balance > 0.3
    assert curve_shape(pairs.curve(cut)).balance < -0.3


def test_a_merged_cluster_is_advised_to_split():
    X, truth = FOUR
    merged = np.where(truth == 3, 2, truth)
    seen = diagnose(Pairs(X), merged)
    assert seen.answer == "too few"
    assert seen.advice[0].kind == "split"
    assert seen.advice[0].clusters == (2,)
    assert set(seen.advice[0].objects) == set(np.flatnonzero(merged == 2))
    assert "Cluster 2 looks like two: cut in halves of 30 and 30" in seen.advice[0].text


def test_a_cut_cluster_is_advised_to_merge():
    X, truth = FOUR
    half = (truth == 3) & (X[:, 0] > X[truth == 3, 0].mean())
    names = np.array(["a", "b", "c", "d", "e"])[np.where(half, 4, truth)]
    seen = diagnose(Pairs(X), names)
    assert seen.answer == "too many"
    (advice,) = (a for a in seen.advice if a.kind == "merge")
    assert set(advice.clusters) == {"d", "e"}
    assert set(advice.objects) == set(np.flatnonzero(truth == 3))


def test_the_true_clusters_need_no_advice():
    X, truth = FOUR
    seen = diagnose(Pairs(X), truth)
    assert (seen.answer, seen.advice) == ("about right", ())
    assert "4 clusters look about right" in seen.text
    assert "generated data that they were not tuned on" in seen.text


def test_objects_in_the_wrong_cluster_are_named_worst_first():
    X, truth = FOUR
    labels = truth.copy()
    labels[[5, 40]] = 3
    seen = diagnose(Pairs(X), labels)
    (advice,) = (a for a in seen.advice if a.kind == "objects")
    assert set(advice.objects) == {5, 40}
    assert advice.text.startswith("2 objects sit badly")
    margins = Pairs(X).by_object(labels)["margin"].to_numpy()[advice.objects]
    assert margins[0] <= margins[1] < 0
    labels[40] = 1
    (advice,) = (a for a in diagnose(Pairs(X), labels).advice if a.kind == "objects")
    expected = "One object of cluster 3 sits badly: by rank of distance it is nearer to cluster 0 "
    assert advice.text == f"{expected}on average."


def test_shares_are_of_the_three_answers():
    shares = answer_shares(shape_features(0.01, 0.02, 4, 1.0, 1.0, 0.9, 0.9))
    assert tuple(shares) == ANSWERS
    assert sum(shares.values()) == pytest.approx(1)


@given(clusterings(max_objects=12))
@settings(max_examples=40, deadline=None)
def test_any_clustering_can_be_diagnosed(clustering):
    points, labels = clustering
    seen = diagnose(Pairs(points), labels)
    assert seen.answer in ANSWERS
    assert np.isfinite([seen.split, seen.merge]).all()
    pairs = Pairs(points)
    assert seen.weakest_cluster == pairs.by_cluster(labels)["aucc"].min()
    assert seen.weakest_pair == pairs.by_cluster_pair(labels)["aucc"].min()


@given(clusterings(max_objects=12))
@settings(max_examples=40, deadline=None)
def test_two_groups_alone_score_like_any_clustering(clustering):
    points, labels = clustering
    codes = (labels == labels[0]).astype(int)
    if 0 < codes.sum() < len(codes):
        pairs = Pairs(points)
        assert score_alone(pairs.distances, codes) == pytest.approx(pairs.aucc(codes), abs=1e-12)


def test_excess_is_near_nothing_for_one_cloud_and_large_for_two():
    X, truth = clouds((0, 0), (15, 0), size=60)
    one = splits(Pairs(X), truth)
    assert all(abs(s.excess) < 0.6 for s in one)
    far, other = clouds((0, 0), (15, 0), (200, 200), size=60)
    both = splits(Pairs(far), (other == 2).astype(int))
    assert max(s.excess for s in both) > 3
    assert min(m.excess for m in merges(Pairs(X), truth)) > 3


def test_few_outliers_are_not_a_cluster():
    X, truth = clouds((0, 0), (15, 0))
    X[:3] += 9
    assert all(
        min(h.size for h in s.halves) >= split_merge.MIN_HALF for s in splits(Pairs(X), truth)
    )


@pytest.mark.parametrize("d", [1, 2, 5, 10])
def test_directions_are_the_dimensions_of_a_round_cloud(d):
    X = np.random.default_rng(1).normal(size=(400, d))
    assert directions(Pairs(X).distances) == pytest.approx(d, rel=0.15)


def test_large_clusters_are_looked_at_through_a_part(monkeypatch):
    monkeypatch.setattr(split_merge, "_MEMBERS", 20)
    X, truth = clouds((0, 0), (15, 0), size=65)
    assert [g.size for g in split_merge.members_of(truth)] == [17, 17]
    assert min(m.excess for m in merges(Pairs(X), truth)) > 2
