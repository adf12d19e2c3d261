"""Counts and ties against the definition in exact arithmetic; compiled against plain counting."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist
from sklearn.metrics import roc_auc_score

from aucc_core.score import counting
from aucc_core.score.counting import area, count_comparisons, count_plainly, exact_dot
from aucc_core.score.definition import (
    aucc_by_definition,
    count_by_definition,
    gamma_by_definition,
)
from aucc_core.score.distances import distances_of
from aucc_core.score.inputs import InputError, label_codes
from aucc_core.score.ranked import RankedPairs, aucc_score, gamma_score
from tests.core import oracle
from tests.core.made_up import clusterings, random_labels


@given(clusterings())
def test_counts_equal_the_definition(data):
    points, labels = data
    expected = oracle.counts(oracle.all_pairs(points.tolist(), labels.tolist()))
    pairs = RankedPairs(points)
    assert pairs.counts(labels) == expected  # before ranking
    assert pairs.ranking is not None
    assert pairs.counts(labels) == expected  # after ranking


@given(clusterings())
def test_the_slow_definition_gives_the_same(data):
    points, labels = data
    pairs = RankedPairs(points)
    assert pairs.aucc(labels) == pytest.approx(aucc_by_definition(pairs, labels), abs=1e-15)
    gamma, counts = gamma_by_definition(pairs, labels)
    assert gamma == gamma_score(points, labels)
    assert counts == count_by_definition(pairs.ranks2, labels) == pairs.counts(labels)


@given(clusterings())
def test_tie_rules_bound_the_score(data):
    points, labels = data
    won, lost, tied = RankedPairs(points).counts(labels)
    total = won + lost + tied
    assert aucc_score(points, labels, ties="optimistic") == pytest.approx((won + tied) / total)
    assert aucc_score(points, labels, ties="pessimistic") == pytest.approx(won / total)
    assert aucc_score(points, labels, ties="half") == pytest.approx((won + tied / 2) / total)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(["lattice", "duplicates", "normal", "wide"]))
@example(seed=54815422, kind="duplicates")  # two clusters
def test_compiled_counting_equals_plain_counting(seed, kind):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(640, 760))  # just above the size where the kernels take over
    points = _points(kind, rng, n)
    labels = random_labels(rng, n, int(rng.integers(2, 300)))
    metric = rng.choice(["euclidean", "cityblock", "chebyshev", "canberra"])
    distances = distances_of(np.abs(points) + 1, metric)
    assert count_comparisons(distances, labels) == count_plainly(distances, labels)
    pairs = RankedPairs(distances)
    # Neighbours joined, at least two clusters of them; all but one object in one cluster makes
    # the largest rank sums.
    partitions = [labels, (labels + 1) // 2, labels % 7, np.arange(n) == 0]
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
    assert RankedPairs(grid).counts(labels) == RankedPairs(whole).counts(labels)


def test_distances_that_differ_in_the_ninth_digit_are_not_tied():
    distances = [1.0, 1.000000001, 1.000000002]
    assert RankedPairs(distances, "precomputed").counts([0, 0, 1]) == (2, 0, 0)
    distances = [1.0, 1.000000000001, 1.000000000002]
    assert RankedPairs(distances, "precomputed").counts([0, 0, 1]) == (0, 0, 2)


def test_counts_pass_32_bits():
    n = 1200
    points = np.arange(n, dtype=float)[:, None] ** 2
    labels = np.arange(n) % 2
    counted = RankedPairs(points).counts(labels)
    assert counted.total > 2**36
    i, j = np.triu_indices(n, 1)
    expected = roc_auc_score(labels[i] == labels[j], -pdist(points))
    assert area(counted) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("scale", [1e-200, 1e-160, 1.0, 1e160, 1e200])
def test_extreme_scales_neither_overflow_nor_vanish(scale):
    rng = np.random.default_rng(0)
    points, labels = rng.normal(size=(40, 3)), rng.integers(0, 3, 40)
    assert RankedPairs(points * scale).counts(labels) == RankedPairs(points).counts(labels)
    curve = RankedPairs(points * scale).curve(labels)
    assert np.isfinite(curve.thresholds[1:]).all()
    assert (curve.thresholds[1:] > 0).all()


@pytest.mark.parametrize("large", [2**31 - 1, 2**31, 2**40])
def test_products_of_counts_pass_64_bits(large):
    a, b = np.array([large, 1, 0, large]), np.array([large, 0, 7, large])
    assert exact_dot(a, b) == 2 * large**2


@pytest.fixture
def a_billion_times_the_pairs(monkeypatch):
    """Counting by bin as if every pair were there 2**30 times."""
    count = counting.count_by_bin

    def many(*given):
        counted = count(*given)
        return replace(counted, tables=[table << 30 for table in counted.tables])

    monkeypatch.setattr(counting, "SMALL_PAIRS", 0)
    monkeypatch.setattr(counting, "count_by_bin", many)


@pytest.mark.usefixtures("a_billion_times_the_pairs")
def test_comparisons_of_separate_bins_pass_64_bits():
    # With 110,000 objects within pairs times between pairs pass 2**63.
    distances = distances_of([[0.0], [1.0], [100.0], [101.0]], "cityblock")
    assert count_comparisons(distances, np.array([0, 0, 1, 1])) == (8 << 60, 0, 0)


@pytest.mark.usefixtures("a_billion_times_the_pairs")
def test_too_many_comparisons_inside_a_bin_are_refused():
    distances = distances_of(np.zeros((6, 1)), "cityblock")
    with pytest.raises(InputError, match="use aucc_bounds"):
        count_comparisons(distances, np.array([0, 0, 0, 1, 1, 1]))
