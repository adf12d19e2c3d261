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
    picks = ruspini.picks()
    for name in ruspini.criteria:
        values = ruspini.table[name]
        best = values.max() if CRITERIA[name].higher_is_better else values.min()
        own = picks[picks["criterion"] == name]
        assert own["value"].tolist() == pytest.approx([best] * len(own))
        assert len(own) == np.isclose(values, best, rtol=1e-9, atol=0).sum()


def test_equal_best_solutions_are_all_picked_and_lower_is_turned() -> None:
    found = comparison(aucc=[0.5, 0.9, 0.9], davies_bouldin=[3.0, 2.0, 1.0])
    picks = found.picks()
    assert picks[["criterion", "k"]].to_numpy().tolist() == [
        ["aucc", 3], ["aucc", 4], ["davies_bouldin", 4],
    ]  # fmt: skip
    # The last digits of arithmetic do not break a tie; the ninth significant one does.
    assert len(comparison(aucc=[0.9, 0.9 + 1e-13, 0.5]).picks()) == 2
    assert len(comparison(aucc=[0.9, 0.9 + 1e-8, 0.5]).picks()) == 1


def test_scores_that_are_not_finite_never_win() -> None:
    found = comparison(vrc=[1.0, math.inf, 2.0], aucc=[math.nan] * 3)
    assert found.picks()[["criterion", "k"]].to_numpy().tolist() == [["vrc", 4]]
    assert found.ranks()["vrc"].tolist()[::2] == [0.0, 1.0]
    assert math.isnan(found.ranks()["vrc"][1])
    assert found.abstaining == ()
    assert comparison(aucc=[math.nan] * 3).vote().leaders == ()


def test_who_says_the_same_of_all_abstains() -> None:
    found = comparison(aucc=[0.5, 0.5, 0.5], swc=[0.1, 0.3, 0.2], gamma=[0.0, 0.0, 0.0])
    assert found.abstaining == ("aucc", "gamma")
    assert set(found.picks()["criterion"]) == {"swc"}
    vote = found.vote()
    assert (vote.leaders, vote.voters, vote.families) == ((3,), 1, 1)
    # Gamma never votes, so it is not said to abstain.
    assert (vote.abstaining, vote.silent) == (("aucc",), ("gamma",))


def test_flat_criteria_of_the_toy_example_are_no_votes() -> None:
    toy = compare(
        load_dataset("toy"),
        RunSpec.of("average", [2, 3], seed=0, n_init=1, metric="precomputed"),
    )
    scored = toy.table[list(toy.criteria)]
    flat = {n for n in toy.criteria if np.ptp(scored[n].to_numpy(dtype=float)) < 1e-12}
    assert set(toy.abstaining) == flat


def drawn_comparison(seed: int) -> Comparison:
    """Random scores with ties, missing ones and constant columns, of several families."""
    rng = np.random.default_rng(seed)
    names = [str(n) for n in rng.permutation(list(CRITERIA))[: int(rng.integers(1, 12))]]
    n_ks, algorithms = int(rng.integers(1, 6)), ["ward", "single"][: int(rng.integers(1, 3))]
    table = pd.DataFrame([{"algorithm": a, "k": k} for a in algorithms for k in range(2, 2 + n_ks)])
    for name in names:
        values = rng.integers(0, 4, len(table)).astype(float)
        values[rng.random(len(table)) < 0.1] = math.nan
        table[name] = 1.0 if rng.random() < 0.2 else values
    return Comparison(table, tuple(names))


@pytest.mark.parametrize("seed", range(40))
def test_the_vote_by_plain_loops(seed: int) -> None:
    found = drawn_comparison(seed)
    rows = found.table.to_dict("records")
    ballots: dict[str, dict[str, set[int]]] = {}
    flat = []
    for name in found.criteria:
        row = CRITERIA[name]
        sign = 1 if row.higher_is_better else -1
        scores = [(sign * r[name], r["k"]) for r in rows if not math.isnan(r[name])]
        if not row.votes or not scores:
            continue
        if len(scores) > 1 and len({s for s, _ in scores}) == 1:
            flat.append(name)
            continue
        best = max(s for s, _ in scores)
        ballots.setdefault(row.family, {})[name] = {k for s, k in scores if s == best}
    weights = dict.fromkeys(sorted({r["k"] for r in rows}), 0.0)
    for members in ballots.values():
        for chosen in members.values():
            for k in chosen:
                weights[k] += 1 / len(members) / len(chosen)
    vote = found.vote()
    assert vote.weights.to_dict() == pytest.approx(weights)
    assert vote.families == len(ballots)
    assert vote.voters == sum(len(members) for members in ballots.values())
    assert list(vote.abstaining) == flat
    assert vote.weights.sum() == pytest.approx(vote.families)
    for k, names in vote.criteria.items():
        assert set(names) == {n for m in ballots.values() for n, c in m.items() if k in c}


@pytest.mark.parametrize("seed", range(20))
def test_mean_ranks_by_plain_loops(seed: int) -> None:
    found = drawn_comparison(seed)
    oriented = found.oriented()
    families: dict[str, list[list[float]]] = {}
    for name in found.criteria:
        values = oriented[name].tolist()
        known = [v for v in values if not math.isnan(v)]
        if not CRITERIA[name].votes or not known or (len(known) > 1 and len(set(known)) == 1):
            continue
        filled = [-math.inf if math.isnan(v) else v for v in values]
        places = [
            1 + sum(w > v for w in filled) + (sum(w == v for w in filled) - 1) / 2 for v in filled
        ]
        families.setdefault(CRITERIA[name].family, []).append(places)
    table = found.mean_ranks()
    if families:
        assert table["rank"].is_monotonic_increasing
        means = np.mean([np.mean(f, axis=0) for f in families.values()], axis=0)
        for at, row in enumerate(found.table.to_dict("records")):
            same = (table["algorithm"] == row["algorithm"]) & (table["k"] == row["k"])
            assert table.loc[same, "rank"].item() == pytest.approx(means[at])


def test_a_winner_at_the_edge_is_known() -> None:
    assert comparison(swc=[3.0, 2.0, 1.0]).vote().at_edge == "smallest"
    assert comparison(swc=[1.0, 2.0, 3.0]).vote().at_edge == "largest"
    assert comparison(swc=[1.0, 3.0, 2.0]).vote().at_edge == ""
    assert comparison(swc=[3.0, 1.0, 3.0]).vote().at_edge == ""
    assert comparison(swc=[3.0]).vote().at_edge == ""


def test_ranks_span_zero_to_one_whatever_one_bad_solution_does() -> None:
    found = comparison(swc=[-1e9, 1.0, 2.0, 3.0], aucc=[0.5] * 4)
    assert found.ranks()["swc"].tolist() == pytest.approx([0, 1 / 3, 2 / 3, 1])
    assert found.ranks()["aucc"].tolist() == [1.0] * 4


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


def test_agreement_by_ranks_is_spearmans(ruspini: Comparison) -> None:
    found = ruspini.agreement(how="spearman")
    for name in ("aucc", "davies_bouldin"):
        sign = 1 if CRITERIA[name].higher_is_better else -1
        expected = spearmanr(sign * ruspini.table[name], ruspini.table["ari"]).statistic
        assert found[name] == pytest.approx(expected)
    assert not np.allclose(found, ruspini.agreement(), equal_nan=True)
