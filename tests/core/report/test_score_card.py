"""Score cards against brute force, with ties, noise and columns that cannot be scored."""

import itertools
import json

import numpy as np
import pandas as pd
import pytest

from aucc_core import Dataset, aucc_score, gamma_score
from aucc_core.criteria import criteria_scores
from aucc_core.criteria.external import external_scores
from aucc_core.ingest import read_table
from aucc_core.large.engine import SizeChoices
from aucc_core.report.exports import labels_table, report_json
from aucc_core.report.page import report_html
from aucc_core.report.score_card import (
    has_noise,
    label_columns,
    projection_of,
    score_columns,
    score_columns_large,
)
from aucc_core.score.inputs import InputError


def comparisons(X, labels):
    """s+, s-, s0 by definition."""
    pairs = list(itertools.combinations(range(len(X)), 2))
    far = {p: round(float(np.abs(X[p[0]] - X[p[1]]).sum()), 9) for p in pairs}
    within = [far[p] for p in pairs if labels[p[0]] == labels[p[1]]]
    between = [far[p] for p in pairs if labels[p[0]] != labels[p[1]]]
    won = sum(w < b for w in within for b in between)
    lost = sum(w > b for w in within for b in between)
    return won, lost, len(within) * len(between) - won - lost


@pytest.fixture
def grid():
    """Whole numbers, so that many distances are tied."""
    rng = np.random.default_rng(5)
    X = rng.integers(0, 5, size=(24, 2)).astype(float)
    columns = {
        "half": np.array(["a", "b"] * 12),
        "thirds": np.arange(24) % 3,
        "by x": (X[:, 0] > 2).astype(int),
    }
    return Dataset("grid", X, label_columns=columns, labels=columns["half"])


def test_every_number_of_a_card_against_its_definition(grid):
    report = score_columns(grid, metric="cityblock")
    assert [c.name for c in report.cards] == sorted(
        label_columns(grid),
        key=lambda n: -aucc_score(grid.X, grid.label_columns[n], metric="cityblock"),
    )
    for card in report.cards:
        won, lost, tied = comparisons(grid.X, grid.label_columns[card.name].tolist())
        total = won + lost + tied
        assert (card.counts.s_plus, card.counts.s_minus, card.counts.s_zero) == (won, lost, tied)
        assert tied > 0
        assert card.aucc == pytest.approx((won + tied / 2) / total, abs=1e-15)
        assert card.optimistic == pytest.approx((won + tied) / total, abs=1e-15)
        assert card.pessimistic == pytest.approx(won / total, abs=1e-15)
        assert card.gamma == pytest.approx((won - lost) / total, abs=1e-15)
        assert card.gamma_classical == pytest.approx((won - lost) / (won + lost), abs=1e-15)
        assert card.tie_mass == pytest.approx(tied / total, abs=1e-15)
        assert card.curve.area == pytest.approx(card.aucc, abs=1e-3)
        assert sum(card.sizes.values()) == 24
        assert card.coverage == 1


def test_same_digits_as_the_public_functions(grid):
    for card in score_columns(grid).cards:
        labels = grid.label_columns[card.name]
        assert card.aucc == aucc_score(grid.X, labels)
        assert card.gamma == gamma_score(grid.X, labels)
        beside = criteria_scores(grid.X, [labels], list(card.criteria)).iloc[0].to_dict()
        assert card.criteria == pytest.approx(beside, nan_ok=True)


def test_agreement_between_columns(grid):
    report = score_columns(grid)
    a, b = report.cards[0], report.cards[1]
    expected = external_scores(a.labels, b.labels)
    for index, table in report.agreement.items():
        assert table.loc[a.name, b.name] == pytest.approx(expected[index])
        assert table.loc[b.name, a.name] == table.loc[a.name, b.name]
        assert np.diag(table).tolist() == [1.0] * 3


NOISY = b"x,cluster\n0,0\n1,0\n9,1\n10,1\n5,-1\n4,-1\n"


def test_noise_policies_and_coverage():
    data = read_table(NOISY)
    kept = np.array([[0.0], [1.0], [9.0], [10.0]])
    dropped = score_columns(data, noise="drop").best
    assert (dropped.n, dropped.k, dropped.n_noise) == (4, 2, 2)
    assert dropped.coverage == pytest.approx(4 / 6)
    assert dropped.aucc == aucc_score(kept, [0, 0, 1, 1])
    single = score_columns(data, noise="singletons").best
    assert single.k == 4
    assert single.aucc == aucc_score(data.X, [0, 0, 1, 1, 2, 3])
    together = score_columns(data, noise="one_cluster").best
    assert together.sizes == {"0": 2, "1": 2, "noise": 2}
    assert together.aucc == aucc_score(data.X, [0, 0, 1, 1, 2, 2])
    with pytest.raises(InputError, match="Unknown noise policy"):
        score_columns(data, noise="ignore")


@pytest.mark.parametrize(
    "labels", [["a", None, "b"], [1, -1, 2], ["x", "-1", "y"], [1.0, -1.0, 2.0]]
)
def test_what_counts_as_noise(labels):
    assert has_noise(np.array(labels, dtype=object))
    assert not has_noise(np.array(["a", "-1a", "b"], dtype=object))
    assert not has_noise(np.array([1, 2, 3]))


def test_columns_that_cannot_be_scored_are_named_with_the_reason():
    text = b"x,one,each,good\n0,a,p,1\n1,a,q,1\n9,a,r,2\n"
    data = read_table(text, label=["one", "each", "good"])
    report = score_columns(data)
    assert [c.name for c in report.cards] == ["good"]
    assert "no between-cluster pairs" in report.refused["one"]
    assert "no within-cluster pairs" in report.refused["each"]
    with pytest.raises(InputError, match=r"'one': AUCC needs 2 to 2 clusters"):
        score_columns(data, ["one"])
    with pytest.raises(InputError, match="There is no label column 'nope'"):
        score_columns(data, ["nope"])
    with pytest.raises(InputError, match="no label column to score"):
        score_columns(Dataset("bare", data.X))


def test_distances_are_used_where_they_are_given():
    D = b"a,b,c,d,class\n0,1,8,9,u\n1,0,7,8,u\n8,7,0,1,v\n9,8,1,0,v\n"
    report = score_columns(read_table(D))
    assert report.metric == "precomputed"
    assert report.best.aucc == 1.0
    assert any("cluster means" in n for n in report.notices)


@pytest.mark.parametrize("engine", ["bounds", "sample"])
def test_large_scores_hold_the_exact_one_and_keep_the_noise_rule(engine):
    rng = np.random.default_rng(8)
    labels = np.repeat([0, 1, -1], 150)
    X = rng.normal(size=(450, 2)) + 3 * labels[:, None]
    columns = {"c": labels, "one": np.zeros(450, dtype=int)}
    data = Dataset("d", X, label_columns=columns)
    report = score_columns_large(data, None, SizeChoices(engine, seed=1), noise="drop")
    (card,) = report.cards
    assert card.score.low <= aucc_score(X[:300], labels[:300]) <= card.score.high
    assert card.score.margin < 0.01
    assert card.score.engine == engine
    assert (card.n, card.k, card.n_noise) == (300, 2, 150)
    assert card.coverage == pytest.approx(2 / 3)
    assert all(card.score.certain == (engine == "bounds") for card in report.cards)
    assert "no between-cluster pairs" in report.refused["one"]
    assert report.table["labels"].tolist() == ["c"]
    with pytest.raises(InputError, match="engine must be"):
        score_columns_large(data, None, SizeChoices("magic"))
    with pytest.raises(InputError, match="There is no label column 'nope'; there are c, one"):
        score_columns_large(data, ["nope"], SizeChoices("bounds"))


@pytest.mark.parametrize("metric", ["gower", "mahalanobis"])
@pytest.mark.parametrize("engine", ["bounds", "sample"])
def test_large_scores_see_the_whole_table(metric, engine):
    """Its categories, and the ranges and covariance of all objects where some are noise."""
    rng = np.random.default_rng(3)
    found = rng.integers(0, 3, 90)
    X = rng.normal(size=(90, 2)) + found[:, None]
    X[:6] *= 50  # noise that stretches ranges and covariance
    colour = np.array(["red", "green", "blue"])[(found + (rng.random(90) < 0.2)) % 3]
    found[:6] = -1
    table = pd.DataFrame({"x": X[:, 0], "y": X[:, 1], "colour": colour})
    data = Dataset("mixed", X, mixed=table, label_columns={"found": found})
    (exact,) = score_columns(data, metric=metric).cards
    (large,) = score_columns_large(data, None, SizeChoices(engine), metric=metric).cards
    assert large.score.low <= exact.aucc <= large.score.high
    assert large.score.high - large.score.low < 0.01


@pytest.mark.parametrize("engine", ["bounds", "sample"])
def test_a_large_report_has_what_a_small_one_has(engine):
    rng = np.random.default_rng(4)
    truth = np.arange(240) % 3
    X = rng.normal(size=(240, 3)) + 3 * np.eye(3)[truth]
    other = np.where(rng.random(240) < 0.2, -1, truth)
    data = Dataset("d", X, label_columns={"truth": truth, "other": other})
    exact = score_columns(data)
    large = score_columns_large(data, None, SizeChoices(engine))
    by_name = {card.name: card for card in large.cards}
    for card in exact.cards:
        other_card = by_name[card.name]
        assert other_card.sizes == card.sizes
        assert other_card.row()["n_noise"] == card.n_noise
        assert other_card.coverage == card.coverage
        np.testing.assert_array_equal(other_card.codes, card.codes)
        area = np.trapezoid(other_card.curve.tpr, other_card.curve.fpr)
        assert area == pytest.approx(card.aucc, abs=0.001 if engine == "bounds" else 0.02)
        assert (other_card.band is not None) == (engine == "bounds")
    for index, expected in exact.agreement.items():
        names = list(expected.columns)
        pd.testing.assert_frame_equal(large.agreement[index].loc[names, names], expected)
    assert large.best is large.cards[0]
    assert projection_of(large).points.shape == (240, 2)
    said = json.loads(report_json(large))
    assert {row["labels"] for row in said["scores"]} == {"truth", "other"}
    assert set(labels_table(large)) == {"object", "truth", "other"}
    page = report_html(large)
    for text in ("Margin", f"{large.best.score.low:.7f}", large.notices[0]):
        assert text in page
    assert "Other criteria" not in page
