"""Criteria on data without clusters, counted set by set."""

from __future__ import annotations

import numpy as np
import pytest

from aucc_core.criteria import CRITERIA
from aucc_core.datasets import load_dataset
from aucc_core.partitions.spec import RunSpec
from aucc_core.score.inputs import Dataset, InputError, run_steps
from aucc_core.sweeps.comparison import Comparison, compare
from aucc_core.verdicts.criteria_null import CriteriaNull, null_steps
from aucc_core.verdicts.null_data import REFERENCES

RUN = RunSpec.of("ward", range(2, 6), seed=3)


def criteria_null(data: Dataset, run: RunSpec, own: Comparison, n_sets: int) -> CriteriaNull:
    return run_steps(null_steps(data, run, own, n_sets=n_sets))


def test_counts_are_those_of_sets_compared_one_by_one() -> None:
    data = load_dataset("ruspini")
    own = compare(data, RUN)
    found = criteria_null(data, RUN, own, n_sets=3)
    draw = REFERENCES["one_peak"].fit(data.X)
    counts = dict.fromkeys(found.alike.index, 0)
    for seed in np.random.SeedSequence(3).generate_state(3):
        drawn = compare(Dataset("", draw(np.random.default_rng(seed))), RUN).table
        for name in counts:
            sign = 1 if CRITERIA[name].higher_is_better else -1
            scores = sign * own.table[name]
            ks = own.table["k"][np.isclose(scores, scores.max(), rtol=1e-9, atol=0)]
            counts[name] += any(
                (sign * drawn[name][drawn["k"] == k]).max()
                >= (sign * own.table[name][own.table["k"] == k]).max()
                for k in ks
            )
    assert found.alike.to_dict() == counts
    assert found.n_sets == 3


def test_clear_clusters_are_told_from_none() -> None:
    clear = load_dataset("ruspini")
    assert "aucc" not in criteria_null(clear, RUN, compare(clear, RUN), n_sets=5).empty
    none = Dataset("none", np.random.default_rng(0).normal(size=(75, 2)))
    assert "aucc" in criteria_null(none, RUN, compare(none, RUN), n_sets=5).empty


def test_distances_alone_are_refused() -> None:
    toy = load_dataset("toy")
    run = RunSpec.of("average", [2, 3], seed=0, metric="precomputed")
    with pytest.raises(InputError, match="table of numbers"):
        criteria_null(toy, run, compare(toy, run), n_sets=1)
