"""Limits of jobs: memory before and while they run, time, and what happens to large results."""

from dataclasses import replace

import numpy as np
import pytest

from aucc_core.datasets import load_dataset
from pages.ui import scores, verdict
from pages.ui.jobs.memory import MB
from pages.ui.run_cost import run_memory
from pages.ui.score_work import ScoreRun
from pages.ui.solutions import Run
from pages.ui.store import Store
from tests.ui import job_workers as workers
from tests.ui.job_queue import LONG


def test_too_big_is_refused_before_it_starts(make):
    jobs = make(budget=100 * MB)
    state = jobs.submit("a", workers.double, {"x": 1}, memory=3072 * MB).poll()
    assert state.status == "failed"
    assert "needs about 3 GB" in state.error
    assert "allows 100 MB" in state.error
    assert jobs.refusal(100 * MB) == ""


@pytest.mark.parametrize(
    ("n", "worker", "run"),
    [
        (2500, "solutions:solve", Run(("average",), (2,), "euclidean", 0, 1)),
        (
            12_000,
            "solutions_large:solve_large",
            Run(("kmeans",), (2,), "euclidean", 0, 1, engine="bounds"),
        ),
    ],
)
def test_the_memory_estimate_of_a_run_is_what_it_takes(make, launcher, n, worker, run):
    launcher.warm_up()
    dataset = load_dataset("blobs", n=n, seed=0)
    need = run_memory(dataset, run)
    kwargs = {"dataset": dataset, "run": run}
    state = make().submit("a", f"pages.ui.{worker}", kwargs, memory=need).wait(4 * LONG)
    assert state.status == "done"
    assert 1.0 <= need / state.peak_bytes <= 1.5


def test_the_memory_estimates_of_score_and_verdict_are_what_they_take(make, launcher):
    launcher.warm_up()
    dataset = load_dataset("blobs", n=2500, d=3, seed=0)
    dataset = replace(dataset, label_columns={"a": dataset.labels, "b": np.arange(2500) % 3})
    settings = {"metric": "euclidean", "seed": 0, "n_init": 2}
    asked = {"X": dataset, "algorithm": "kmeans", "ks": (3, 4), **settings, "reference": "box"}
    for worker, kwargs, need in (
        (
            "pages.ui.score_work:score",
            {"data": dataset, "run": ScoreRun(("a", "b"))},
            scores.memory_of(dataset, "exact"),
        ),
        ("aucc_core.verdict:examine", asked, verdict.memory_of(dataset.n)),
    ):
        state = make().submit("a", worker, kwargs, memory=need).wait(4 * LONG)
        assert state.status == "done"
        assert 1.0 <= need / state.peak_bytes <= 1.5, worker


def test_a_job_that_eats_more_than_it_said_is_stopped(make):
    jobs = make()
    assert jobs.submit("a", workers.eat, {"mb": 200}, memory=250 * MB).wait(LONG).status == "done"
    state = jobs.submit("a", workers.eat, {"mb": 1500}, memory=250 * MB).wait(LONG)
    assert state.status == "failed"
    assert "memory limit of 250 MB" in state.error


def test_jobs_that_do_not_fit_together_take_turns(make, tmp_path):
    jobs, trace = make(places=2, budget=300 * MB), tmp_path / "trace"
    handles = [
        jobs.submit(
            s, workers.span, {"path": str(trace), "text": s, "pause": 0.02}, memory=200 * MB
        )
        for s in "ab"
    ]
    assert all(h.wait(LONG).status == "done" for h in handles)
    assert trace.read_text().split() == ["+a", "-a", "+b", "-b"]


def test_small_jobs_do_not_overtake_a_big_one_that_waits_for_memory(make, tmp_path):
    jobs, gate = make(places=3, budget=300 * MB), tmp_path / "gate"
    first = jobs.submit("a", workers.wait_for, {"path": str(gate)}, memory=100 * MB)
    big = jobs.submit("b", workers.double, {"x": 1}, memory=250 * MB)
    small = jobs.submit("c", workers.double, {"x": 2}, memory=10 * MB)
    assert [h.poll().position for h in (first, big, small)] == [0, 1, 2]
    gate.touch()
    assert [h.wait(LONG).status for h in (first, big, small)] == ["done"] * 3


def test_a_time_limit_ends_a_job_with_a_reason(make, tmp_path):
    jobs = make()
    never = {"path": str(tmp_path / "never")}
    state = jobs.submit("a", workers.wait_for, never, time_limit=0.1).wait(LONG)
    assert state.status == "failed"
    assert "longer than the 0.1 s" in state.error


def test_a_result_above_the_store_budget_is_a_clear_failure(make):
    jobs = make(results=Store(1000))
    state = jobs.submit("a", workers.return_as_is, {"value": np.ones(1000)}).wait(LONG)
    assert state.status == "failed"
    assert "too large" in state.error


def test_an_evicted_result_says_so_and_can_be_had_again(make):
    jobs = make(results=Store(20_000))
    first = jobs.submit("a", workers.return_as_is, {"value": np.ones(2000)}, digest="1")
    assert first.wait(LONG).status == "done"
    other = jobs.submit("b", workers.return_as_is, {"value": np.zeros(2000)}, digest="2")
    assert other.wait(LONG).status == "done"
    assert first.poll().status == "gone"
    again = jobs.submit("a", workers.return_as_is, {"value": np.ones(2000)}, digest="1")
    assert again.wait(LONG).status == "done"
