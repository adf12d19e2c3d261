"""Samples of large tables: masks, shares of every stratum, and labels of the nearest."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import make_blobs, make_moons
from sklearn.metrics import adjusted_rand_score

from aucc_core import sweep
from aucc_core.score.inputs import InputError
from aucc_core.score.objects import Objects
from aucc_core.verdicts import samples, weigh
from aucc_core.verdicts.samples import nearest_sampled, stratified_samples
from aucc_core.verdicts.weigh import verdict


def test_samples_have_about_the_size_and_follow_the_seed():
    X, truth = make_blobs([1_000, 800, 40], 2, centers=[[0, 0], [30, 0], [0, 30]], random_state=0)
    objects = Objects(X)
    masks = stratified_samples(objects, 300, 3, seed=0)
    assert len(masks) == 3
    for keep in masks:
        assert keep.shape == (1_840,)
        assert keep.dtype == bool
        # Strata are rounded up or down, at most 50 of them.
        assert abs(int(keep.sum()) - 300) <= 30
        shares = np.bincount(truth[keep]) / keep.sum()
        assert shares == pytest.approx(np.bincount(truth) / truth.size, abs=0.02)
    assert not np.array_equal(masks[0], masks[1])
    again = stratified_samples(objects, 300, 3, seed=0)
    assert all(np.array_equal(a, b) for a, b in zip(masks, again, strict=True))


def test_every_stratum_gives_its_share(monkeypatch):
    strata = np.repeat([0, 1, 2], [50, 30, 21])
    monkeypatch.setattr(samples, "_strata", lambda objects, seed: strata)
    objects = Objects(np.arange(101.0)[:, None])
    many = stratified_samples(objects, 40, 200, seed=3)
    counts = np.array([np.bincount(strata[keep], minlength=3) for keep in many])
    wanted = np.array([50, 30, 21]) * 40 / 101
    assert (counts >= np.floor(wanted)).all()
    assert (counts <= np.ceil(wanted)).all()
    assert counts.mean(axis=0) == pytest.approx(wanted, abs=0.15)
    # Every object comes as often as the next.
    assert np.mean(many, axis=0) == pytest.approx(np.full(101, 40 / 101), abs=0.13)


def test_distances_alone_are_sampled_evenly():
    X = np.random.default_rng(0).normal(size=(60, 2))
    D = Objects(X).condensed
    masks = stratified_samples(Objects(D, "precomputed"), 20, 5, seed=0)
    assert [int(keep.sum()) for keep in masks] == [20] * 5


def test_few_distinct_objects_are_few_strata():
    X = np.repeat([[0.0], [1.0], [5.0]], 40, axis=0)
    (keep,) = stratified_samples(Objects(X), 30, 1, seed=0)
    assert np.bincount(X[keep, 0].astype(int))[[0, 1, 5]].tolist() == [10, 10, 10]


@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=3, max_size=25),
    st.integers(0, 10**6),
    st.sampled_from(["euclidean", "precomputed", "cityblock", "chebyshev", "canberra", "path"]),
)
@settings(max_examples=120)
def test_labels_are_those_of_the_nearest_sampled(rows, seed, metric):
    rng = np.random.default_rng(seed)
    X = np.array(rows, dtype=float)
    keep = np.zeros(len(X), dtype=bool)
    keep[rng.choice(len(X), rng.integers(1, len(X) + 1), replace=False)] = True
    labels = rng.integers(-1, 3, keep.sum()).astype(np.int32)
    objects = Objects(Objects(X).condensed if metric == "precomputed" else X, metric)
    found = nearest_sampled(objects, keep, labels)
    sampled = np.flatnonzero(keep)
    square = objects.square
    assert found.dtype == np.int32
    assert found[keep].tolist() == labels.tolist()
    for i in np.flatnonzero(~keep):
        least = min(square[i, j] for j in sampled)
        near = {labels[at] for at, j in enumerate(sampled) if square[i, j] <= least + 1e-12}
        assert found[i] in near


def test_the_nearest_in_direction_is_not_the_nearest_in_a_straight_line():
    X = np.array([[1.0, 0.1], [90.0, 1.0], [1.0, 1.2], [0.1, 1.0], [1.0, 80.0]])
    keep = np.array([True, False, False, True, False])
    labels = np.array([5, 7], dtype=np.int32)
    assert nearest_sampled(Objects(X, "cosine"), keep, labels).tolist() == [5, 5, 7, 7, 7]


def test_mixed_tables_have_the_nearest_by_gower():
    table = pd.DataFrame({"a": ["x", "y", "x", "y"], "b": [0.0, 1.0, 0.4, 0.4]})
    keep = np.array([True, True, False, False])
    found = nearest_sampled(Objects(table, "gower"), keep, np.array([3, 4], dtype=np.int32))
    assert found.tolist() == [3, 4, 3, 4]


@pytest.mark.parametrize("metric", ["precomputed", "cityblock"])
def test_distances_are_compared_in_chunks(monkeypatch, metric):
    X = np.random.default_rng(0).normal(size=(50, 2))
    objects = Objects(Objects(X).condensed if metric == "precomputed" else X, metric)
    keep = np.arange(50) % 3 == 0
    labels = np.arange(keep.sum()).astype(np.int32)
    whole = nearest_sampled(objects, keep, labels)
    monkeypatch.setattr(samples, "_CHUNK", 7)
    assert nearest_sampled(objects, keep, labels).tolist() == whole.tolist()


@pytest.fixture(scope="module")
def large():
    X, truth = make_blobs(2_500, 2, centers=[[0, 0], [15, 0], [0, 15]], random_state=0)
    said = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(weigh, "SAMPLE_OBJECTS", 150)  # quick
        found = verdict(
            X, ["ward"], [2, 3, 4], seed=0, n_sets=5, n_runs=2,
            progress=lambda *words: said.append(words),
        )  # fmt: skip
    return found, truth, said


def test_a_large_table_is_seen_through_samples(large):
    found, truth, _ = large
    assert found.k == 3
    assert found.samples == (3, 3, 3)
    assert found.labels.shape == (2_500,)
    assert adjusted_rand_score(truth, found.labels) > 0.99
    said = [line for line in found.for_it if "samples" in line]
    assert len(said) == 1
    assert "3 samples of about 150 objects, which give 3, 3, 3 clusters" in said[0]


def test_progress_goes_on_from_sample_to_sample(large):
    _, _, said = large
    total = 3 * (3 + 2 + 5 + 1)  # clusterings, runs, sets, structure
    assert [(done, whole) for done, whole, _ in said] == [(i, total) for i in range(1, total + 1)]
    assert said[0][2].startswith("Sample 1: ")
    assert said[-1][2].startswith("Sample 3: ")


def test_samples_that_disagree_are_outvoted_and_named(monkeypatch):
    X = make_blobs(200, 2, centers=[[0, 0], [15, 0]], random_state=0)[0]
    monkeypatch.setattr(weigh, "MOST_OBJECTS", 150)
    monkeypatch.setattr(weigh, "SAMPLE_OBJECTS", 60)
    decide, ks = weigh._decide, iter([4, 2, 2])

    def told(*args, **named):
        from dataclasses import replace

        return replace(decide(*args, **named), k=next(ks), share=0.5)

    monkeypatch.setattr(weigh, "_decide", told)
    found = verdict(X, "ward", [2, 3], seed=0, n_sets=5, n_runs=2)
    assert found.samples == (4, 2, 2)
    assert found.k == 2
    assert found.share == pytest.approx(1 / 3)
    assert "which give 4, 2, 2 clusters" in found.against_it[0]
    assert not any("samples" in line for line in found.for_it)


def test_a_distance_that_needs_all_objects_at_once_is_that_of_each_sample(monkeypatch):
    """Crescents of more objects than have path distances: the whole is refused, samples are not."""
    X, truth = make_moons(6_000, noise=0.02, random_state=0)
    monkeypatch.setattr(weigh, "SAMPLE_OBJECTS", 400)  # quick
    found = verdict(X, ["average"], [2, 3], metric="path", seed=0, n_sets=5, n_runs=2)
    assert (found.k, len(found.samples)) == (2, 3)
    assert adjusted_rand_score(truth, found.labels) > 0.99
    # Halves of a crescent lie apart along paths as halves of a cloud never do.
    assert not any("looks like two" in line for line in found.against_it)
    assert not any("straight line" in line for line in (*found.for_it, *found.against_it))
    objects = Objects(X, "path", sampled=True)
    keep = np.arange(6_000) % 20 == 0
    alone = Objects(X[keep], "path").condensed
    assert np.array_equal(objects.kept(keep).condensed, alone)
    with pytest.raises(InputError, match="up to 5,000 objects; got 6,000"):
        sweep(X, "kmeans", [2], metric="path", seed=0)
