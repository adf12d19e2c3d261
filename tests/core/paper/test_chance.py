"""Random partitions and the expected-value experiment, against slow and obvious code."""

from __future__ import annotations

import dataclasses
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import pearsonr
from sklearn.metrics import calinski_harabasz_score, silhouette_score

from aucc_core.criteria import CRITERIA, criteria_scores
from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.paper.chance import (
    BALANCES,
    CHANCE_CRITERIA,
    FULL_DESIGN,
    MIXTURES,
    REDUCED_DESIGN,
    Mixture,
    Scorer,
    chance_experiment,
    chance_runs,
    chance_steps,
    cluster_sizes,
    draw_mixture,
    random_partitions,
)
from aucc_core.score.definition import gamma_by_definition
from aucc_core.score.inputs import InputError, run_steps


@pytest.mark.parametrize(
    ("n", "k", "share", "sizes"),
    [
        (10, 5, None, [2, 2, 2, 2, 2]),
        (11, 4, None, [3, 3, 3, 2]),
        (500, 2, 0.1, [50, 450]),
        (500, 2, 0.6, [300, 200]),
        (20, 4, 0.6, [12, 3, 3, 2]),
    ],
)
def test_cluster_sizes(n, k, share, sizes):
    assert cluster_sizes(n, k, share).tolist() == sizes


def test_impossible_sizes_are_refused_with_a_remedy():
    with pytest.raises(InputError, match="leaves 4 for 9 others"):
        cluster_sizes(10, 10, 0.6)
    with pytest.raises(InputError, match="2 to 10 clusters"):
        cluster_sizes(10, 1)


def test_random_partitions_keep_their_sizes_and_depend_on_the_seed_alone():
    drawn = random_partitions(30, 4, count=50, seed=3, share=0.6)
    assert drawn.shape == (50, 30)
    for labels in drawn:
        assert np.bincount(labels).tolist() == cluster_sizes(30, 4, 0.6).tolist()
    assert (drawn == random_partitions(30, 4, count=50, seed=3, share=0.6)).all()
    assert (drawn != random_partitions(30, 4, count=50, seed=4, share=0.6)).any()


def test_every_arrangement_is_equally_likely():
    drawn = random_partitions(4, 2, count=6000, seed=0)
    _, counts = np.unique(drawn, axis=0, return_counts=True)
    assert counts.size == 6
    assert np.abs(counts - 1000).max() < 5 * np.sqrt(6000 * (1 / 6) * (5 / 6))


def test_the_designs():
    assert len(MIXTURES) == 108
    assert FULL_DESIGN.n_partitions == 712_800
    assert FULL_DESIGN.ks == tuple(range(2, 24))
    assert set(REDUCED_DESIGN.mixtures) <= set(MIXTURES)
    assert Mixture(2, 4, "large").share == 0.6
    assert Mixture(2, 12, "large").share == 0.2


def test_a_mixture_has_the_clusters_it_names():
    mixture = Mixture(3, 4, "small")
    X, labels = draw_mixture(mixture, seed=1)
    assert X.shape == (500, 3)
    assert np.bincount(labels).tolist() == [50, 150, 150, 150]


def slow_scores(X, labels):
    """The seven criteria written down naively."""
    n, k = len(X), labels.max() + 1
    together, apart = [], []
    for i, j in combinations(range(n), 2):
        d = float(np.linalg.norm(X[i] - X[j]))
        (together if labels[i] == labels[j] else apart).append(d)
    wins = sum((a < b) + (a == b) / 2 for a in together for b in apart)
    everything = np.sort(together + apart)
    w = len(together)
    low, high = everything[:w].sum(), everything[-w:].sum()
    centres = np.array([X[labels == c].mean(axis=0) for c in range(k)])
    ratio = []
    for f in range(X.shape[1]):
        sst = ((X[:, f] - X[:, f].mean()) ** 2).sum()
        ssb = sum((labels == c).sum() * (centres[c, f] - X[:, f].mean()) ** 2 for c in range(k))
        ratio.append(np.sqrt(ssb / sst))
    e_1 = sum(np.linalg.norm(x - X.mean(axis=0)) for x in X)
    e_k = sum(np.linalg.norm(x - centres[c]) for x, c in zip(X, labels, strict=True))
    d_k = max(np.linalg.norm(a - b) for a, b in combinations(centres, 2))
    is_between = np.r_[np.zeros(w), np.ones(len(apart))]
    return {
        "aucc": wins / (w * len(apart)),
        "point_biserial": pearsonr(np.array(together + apart), is_between).statistic,
        "vrc": calinski_harabasz_score(X, labels),
        "swc": silhouette_score(X, labels),
        "c_index": -(sum(together) - low) / (high - low),
        "c_sqrt_k": np.mean(ratio) / np.sqrt(k),
        "pbm": (e_1 / e_k * d_k / k) ** 2,
    }


@pytest.mark.parametrize("share", [b.share for b in BALANCES.values()])
@pytest.mark.parametrize("k", [2, 5])
def test_scores_of_many_partitions_match_slow_ones(k, share):
    X = np.random.default_rng(k).normal(size=(20, 3))
    stack = random_partitions(20, k, count=3, seed=1, share=share)
    fast = Scorer(X).score([stack], CHANCE_CRITERIA)
    for m, labels in enumerate(stack):
        slow = slow_scores(X, labels)
        for name in CHANCE_CRITERIA:
            assert fast[name][0][m] == pytest.approx(slow[name], rel=1e-9), name


def test_scores_of_many_partitions_match_the_criteria_themselves():
    X, _ = draw_mixture(Mixture(4, 6, "large"), seed=2, n=60)
    stacks = [random_partitions(60, k, count=4, seed=k, share=0.6) for k in (2, 7)]
    fast = Scorer(X).score(stacks, CHANCE_CRITERIA)
    table = criteria_scores(X, [labels for stack in stacks for labels in stack], CHANCE_CRITERIA)
    for name in CHANCE_CRITERIA:
        oriented = [CRITERIA[name].orient(value) for value in table[name]]
        assert np.concatenate(fast[name]) == pytest.approx(oriented, rel=1e-9), name


def test_lone_objects_count_zero_in_the_silhouette():
    X = np.random.default_rng(0).normal(size=(9, 2))
    labels = np.array([0, 0, 0, 0, 1, 1, 1, 1, 2])
    fast = Scorer(X).score([labels[None]], ("swc",))["swc"][0][0]
    assert fast == pytest.approx(silhouette_score(X, labels))


@pytest.fixture(scope="module")
def reduced():
    return chance_experiment(REDUCED_DESIGN, seed=1)


def test_aucc_is_flat_at_one_half(reduced):
    means = reduced[reduced.criterion == "aucc"].groupby(["balance", "k"])["mean"].mean()
    assert means.size == len(BALANCES) * len(REDUCED_DESIGN.ks)
    assert (means - 0.5).abs().max() < 0.01


def test_other_criteria_drift_by_more_than_their_spread(reduced):
    drifting = set()
    balanced = reduced[reduced.balance == "balanced"]
    for name, rows in balanced.groupby("criterion"):
        by_k = rows.groupby("k")[["mean", "std"]].mean()
        leaves = (by_k["mean"] - by_k["mean"].iloc[0]).abs()
        if (leaves > np.maximum(by_k["std"], by_k["std"].iloc[0])).any():
            drifting.add(name)
    assert {"swc", "c_index", "c_sqrt_k", "pbm"} <= drifting
    assert "aucc" not in drifting


def test_a_smaller_design_repeats_cells_of_a_larger_one(reduced):
    fewer = dataclasses.replace(
        REDUCED_DESIGN, mixtures=REDUCED_DESIGN.mixtures[1:2], ks=(4,), criteria=("aucc",)
    )
    (row,) = chance_experiment(fewer, seed=1).query("balance == 'large'").itertuples()
    same = reduced.query("criterion == 'aucc' and balance == 'large' and k == 4")
    assert row.mean == same.set_index("mixture")["mean"][row.mixture]


def test_streaming():
    small = dataclasses.replace(
        REDUCED_DESIGN, mixtures=REDUCED_DESIGN.mixtures[:2], ks=(2,), repeats=2
    )
    table = chance_experiment(small, seed=0)
    assert len(table) == 2 * 3 * 1 * 7
    assert next(iter(chance_runs(small, seed=0))).mixture.nunique() == 1


def test_as_a_job_it_reports_yields_and_returns():
    small = dataclasses.replace(
        REDUCED_DESIGN, mixtures=REDUCED_DESIGN.mixtures[:2], ks=(2,), repeats=2
    )
    heard = []
    steps = chance_steps(small, 0, lambda done, total, _: heard.append((done, total)))
    parts = []
    whole = run_steps(steps, parts.append)
    assert heard == [(0, 2), (1, 2), (2, 2)]
    assert len(parts) == 2
    assert whole.equals(chance_experiment(small, seed=0))


def test_gamma_by_definition_agrees_with_ranks_ties_included():
    rng = np.random.default_rng(5)
    for trial in range(20):
        X = rng.integers(0, 4, size=(12, 2)).astype(float)
        labels = rng.integers(0, 3, size=12)
        labels[:4] = [0, 0, 1, 2]
        pairs = Pairs(X)
        gamma, counts = gamma_by_definition(pairs, labels)
        assert counts == pairs.counts(labels), trial
        assert (1 + gamma) / 2 == pytest.approx(pairs.aucc(labels))


def test_gamma_by_definition_on_the_papers_tie_example():
    ties = load_dataset("ties")
    gamma, counts = gamma_by_definition(Pairs(ties), ties.labels)
    assert tuple(counts) == (7, 0, 2)
    assert gamma == pytest.approx(7 / 9)
