"""Theorems by numbers: partitions one by one, Gini and U by other software."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from aucc_core import Pairs, load_dataset
from aucc_core.paper.theorems import (
    equivalence,
    expectation,
    gini,
    partition_codes,
    partitions,
    together_codes,
)


@pytest.mark.parametrize(("n", "bell"), [(1, 1), (2, 2), (3, 5), (4, 15), (5, 52)])
def test_every_partition_once(n, bell):
    found = list(partitions(n))
    assert len(found) == bell
    # The same by brute force: all labellings, told apart by which pairs are together.
    codes = {
        tuple(together_codes(np.array(labels)).tolist()) for labels in product(range(n), repeat=n)
    }
    assert {tuple(together_codes(np.array(labels)).tolist()) for labels in found} == codes
    assert len(codes) == bell


def test_the_code_that_no_partition_has():
    codes = partition_codes(3)
    assert (True, False, True) not in codes
    assert len(codes) == 5
    assert len(partition_codes(4)) == 15


def test_gini_is_twice_the_area_less_one():
    pairs = Pairs(np.random.default_rng(0).normal(size=(9, 2)))
    labels = np.arange(9) % 3
    together = together_codes(labels)
    expected = 2 * pairs.aucc(labels) - 1
    assert gini(pairs.distances, together) == pytest.approx(expected)
    assert gini(np.where(together, 1.0, 2.0), together) == pytest.approx(1)


def test_sets_are_random_and_all_agree():
    one, other = equivalence(0), equivalence(1)
    assert not one.series.equals(other.series)
    assert all(c.outcome == "holds" for c in (*one.checks, *other.checks))
    assert one.series["aucc"].nunique() > 20


def test_means_over_all_partitions_by_plain_loops():
    """The toy example again: every labelling that has k clusters, whatever its names."""
    toy = load_dataset("toy")
    pairs = Pairs(toy)
    series = expectation(0).series
    rows = series[(series["data"] == "toy example") & (series["null"] == "k")].set_index("group")
    for k in (2, 6):
        seen = {}
        for labels in product(range(k), repeat=6):
            labels = np.array((0, *labels))
            if len(set(labels.tolist())) == k:
                seen[tuple(together_codes(labels).tolist())] = labels
        counts = [pairs.counts(labels) for labels in seen.values()]
        gamma = sum(Fraction(c.s_plus - c.s_minus, c.total) for c in counts) / len(counts)
        best = sum(Fraction(c.s_plus + c.s_zero, c.total) for c in counts) / len(counts)
        row = rows.loc[str(k)]
        assert (row["partitions"], row["gamma"]) == (len(counts), float(gamma)) == (len(counts), 0)
        assert row["optimistic"] == pytest.approx(float(best))
        worst = sum(Fraction(c.s_plus, c.total) for c in counts) / len(counts)
        assert row["pessimistic"] == pytest.approx(float(worst))
    assert rows["partitions"].sum() == 877 - 2
