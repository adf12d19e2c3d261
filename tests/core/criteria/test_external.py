"""External indices: known values, and what must not change them."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from sklearn import metrics as sk

from aucc_core.criteria.external import EXTERNAL, external_scores
from aucc_core.score.inputs import InputError

TRUE = list("aaabbbcc")
FOUND = [0, 0, 1, 1, 1, 1, 2, 2]


def pair_counts(true, found):
    pairs = list(combinations(range(len(true)), 2))
    both = sum(true[i] == true[j] and found[i] == found[j] for i, j in pairs)
    in_true = sum(true[i] == true[j] for i, j in pairs)
    in_found = sum(found[i] == found[j] for i, j in pairs)
    return both, in_true, in_found, len(pairs)


def test_pair_indices_equal_their_definition():
    scores = external_scores(TRUE, FOUND)
    both, in_true, in_found, pairs = pair_counts(TRUE, FOUND)
    chance = in_true * in_found / pairs
    assert scores["ari"] == pytest.approx((both - chance) / ((in_true + in_found) / 2 - chance))
    assert scores["fowlkes_mallows"] == pytest.approx(both / math.sqrt(in_true * in_found))


def test_information_indices_equal_their_definition():
    scores = external_scores(TRUE, FOUND)

    def entropy(labels):
        shares = np.unique(labels, return_counts=True)[1] / len(labels)
        return -(shares * np.log(shares)).sum()

    joint = [f"{t}{f}" for t, f in zip(TRUE, FOUND, strict=True)]
    shared = entropy(TRUE) + entropy(FOUND) - entropy(joint)
    assert scores["nmi"] == pytest.approx(2 * shared / (entropy(TRUE) + entropy(FOUND)))
    assert scores["v_measure"] == pytest.approx(scores["nmi"])
    assert scores["ami"] < scores["nmi"]


@pytest.mark.parametrize("name", EXTERNAL)
def test_names_and_order_do_not_matter_and_equal_labels_are_perfect(name):
    low, high = EXTERNAL[name].range
    before = external_scores(TRUE, FOUND)[name]
    renamed = external_scores([t * 2 for t in TRUE], [9 - f for f in FOUND])[name]
    backwards = external_scores(TRUE[::-1], FOUND[::-1])[name]
    assert renamed == pytest.approx(before)
    assert backwards == pytest.approx(before)
    assert external_scores(TRUE, TRUE)[name] == pytest.approx(high)
    assert low < before < high


def test_labels_must_match():
    with pytest.raises(InputError, match="8 true labels for 7 objects"):
        external_scores(TRUE, FOUND[:7])


SCIKIT_LEARN = {
    "ari": sk.adjusted_rand_score,
    "ami": sk.adjusted_mutual_info_score,
    "nmi": sk.normalized_mutual_info_score,
    "v_measure": sk.v_measure_score,
    "fowlkes_mallows": sk.fowlkes_mallows_score,
}


@settings(deadline=None)
@given(some.lists(some.tuples(some.integers(0, 5), some.integers(0, 5)), max_size=60))
def test_one_count_gives_what_scikit_learn_gives_one_by_one(labels):
    true, found = np.array(labels, dtype=int).reshape(-1, 2).T
    scores = external_scores(true, found)
    assert list(scores) == list(EXTERNAL)
    for name, theirs in SCIKIT_LEARN.items():
        assert scores[name] == pytest.approx(theirs(true, found), abs=1e-10), name


def test_one_count_holds_for_many_objects_and_clusters():
    random = np.random.default_rng(0)
    true, found = random.integers(0, 40, 20_000), random.integers(0, 300, 20_000)
    scores = external_scores(true, found)
    for name, theirs in SCIKIT_LEARN.items():
        assert scores[name] == pytest.approx(theirs(true, found), abs=1e-9), name
