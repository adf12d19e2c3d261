"""The worst pairs and the curve of some objects, against plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucc_core.explain.worst_pairs import curve_of_objects, worst_pairs
from aucc_core.pairs import Pairs
from aucc_core.score.inputs import InputError, pair_objects
from tests.core.made_up import clusterings

CASES = clusterings(min_objects=4, max_objects=9, min_dimensions=2, max_dimensions=2)


def all_pairs(X: np.ndarray) -> list[tuple[int, int, float]]:
    n = len(X)
    return [(i, j, float(np.hypot(*(X[i] - X[j])))) for i in range(n) for j in range(i + 1, n)]


@settings(max_examples=60, deadline=None)
@given(CASES, st.integers(1, 12))
def test_worst_pairs_come_in_order(case: tuple[np.ndarray, np.ndarray], limit: int) -> None:
    X, labels = case
    found = worst_pairs(Pairs(X), labels, limit=limit)
    apart = sorted(d for i, j, d in all_pairs(X) if labels[i] != labels[j])
    together = sorted((d for i, j, d in all_pairs(X) if labels[i] == labels[j]), reverse=True)
    for pairs, expected, same in ((found.apart, apart, False), (found.together, together, True)):
        assert len({tuple(pair) for pair in pairs.tolist()}) == len(pairs)
        assert all((labels[i] == labels[j]) == same for i, j in pairs)
        distances = [np.hypot(*(X[i] - X[j])) for i, j in pairs]
        np.testing.assert_allclose(distances, expected[:limit], rtol=1e-12)


@settings(max_examples=60, deadline=None)
@given(CASES, st.data())
def test_curve_of_objects_counts_their_pairs_only(
    case: tuple[np.ndarray, np.ndarray], data: st.DataObject
) -> None:
    X, labels = case
    chosen = data.draw(st.sets(st.integers(0, len(X) - 1), min_size=1))
    own = [(i, j, d) for i, j, d in all_pairs(X) if i in chosen or j in chosen]
    near = [d for i, j, d in own if labels[i] == labels[j]]
    far = [d for i, j, d in own if labels[i] != labels[j]]
    if not near or not far:
        with pytest.raises(InputError, match="no pairs put"):
            curve_of_objects(Pairs(X), labels, list(chosen))
        return
    curve = curve_of_objects(Pairs(X), labels, list(chosen))
    assert (curve.within[-1], curve.between[-1]) == (len(near), len(far))
    won = sum((a < b - 1e-9) + 0.5 * (abs(a - b) <= 1e-9) for a in near for b in far)
    assert curve.area == pytest.approx(won / (len(near) * len(far)), abs=1e-12)
    for within, between, limit in zip(
        curve.within[1:], curve.between[1:], curve.thresholds[1:], strict=True
    ):
        assert within == sum(d <= limit + 1e-9 for d in near)
        assert between == sum(d <= limit + 1e-9 for d in far)


def test_all_objects_give_the_whole_curve() -> None:
    rng = np.random.default_rng(3)
    X, labels = rng.normal(size=(40, 3)), rng.integers(0, 3, 40)
    pairs = Pairs(X)
    whole, own = pairs.curve(labels), curve_of_objects(pairs, labels, range(40))
    np.testing.assert_array_equal(own.within, whole.within)
    np.testing.assert_array_equal(own.between, whole.between)
    np.testing.assert_allclose(own.thresholds, whole.thresholds)


@pytest.mark.parametrize("n", [2, 3, 7])
def test_pair_objects_follow_condensed_order(n: int) -> None:
    expected = [(i, j) for i in range(n) for j in range(i + 1, n)]
    i, j = pair_objects(np.arange(len(expected)), n)
    assert list(zip(i, j, strict=True)) == expected
