"""Data without clusters: one peak for each column, and otherwise as the data are."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import spearmanr

from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from aucc_core.score.inputs import InputError
from aucc_core.score.objects import Objects
from aucc_core.verdicts.band import reference_band
from aucc_core.verdicts.null_data import REFERENCES, one_peak_density, references_for

PEAKED = ("one_peak", "one_peak_turned")


def drawn(X, name, seed=1):
    return REFERENCES[name].fit(X)(np.random.default_rng(seed))


def tilted(n=400):
    rng = np.random.default_rng(0)
    return rng.normal(size=(n, 2)) * [5.0, 1.0] @ [[0.8, 0.6], [-0.6, 0.8]] + [7.0, -3.0]


def rises_then_falls(values):
    signs = np.sign(np.diff(values))
    signs = signs[np.abs(np.diff(values)) > 1e-12 * max(values)]
    return not any(a < 0 < b for i, a in enumerate(signs) for b in signs[i + 1 :])


BINS = st.lists(
    st.tuples(st.floats(0.01, 50.0), st.floats(0.01, 20.0)), min_size=1, max_size=12
).map(lambda rows: (np.array([r[0] for r in rows]), np.array([r[1] for r in rows])))


@given(BINS)
@settings(max_examples=80)
def test_one_peak_keeps_the_mass_and_has_one_peak(bins):
    density, width = bins
    fitted = one_peak_density(density, width)
    assert rises_then_falls(fitted)
    assert (fitted * width).sum() == pytest.approx((density * width).sum())
    if rises_then_falls(density):
        assert fitted == pytest.approx(density)


def pooled(values, weights):
    """Nearest rising values: pool neighbours that fall until none do."""
    blocks = [([v], [w]) for v, w in zip(values, weights, strict=True)]

    def level(block):
        return np.average(block[0], weights=block[1])

    at = 0
    while at < len(blocks) - 1:
        if level(blocks[at]) > level(blocks[at + 1]):
            one, two = blocks[at], blocks.pop(at + 1)
            blocks[at] = (one[0] + two[0], one[1] + two[1])
            at = max(at - 1, 0)
        else:
            at += 1
    return [level(block) for block in blocks for _ in block[0]]


@given(BINS)
@settings(max_examples=60)
def test_no_other_peak_loses_less_likelihood(bins):
    density, width = bins

    def loss(fitted):
        return float((width * density * np.log(density / np.asarray(fitted))).sum())

    every = [
        pooled(density[:p], width[:p]) + pooled(density[p:][::-1], width[p:][::-1])[::-1]
        for p in range(len(density) + 1)
    ]
    assert loss(one_peak_density(density, width)) == pytest.approx(
        min(loss(f) for f in every), abs=1e-7 * (width * density).sum()
    )


@pytest.mark.parametrize("name", REFERENCES)
def test_draws_are_as_many_and_finite_and_follow_the_seed(name):
    X = tilted(60)
    one, same, other = (drawn(X, name, seed) for seed in (1, 1, 2))
    assert one.shape == X.shape
    assert np.isfinite(one).all()
    np.testing.assert_array_equal(one, same)
    assert not np.array_equal(one, other)
    np.testing.assert_array_equal(X, tilted(60))  # the data stay as they are


def test_one_peak_keeps_margins_and_rank_correlations():
    rng = np.random.default_rng(3)
    base = rng.normal(size=(800, 2)) @ [[1.0, 0.7], [0.0, 0.7]]
    X = np.column_stack([np.exp(base[:, 0]), base[:, 1]])  # skewed, and one peak each
    many = np.concatenate([drawn(X, "one_peak", seed) for seed in range(6)])
    at = np.linspace(0.05, 0.95, 10)
    spread = np.ptp(np.quantile(X, [0.05, 0.95], axis=0), axis=0)
    off = np.abs(np.quantile(many, at, axis=0) - np.quantile(X, at, axis=0)) / spread
    assert off.max() < 0.06
    assert (many.min(axis=0) >= X.min(axis=0) - 1e-6).all()
    assert (many.max(axis=0) <= X.max(axis=0) + 1e-6).all()
    own, kept = spearmanr(X).statistic, spearmanr(many).statistic
    assert kept == pytest.approx(own, abs=0.06)


def test_one_peak_fills_the_valley():
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(size=(200, 1)), rng.normal(size=(200, 1)) + 8])

    def middle(values):
        return ((values > 3) & (values < 5)).mean()

    assert middle(X) < 0.01
    assert middle(drawn(X, "one_peak")) > 0.1


def test_turned_draws_turn_with_the_data():
    X = tilted()
    many = np.concatenate([drawn(X, "one_peak_turned", seed) for seed in range(10)])
    assert many.mean(axis=0) == pytest.approx(X.mean(axis=0), abs=0.4)
    assert np.cov(many.T) == pytest.approx(np.cov(X.T), rel=0.15)


def test_box_follows_the_main_directions():
    X = tilted()
    found = drawn(X, "box")
    turn = np.array([[0.8, -0.6], [0.6, 0.8]])
    span = np.ptp((found - X.mean(axis=0)) @ turn, axis=0)
    assert span == pytest.approx(np.ptp((X - X.mean(axis=0)) @ turn, axis=0), rel=0.1)
    # Evenly spread along the long direction: a quarter of the objects in each quarter of it.
    along = (found @ turn)[:, 0]
    assert np.histogram(along, 4)[0] / len(X) == pytest.approx([0.25] * 4, abs=0.08)


def test_gaussian_has_the_covariance_of_the_data():
    X = tilted()
    many = [drawn(X, "gaussian", seed) for seed in range(20)]
    assert np.cov(np.concatenate(many).T) == pytest.approx(np.cov(X.T), rel=0.1)
    assert np.mean(many, axis=(0, 1)) == pytest.approx(X.mean(axis=0), abs=0.2)


def test_own_values_means_what_it_says():
    X = np.random.default_rng(4).integers(0, 4, (80, 3)).astype(float)
    X[:, 1] = X[:, 0]
    for name in references_for(own_values=True):
        found = drawn(X, name)
        np.testing.assert_array_equal(np.sort(found, axis=0), np.sort(X, axis=0))
        assert abs(np.corrcoef(found.T)[0, 1]) < 0.4
    for name in set(REFERENCES) - set(references_for(own_values=True)):
        assert not np.isin(drawn(X, name), X).all()
    assert references_for(own_values=False) == list(REFERENCES)


def mixed_table(n=40):
    rng = np.random.default_rng(0)
    half = np.repeat([0, 1], n // 2)
    return pd.DataFrame(
        {
            "kind": np.where(half, "x", "y"),
            "size": rng.normal(size=n) + 6 * half,
            "colour": np.where(rng.random(n) < 0.1, "u", np.where(half, "v", "w")),
        }
    )


def test_a_mixed_table_is_shuffled():
    table = mixed_table()
    band = reference_band(
        table, "average", [2, 3], seed=0, reference="permuted", n_sets=6, metric="gower"
    )
    made = make_partitions(table, "average", [2, 3], seed=0, metric="gower")
    own = Pairs(table, metric="gower").aucc_many([p.labels for p in made])
    assert band.observed.tolist() == own.tolist()
    assert band.scores.shape == (6, 2)
    assert (band.observed[0] > band.scores[:, 0]).all()
    # A shuffled table has the columns of the data, and distances by their ranges.
    rows = Objects(table, "gower").distances.table.rows
    seeds = np.random.SeedSequence(0).generate_state(6)
    dealt = REFERENCES["permuted"].fit(rows)(np.random.default_rng(seeds[0]))
    np.testing.assert_array_equal(np.sort(dealt, axis=0), np.sort(rows, axis=0))


@pytest.mark.parametrize("name", [n for n, row in REFERENCES.items() if not row.own_values])
def test_categories_have_no_other_reference(name):
    with pytest.raises(InputError, match=r"can only be dealt out anew: choose permuted .* got"):
        reference_band(mixed_table(), "average", [2], seed=0, reference=name, metric="gower")


def odd_tables():
    rng = np.random.default_rng(0)
    yield "few", rng.normal(size=(3, 2))
    yield "one column", rng.normal(size=(12, 1))
    yield "grid", rng.integers(0, 3, (20, 2)).astype(float)
    yield "constant column", np.c_[rng.normal(size=20), np.ones(20)]
    yield "wide", rng.normal(size=(8, 24))
    yield "two points", np.repeat([[0.0, 1.0], [5, 5]], 15, axis=0)
    yield "same but one", np.r_[np.zeros((29, 2)), [[1.0, 1.0]]]
    yield "huge", rng.normal(size=(20, 2)) * 1e200
    yield "tiny", rng.normal(size=(20, 2)) * 1e-200
    yield "one far", np.r_[rng.normal(size=(19, 2)), [[1e200, 0]]]
    yield "two scales", rng.normal(size=(20, 2)) * [1e200, 1.0]


@pytest.mark.parametrize("name", REFERENCES)
@pytest.mark.parametrize(("_kind", "X"), list(odd_tables()), ids=[k for k, _ in odd_tables()])
def test_odd_tables_have_bands(name, _kind, X):
    ks = sorted({2, len(X) - 1})
    found = reference_band(X, "average", ks, seed=0, reference=name, n_sets=5)
    assert np.isfinite(found.scores).all()
    assert np.isfinite(found.corrected).all()
