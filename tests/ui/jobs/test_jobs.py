"""The job queue: order, sharing, cancel, death, limits. Nothing here depends on timing."""

import os
import signal
import socket
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aucc_core.datasets import load_dataset
from aucc_core.partitions.spec import RunSpec
from aucc_core.report.score_run import ScoreRun
from aucc_core.sweeps.solutions import ExploreRun
from aucc_core.sweeps.sweep import run_cost
from aucc_core.verdicts.weigh import examine_cost
from pages.ui.jobs import JobQueue
from pages.ui.jobs.memory import MB
from pages.ui.jobs.process import FactoryProcess
from pages.ui.score import work
from pages.ui.store.store import Store
from tests.ui.jobs import job_workers as workers
from tests.waiting import ended, until

ROOT = Path(__file__).resolve().parents[3]


def running_pid(queue):
    return until(lambda: next((j.worker.pid for j in queue._running if j.worker), None))


def alive(pid):
    # A worker whose parent has not yet collected it still has a /proc entry in state Z.
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_generator_streams_progress_and_partial_results(make, tmp_path):
    jobs = make()
    handle = jobs.submit("a", workers.steps, {"n": 4})
    state = ended(handle)
    assert (state.status, state.result) == ("done", 16)
    assert (state.done, state.total, state.message) == (3, 4, "step 3")


def test_partial_results_are_there_before_the_end(make):
    jobs = make()
    handle = jobs.submit("a", workers.steps, {"n": 1000, "pause": 0.01})
    state = until(lambda: s if len((s := handle.poll()).partial_results) >= 3 else None)
    assert state.status == "running"
    assert state.partial_results[:3] == (0, 1, 2)
    assert 0 < state.fraction < 1


def test_large_arguments_and_results_pass_unchanged(make):
    array = np.random.default_rng(0).random((500, 800))
    state = ended(make().submit("a", workers.return_as_is, {"value": array}))
    np.testing.assert_array_equal(state.result, array)


def test_a_stored_none_is_a_result(make):
    state = ended(make().submit("a", workers.return_as_is, {"value": None}))
    assert (state.status, state.result) == ("done", None)


def test_bad_input_comes_back_as_its_own_text(make):
    state = ended(make().submit("a", workers.refuse, {}))
    assert (state.status, state.error) == ("failed", "AUCC needs 3 objects or more; got 1.")


def test_other_failures_tell_neither_paths_nor_data(make):
    state = ended(make().submit("a", workers.break_down, {"secret": "canary"}))
    assert state.status == "failed"
    assert "RuntimeError" in state.error
    assert "canary" not in state.error
    assert "/" not in state.error


def test_thirty_sessions_are_served_in_order(make, tmp_path):
    jobs, trace, gate = make(), tmp_path / "trace", tmp_path / "gate"
    jobs.submit("first", workers.wait_for, {"path": str(gate)})
    handles = [
        jobs.submit(f"s{i}", workers.append_line, {"path": str(trace), "text": str(i)})
        for i in range(30)
    ]
    assert [h.poll().position for h in handles] == list(range(1, 31))
    gate.touch()
    assert [ended(h).result for h in handles] == [str(i) for i in range(30)]
    assert trace.read_text().split() == [str(i) for i in range(30)]


def test_a_session_runs_one_job_at_a_time_and_others_pass_it(make, tmp_path):
    jobs, gate = make(places=2), tmp_path / "gate"
    first = jobs.submit("a", workers.wait_for, {"path": str(gate)})
    second = jobs.submit("a", workers.double, {"x": 1})
    other = jobs.submit("b", workers.double, {"x": 2})
    assert ended(other).result == 4
    assert second.poll().status == "queued"
    gate.touch()
    assert ended(first).status == "done"
    assert ended(second).result == 2


def test_the_same_work_is_done_once_for_all(make, tmp_path):
    jobs, trace, gate = make(), tmp_path / "trace", tmp_path / "gate"
    jobs.submit("z", workers.wait_for, {"path": str(gate)})
    work = {"path": str(trace), "text": "x"}
    handles = [jobs.submit(s, workers.append_line, work, digest="d") for s in "abc"]
    gate.touch()
    assert [ended(h).result for h in handles] == ["x"] * 3
    late = jobs.submit("d", workers.append_line, work, digest="d")
    assert late.poll().result == "x"
    assert trace.read_text().split() == ["x"]


def test_a_result_is_shown_only_to_sessions_that_asked(make):
    jobs = make()
    handle = jobs.submit("a", workers.double, {"x": 1}, digest="d")
    assert ended(handle).result == 2
    stranger = type(handle)("b", "d", "", jobs)
    assert stranger.poll().result is None


def test_a_new_job_of_the_same_function_replaces_the_old_one(make, tmp_path):
    jobs, gate = make(), tmp_path / "gate"
    gate.touch()
    old = jobs.submit("a", workers.wait_for, {"path": str(tmp_path / "never")})
    pid = running_pid(jobs)
    new = jobs.submit("a", workers.wait_for, {"path": str(gate)})
    assert ended(new).result == str(gate)
    assert old.poll().status == "cancelled"
    until(lambda: not alive(pid))


def test_what_is_done_stays_when_a_new_job_of_the_same_function_starts(make):
    jobs = make()
    first = jobs.submit("a", workers.double, {"x": 1})
    assert ended(first).result == 2
    assert ended(jobs.submit("a", workers.double, {"x": 3})).result == 6
    assert (first.poll().status, first.poll().result) == ("done", 2)


def test_cancel_kills_and_the_next_one_starts(make, tmp_path):
    jobs = make()
    stuck = jobs.submit("a", workers.wait_for, {"path": str(tmp_path / "never")})
    pid = running_pid(jobs)
    waiting = jobs.submit("b", workers.double, {"x": 4})
    stuck.cancel()
    assert stuck.poll().status == "cancelled"
    assert ended(waiting).result == 8
    until(lambda: not alive(pid))


@pytest.mark.parametrize("how", ["cancelled", "killed"])
def test_what_a_worker_started_dies_with_it(make, tmp_path, how):
    jobs, note = make(), tmp_path / "pid"
    handle = jobs.submit("a", workers.have_a_child, {"path": str(note)})
    grandchild = int(until(lambda: note.exists() and note.read_text()))
    assert alive(grandchild)
    if how == "cancelled":
        handle.cancel()
    else:
        os.kill(running_pid(jobs), signal.SIGKILL)
    until(lambda: not alive(grandchild))


def test_cancel_by_one_does_not_hurt_another_who_waits_for_the_same(make, tmp_path):
    jobs, gate = make(), tmp_path / "gate"
    a, b = (jobs.submit(s, workers.wait_for, {"path": str(gate)}, digest="d") for s in "ab")
    a.cancel()
    gate.touch()
    assert a.poll().status == "cancelled"
    assert ended(b).status == "done"


def test_a_cancelled_or_failed_job_can_be_run_again(make, tmp_path):
    jobs, gate = make(), tmp_path / "gate"
    jobs.submit("a", workers.wait_for, {"path": str(gate)}, digest="d").cancel()
    gate.touch()
    again = jobs.submit("a", workers.wait_for, {"path": str(gate)}, digest="d")
    assert ended(again).status == "done"


def test_killed_workers_hurt_nobody_else(make, tmp_path):
    jobs, gate = make(places=2), tmp_path / "gate"
    other = jobs.submit("other", workers.wait_for, {"path": str(gate)})
    other_pid = running_pid(jobs)
    for i in range(5):
        victim = jobs.submit("a", workers.wait_for, {"path": str(tmp_path / f"never{i}")})
        pid = until(lambda: next((j.worker.pid for j in jobs._running[1:] if j.worker), None))
        os.kill(pid, signal.SIGKILL)
        state = ended(victim)
        assert state.status == "failed"
        assert "stopped by the system" in state.error
    assert alive(other_pid)
    gate.touch()
    assert ended(other).status == "done"


def test_a_crash_is_told_apart_and_its_output_goes_nowhere(make, capfd):
    state = ended(make().submit("a", workers.crash, {}))
    assert "broke down" in state.error
    assert "a user's data" not in "".join(capfd.readouterr())


def test_the_worker_factory_is_replaced_when_it_dies(make, factory):
    jobs = make()
    os.kill(factory.pid, signal.SIGKILL)
    assert ended(jobs.submit("a", workers.double, {"x": 5})).result == 10


def test_warming_up_does_not_wait_behind_a_job(make, tmp_path):
    jobs = make()
    heavy = jobs.submit("a", workers.wait_for, {"path": str(tmp_path / "never")})
    jobs.warm_up()
    assert heavy.poll().status == "running"


def test_jobs_of_ended_sessions_are_stopped_and_others_kept(make, tmp_path):
    jobs, gate = make(places=2), tmp_path / "gate"
    kept = jobs.submit("here", workers.wait_for, {"path": str(gate)})
    left = jobs.submit("gone", workers.wait_for, {"path": str(tmp_path / "never")})
    assert jobs.sessions() == {"here", "gone"}
    jobs.forget_sessions({"gone"})
    assert left.poll().status == "cancelled"
    gate.touch()
    assert ended(kept).status == "done"


def test_children_have_the_core_are_polite_and_know_no_streamlit(make):
    seen = ended(make().submit("a", workers.surroundings, {})).result
    assert seen["core"]
    assert not seen["streamlit"]
    assert seen["nice"] >= os.nice(0) + 10 or seen["nice"] == 19


def test_workers_do_not_outlive_a_killed_server(tmp_path):
    script = textwrap.dedent(f"""
        import time
        from pages.ui.jobs import job_queue as queue
        queue.submit("a", "tests.ui.jobs.job_workers:wait_for", {{"path": "{tmp_path}/never"}})
        while not (queue._running and queue._running[0].worker):
            time.sleep(0.01)
        print(queue._running[0].worker.pid, queue._factory.pid, flush=True)
        time.sleep(600)
    """)
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 2
        assert all(alive(pid) for pid in pids)
        server.kill()
    until(lambda: not any(alive(pid) for pid in pids))


def test_a_factory_whose_server_died_meanwhile_leaves_quietly():
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs:
        done = subprocess.run(
            [sys.executable, "-m", "pages.ui.jobs.worker_factory", str(theirs.fileno())],
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")


def test_one_core_is_left_for_the_pages(factory):
    cores = len(os.sched_getaffinity(0))
    assert JobQueue(factory=factory).places == max(1, cores - 1)


def test_a_stopped_queue_says_so(tmp_path):
    jobs = JobQueue(places=1, budget=MB * 999, results=Store(MB), factory=FactoryProcess(threads=1))
    running = jobs.submit("a", workers.wait_for, {"path": str(tmp_path / "never")})
    waiting = jobs.submit("b", workers.double, {"x": 1})
    pid = running_pid(jobs)
    jobs.stop()
    assert running.poll().status == waiting.poll().status == "failed"
    assert "stopping" in waiting.poll().error
    assert "stopping" in jobs.submit("c", workers.double, {"x": 1}).poll().error
    until(lambda: not alive(pid))


# Limits: memory before and while they run, and what happens to large results


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
        (2500, "aucc_core.sweeps.solutions:solve", ExploreRun(("average",), (2,), 0, n_init=1)),
        (
            12_000,
            "aucc_core.sweeps.solutions:solve_large",
            ExploreRun(("kmeans",), (2,), 0, n_init=1).scored_by("bounds"),
        ),
    ],
)
def test_the_memory_estimate_of_a_run_is_what_it_takes(make, factory, n, worker, run):
    factory.warm_up()
    dataset = load_dataset("blobs", n=n, seed=0)
    need = run_cost(dataset, run).bytes
    kwargs = {"dataset": dataset, "run": run}
    state = ended(make().submit("a", worker, kwargs, memory=need))
    assert state.status == "done"
    assert 1.0 <= need / state.peak_bytes <= 1.5


def test_the_memory_estimates_of_score_and_verdict_are_what_they_take(make, factory):
    factory.warm_up()
    dataset = load_dataset("blobs", n=2500, d=3, seed=0)
    dataset = replace(dataset, label_columns={"a": dataset.labels, "b": np.arange(2500) % 3})
    asked = {"data": dataset, "spec": RunSpec(("kmeans",), (3, 4), 0, n_init=2)}
    for worker, kwargs, need in (
        (
            "aucc_core.report.score_run:score",
            {"data": dataset, "run": ScoreRun(("a", "b"))},
            work.cost_of(dataset, ScoreRun(("a", "b"))).bytes,
        ),
        ("aucc_core.verdicts.weigh:examine", asked, examine_cost(dataset, asked["spec"]).bytes),
    ):
        state = ended(make().submit("a", worker, kwargs, memory=need))
        assert state.status == "done"
        assert 1.0 <= need / state.peak_bytes <= 1.5, worker


def test_a_job_that_eats_more_than_it_said_is_stopped(make):
    jobs = make()
    assert ended(jobs.submit("a", workers.eat, {"mb": 200}, memory=250 * MB)).status == "done"
    state = ended(jobs.submit("a", workers.eat, {"mb": 1500}, memory=250 * MB))
    assert state.status == "failed"
    # What it said and the headroom: the limit that it ran into.
    assert "memory limit of 1.24 GB" in state.error


def test_jobs_that_do_not_fit_together_take_turns(make, tmp_path):
    jobs, trace = make(places=2, budget=300 * MB), tmp_path / "trace"
    handles = [
        jobs.submit(
            s, workers.span, {"path": str(trace), "text": s, "pause": 0.02}, memory=200 * MB
        )
        for s in "ab"
    ]
    assert all(ended(h).status == "done" for h in handles)
    assert trace.read_text().split() == ["+a", "-a", "+b", "-b"]


def test_small_jobs_do_not_overtake_a_big_one_that_waits_for_memory(make, tmp_path):
    jobs, gate = make(places=3, budget=300 * MB), tmp_path / "gate"
    first = jobs.submit("a", workers.wait_for, {"path": str(gate)}, memory=100 * MB)
    big = jobs.submit("b", workers.double, {"x": 1}, memory=250 * MB)
    small = jobs.submit("c", workers.double, {"x": 2}, memory=10 * MB)
    assert [h.poll().position for h in (first, big, small)] == [0, 1, 2]
    gate.touch()
    assert [ended(h).status for h in (first, big, small)] == ["done"] * 3


def test_a_result_above_the_store_budget_is_a_clear_failure(make):
    jobs = make(results=Store(1000))
    state = ended(jobs.submit("a", workers.return_as_is, {"value": np.ones(1000)}))
    assert state.status == "failed"
    assert "too large" in state.error


def test_an_evicted_result_says_so_and_can_be_had_again(make):
    jobs = make(results=Store(20_000))
    first = jobs.submit("a", workers.return_as_is, {"value": np.ones(2000)}, digest="1")
    assert ended(first).status == "done"
    other = jobs.submit("b", workers.return_as_is, {"value": np.zeros(2000)}, digest="2")
    assert ended(other).status == "done"
    assert first.poll().status == "gone"
    again = jobs.submit("a", workers.return_as_is, {"value": np.ones(2000)}, digest="1")
    assert ended(again).status == "done"


# Work in the background


def test_background_work_waits_behind_all_that_people_started(make, tmp_path):
    jobs, trace, gate = make(), tmp_path / "trace", tmp_path / "gate"
    jobs.submit("first", workers.wait_for, {"path": str(gate)})

    def work(session, text, **how):
        given = {"path": str(trace), "text": text}
        return jobs.submit(session, workers.append_line, given, digest=text, **how)

    handles = [work("a", "behind", background=True)]
    handles += [work(f"s{i}", f"by hand {i}") for i in range(3)]
    assert [h.poll().position for h in handles] == [4, 1, 2, 3]
    gate.touch()
    assert [ended(h).status for h in handles] == ["done"] * 4
    assert trace.read_text().splitlines() == ["by hand 0", "by hand 1", "by hand 2", "behind"]


def test_background_work_gives_way_and_begins_anew(make, tmp_path):
    jobs, trace, gate = make(), tmp_path / "trace", tmp_path / "gate"
    behind = jobs.submit(
        "a",
        workers.trace_and_wait,
        {"trace": str(trace), "path": str(gate)},
        background=True,
    )
    until(lambda: trace.exists() and trace.read_text() == "begun\n")
    pid = running_pid(jobs)
    # Another job of the same session gets the place although the gate is still shut.
    assert ended(jobs.submit("a", workers.double, {"x": 3})).result == 6
    until(lambda: not alive(pid))
    gate.touch()
    assert ended(behind).result == str(gate)
    assert trace.read_text() == "begun\n" * 2
    assert jobs.stats()["failed"] == jobs.stats()["cancelled"] == 0


def test_background_work_does_not_give_way_in_vain(make, tmp_path):
    jobs, gate = make(places=2), tmp_path / "gate"
    behind = jobs.submit("a", workers.wait_for, {"path": str(gate)}, background=True)
    pid = running_pid(jobs)
    by_hand = jobs.submit("b", workers.wait_for, {"path": str(gate)})
    # The session's own job still runs, so a place would be of no use to this one.
    waiting = jobs.submit("b", workers.double, {"x": 1})
    assert waiting.poll().status == "queued"
    assert behind.poll().status == "running"
    assert running_pid(jobs) == pid
    gate.touch()
    assert [ended(h).status for h in (behind, by_hand, waiting)] == ["done"] * 3


def test_who_starts_by_hand_what_is_in_the_background_brings_it_to_the_front(make, tmp_path):
    jobs, gate = make(), tmp_path / "gate"
    jobs.submit("first", workers.wait_for, {"path": str(gate)})
    behind = jobs.submit("a", workers.double, {"x": 1}, digest="d", background=True)
    other = jobs.submit("b", workers.double, {"x": 2}, digest="e", background=True)
    by_hand = jobs.submit("c", workers.double, {"x": 2}, digest="e")
    assert [h.poll().position for h in (behind, other, by_hand)] == [2, 1, 1]
    gate.touch()
    assert [ended(h).result for h in (behind, other, by_hand)] == [2, 4, 4]


def test_background_work_replaces_only_background_work(make, tmp_path):
    jobs, gate = make(), tmp_path / "gate"
    jobs.submit("first", workers.wait_for, {"path": str(gate)})
    by_hand = jobs.submit("a", workers.double, {"x": 1})
    behind = [jobs.submit("a", workers.double, {"x": x}, background=True) for x in (2, 3)]
    assert [h.poll().status for h in (by_hand, *behind)] == ["queued", "cancelled", "queued"]
    gate.touch()
    assert ended(by_hand).result == 2
    assert ended(behind[1]).result == 6


def test_there_is_time_for_background_work_only_while_few_wait(make, tmp_path):
    jobs, gate = make(), tmp_path / "gate"
    assert jobs.has_time("new")
    never = {"path": str(gate)}
    behind = [
        jobs.submit(s, workers.wait_for, never, digest=s, background=True) for s in ("a", "b", "c")
    ]
    assert not jobs.has_time("new")  # one runs and two wait
    assert jobs.has_time("b")  # it is on its way for somebody else
    behind[1].cancel()
    assert jobs.has_time("new")
    by_hand = jobs.submit("d", workers.wait_for, never, digest="d")
    assert not jobs.has_time("new")  # the only place is taken, and not for a moment
    gate.touch()
    assert ended(by_hand).status == "done"
    assert jobs.has_time("d")


def test_background_work_can_be_cancelled_while_it_gives_way(make, tmp_path):
    jobs, gate = make(), tmp_path / "gate"
    behind = jobs.submit("a", workers.wait_for, {"path": str(gate)}, background=True)
    running_pid(jobs)
    by_hand = jobs.submit("b", workers.double, {"x": 1})
    behind.cancel()
    assert ended(by_hand).result == 2
    assert behind.poll().status == "cancelled"
    until(lambda: jobs.stats()["running"] == 0)
    assert jobs.stats()["queued"] == 0
