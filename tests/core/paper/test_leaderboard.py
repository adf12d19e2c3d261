"""The leaderboard: ranks, intervals, the critical difference and failures by other ways."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from aucc_core.criteria import CRITERIA
from aucc_core.paper.leaderboard import FAR, critical_difference, leaderboard
from aucc_core.paper.public import PublicAgreement
from aucc_core.score.inputs import InputError


def drawn_sets(seed: int, count: int) -> list[PublicAgreement]:
    """Made-up results of the study: agreements, and picks not above the best clustering."""
    found = []
    for at in range(count):
        rng = np.random.default_rng((seed, at))
        table = pd.DataFrame(
            {
                "agreement": rng.integers(-8, 9, len(CRITERIA)) / 8,
                "algorithm": "ward",
                "k": 3,
                "ari": rng.uniform(0, 0.9, len(CRITERIA)),
                "hit": rng.integers(0, 2, len(CRITERIA)).astype(float),
            },
            index=list(CRITERIA),
        )
        table.loc["gamma"] = table.loc["aucc"]
        found.append(PublicAgreement(f"s{at}", "b", 50, (3,), 30, 0.9, table))
    return found


# Studentized range at 5 % over the root of 2, as printed by Demšar (2006, table 5a).
@pytest.mark.parametrize(("criteria", "q"), [(2, 1.960), (5, 2.728), (10, 3.164)])
def test_the_critical_difference_is_the_published_one(criteria, q):
    expected = q * math.sqrt(criteria * (criteria + 1) / (6 * 14))
    assert critical_difference(criteria, 14) == pytest.approx(expected, rel=1e-3)
    assert critical_difference(criteria, 1) == math.inf


def test_gamma_is_no_criterion_of_its_own():
    board = leaderboard(drawn_sets(0, 5), seed=0)
    assert set(board.table.index) == set(CRITERIA) - {"gamma"}
    assert board.cells.shape == (len(CRITERIA) - 1, 5)
    assert board.table["rank"].is_monotonic_increasing
    assert board.ranks.sum().to_list() == pytest.approx([32 * 33 / 2] * 5)


def test_intervals_are_those_of_sets_drawn_one_by_one():
    board = leaderboard(drawn_sets(1, 8), seed=0)
    rng = np.random.default_rng(9)
    ranks = board.ranks.loc["aucc"].to_numpy()
    means = [ranks[rng.integers(0, 8, 8)].mean() for _ in range(4000)]
    low, high = np.quantile(means, [0.025, 0.975])
    row = board.table.loc["aucc"]
    assert row["low"] == pytest.approx(low, abs=0.6)
    assert row["high"] == pytest.approx(high, abs=0.6)
    assert row["low"] <= row["rank"] <= row["high"]


def test_failures_are_picks_far_below_the_best():
    found = drawn_sets(2, 6)
    board = leaderboard(found, seed=0)
    for name, row in board.table.iterrows():
        aris = {f"b/{one.name}": one.table.loc[name, "ari"] for one in found}
        far = {s: a for s, a in aris.items() if 0.9 - a > FAR}
        assert row["far"] == pytest.approx(len(far) / 6)
        worst = sorted(far, key=lambda s: far[s])[:3]
        named = [part.split(" ")[0] for part in row["failures"].split(", ")] if far else []
        assert named == worst


def test_sets_that_could_not_be_clustered_are_told():
    bad = PublicAgreement("bad", "b", 3, (2,), problem="Too few objects.")
    board = leaderboard([*drawn_sets(0, 2), bad], seed=0)
    assert board.problems == {"bad": "Too few objects."}
    with pytest.raises(InputError, match="Too few objects"):
        leaderboard([bad], seed=0)
