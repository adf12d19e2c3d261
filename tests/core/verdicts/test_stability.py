"""Stability: agreement between runs against scikit-learn's, and runs that are what they say."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import adjusted_rand_score

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.score.inputs import InputError
from aucc_core.verdicts.stability import RUN_KINDS, draw_objects, rand_index, stability

RUSPINI = load_dataset("ruspini")


@given(st.lists(st.tuples(st.integers(-2, 3), st.integers(-2, 3)), min_size=1, max_size=30))
@settings(max_examples=100, deadline=None)
def test_agreement_equals_scikit_learn_on_shared_objects(rows):
    a, b = np.array(rows, dtype=np.int32).T
    shared = (a != -2) & (b != -2)
    expected = adjusted_rand_score(a[shared], b[shared]) if shared.sum() >= 2 else 1.0
    assert rand_index(a, b) == pytest.approx(expected, abs=1e-12)


def test_bootstrap_draws_most_but_not_all_objects():
    shares = [draw_objects(200, 5, seed).mean() for seed in range(50)]
    assert np.mean(shares) == pytest.approx(1 - np.exp(-1), abs=0.02)
    # Enough objects for the largest k, however the draw falls.
    assert min(draw_objects(4, 3, seed).sum() for seed in range(200)) == 4


@pytest.mark.parametrize("kind", list(RUN_KINDS))
def test_the_true_number_of_clusters_is_the_stable_one(kind):
    result = stability(RUSPINI, "kmeans", [3, 4, 7], seed=2, kind=kind, n_runs=6, n_init=1)
    table = result.table().set_index("k")
    assert table["agreement"][4] == table["agreement"].max()
    assert (table["low"] <= table["mean"]).all()
    assert (table["mean"] <= table["high"]).all()
    assert result.complete
    assert ((result.labels == -2).any()) == (kind == "bootstrap")


def test_scores_are_those_of_each_runs_own_objects():
    result = stability(RUSPINI, "ward", [4], seed=2, n_runs=3)
    for labels, score in zip(result.labels[:, 0], result.scores[:, 0], strict=True):
        kept = labels != -2
        assert score == Pairs(RUSPINI.X[kept]).aucc(labels[kept])


def test_an_algorithm_without_chance_agrees_with_itself():
    result = stability(RUSPINI, "average", [2, 3], seed=0, kind="seeds", n_runs=3)
    assert result.agreement.tolist() == [1.0, 1.0]


def test_progress_and_stop():
    seen = []
    settings = {"seed": 0, "n_runs": 3}
    stability(RUSPINI, "ward", [2], progress=lambda *said: seen.append(said[:2]), **settings)
    assert seen == [(1, 3), (2, 3), (3, 3)]
    part = stability(RUSPINI, "ward", [2], cancel=lambda: True, **settings)
    assert (part.n_runs, part.complete) == (1, False)
    assert np.isnan(part.agreement).all()


def test_distances_will_do():
    D = Pairs(RUSPINI).distances
    given = stability(D, "average", [4], seed=3, n_runs=3, metric="precomputed")
    own = stability(RUSPINI, "average", [4], seed=3, n_runs=3)
    assert given.scores.tolist() == own.scores.tolist()


@pytest.mark.parametrize(
    ("change", "words"),
    [({"kind": "moon"}, "bootstrap, seeds"), ({"n_runs": 1}, "2 runs or more; got 1")],
)
def test_what_cannot_be_done_is_said(change, words):
    with pytest.raises(InputError, match=words):
        stability(RUSPINI, "ward", [2], seed=0, **change)
    with pytest.raises(InputError, match="takes k"):
        stability(RUSPINI, "dbscan", [2], seed=0)
