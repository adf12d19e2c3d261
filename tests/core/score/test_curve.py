"""Partial areas and simplified curves keep their promises."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aucc_core import InputError, Pairs
from aucc_core.score.curve import compiled_walker
from tests.core.made_up import clusterings


def _curve(seed=0, n=150, k=4, noise=1.0):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, k, n)
    points = rng.normal(size=(n, 2)) * noise + labels[:, None]
    return Pairs(points).curve(labels)


def _largest_gap(a, b):
    """Largest difference of two curves in y at equal x, and in x at equal y, just beside jumps."""
    gaps = []
    for xs, ys, xt, yt in ((a.fpr, a.tpr, b.fpr, b.tpr), (a.tpr, a.fpr, b.tpr, b.fpr)):
        at = np.unique(np.concatenate([xs, xt]))
        beside = np.concatenate([at[:-1] + np.diff(at) * t for t in (1e-6, 0.5, 1 - 1e-6)])
        gaps.append(np.abs(np.interp(beside, xs, ys) - np.interp(beside, xt, yt)).max())
    return max(gaps)


@pytest.mark.parametrize("max_error", [0.1, 0.01, 1e-3, 1e-4])
@pytest.mark.parametrize("noise", [0.1, 0.5, 1.0, 5.0])
def test_simplified_stays_within_its_error(max_error, noise):
    curve = _curve(noise=noise)
    simple = curve.simplified(max_error, exact_fpr=0)
    assert _largest_gap(curve, simple) <= max_error * (1 + 1e-4)
    assert abs(simple.area - curve.area) <= max_error
    assert (simple.fpr[0], simple.tpr[0], simple.fpr[-1], simple.tpr[-1]) == (0, 0, 1, 1)
    assert simple.fpr.size <= 4 / max_error


@given(clusterings(max_objects=20), st.sampled_from([0.3, 0.05, 0.01]))
def test_simplified_holds_on_curves_full_of_ties(data, max_error):
    points, labels = data
    curve = Pairs(points).curve(labels)
    simple = curve.simplified(max_error, exact_fpr=0)
    assert abs(simple.area - curve.area) <= max_error
    vertices = set(zip(curve.within.tolist(), curve.between.tolist(), strict=True))
    assert set(zip(simple.within.tolist(), simple.between.tolist(), strict=True)) <= vertices


def test_simplified_leaves_few_vertices_where_many_were():
    curve = _curve(n=600)
    assert curve.fpr.size > 20_000
    assert curve.simplified(1e-3).fpr.size < 1_000


def test_bottom_left_corner_stays_exact_as_stated():
    curve = _curve(n=400)
    simple = curve.simplified(0.02, exact_fpr=0.05)
    assert simple.exact_fpr == 0.05
    before, after = curve.fpr <= 0.05, simple.fpr <= 0.05
    assert before.sum() > 500
    assert (curve.within[before] == simple.within[after]).all()
    assert simple.partial_area(0.05) == pytest.approx(curve.partial_area(0.05), abs=1e-15)


def test_simplifying_while_drawing_gives_the_same_curve():
    rng = np.random.default_rng(1)
    points, labels = rng.normal(size=(200, 3)), rng.integers(0, 3, 200)
    pairs = Pairs(points)
    one = pairs.curve(labels, max_error=0.01, exact_fpr=0.02)
    two = pairs.curve(labels).simplified(0.01, exact_fpr=0.02)
    assert (one.within == two.within).all()
    assert (one.thresholds == two.thresholds).all()
    assert one.exact_fpr == two.exact_fpr == 0.02


def test_compiled_simplification_equals_the_plain_one():
    curve = _curve(n=300)
    plain = curve.simplified(1e-3, exact_fpr=0)
    keep = np.zeros(curve.fpr.size, dtype=bool)
    keep[0] = True
    first = int(np.searchsorted(curve.fpr, 0, side="right"))
    keep[: first + 1] = True
    compiled_walker()(curve.fpr, curve.tpr, first, 1e-3, keep)
    assert (curve.within[keep] == plain.within).all()


def test_partial_area_is_the_area_up_to_there():
    curve = _curve()
    grid = np.linspace(0, 0.3, 200_001)
    expected = np.trapezoid(np.interp(grid, curve.fpr, curve.tpr), grid)
    assert curve.partial_area(0.3) == pytest.approx(expected, abs=1e-6)
    assert curve.partial_area(1) == curve.area


def test_partial_area_of_a_perfect_curve():
    curve = Pairs([[0.0], [1.0], [50.0], [51.0]]).curve([0, 0, 1, 1])
    assert curve.partial_area(0.25) == pytest.approx(0.25)


@pytest.mark.parametrize("wrong", [0, -1, 1.5, float("nan")])
def test_partial_area_refuses_a_rate_outside_0_1(wrong):
    with pytest.raises(InputError, match="max_fpr must be above 0 and at most 1"):
        _curve().partial_area(wrong)


@pytest.mark.parametrize("wrong", [0, -1, float("nan")])
def test_simplified_refuses_an_error_of_nothing(wrong):
    with pytest.raises(InputError, match="max_error must be above 0"):
        _curve().simplified(wrong)


def test_arrays_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        _curve().within[0] = 1
