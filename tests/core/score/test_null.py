"""Chance labels: the formulas against every relabelling, and against drawing relabellings."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from scipy import stats

from aucc_core.pairs import Pairs
from aucc_core.score import null
from aucc_core.score.inputs import InputError
from aucc_core.score.null import central_moments
from aucc_core.score.permutation import permutation_test
from tests.core.made_up import clusterings


def every_relabelling(pairs, labels):
    return pairs.aucc_many([np.array(p) for p in set(itertools.permutations(labels))])


def mixture(n, seed):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, 2)) + 3.0 * rng.integers(0, 2, (n, 1))


@given(clusterings(max_objects=7))
@settings(max_examples=60, deadline=None)
def test_moments_equal_full_enumeration(clustering):
    points, labels = clustering
    pairs = Pairs(points)
    scores = every_relabelling(pairs, labels.tolist())
    variance, third = central_moments(pairs.rank_sums, np.bincount(labels), pairs.n_pairs)
    assert scores.mean() == pytest.approx(0.5, abs=1e-12)
    assert variance == pytest.approx(scores.var(), abs=1e-13)
    assert third == pytest.approx(((scores - 0.5) ** 3).mean(), abs=1e-13)


@pytest.mark.parametrize("n", [75, 500])
@pytest.mark.parametrize("share", [0.5, 0.1])
def test_moments_agree_with_drawn_relabellings(n, share):
    labels = (np.arange(n) < share * n).astype(int) + 2 * (np.arange(n) < 0.05 * n)
    pairs = Pairs(mixture(n, 3))
    summary = pairs.null(labels)
    draws = permutation_test(pairs, labels, seed=5, n_permutations=2000).draws
    # Four standard errors; that of a spread follows from the draws' own fourth moment.
    deviations = draws - draws.mean()
    spread_error = np.std(deviations**2) / (2 * draws.std() * math.sqrt(draws.size))
    assert abs(draws.mean() - summary.mean) < 4 * summary.std / math.sqrt(draws.size)
    assert abs(draws.std() - summary.std) < 4 * spread_error
    assert stats.skew(draws) == pytest.approx(summary.skewness, abs=0.5)
    at = np.quantile(draws, 0.95)
    p = null.tail_probability((at - 0.5) / summary.std, summary.skewness, np.bincount(labels))
    assert 0.03 < p < 0.07


def test_blocks_and_samples_give_the_trace(monkeypatch):
    pairs = Pairs(mixture(90, 1))
    whole = null.rank_sums(pairs.ranks2, 90).trace
    A = null._rows(pairs.ranks2, 90, np.arange(90))
    assert whole == pytest.approx(np.trace(A @ A @ A), rel=1e-12)
    monkeypatch.setattr(null, "_BLOCK", 7)
    assert null.rank_sums(pairs.ranks2, 90).trace == pytest.approx(whole, rel=1e-12)
    monkeypatch.setattr(null, "EXACT_OBJECTS", 10)
    monkeypatch.setattr(null, "_SAMPLED_ROWS", 90)
    assert null.rank_sums(pairs.ranks2, 90).trace == pytest.approx(whole, rel=1e-12)
    monkeypatch.setattr(null, "_SAMPLED_ROWS", 60)
    assert null.rank_sums(pairs.ranks2, 90).trace == pytest.approx(whole, rel=0.25)


def p_values_of_random_labels(points, k):
    pairs = Pairs(points)
    rng = np.random.default_rng(11)
    labels = np.arange(len(points)) % k
    return np.array([pairs.null(rng.permutation(labels)).p_value for _ in range(1000)])


@pytest.mark.parametrize(("d", "k"), [(2, 2), (3, 5), (8, 3)])
def test_p_values_are_uniform_for_random_labels(d, k):
    points = np.random.default_rng(7).normal(size=(80, d))
    assert stats.kstest(p_values_of_random_labels(points, k), "uniform").pvalue > 0.01


def test_small_p_values_are_as_rare_as_they_say_where_a_normal_p_fails():
    # Two distant groups: the score of random halves is nearly a squared normal, far from normal.
    p_values = p_values_of_random_labels(mixture(60, 7), 2)
    assert 0.03 < np.mean(p_values < 0.05) < 0.07
    assert np.mean(p_values < 0.01) < 0.018


def test_formula_and_drawing_agree_on_p():
    points = mixture(40, 2)
    labels = np.random.default_rng(4).permutation(np.arange(40) % 3)
    pairs = Pairs(points)
    drawn = permutation_test(pairs, labels, seed=0, n_permutations=1999)
    assert drawn.value == pairs.aucc(labels)
    assert pairs.null(labels).p_value == pytest.approx(drawn.p_value, abs=0.05)
    assert pairs.null(labels).z == pytest.approx(drawn.z, abs=0.15)


def test_a_perfect_clustering_is_far_from_chance_but_never_impossible():
    points = np.concatenate([np.arange(4.0), 100 + np.arange(4.0)])[:, None]
    labels = [0] * 4 + [1] * 4
    summary = Pairs(points).null(labels)
    assert summary.value == 1.0
    # 2 of the 70 ways to deal 4 and 4 give these clusters.
    assert summary.p_value >= 2 / math.comb(8, 4) - 1e-15
    assert summary.z > 2


def test_equal_distances_say_nothing():
    summary = Pairs(np.eye(6)).null([0, 0, 0, 1, 1, 1])
    assert (summary.value, summary.std, summary.z, summary.p_value) == (0.5, 0.0, 0.0, 1.0)
    assert permutation_test(Pairs(np.eye(6)), [0, 0, 0, 1, 1, 1], seed=0).z == 0.0


def test_drawing_needs_a_draw():
    with pytest.raises(InputError, match="n_permutations"):
        permutation_test(Pairs(np.eye(4)), [0, 0, 1, 1], seed=0, n_permutations=0)
