"""Noise: which objects are scored, under which labels."""

import numpy as np
import pytest

from aucc_core.noise import NOISE_POLICIES, apply_noise_policy, coverage
from aucc_core.validate import InputError

LABELS = np.array([0, -1, 1, 1, -1, 0])


def test_each_policy():
    keep, labels = apply_noise_policy(LABELS, "drop")
    assert keep.tolist() == [True, False, True, True, False, True]
    assert labels.tolist() == [0, 1, 1, 0]
    keep, labels = apply_noise_policy(LABELS, "singletons")
    assert keep.all()
    assert labels.tolist() == [0, 2, 1, 1, 3, 0]
    keep, labels = apply_noise_policy(LABELS, "one_cluster")
    assert keep.all()
    assert labels.tolist() == [0, 2, 1, 1, 2, 0]


@pytest.mark.parametrize("policy", NOISE_POLICIES)
def test_without_noise_nothing_changes(policy):
    keep, labels = apply_noise_policy(np.array([1, 0, 1]), policy)
    assert keep.all()
    assert labels.tolist() == [1, 0, 1]


def test_coverage_and_unknown_policy():
    assert coverage(LABELS) == pytest.approx(4 / 6)
    with pytest.raises(InputError, match="Unknown noise policy 'ignore'; known: drop"):
        apply_noise_policy(LABELS, "ignore")


def test_all_noise():
    keep, labels = apply_noise_policy(np.array([-1, -1]), "drop")
    assert not keep.any()
    assert labels.size == 0
    assert apply_noise_policy(np.array([-1, -1]), "singletons")[1].tolist() == [0, 1]
