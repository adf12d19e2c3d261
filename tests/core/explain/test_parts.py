"""Parts of AUCC: each against a count of its own comparisons, and all against the whole."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings

from aucc_core.explain.parts import parts_of
from aucc_core.pairs import Pairs
from tests.core import oracle
from tests.core.made_up import clusterings


def comparisons(points, labels):
    """(within pair, between pair, won) of every comparison; pairs as (i, j)."""
    n = len(points)
    named = [
        ((i, j), oracle.squared_distance(points[i], points[j]))
        for i in range(n)
        for j in range(i + 1, n)
    ]
    within = [(p, d) for p, d in named if labels[p[0]] == labels[p[1]]]
    between = [(p, d) for p, d in named if labels[p[0]] != labels[p[1]]]
    half = Fraction(1, 2)
    return [(w, b, Fraction(dw < db) + half * (dw == db)) for w, dw in within for b, db in between]


def mean(values):
    return float(sum(values) / len(values)) if values else float("nan")


@given(clusterings(max_objects=9))
@settings(max_examples=60, deadline=None)
def test_parts_equal_their_own_comparisons(clustering):
    points, labels = clustering
    all_of_them = comparisons(points, labels)
    parts = parts_of(Pairs(points), labels)
    by_cluster = parts.by_cluster()
    for cluster in by_cluster.index:
        own = [won for w, _, won in all_of_them if labels[w[0]] == cluster]
        assert by_cluster["aucc"][cluster] == pytest.approx(mean(own), nan_ok=True, abs=1e-12)
    for row in parts.by_cluster_pair().itertuples():
        two = {row.cluster, row.other}
        own = [won for _, b, won in all_of_them if {labels[b[0]], labels[b[1]]} == two]
        assert row.aucc == pytest.approx(mean(own), abs=1e-12)
    for row in parts.by_object().itertuples():
        inside = [won for w, _, won in all_of_them if row.Index in w]
        outside = [won for _, b, won in all_of_them if row.Index in b]
        assert row.within == pytest.approx(mean(inside), nan_ok=True, abs=1e-12)
        assert row.between == pytest.approx(mean(outside), abs=1e-12)


@given(clusterings(max_objects=40))
@settings(max_examples=60, deadline=None)
def test_parts_add_up(clustering):
    points, labels = clustering
    pairs = Pairs(points)
    whole = pairs.aucc(labels)
    for table in (
        pairs.by_cluster(labels),
        pairs.by_object(labels),
        pairs.by_cluster_pair(labels),
    ):
        assert table["weight"].sum() == pytest.approx(1, abs=1e-12)
        assert (table["weight"] * table["aucc"]).sum() == pytest.approx(whole, abs=1e-12)


def test_parts_add_up_for_many_objects():
    rng = np.random.default_rng(0)
    points = rng.integers(0, 30, (1200, 2)).astype(float)
    labels = (points[:, 0] // 10).astype(int)
    pairs = Pairs(points)
    table = pairs.by_object(labels)
    assert (table["weight"] * table["aucc"]).sum() == pytest.approx(pairs.aucc(labels), abs=1e-12)


def test_tables_speak_the_callers_labels():
    points = [[0.0], [1.0], [9.0], [10.0], [30.0]]
    labels = pd.Series(["b", "b", "a", "a", "alone"])
    pairs = Pairs(points)
    assert list(pairs.by_cluster(labels).index) == ["b", "a", "alone"]
    assert np.isnan(pairs.by_cluster(labels)["aucc"]["alone"])
    assert pairs.by_cluster(labels)["weight"]["alone"] == 0
    two = pairs.by_cluster_pair(labels)
    assert two["cluster"].tolist() == ["b", "b", "a"]
    assert two["other"].tolist() == ["a", "alone", "alone"]
    assert two["pairs"].tolist() == [4, 2, 2]


def test_an_object_in_the_wrong_cluster_shows():
    points = [[0.0], [1.0], [2.0], [20.0], [21.0], [22.0]]
    labels = ["left", "left", "right", "right", "right", "right"]
    table = Pairs(points).by_object(labels)
    assert table["aucc"].idxmin() == 2
    assert table["nearest"][2] == "left"
    assert (table["margin"] < 0).tolist() == [False, False, True, False, False, False]
