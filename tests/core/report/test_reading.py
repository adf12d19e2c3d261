"""The page on reading curves: what it says of each clustering holds, counted slowly."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from aucc_core.report.reading import TITLE, cases, reading_page

CASES = {case.title: case for case in cases()}


def slowly(case):
    """AUCC, and the two shares, pair by pair."""
    together = np.array([a == b for a, b in combinations(case.labels.tolist(), 2)])
    distance = np.round(pdist(case.X), 9)
    within, apart = distance[together], distance[~together]
    won = sum(float((d < apart).sum() + (d == apart).sum() / 2) for d in within)
    return (
        won / (within.size * apart.size),
        float((within < apart.min()).mean()),
        float((apart <= within.max()).mean()),
    )


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_every_number_is_that_of_a_slow_count(case):
    aucc, leaves, arrives = slowly(case)
    assert case.curve.area == pytest.approx(aucc, abs=1e-12)
    assert case.leaves == pytest.approx(leaves, abs=1e-12)
    assert case.arrives == pytest.approx(arrives, abs=1e-12)
    assert f"AUCC {aucc:.4f}." in case.statements


def test_the_lessons_are_true_of_their_pictures():
    fits, few, many = CASES["It fits"], CASES["Too few clusters"], CASES["Too many clusters"]
    assert few.arrives > 2 * fits.arrives  # reaches the top late
    assert many.leaves < fits.leaves / 2  # leaves the left edge early
    assert fits.curve.area > many.curve.area > few.curve.area
    assert abs(CASES["Labels at random"].curve.area - 0.5) < 0.02
    shuffled = CASES["Labels at random"].labels
    assert sorted(shuffled.tolist()) == sorted(fits.labels.tolist())
    assert CASES["No clusters at all"].curve.area > 0.9


def test_curves_are_drawn_from_corner_to_corner():
    for case in CASES.values():
        points = case.path.split()
        assert (points[0], points[-1]) == ("26.0,233.0", "246.0,13.0")


def test_the_page_asks_nothing_of_anybody():
    page = reading_page()
    assert f"<h1>{TITLE}</h1>" in page
    assert page.count("<svg") == page.count("</svg>") == 2 * len(CASES)
    assert page.count("<circle") == sum(len(case.X) for case in CASES.values())
    assert "<script" not in page
    assert re.findall(r"(?:src|href)=['\"](?!data:)", page) == []
