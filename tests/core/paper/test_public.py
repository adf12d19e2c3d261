"""The agreement study on benchmark sets: best reference, noise left out, picks, ranks."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import adjusted_rand_score

from aucc_core.criteria import CRITERIA
from aucc_core.datasets.benchmark import BenchmarkSet
from aucc_core.paper.agreement import paper_agreement
from aucc_core.paper.public import best_ari, public_agreement, public_summary, public_table
from aucc_core.paper.published import PAPER_CRITERIA
from tests.core.paper.test_paper import labelled


def benchmark(*references, n=40, name="mine"):
    given = labelled(n)
    return BenchmarkSet(name, "made up", given.X.copy(), references or (given.labels + 1,))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(-1, 2)), min_size=3))
def test_the_best_reference_counts_and_its_noise_does_not(rows):
    one, two, labels = np.array(rows).T
    two = two + 1  # without noise
    if not one.any():
        one = one + 1
    kept = one != 0
    wanted = max(adjusted_rand_score(one[kept], labels[kept]), adjusted_rand_score(two, labels))
    both = BenchmarkSet("a", "b", np.zeros((len(rows), 1)), (one, two))
    assert best_ari(both, labels) == pytest.approx(wanted, abs=1e-12)


def test_with_one_reference_it_is_the_papers_study():
    found = public_agreement(benchmark(), seed=0, n_init=2)
    paper = paper_agreement(labelled(), seed=0, n_init=2)
    assert found.table["agreement"][list(PAPER_CRITERIA)].to_dict() == pytest.approx(
        paper.to_dict()
    )
    assert set(found.table.index) == set(CRITERIA)
    assert (found.n, found.true_ks, found.n_partitions) == (40, (3,), 30)
    assert found.best == 1
    swc = found.table.loc["swc"]
    assert (swc["k"], swc["ari"], swc["hit"]) == (3, 1, 1)


def test_another_reference_can_only_add():
    truth = labelled().labels + 1
    both = public_agreement(benchmark(truth, np.minimum(truth, 2)), seed=0, n_init=2)
    assert both.true_ks == (3, 2)
    alone = public_agreement(benchmark(truth), seed=0, n_init=2)
    assert (both.table["ari"] >= alone.table["ari"]).all()
    assert (both.table["hit"] >= alone.table["hit"]).all()


def test_a_set_that_cannot_be_clustered_says_why():
    same = BenchmarkSet("same", "b", np.ones((3, 1)), (np.array([1, 1, 2]),))
    found = public_agreement(same, seed=0, n_init=1)
    assert bool(found.problem) != bool(len(found.table))
    assert public_table([]).empty


def test_ranks_and_means():
    sets = [public_agreement(benchmark(n=n, name=f"s{n}"), seed=0, n_init=2) for n in (20, 30)]
    table = public_table(sets)
    assert len(table) == 2 * len(CRITERIA)
    assert list(table.columns[:5]) == ["battery", "data", "n", "references", "best"]
    for _, part in table.groupby("data"):
        best = part.loc[part["agreement"].idxmax()]
        assert best["rank"] == part["rank"].min()
        ranks = part.set_index("criterion")["rank"]
        assert ranks["aucc"] == ranks["gamma"]
    summary = public_summary(table)
    assert summary["rank"].is_monotonic_increasing
    aucc = table[table["criterion"] == "aucc"]
    expected = aucc[["agreement", "rank", "ari", "hit"]].mean()
    pd.testing.assert_series_equal(summary.loc["aucc"], expected, check_names=False)
