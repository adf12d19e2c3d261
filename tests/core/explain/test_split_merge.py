"""Splits and merges that are remembered are those of a fresh look."""

import numpy as np
from hypothesis import given, settings

from aucc_core.explain.split_merge import SplitsAndMerges, merges, splits
from aucc_core.pairs import Pairs
from tests.core.made_up import clusterings, random_labels


def plain(found):
    return [(s.cluster, s.score, s.excess, [h.tolist() for h in s.halves]) for s in found]


@given(clusterings(min_objects=9, max_objects=30))
@settings(max_examples=30)
def test_memory_changes_nothing(clustering):
    points, labels = clustering
    pairs, rng = Pairs(points), np.random.default_rng(0)
    joined = np.where(labels == labels.max(), 0, labels)
    several = [labels, random_labels(rng, len(labels), 2), labels.max() - labels, joined, labels]
    memory = SplitsAndMerges(pairs)
    for codes in several:
        codes = np.unique(codes, return_inverse=True)[1]
        assert plain(memory.splits(codes)) == plain(splits(pairs, codes))
        assert memory.merges(codes) == merges(pairs, codes)
