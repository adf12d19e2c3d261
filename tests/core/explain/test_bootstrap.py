"""The bootstrap against a table in which the drawn objects really stand again and again."""

import numpy as np
import pytest

from aucc_core import aucc_score
from aucc_core.explain.bootstrap import bootstrap_aucc, draw_counts
from aucc_core.score.ranked import RankedPairs


def by_hand(X, labels, often):
    """Every pair of drawn objects but those of an object with itself, compared one by one."""
    drawn = np.repeat(np.arange(len(X)), often)
    pairs = [(a, b) for at, a in enumerate(drawn) for b in drawn[:at] if a != b]
    lengths = {same: [] for same in (True, False)}
    for a, b in pairs:
        lengths[labels[a] == labels[b]].append(np.round(np.linalg.norm(X[a] - X[b]), 9))
    within, between = (np.array(lengths[same]) for same in (True, False))
    if not within.size or not between.size:
        return np.nan
    gap = between[None] - within[:, None]
    return float(((gap > 0) + 0.5 * (gap == 0)).mean())


@pytest.mark.parametrize("seed", range(8))
def test_every_draw_is_scored_as_a_table_of_its_own(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 14))
    X = rng.integers(0, 4, (n, 2)).astype(float)  # many equal distances
    labels = rng.integers(0, 3, n)
    labels[:3] = 0, 0, 1
    counts = np.vstack([np.ones((1, n), dtype=int), draw_counts(n, 12, seed=seed)])
    found = bootstrap_aucc(RankedPairs(X), labels, counts)
    expected = [by_hand(X, labels, often) for often in counts]
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    assert found[0] == pytest.approx(aucc_score(X, labels), abs=1e-12)


def test_draws_hold_as_many_objects_and_repeat_with_their_seed():
    counts = draw_counts(30, 50, seed=4)
    assert (counts.sum(axis=1) == 30).all()
    assert (counts == draw_counts(30, 50, seed=4)).all()
    assert (counts != draw_counts(30, 50, seed=5)).any()
    assert abs((counts == 0).mean() - np.exp(-1)) < 0.05


def test_the_interval_of_a_paired_lead_holds_the_true_lead_nineteen_times_of_twenty():
    """Two overlapping groups; the rival labels move the border. Truth: 3,000 objects."""

    def table(n, seed):
        rng = np.random.default_rng(seed)
        truth = rng.integers(0, 2, n)
        X = rng.normal(size=(n, 2)) + 2.5 * truth[:, None]
        return RankedPairs(X), truth, (X[:, 0] > 0.4).astype(int)

    def lead(pairs, first, second):
        return pairs.aucc(first) - pairs.aucc(second)

    true_lead = lead(*table(3000, 0))
    held = 0
    for seed in range(1, 61):
        pairs, first, second = table(100, seed)
        counts = draw_counts(100, 200, seed=seed)
        drawn = bootstrap_aucc(pairs, first, counts) - bootstrap_aucc(pairs, second, counts)
        low, high = np.quantile(drawn, [0.025, 0.975])
        held += low <= true_lead <= high
    # 95 % of 60 are 57; by chance fewer than 51 in one of a thousand such tests.
    assert held >= 51
