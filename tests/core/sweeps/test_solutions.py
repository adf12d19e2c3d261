"""Solutions of data too large to rank: certain, drawn honestly, and in the right order."""

from __future__ import annotations

import numpy as np
import pytest
from distributed import LocalCluster
from scipy.spatial.distance import pdist, squareform

from aucc_core.datasets import load_dataset
from aucc_core.large import sample
from aucc_core.large.engine import SizeChoices
from aucc_core.pairs import Pairs
from aucc_core.partitions.noise import apply_noise_policy
from aucc_core.score.curve import DRAWN_ERROR
from aucc_core.score.inputs import Dataset
from aucc_core.sweeps.solutions import (
    FIRST_LOOK_PAIRS,
    ExploreRun,
    Solution,
    drawn_picture,
    drawn_solutions,
    solve_large,
    solve_now,
)
from aucc_core.sweeps.sweep import run_cost
from pages.ui.explore.work import latest


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset("blobs", n=1500, d=3, k=4, spread=3.0, seed=5)


def run_of(engine: str, algorithms: tuple[str, ...] = ("kmeans",), **changes) -> ExploreRun:
    return ExploreRun(algorithms, (3, 4), 0, n_init=3, **changes).scored_by(engine)


@pytest.fixture(scope="module")
def steps(dataset: Dataset) -> list[Solution]:
    return list(solve_large(dataset, run_of("bounds", ("kmeans", "hdbscan"))))


@pytest.fixture(scope="module")
def certain(steps: list[Solution]) -> list[Solution]:
    return list(latest(steps))


def exact(dataset: Dataset, solution: Solution) -> tuple[Pairs, np.ndarray]:
    keep, codes = apply_noise_policy(solution.labels, "drop")
    return Pairs(dataset.X[keep]), codes


def test_each_solution_comes_as_a_first_look_and_again_when_counted(steps):
    ids = [s.id for s in steps]
    assert ids[:3] == ids[3:]
    assert len(set(ids)) == 3
    assert all("a first look" in s.how_sure for s in steps[:3])
    assert all(s.how_sure.endswith("certain") for s in steps[3:])


def test_bounds_hold_the_exact_score(dataset, certain):
    assert any((s.labels < 0).any() for s in certain)
    for s in certain:
        pairs, codes = exact(dataset, s)
        assert s.score.low <= pairs.aucc(codes) <= s.score.high
        assert s.score.high - s.score.low <= 1e-5
        assert s.row["aucc_low"] == s.score.low
        assert s.row["aucc"] == s.aucc


def test_a_first_look_is_near_the_exact_score(dataset, steps):
    for s in steps[:3]:
        pairs, codes = exact(dataset, s)
        assert abs(s.aucc - pairs.aucc(codes)) < 0.01
        assert abs(s.curve.area - pairs.aucc(codes)) < 0.02


@pytest.mark.parametrize("policy", ["drop", "one_cluster", "singletons"])
def test_score_curve_and_noise_rule_belong_together(dataset, policy):
    run = ExploreRun(("hdbscan",), (), 0, noise=policy)
    (ranked,) = solve_now(dataset, run)
    assert ranked.curve.area == pytest.approx(ranked.aucc, abs=1e-3)
    counted = list(solve_large(dataset, run.scored_by("bounds")))[-1]
    assert counted.score.low <= ranked.aucc <= counted.score.high
    assert counted.curve.area == pytest.approx(ranked.aucc, abs=2e-3)


def test_the_band_certainly_holds_the_curve(dataset, certain):
    for s in certain:
        pairs, codes = exact(dataset, s)
        curve = pairs.curve(codes)
        x, y = s.band
        half = int(np.flatnonzero(np.diff(x) < 0)[0]) + 1
        upper, lower = (x[:half], y[:half]), (x[half:][::-1], y[half:][::-1])
        # Between vertices of a vertical run either end of it will do, hence a step of a hair.
        hair = 1e-9
        assert (curve.tpr <= np.interp(curve.fpr + hair, *upper) + DRAWN_ERROR + 1e-7).all()
        assert (curve.tpr >= np.interp(curve.fpr - hair, *lower) - DRAWN_ERROR - 1e-7).all()


def test_counts_along_the_curve_are_those_of_all_pairs(dataset, certain):
    s = certain[0]
    distances = pdist(dataset.X)
    together = pdist(s.labels[:, None].astype(float)) == 0
    for at in np.linspace(1, s.curve.thresholds.size - 1, 9).astype(int):
        # The distance stands for a bin, so a few pairs in the last bin may be on either side.
        close = distances <= s.curve.thresholds[at] * (1 + 1e-4)
        assert (close & together).sum() >= s.curve.within[at]
        assert (close & ~together).sum() >= s.curve.between[at]
        close = distances <= s.curve.thresholds[at] * (1 - 1e-4)
        assert (close & together).sum() <= s.curve.within[at]
        assert (close & ~together).sum() <= s.curve.between[at]


def test_drawn_pairs_are_errors_between_drawn_objects(dataset, certain, monkeypatch):
    monkeypatch.setattr(sample, "MOST_DRAWN", 400)
    rows = sample.drawn_rows(dataset)
    assert rows.size == 400
    square = squareform(pdist(dataset.X))
    for s in latest(list(solve_large(dataset, run_of("sample", ("kmeans", "hdbscan"))))):
        drawn = drawn_solutions([s], rows)[0]
        for pairs, distances, same in (
            (s.worst.apart, s.worst_distances[0], False),
            (s.worst.together, s.worst_distances[1], True),
        ):
            i, j = pairs.T
            assert ((drawn.labels[i] == drawn.labels[j]) == same).all()
            assert (drawn.labels[pairs] >= 0).all()
            assert square[rows[i], rows[j]] == pytest.approx(distances)
        assert (np.diff(s.worst_distances[0]) >= 0).all()
        assert (np.diff(s.worst_distances[1]) <= 0).all()


def test_a_sample_says_its_confidence_and_covers(dataset):
    for s in solve_large(dataset, run_of("sample")):
        pairs, codes = exact(dataset, s)
        assert s.how_sure.endswith("95 %")
        assert s.band is None
        assert abs(s.aucc - pairs.aucc(codes)) < 3 * (s.score.high - s.score.low) + 1e-6


def test_a_partition_that_cannot_be_scored_is_left_out():
    rng = np.random.default_rng(0)
    noise = Dataset("noise", rng.uniform(size=(1500, 2)))
    options = run_of("bounds", ("dbscan",))
    found = list(solve_large(noise, options))
    assert all(s.row["n_clusters"] > 1 for s in found)


def test_progress_rises_to_the_end(dataset):
    seen = []
    list(solve_large(dataset, run_of("bounds"), lambda *step: seen.append(step)))
    shares = [done / total for done, total, _ in seen]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)
    assert "Counting all pairs: k-means, k = 4" in seen[-1][2]


def test_any_metric_works_and_a_second_criterion_is_said_to_be_left_out(dataset):
    run = ExploreRun(("kmeans",), (4,), 0, "cosine", n_init=1, second="swc").scored_by("bounds")
    (_, s) = solve_large(dataset, run)
    assert s.score.low <= Pairs(dataset.X, "cosine").aucc(s.labels) <= s.score.high
    assert any("second criterion is left out" in n for n in s.notices)


def test_what_the_caller_chose_for_size_is_used(dataset):
    def last(engine: str, **chosen) -> Solution:
        size = SizeChoices(engine, **chosen)
        return list(solve_large(dataset, ExploreRun(("kmeans",), (4,), 0, n_init=1, size=size)))[-1]

    assert last("bounds").score.width <= 1e-5 < last("bounds", tolerance=1e-2).score.width
    narrow = {"tolerance": 1e-9}
    assert last("bounds", **narrow).score.width <= 1e-9
    assert "wider than asked for" in last("bounds", **narrow, memory=2_000_000).score.note
    few = last("sample", n_pairs=6400)
    assert few.score.width > 2 * last("sample", n_pairs=640_000).score.width
    assert "samples of 6,400 pairs" in few.notices[0]
    assert few.aucc != last("sample", n_pairs=6400, seed=1).aucc


def test_the_picture_says_how_many_objects_it_draws(dataset, monkeypatch):
    from aucc_core.prepare.projection import Projection

    monkeypatch.setattr(sample, "MOST_DRAWN", 400)
    picture = Projection(dataset.X[:, :2], ("a", "b"), "A note.")
    drawn = drawn_picture(picture, sample.drawn_rows(dataset))
    assert drawn.points.shape == (400, 2)
    assert "400 of 1,500 objects are drawn" in drawn.note
    assert drawn.note.startswith("A note.")


def test_costs_grow_with_the_pairs_and_only_the_bounds_need_time():
    small, large = (Dataset("d", np.zeros((n, 10))) for n in (20_000, 100_000))
    bounds, sample = run_of("bounds"), run_of("sample")
    assert run_cost(large, bounds).seconds > 5 * run_cost(small, bounds).seconds
    assert run_cost(large, sample).seconds < run_cost(large, bounds).seconds / 3
    assert run_cost(large, bounds).bytes < 1e9 < run_cost(large, run_of("exact")).bytes
    assert FIRST_LOOK_PAIRS < 1 << 24


# Dask warns of what it meets at start.
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_counts_the_same(dataset, certain):
    settings = {"n_workers": 1, "threads_per_worker": 1, "host": "127.0.0.1"}
    with LocalCluster(**settings, dashboard_address=None, silence_logs=50) as cluster:
        run = run_of("bounds", cluster=cluster.scheduler_address)
        found = latest(list(solve_large(dataset, run)))
    for there, here in zip(found, certain[:2], strict=True):
        assert there.how_sure == here.how_sure
        assert np.array_equal(there.curve.within, here.curve.within)
