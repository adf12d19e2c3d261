"""Bounds are certain: the exact value, found by other code, always lies between them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucc_core.large.bins import fit_map
from aucc_core.large.bounds import aucc_bounds, aucc_bounds_many, count_pairs
from aucc_core.large.curve import bands_of, curve_band
from aucc_core.large.passes import pairs_of, safe_ranges
from aucc_core.pairs import Pairs
from aucc_core.score.counting import area, count_plainly
from aucc_core.score.distances import distances_of
from aucc_core.score.inputs import InputError, as_codes
from aucc_core.score.metrics import METRICS
from aucc_core.score.ranked import aucc_score
from aucc_core.score.result import Score
from aucc_core.score.ties import tie_keys
from tests.core import oracle
from tests.core.made_up import clusterings


def count(X, labels, metric="euclidean", **choices):
    distances = distances_of(X, metric)
    return count_pairs(distances, [as_codes(labels, distances.n)], **choices)


def exact(X, labels, metric="euclidean"):
    distances = distances_of(X, metric)
    return area(count_plainly(distances, as_codes(labels, distances.n)))


def awkward_data():
    rng = np.random.default_rng(5)
    n = 400
    plain = rng.normal(size=(n, 3))
    far = plain.copy()
    far[0] *= 1e120
    far[1] *= 1e-120
    far[2:20] *= 1e60
    return {
        "plain": plain,
        "lattice": rng.integers(0, 4, (n, 3)).astype(float),
        "duplicates": np.repeat(plain[: n // 8], 8, axis=0),
        "constant feature": np.column_stack([np.full(n, 7.0), plain[:, :1]]),
        "outliers": far,
        "all scales": plain * 10.0 ** rng.integers(-120, 120, n)[:, None],
        "heavy tails": rng.standard_cauchy((n, 2)),
        "almost equal": 1.0 + 1e-9 * plain,
        "two values": rng.integers(0, 2, (n, 1)).astype(float),
    }


@pytest.mark.parametrize("name", awkward_data())
@pytest.mark.parametrize("tolerance", [1.0, 1e-2, 1e-5])
def test_the_exact_value_lies_between_the_bounds(name, tolerance):
    X = awkward_data()[name]
    labels = np.random.default_rng(1).integers(0, 5, len(X))
    found = count(X, labels, tolerance=tolerance).scores[0]
    assert found.low <= exact(X, labels) <= found.high
    assert found.low <= found.value <= found.high
    assert found.width <= tolerance
    assert found.note == ""


@settings(max_examples=60, deadline=None)
@given(clusterings(max_objects=12), st.sampled_from([1.0, 0.05, 1e-6]))
def test_the_oracle_lies_between_the_bounds(clustering, tolerance):
    X, labels = clustering
    won, lost, tied = oracle.counts(oracle.all_pairs(X.tolist(), labels.tolist()))
    truth = (2 * won + tied) / (2 * (won + lost + tied))
    found = count(X, labels, tolerance=tolerance).scores[0]
    assert found.low <= truth <= found.high


def test_bins_with_one_single_distance_leave_nothing_open():
    rng = np.random.default_rng(2)
    X = rng.integers(0, 3, (300, 2)).astype(float)
    labels = rng.integers(0, 3, 300)
    found = count(X, labels, tolerance=1e-5).scores[0]
    assert found.low == found.high == exact(X, labels)
    assert str(found) == f"{exact(X, labels):.7f}, exact"


def test_bins_with_several_distances_are_open_until_they_are_cut():
    X = awkward_data()["plain"]
    labels = np.arange(400) % 4
    wide = count(X, labels, tolerance=1.0).scores[0]
    assert wide.width > 1e-4
    narrow = count(X, labels, tolerance=1e-9).scores[0]
    assert narrow.width <= 1e-9
    assert wide.low <= narrow.low <= narrow.high <= wide.high


def test_a_second_pass_cuts_what_the_first_left_open():
    # Ten thousand bins cannot resolve distances spread over all scales at once.
    X = awkward_data()["all scales"]
    labels = np.arange(400) % 4
    found = count(X, labels, tolerance=1e-4, memory=2_000_000)
    assert found.passes > 1
    assert found.scores[0].width <= 1e-4
    assert found.tally.total.sum() == 400 * 399 // 2
    assert (np.diff(found.tally.lows) > 0).all()
    assert (found.tally.lows[1:] > found.tally.highs[:-1]).all()


def test_a_tolerance_that_memory_forbids_is_explained():
    X = awkward_data()["plain"]
    labels = np.arange(400) % 4
    found = count(X, labels, tolerance=1e-9, memory=20_000).scores[0]
    assert found.width > 1e-9
    assert "wider than asked for" in found.note
    assert "memory" in found.note
    assert found.low <= exact(X, labels) <= found.high


@pytest.mark.parametrize(
    "metric", [m for m, row in METRICS.items() if row.takes_features and not row.only_at_once]
)
def test_every_metric(metric):
    rng = np.random.default_rng(3)
    X = np.abs(rng.normal(size=(300, 4))).round(2) + 0.01
    if metric == "jaccard":
        X = (X > 0.6).astype(float)
    labels = rng.integers(0, 4, 300)
    found = count(X, labels, metric, tolerance=1e-5).scores[0]
    assert found.low <= exact(X, labels, metric) <= found.high
    assert found.width <= 1e-5


def test_given_distances_with_negative_zeros():
    rng = np.random.default_rng(4)
    D = distances_of(rng.normal(size=(200, 2))).condensed.copy()
    D[:50] = -0.0
    labels = rng.integers(0, 3, 200)
    found = count(D, labels, "precomputed").scores[0]
    assert found.low <= exact(D, labels, "precomputed") <= found.high


def test_several_partitions_share_a_pass_and_agree_with_one_at_a_time():
    rng = np.random.default_rng(6)
    X = rng.normal(size=(900, 3))
    partitions = [rng.integers(0, k, 900) for k in (2, 5, 30)]
    truths = Pairs(X).aucc_many(partitions)
    together = aucc_bounds_many(X, partitions, tolerance=1e-5)
    for found, truth, labels in zip(together, truths, partitions, strict=True):
        alone = aucc_bounds(X, labels, tolerance=1e-5)
        assert found.low <= truth <= found.high
        assert alone.low <= truth <= alone.high
        assert found.width <= 1e-5


def test_small_data_is_exact():
    X = awkward_data()["heavy tails"]
    labels = np.arange(400) % 3
    value = aucc_score(X, labels)
    found = aucc_bounds(X, labels)
    assert (found.low, found.high, found.value) == (value, value, value)


def test_the_band_holds_the_true_curve():
    X = awkward_data()["heavy tails"]
    labels = np.arange(400) % 3
    truth = Pairs(X).curve(labels)
    counted = count(X, labels, tolerance=0.02)
    band = bands_of(counted)[0]
    assert band.low.area == pytest.approx(band.score.low, abs=1e-15)
    assert band.high.area == pytest.approx(band.score.high, abs=1e-15)
    assert band.middle.area == pytest.approx(band.score.value, abs=1e-15)
    assert band.low.area < truth.area < band.high.area
    # At each vertex of the true curve: not above the best curve there, not below the worst.
    for between, within in zip(truth.between, truth.within, strict=True):
        assert within <= band.high.within[band.high.between <= between].max()
        assert within >= band.low.within[band.low.between < between].max(initial=0)


def test_band_thresholds_are_distances():
    rng = np.random.default_rng(8)
    X = rng.normal(size=(300, 2)) * 1e200
    labels = rng.integers(0, 2, 300)
    curve = curve_band(X, labels, tolerance=1e-3).middle
    finite = curve.thresholds[1:-1]
    accepted = (Pairs(X).distances[:, None] <= finite * (1 + 1e-2)).sum(axis=0)
    assert (accepted >= (curve.within + curve.between)[1:-1]).all()
    assert (np.diff(finite) >= 0).all()


def test_progress_is_reported_and_can_stop_the_work():
    rng = np.random.default_rng(10)
    X, labels = rng.normal(size=(1500, 2)), rng.integers(0, 3, 1500)
    seen = []
    count(X, labels, progress=lambda done, total, message: seen.append((done, total, message)))
    assert [s[0] for s in seen] == list(range(1, seen[-1][1] + 1))
    assert seen[0][2] == "Counting pairs"

    def stop(done, total, message):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count(X, labels, progress=stop)


def test_row_ranges_cover_all_pairs_and_never_fill_a_counter():
    for n, parts in ((5, 16), (1000, 7), (400_000, 16)):
        ranges = safe_ranges(n, parts)
        assert sum(pairs_of(r, n) for r in ranges) == n * (n - 1) // 2
        assert max(pairs_of(r, n) for r in ranges) < 2**32


def test_the_first_cut_keeps_the_order_of_keys():
    rng = np.random.default_rng(11)
    values = np.sort(np.concatenate([[0.0], 10.0 ** rng.uniform(-12, 12, 5000)]))
    keys = tie_keys(values, 20)
    bins = fit_map([(keys, keys)], tolerance=1e-3, max_bins=1 << 16)
    lows = bins.lows()
    assert lows.size == bins.n_bins
    from aucc_core.large import kernels

    at, found = np.empty(keys.size, np.uint32), np.empty(keys.size, np.int64)
    kernels._bins_of(values, keys.size, 20, bins.window, bins.shifts, bins.offsets, found, at)
    assert (found == keys).all()
    assert (np.diff(at.astype(int)) >= 0).all()
    expected = np.searchsorted(lows, keys, side="right") - 1
    assert (at == expected).all()


def test_wrong_settings_are_refused():
    X, labels = np.eye(5), [0, 0, 1, 1, 1]
    for tolerance in (0.0, -1.0, 2.0, float("nan")):
        with pytest.raises(InputError, match="tolerance"):
            aucc_bounds(X, labels, tolerance=tolerance)
    with pytest.raises(InputError, match="labels for 5 objects"):
        aucc_bounds(X, labels[:4])


def test_the_margin_is_said_in_words():
    assert (
        str(Score(0.8819007, 0.8819001, 0.8819013, engine="bounds"))
        == "0.8819007 ± 0.0000007, certain"
    )
