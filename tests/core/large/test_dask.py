"""Counting on a Dask cluster: the same integers as on one machine, whatever happens to workers."""

import os
import signal

import numpy as np
import pytest
from distributed import Client, LocalCluster

from aucc_core.large.bins import fit_map
from aucc_core.large.bounds import aucc_bounds, pilot_keys
from aucc_core.large.dask import count_on_cluster
from aucc_core.large.engine import SizeChoices, choice_for, score_any_size
from aucc_core.large.passes import Pass, count_here
from aucc_core.score.distances import distances_of
from aucc_core.score.inputs import InputError

# Dask warns of what it meets at start and when a worker is killed.
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.slow]


@pytest.fixture(scope="module")
def cluster():
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        memory_limit=0,
        silence_logs=50,
    ) as started:
        yield started


def data(n, seed=0):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 4, n)
    return rng.normal(size=(n, 3)) + labels[:, None], labels


def prepared(n=3000):
    X, labels = data(n)
    distances = distances_of(X)
    codes = [labels, np.arange(n) % 3]
    bins = fit_map([pilot_keys(distances, c) for c in codes], tolerance=1e-4, max_bins=1 << 16)
    return Pass.of(distances, codes, bins, track=True)


def assert_same(here, there):
    for name in ("rest", "own", "within", "spans"):
        np.testing.assert_array_equal(getattr(here, name), getattr(there, name))


def test_counts_are_identical_and_progress_is_reported(cluster):
    work = prepared()
    seen = []
    with Client(cluster, set_as_default=False) as client:
        there = count_on_cluster(work, client, progress=lambda *step: seen.append(step))
    assert_same(count_here(work), there)
    assert [step[0] for step in seen] == list(range(1, seen[-1][1] + 1))


def test_a_killed_worker_changes_nothing(cluster):
    work = prepared()
    with Client(cluster, set_as_default=False) as client:
        client.wait_for_workers(2)
        victim = next(iter(client.run(os.getpid).values()))
        killed = []

        def kill_one(done, total, message):
            if not killed:
                os.kill(victim, signal.SIGKILL)
                killed.append(done)

        there = count_on_cluster(work, client, progress=kill_one)
        assert killed == [1]
    assert_same(count_here(work), there)


def test_bounds_by_address_equal_local_ones(cluster, monkeypatch):
    X, labels = data(1200, seed=1)
    assert aucc_bounds(X, labels, client=cluster.scheduler_address) == aucc_bounds(X, labels)
    monkeypatch.setattr("aucc_core.large.engine._BOUNDS_SECONDS", 0.0)
    little = SizeChoices(memory=10**6)
    assert choice_for(X, little).engine == "sample"
    (answer,) = score_any_size(X, [labels], little, client=cluster.scheduler_address)
    assert answer.engine == "bounds"


def test_metrics_of_scipy_run_there_too(cluster):
    X, labels = data(700, seed=2)
    for metric in ("mahalanobis", "gower"):
        here = aucc_bounds(X, labels, metric=metric)
        assert aucc_bounds(X, labels, metric=metric, client=cluster.scheduler_address) == here


def test_no_scheduler_is_said(monkeypatch):
    monkeypatch.setattr("aucc_core.large.dask._CONNECT_SECONDS", 0.5)
    X, labels = data(1200)
    with pytest.raises(InputError, match="No Dask scheduler answers"):
        aucc_bounds(X, labels, client="tcp://127.0.0.1:1")
    with pytest.raises(InputError, match="cluster counts bounds"):
        score_any_size(X, [labels], SizeChoices("sample"), client="tcp://127.0.0.1:1")
