"""Many criteria side by side: picks, votes and agreement against plain recounts."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr

from aucc_core.criteria import CRITERIA
from aucc_core.datasets import load_dataset
from aucc_core.partitions.spec import RunSpec
from aucc_core.sweeps.comparison import Comparison, compare


def comparison(**columns: list[float]) -> Comparison:
    n = len(next(iter(columns.values())))
    ks = [2, 3, 4, 5, 6, 7][:n]
    return Comparison(pd.DataFrame({"algorithm": ["ward"] * n, "k": ks, **columns}), tuple(columns))


@pytest.fixture(scope="module")
def ruspini() -> Comparison:
    data = load_dataset("ruspini")
    return compare(data, RunSpec.of(["kmeans", "single"], range(2, 7), seed=0, n_init=3))


def test_every_partition_is_scored_by_every_criterion(ruspini: Comparison) -> None:
    assert ruspini.criteria == tuple(CRITERIA)
    assert ruspini.table[["algorithm", "k"]].to_numpy().tolist() == [
        [name, k] for name in ("kmeans", "single") for k in range(2, 7)
    ]
    assert ruspini.has_truth
    assert ruspini.table["ari"].max() == 1


def test_picks_are_the_best_oriented_scores(ruspini: Comparison) -> None:
    picks = ruspini.picks().set_index("criterion")
    for name in ruspini.criteria:
        values = ruspini.table[name]
        best = values.max() if CRITERIA[name].higher_is_better else values.min()
        assert picks.loc[name, "value"] == best


def test_ties_go_to_the_smaller_k_and_lower_is_turned() -> None:
    found = comparison(aucc=[0.5, 0.9, 0.9], davies_bouldin=[3.0, 2.0, 1.0])
    picks = found.picks().set_index("criterion")
    assert picks["k"].to_dict() == {"aucc": 3, "davies_bouldin": 4}
    assert picks.loc["davies_bouldin", "value"] == 1.0


def test_scores_that_are_not_finite_never_win() -> None:
    found = comparison(vrc=[1.0, math.inf, 2.0], aucc=[math.nan] * 3)
    assert found.picks()[["criterion", "k"]].to_numpy().tolist() == [["vrc", 4]]
    assert found.normalised()["vrc"].tolist()[::2] == [0.0, 1.0]
    assert math.isnan(found.normalised()["vrc"][1])


def test_the_vote_counts_each_opinion_once() -> None:
    found = comparison(
        aucc=[0.5, 0.9, 0.8], gamma=[0.0, 0.8, 0.6], swc=[0.1, 0.3, 0.2], vrc=[9.0, 1.0, 1.0],
        pbm=[9.0, 1.0, 1.0],
    )  # fmt: skip
    # Gamma is AUCC again; two against two, and of equals the smaller k stands first.
    assert list(found.votes().items()) == [(2, 2), (3, 2)]


def test_normalised_spans_zero_to_one(ruspini: Comparison) -> None:
    shares = ruspini.normalised()
    assert (shares.min() == 0).all()
    assert (shares.max() == 1).all()
    flat = comparison(aucc=[0.5, 0.5], swc=[0.1, 0.2]).normalised()
    assert flat["aucc"].tolist() == [1.0, 1.0]


def test_rank_correlation_is_spearmans(ruspini: Comparison) -> None:
    matrix = ruspini.rank_correlation()
    assert sorted(matrix.index) == sorted(ruspini.criteria)
    for a, b in (("aucc", "davies_bouldin"), ("swc", "dunn"), ("c_index", "vrc")):
        signs = [1 if CRITERIA[c].higher_is_better else -1 for c in (a, b)]
        expected = spearmanr(signs[0] * ruspini.table[a], signs[1] * ruspini.table[b]).statistic
        assert matrix.loc[a, b] == pytest.approx(expected)
        assert matrix.loc[b, a] == matrix.loc[a, b]
    assert matrix.loc["aucc", "gamma"] == pytest.approx(1)
    assert np.all(np.diag(matrix) == 1)


def test_a_constant_criterion_has_no_correlation() -> None:
    found = comparison(aucc=[0.5, 0.5, 0.5], swc=[0.1, 0.2, 0.3])
    assert found.rank_correlation().index.tolist() == ["swc"]


def test_distances_alone_leave_out_what_needs_means() -> None:
    found = compare(
        load_dataset("toy"),
        RunSpec.of("average", [2, 3], seed=0, n_init=1, metric="precomputed"),
    )
    assert "vrc" not in found.criteria
    assert "aucc" in found.criteria
    assert any("Left out" in notice for notice in found.notices)
    assert found.only(["swc", "vrc"]).criteria == ("swc",)
