"""Cluster numbers: by size at first, then kept from k to k; one cluster keeps one number."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from aucc_core.datasets import load_dataset
from aucc_core.sweeps.numbering import matched_numbers, numbered
from aucc_core.sweeps.solutions import ExploreRun, solve_now


def test_numbers_follow_their_clusters() -> None:
    two = np.array([0, 0, 0, 1, 1, 1])
    three = np.array([2, 2, 2, 0, 0, 1])
    first, second = matched_numbers([two, three])
    assert first.tolist() == [0, 0, 0, 1, 1, 1]
    assert second.tolist() == [0, 0, 0, 1, 1, 2]


def test_the_largest_cluster_is_the_first() -> None:
    (only,) = matched_numbers([np.array([0, 1, 1, 4, 4, 4, -1])])
    assert only.tolist() == [2, 1, 1, 0, 0, 0, -1]


def test_noise_has_no_number_and_moves_none() -> None:
    first, second = matched_numbers([np.array([0, 0, 1, 1]), np.array([-1, 1, 0, 0])])
    assert second.tolist() == [-1, first[1], first[2], first[3]]
    assert matched_numbers([np.array([-1, -1])])[0].tolist() == [-1, -1]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.integers(-1, 4), min_size=12, max_size=12), min_size=1, max_size=4))
def test_numbers_are_the_same_partition_and_keep_most_objects(rows: list[list[int]]) -> None:
    partitions = [np.array(row) for row in rows]
    made = matched_numbers(partitions)
    for labels, numbers in zip(partitions, made, strict=True):
        same = labels[:, None] == labels[None, :]
        np.testing.assert_array_equal(same, numbers[:, None] == numbers[None, :])
        np.testing.assert_array_equal(labels == -1, numbers == -1)
    for before, after in pairwise(made):
        both = (before >= 0) & (after >= 0)
        kept = (before == after)[both].sum()
        # No other way to give these numbers keeps more objects.
        values = np.unique(after[after >= 0])
        for other in permutations(values):
            again = dict(zip(values, other, strict=True))
            moved = np.array([again.get(a, a) for a in after])
            assert (before == moved)[both].sum() <= kept


def test_solutions_are_numbered_within_each_algorithm() -> None:
    solutions = solve_now(load_dataset("iris"), ExploreRun(("kmeans", "ward"), (2, 3, 4), 0))
    found = numbered(solutions)
    assert [s.id for s in found] == [s.id for s in solutions]
    for own in (found[:3], found[3:]):
        expected = matched_numbers([s.labels for s in own])
        for solution, numbers in zip(own, expected, strict=True):
            np.testing.assert_array_equal(solution.labels, numbers)
            assert solution.score.value == solution.aucc
    assert np.bincount(found[0].labels).argmax() == 0
    # Numbering again changes nothing.
    for once, twice in zip(found, numbered(found), strict=True):
        np.testing.assert_array_equal(once.labels, twice.labels)
