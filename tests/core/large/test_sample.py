"""Sampled AUCC: every pair equally likely, no bias, intervals that hold what they promise."""

import numpy as np
import pytest

from aucc_core.datasets import load_dataset
from aucc_core.large.disk import open_table
from aucc_core.large.sample import (
    ClusterOrder,
    aucc_sample,
    density_subsample,
    sample_curve,
    sample_rows,
)
from aucc_core.pairs import Pairs
from aucc_core.score.distances import distances_of
from aucc_core.score.inputs import InputError
from aucc_core.score.metrics import METRICS
from aucc_core.score.ranked import aucc_score
from aucc_core.score.result import Score


def pick_counts(codes, *, between, rounds, count, seed):
    """How often each unordered pair was picked."""
    n = codes.size
    rng = np.random.default_rng(seed)
    table = np.zeros((n, n), int)
    for _ in range(rounds):
        layout = ClusterOrder.of(codes, rng)
        a, b = layout.pick(count, between=between, rng=rng)
        i, j = layout.order[a], layout.order[b]
        np.add.at(table, (np.minimum(i, j), np.maximum(i, j)), 1)
    return table


@pytest.mark.parametrize("between", [False, True])
def test_every_pair_is_equally_likely(between):
    codes = np.array([0, 0, 0, 0, 1, 1, 2, 0, 1, 3, 3])
    same = codes[:, None] == codes[None, :]
    wanted = np.triu(same != between, 1)
    rounds, count = 4000, 5
    table = pick_counts(codes, between=between, rounds=rounds, count=count, seed=1)
    assert table[~wanted].sum() == 0
    expected = rounds * count / wanted.sum()
    # Picks of one round repel each other, so the spread is below that of independent picks.
    assert np.abs(table[wanted] - expected).max() < 5 * np.sqrt(expected)


def test_without_shuffling_pairs_are_equally_likely_too():
    codes = np.array([0, 0, 0, 0, 1, 1, 1])
    rng, layout = np.random.default_rng(2), ClusterOrder.of(np.sort(codes))
    table = np.zeros((7, 7), int)
    for _ in range(6000):
        a, b = layout.pick(2, between=True, rng=rng)
        np.add.at(table, (np.minimum(a, b), np.maximum(a, b)), 1)
    expected = 12_000 / 12
    assert np.abs(table[:4, 4:] - expected).max() < 5 * np.sqrt(expected)


def six_kinds():
    rng = np.random.default_rng(3)
    n = 600
    few, many = rng.integers(0, 4, n), np.minimum(rng.geometric(0.05, n), 60)
    rare = (rng.random(n) < 0.02).astype(int)
    return {
        "gaussian": (rng.normal(size=(n, 5)) + few[:, None], few),
        "heavy tails": (rng.standard_cauchy((n, 3)) + few[:, None], few),
        "ties": (rng.integers(0, 4, (n, 3)) + few[:, None] // 2, few),
        "many clusters": (rng.normal(size=(n, 2)) + 0.3 * many[:, None], many),
        "a rare cluster": (rng.normal(size=(n, 2)) + rare[:, None], rare),
        "random labels": (rng.normal(size=(n, 2)), few),
    }


@pytest.mark.parametrize("kind", six_kinds())
def test_intervals_hold_the_exact_value(kind):
    X, labels = six_kinds()[kind]
    truth = aucc_score(X, labels)
    runs = [aucc_sample(X, labels, n_pairs=6400, seed=s) for s in range(60)]
    covered = sum(e.low <= truth <= e.high for e in runs)
    assert covered >= 52
    spread = np.std([e.value for e in runs]) / np.sqrt(60)
    assert np.mean([e.value for e in runs]) == pytest.approx(truth, abs=4 * spread)


def test_more_pairs_and_less_confidence_narrow_the_interval():
    X, labels = six_kinds()["gaussian"]
    few = aucc_sample(X, labels, n_pairs=6400, seed=0)
    many = aucc_sample(X, labels, n_pairs=640_000, seed=0)
    bold = aucc_sample(X, labels, n_pairs=6400, confidence=0.5, seed=0)
    assert many.margin < 0.3 * few.margin
    assert bold.value == few.value
    assert bold.margin < 0.5 * few.margin


def test_the_seed_decides():
    X, labels = six_kinds()["ties"]
    assert aucc_sample(X, labels, seed=4) == aucc_sample(X, labels, seed=4)
    assert aucc_sample(X, labels, seed=4) != aucc_sample(X, labels, seed=5)


def test_a_perfect_sample_is_not_called_certain():
    labels = np.repeat([0, 1], 100)
    X = np.random.default_rng(6).normal(size=(200, 2)) + 1000 * labels[:, None]
    found = aucc_sample(X, labels, n_pairs=64_000, seed=0)
    assert found.value == found.high == 1.0
    assert 0 < found.margin < 1e-3


@pytest.mark.parametrize(
    "metric", [m for m, row in METRICS.items() if row.takes_features and not row.only_at_once]
)
def test_single_pairs_have_the_distances_of_blocks(metric):
    rng = np.random.default_rng(7)
    X = rng.normal(size=(40, 4))
    X = (X > 0).astype(float) if metric == "jaccard" else X
    distances = distances_of(X, metric)
    i, j = np.triu_indices(40, 1)
    swap = rng.random(i.size) < 0.5
    i, j = np.where(swap, j, i), np.where(swap, i, j)
    found = distances.pair_tie_values(i, j)
    np.testing.assert_allclose(found, distances.tie_values(), rtol=1e-12, atol=1e-14)


def test_extreme_values_and_given_distances_are_sampled_alike():
    X, labels = six_kinds()["gaussian"]
    plain = aucc_sample(X, labels, n_pairs=6400, seed=0)
    assert aucc_sample(X * 2.0**700, labels, n_pairs=6400, seed=0) == plain
    D = distances_of(X).condensed
    given = aucc_sample(D, labels, metric="precomputed", n_pairs=6400, seed=0)
    assert given.value == pytest.approx(plain.value, abs=1e-12)


@pytest.fixture(params=["npy", "parquet"])
def on_disk(request, tmp_path):
    X, labels = six_kinds()["gaussian"]
    if request.param == "npy":
        np.save(tmp_path / "x.npy", X)
        return open_table(tmp_path / "x.npy")[0], labels, X
    import pyarrow as pa
    from pyarrow import parquet

    columns = {f"x{c}": X[:, c] for c in range(X.shape[1])}
    table = pa.table({**columns, "name": ["a"] * len(X), "cluster": [f"c{v}" for v in labels]})
    parquet.write_table(table, tmp_path / "x.parquet", row_group_size=100)
    return *open_table(tmp_path / "x.parquet", labels="cluster"), X


def test_rows_on_disk_give_the_same_sample(on_disk):
    source, labels, X = on_disk
    from_disk = aucc_sample(source, labels, n_pairs=6400, seed=1)
    assert from_disk == aucc_sample(X, labels, n_pairs=6400, seed=1)
    rows = np.array([599, 3, 3, 250])
    np.testing.assert_array_equal(source.take(rows), X[rows])


def test_only_the_rows_needed_are_loaded(tmp_path, monkeypatch):
    rng = np.random.default_rng(8)
    np.save(tmp_path / "x.npy", rng.normal(size=(50_000, 2)))
    source, _ = open_table(tmp_path / "x.npy")
    taken = []
    kind = type(source)
    plain = kind.take
    monkeypatch.setattr(kind, "take", lambda self, rows: taken.append(rows) or plain(self, rows))
    aucc_sample(source, rng.integers(0, 3, 50_000), n_pairs=6400, seed=0)
    (rows,) = taken
    assert rows.size <= 2 * 6400
    assert np.unique(rows).size == rows.size


def test_what_cannot_be_sampled_is_refused(tmp_path):
    X, labels = six_kinds()["gaussian"]
    with pytest.raises(InputError, match="n_pairs must be"):
        aucc_sample(X, labels, n_pairs=10, seed=0)
    with pytest.raises(InputError, match="confidence"):
        aucc_sample(X, labels, confidence=1.0, seed=0)
    broken = X.copy()
    broken[17, 0] = np.nan
    np.save(tmp_path / "x.npy", broken)
    source, _ = open_table(tmp_path / "x.npy")
    with pytest.raises(InputError, match="row 17, column 0 is nan"):
        aucc_sample(source, labels, seed=0)
    with pytest.raises(InputError, match="whole table"):
        aucc_sample(source, labels, metric="mahalanobis", seed=0)
    with pytest.raises(InputError, match=r"use \.npy or \.parquet"):
        open_table(tmp_path / "x.csv")


def test_an_estimate_in_words():
    assert str(Score(0.87121, 0.87106, 0.87136, 0.95)) == "0.8712 ± 0.0002, 95 %"


def test_a_subsample_keeps_the_density():
    rng = np.random.default_rng(9)
    labels = np.repeat([0, 1, 2], [9000, 900, 100])
    X = rng.normal(size=(10_000, 2)) * 0.5 + 4 * labels[:, None]
    rows = density_subsample(X, 1000, seed=0)
    assert rows.size == np.unique(rows).size == 1000
    assert (np.diff(rows) > 0).all()
    shares = np.bincount(labels[rows]) / 1000
    np.testing.assert_allclose(shares, [0.9, 0.09, 0.01], atol=0.004)
    # Systematic: a quarter of the plane keeps its share better than a random sample would.
    part = X[:, 0] < 0
    assert part[rows].mean() == pytest.approx(part.mean(), abs=0.01)


def test_a_subsample_of_few_is_everything():
    np.testing.assert_array_equal(density_subsample(np.eye(4), 9, seed=0), np.arange(4))
    with pytest.raises(InputError, match="1 object or more"):
        density_subsample(np.eye(4), 0, seed=0)


@pytest.mark.parametrize("metric", ["euclidean", "sqeuclidean", "cityblock", "cosine"])
def test_a_curve_runs_beside_the_exact_curve(metric):
    data = load_dataset("blobs", n=1500, d=3, k=4, spread=4.0, seed=1)
    found = sample_curve(distances_of(data.X, metric), data.labels, seed=0)
    exact = Pairs(data.X, metric).curve(data.labels)
    assert (found.within[-1], found.between[-1]) == (exact.within[-1], exact.between[-1])
    # At the same distance both have the same rates.
    lengths = np.quantile(exact.thresholds[1:], np.linspace(0.02, 0.98, 49))
    for rate in ("tpr", "fpr"):
        ours, true = (np.interp(lengths, c.thresholds[1:], getattr(c, rate)[1:])
                      for c in (found, exact))  # fmt: skip
        assert np.abs(ours - true).max() < 0.01


def test_ties_of_a_curve_are_sloping_steps():
    X = np.random.default_rng(0).integers(0, 3, (900, 2)).astype(float)
    labels = (X[:, 0] > 0).astype(int)
    found = sample_curve(distances_of(X), labels, seed=0)
    assert found.thresholds.size <= 7  # 0, 1, √2, 2, √5, √8 and the start
    assert found.area == pytest.approx(Pairs(X).aucc(labels), abs=0.01)


def test_the_seed_decides_a_curve_and_a_sample_of_rows_is_plain():
    data = load_dataset("blobs", n=400, k=3, seed=1)
    distances = distances_of(data.X)
    a, b, c = (sample_curve(distances, data.labels, n_pairs=500, seed=s) for s in (1, 1, 2))
    assert np.array_equal(a.thresholds, b.thresholds)
    assert not np.array_equal(a.thresholds, c.thresholds)
    rows = sample_rows(100, 30)
    assert np.array_equal(rows, np.unique(rows))
    assert rows.size == 30
    assert sample_rows(5, 30).tolist() == [0, 1, 2, 3, 4]
