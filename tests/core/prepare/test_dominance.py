"""One feature's share of the squared distances, against a sum over every pair."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aucc_core.prepare.dominance import MOST, about_dominance, dominance


def shares(X: np.ndarray) -> list[float]:
    """By definition: squared differences of every pair of objects, feature by feature."""
    pairs = list(combinations(range(len(X)), 2))
    by_feature = [sum((X[i, f] - X[j, f]) ** 2 for i, j in pairs) for f in range(X.shape[1])]
    return [part / sum(by_feature) for part in by_feature]


@given(st.integers(3, 12), st.integers(2, 5), st.integers(0, 10**6))
def test_the_share_is_that_of_all_pairs(n: int, d: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * 10.0 ** rng.integers(-3, 4, d)
    at, share = dominance(X)
    wanted = shares(X)
    assert share == pytest.approx(max(wanted), rel=1e-9)
    assert wanted[at] == max(wanted)
    told = about_dominance(X, [f"f{i}" for i in range(d)])
    assert (told is not None) == (share >= MOST)
    if told:
        number = float(told.split(" makes ")[1].removeprefix("more than ").split(" %")[0])
        assert told.startswith(f"'f{at}' alone")
        assert number <= 100 * share < number + 0.1


def test_nothing_is_said_of_one_varying_feature_or_of_gaps_alone() -> None:
    assert dominance(np.array([[1.0, 5.0], [2.0, 5.0], [9.0, 5.0]])) is None
    assert dominance(np.array([[np.nan, 1.0], [np.nan, 2.0]])) is None
    assert dominance(np.full((3, 2), 7.0)) is None
    assert dominance(np.array([[1.0, 2.0], [1.0, 3.0], [1.0, 5.0]])) is None


def test_huge_numbers_and_gaps_do_not_overflow() -> None:
    X = np.array([[1e150, 1.0], [-1e150, 2.0], [np.nan, 5.0]])
    assert dominance(X) == (0, pytest.approx(1.0))
    assert "more than 99.99 %" in about_dominance(X, ["a", "b"])
