"""The job queue: order, sharing, cancel, death, limits. Nothing here depends on timing."""

import os
import signal
import socket
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from pages.ui.jobs import Supervisor
from pages.ui.jobs.launcher import Launcher
from pages.ui.jobs.memory import MB
from pages.ui.store import Store
from tests.ui import job_workers as workers
from tests.ui.job_queue import LONG, alive, running_pid, until

ROOT = Path(__file__).resolve().parents[2]


def test_a_generator_streams_progress_and_partial_results(make, tmp_path):
    jobs = make()
    handle = jobs.submit("a", workers.steps, {"n": 4})
    state = handle.wait(LONG)
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
    state = make().submit("a", workers.return_as_is, {"value": array}).wait(LONG)
    np.testing.assert_array_equal(state.result, array)


def test_a_stored_none_is_a_result(make):
    state = make().submit("a", workers.return_as_is, {"value": None}).wait(LONG)
    assert (state.status, state.result) == ("done", None)


def test_bad_input_comes_back_as_its_own_text(make):
    state = make().submit("a", workers.refuse, {}).wait(LONG)
    assert (state.status, state.error) == ("failed", "AUCC needs 3 objects or more; got 1.")


def test_other_failures_tell_neither_paths_nor_data(make):
    state = make().submit("a", workers.break_down, {"secret": "canary"}).wait(LONG)
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
    assert [h.wait(LONG).result for h in handles] == [str(i) for i in range(30)]
    assert trace.read_text().split() == [str(i) for i in range(30)]


def test_a_session_runs_one_job_at_a_time_and_others_pass_it(make, tmp_path):
    jobs, gate = make(places=2), tmp_path / "gate"
    first = jobs.submit("a", workers.wait_for, {"path": str(gate)})
    second = jobs.submit("a", workers.double, {"x": 1})
    other = jobs.submit("b", workers.double, {"x": 2})
    assert other.wait(LONG).result == 4
    assert second.poll().status == "queued"
    gate.touch()
    assert first.wait(LONG).status == "done"
    assert second.wait(LONG).result == 2


def test_the_same_work_is_done_once_for_all(make, tmp_path):
    jobs, trace, gate = make(), tmp_path / "trace", tmp_path / "gate"
    jobs.submit("z", workers.wait_for, {"path": str(gate)})
    work = {"path": str(trace), "text": "x"}
    handles = [jobs.submit(s, workers.append_line, work, digest="d") for s in "abc"]
    gate.touch()
    assert [h.wait(LONG).result for h in handles] == ["x"] * 3
    late = jobs.submit("d", workers.append_line, work, digest="d")
    assert late.poll().result == "x"
    assert trace.read_text().split() == ["x"]


def test_a_result_is_shown_only_to_sessions_that_asked(make):
    jobs = make()
    handle = jobs.submit("a", workers.double, {"x": 1}, digest="d")
    assert handle.wait(LONG).result == 2
    stranger = type(handle)("b", "d", "", jobs)
    assert stranger.poll().result is None


def test_a_new_job_in_the_same_slot_replaces_the_old_one(make, tmp_path):
    jobs = make()
    old = jobs.submit("a", workers.wait_for, {"path": str(tmp_path / "never")}, slot="sweep")
    pid = running_pid(jobs)
    new = jobs.submit("a", workers.double, {"x": 3}, slot="sweep")
    assert new.wait(LONG).result == 6
    assert old.poll().status == "cancelled"
    until(lambda: not alive(pid))


def test_cancel_kills_and_the_next_one_starts(make, tmp_path):
    jobs = make()
    stuck = jobs.submit("a", workers.wait_for, {"path": str(tmp_path / "never")})
    pid = running_pid(jobs)
    waiting = jobs.submit("b", workers.double, {"x": 4})
    stuck.cancel()
    assert stuck.poll().status == "cancelled"
    assert waiting.wait(LONG).result == 8
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
    assert b.wait(LONG).status == "done"


def test_a_cancelled_or_failed_job_can_be_run_again(make, tmp_path):
    jobs, gate = make(), tmp_path / "gate"
    jobs.submit("a", workers.wait_for, {"path": str(gate)}, digest="d").cancel()
    gate.touch()
    again = jobs.submit("a", workers.wait_for, {"path": str(gate)}, digest="d")
    assert again.wait(LONG).status == "done"


def test_killed_workers_hurt_nobody_else(make, tmp_path):
    jobs, gate = make(places=2), tmp_path / "gate"
    other = jobs.submit("other", workers.wait_for, {"path": str(gate)})
    other_pid = running_pid(jobs)
    for i in range(5):
        victim = jobs.submit("a", workers.wait_for, {"path": str(tmp_path / f"never{i}")})
        pid = until(lambda: next((j.child.pid for j in jobs._running[1:] if j.child), None))
        os.kill(pid, signal.SIGKILL)
        state = victim.wait(LONG)
        assert state.status == "failed"
        assert "stopped by the system" in state.error
    assert alive(other_pid)
    gate.touch()
    assert other.wait(LONG).status == "done"


def test_a_crash_is_told_apart_and_its_output_goes_nowhere(make, capfd):
    state = make().submit("a", workers.crash, {}).wait(LONG)
    assert "broke down" in state.error
    assert "a user's data" not in "".join(capfd.readouterr())


def test_the_worker_factory_is_replaced_when_it_dies(make, launcher):
    jobs = make()
    os.kill(launcher.pid, signal.SIGKILL)
    assert jobs.submit("a", workers.double, {"x": 5}).wait(LONG).result == 10


def test_quick_work_does_not_wait_behind_heavy_work(make, tmp_path):
    jobs = make()
    heavy = jobs.submit("a", workers.wait_for, {"path": str(tmp_path / "never")})
    assert jobs.submit("a", workers.double, {"x": 1}, lane="quick").wait(LONG).result == 2
    assert heavy.poll().status == "running"


def test_jobs_of_ended_sessions_are_stopped_and_others_kept(make, tmp_path):
    jobs, gate = make(places=2), tmp_path / "gate"
    kept = jobs.submit("here", workers.wait_for, {"path": str(gate)})
    left = jobs.submit("gone", workers.wait_for, {"path": str(tmp_path / "never")})
    jobs.retain_sessions({"here"})
    assert left.poll().status == "cancelled"
    gate.touch()
    assert kept.wait(LONG).status == "done"


def test_children_have_the_core_are_polite_and_know_no_streamlit(make):
    seen = make().submit("a", workers.surroundings, {}).wait(LONG).result
    assert seen["core"]
    assert not seen["streamlit"]
    assert seen["nice"] >= os.nice(0) + 10 or seen["nice"] == 19


def test_workers_do_not_outlive_a_killed_server(tmp_path):
    script = textwrap.dedent(f"""
        import time
        from pages.ui.jobs import supervisor
        supervisor.submit("a", "tests.ui.job_workers:wait_for", {{"path": "{tmp_path}/never"}})
        while not (supervisor._running and supervisor._running[0].child):
            time.sleep(0.01)
        print(supervisor._running[0].child.pid, supervisor._launcher.pid, flush=True)
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
            [sys.executable, "-m", "pages.ui.jobs.zygote", str(theirs.fileno())],
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")


def test_one_core_is_left_for_the_pages(launcher):
    cores = len(os.sched_getaffinity(0))
    assert Supervisor(launcher=launcher).places["heavy"] == max(1, cores - 1)


def test_a_stopped_queue_says_so(launcher, tmp_path):
    jobs = Supervisor(places=1, budget=MB * 999, results=Store(MB), launcher=Launcher(threads=1))
    running = jobs.submit("a", workers.wait_for, {"path": str(tmp_path / "never")})
    waiting = jobs.submit("b", workers.double, {"x": 1})
    pid = running_pid(jobs)
    jobs.stop()
    assert running.poll().status == waiting.poll().status == "failed"
    assert "stopping" in waiting.poll().error
    assert "stopping" in jobs.submit("c", workers.double, {"x": 1}).poll().error
    until(lambda: not alive(pid))
