"""`Supervisor`: the queue. Who waits, who runs, who shares a result, who is stopped."""

from __future__ import annotations

import os
import threading
import time
import uuid
from collections.abc import Callable, Collection, Mapping
from typing import Any

from pages.ui.jobs import memory as machine
from pages.ui.jobs import words
from pages.ui.jobs.attendant import attend
from pages.ui.jobs.launcher import Launcher
from pages.ui.jobs.record import Job, Lane
from pages.ui.jobs.state import JobHandle, JobState
from pages.ui.jobs.worker import Task
from pages.ui.store import Store, store

DEFAULT_MEMORY = 256 * machine.MB
QUICK_SLOTS = 2
COMPILE_SECONDS = 300
SERVER = "server"  # the session id of the server's own jobs, which no sweep ends


class Supervisor:
    """Runs jobs first come, first served; at most one at a time for each session.

    Two lanes: "heavy" has cores - 1 places; "quick" has two of its own, for work of a few seconds
    such as reading an upload, which must not wait behind somebody's long sweep.
    """

    def __init__(
        self,
        *,
        places: int | None = None,
        budget: int | None = None,
        results: Store | None = None,
        launcher: Launcher | None = None,
    ) -> None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        heavy = max(1, (cores or 2) - 1) if places is None else places
        self.places: dict[Lane, int] = {"heavy": heavy, "quick": QUICK_SLOTS}
        self.budget = machine.job_budget() if budget is None else budget
        self._results = store if results is None else results
        self._launcher = launcher or Launcher(threads=max(1, (cores or 2) - 1))
        self._jobs: dict[str, Job] = {}
        self._queue: list[Job] = []
        self._running: list[Job] = []
        self._changed = threading.Condition()
        self._stopping = False
        self._counts = {"done": 0, "failed": 0, "cancelled": 0, "shared": 0}

    def start(self) -> None:
        """Get the worker factory ready, so that the first job starts at once."""
        self._launcher.start()

    def warm_up(self) -> None:
        """Compile the core's kernels in a worker, then have all later workers inherit them."""
        handle = self.submit(SERVER, "aucc_core:warm_up", {}, label="Warm-up", lane="quick")
        handle.wait(COMPILE_SECONDS)
        self._launcher.warm_up()

    def submit(
        self,
        session_id: str,
        function: str | Callable[..., Any],
        kwargs: Mapping[str, Any],
        *,
        digest: str | None = None,
        memory: int = DEFAULT_MEMORY,
        label: str = "",
        slot: str | None = None,
        lane: Lane = "heavy",
        time_limit: float | None = None,
    ) -> JobHandle:
        """Queue a job, or join the same one if it waits, runs or is already done.

        Parameters
        ----------
        function : "module:name" or a function of an importable module.
        digest : names the result; give the same only for the same content and settings.
        memory : bytes the job needs at most. More than the server allows: refused at once.
        slot : a later job of this session in the same slot replaces the earlier one; by default
            one slot a function.
        time_limit : seconds of running after which the job is stopped.
        """
        path = (
            function
            if isinstance(function, str)
            else f"{function.__module__}:{function.__qualname__}"
        )
        digest = digest or uuid.uuid4().hex
        slot = slot or path
        handle = JobHandle(session_id, digest, label, self)
        with self._changed:
            self._leave_slot(session_id, slot, except_for=digest)
            job = self._jobs.get(digest)
            if job is not None and job.status in ("queued", "running"):
                self._counts["shared"] += session_id not in job.slots
            elif self._results.grant(_key(digest), session_id):
                job = job or Job(digest, label, None, memory, lane, time_limit, status="done")
            else:
                task = Task(path, dict(kwargs), memory + machine.HEADROOM)
                job = Job(digest, label, task, memory, lane, time_limit)
                self._enqueue(job)
            job.slots[session_id] = slot
            self._jobs[digest] = job
            self._schedule()
        return handle

    def refusal(self, memory: int) -> str:
        """Why a job of this size would be refused; empty when it would not."""
        return words.refused(memory, self.budget) if memory > self.budget else ""

    def poll(self, handle: JobHandle) -> JobState:
        """The state of the handle's job now."""
        with self._changed:
            job = self._jobs.get(handle.digest)
            if job is None or handle.session_id not in job.slots:
                return JobState("cancelled", error=words.LEFT, label=handle.label)
            if job.status != "done":
                return job.view(self._position(job), None)
        found = self._results.get(_key(handle.digest), handle.session_id)
        if found is None:
            return JobState("gone", error=words.GONE, label=handle.label)
        return job.view(0, found.value)

    def wait(self, handle: JobHandle, timeout: float) -> JobState:
        """Block until the job has finished or `timeout` seconds have passed."""
        deadline = time.monotonic() + timeout
        with self._changed:
            while not (state := self.poll(handle)).finished:
                left = deadline - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    return self.poll(handle)
        return state

    def cancel(self, handle: JobHandle) -> None:
        """Take the session out of the job; stop the job when nobody is left."""
        with self._changed:
            job = self._jobs.get(handle.digest)
            if job is not None:
                self._leave(job, handle.session_id)
            self._schedule()

    def retain_sessions(self, alive: Collection[str]) -> None:
        """Forget every session that is not in `alive`, and stop what nobody waits for."""
        with self._changed:
            for job in list(self._jobs.values()):
                for session_id in [s for s in job.slots if s not in alive and s != SERVER]:
                    self._leave(job, session_id)
            self._schedule()

    def stop(self) -> None:
        """Stop all jobs and the worker factory."""
        with self._changed:
            self._stopping = True
            for job in [*self._queue, *self._running]:
                job.end("failed", words.STOPPED)
            self._queue.clear()
            self._changed.notify_all()
        self._launcher.stop()

    def stats(self) -> dict[str, Any]:
        """Figures for the health route."""
        with self._changed:
            return {
                "running": len(self._running),
                "queued": len(self._queue),
                "places": self.places["heavy"],
                "budget_bytes": self.budget,
                "reserved_bytes": sum(job.memory for job in self._running),
                **self._counts,
            }

    # From here on: under the lock, except where attendants call back.

    def _enqueue(self, job: Job) -> None:
        if self._stopping:
            job.end("failed", words.STOPPED)
        elif refusal := self.refusal(job.memory):
            job.end("failed", refusal)
            self._counts["failed"] += 1
        else:
            self._queue.append(job)

    def _schedule(self) -> None:
        """Start what may start, in order; then wake who waits."""
        blocked: set[Lane] = set()
        for job in list(self._queue):
            if job.lane in blocked:
                continue
            if not self._fits(job):
                blocked.add(job.lane)  # nobody overtakes, so a big job gets its turn
            elif not self._sessions_busy(job):
                self._queue.remove(job)
                self._running.append(job)
                job.begin()
                threading.Thread(
                    target=attend, args=(job, self._launcher, self), daemon=True, name="job"
                ).start()
        self._changed.notify_all()

    def _fits(self, job: Job) -> bool:
        taken = sum(other.lane == job.lane for other in self._running)
        reserved = sum(other.memory for other in self._running)
        alone = not self._running
        return taken < self.places[job.lane] and (alone or reserved + job.memory <= self.budget)

    def _sessions_busy(self, job: Job) -> bool:
        busy = {s for other in self._running if other.lane == job.lane for s in other.slots}
        return bool(job.slots) and all(session_id in busy for session_id in job.slots)

    def _position(self, job: Job) -> int:
        if job.status != "queued":
            return 0
        return 1 + [other for other in self._queue if other.lane == job.lane].index(job)

    def _leave_slot(self, session_id: str, slot: str, *, except_for: str) -> None:
        for job in list(self._jobs.values()):
            if job.digest != except_for and job.slots.get(session_id) == slot:
                self._leave(job, session_id)

    def _leave(self, job: Job, session_id: str) -> None:
        if job.slots.pop(session_id, None) is None or job.slots:
            return
        if self._jobs.get(job.digest) is job:
            del self._jobs[job.digest]
        if job in self._queue:
            self._queue.remove(job)
        if not job.finished:
            job.end("cancelled", words.LEFT)
            self._counts["cancelled"] += 1
            if job.child is not None:
                self._launcher.kill(job.child)

    def note(self, job: Job, message: tuple[Any, ...]) -> None:
        """Record progress or an intermediate result (called by the attendant)."""
        with self._changed:
            if message[0] == "progress":
                job.progress = message[1:]
            elif not job.finished:
                job.partials.append(message[1])
            self._changed.notify_all()

    def adopt(self, job: Job, child: Any) -> None:
        """Remember a job's worker; kill it if the job was cancelled meanwhile."""
        with self._changed:
            job.child = child
            if job.finished:
                self._launcher.kill(child)

    def conclude(self, job: Job, *, error: str = "", result: Any = None) -> None:
        """Store the result or the reason, free the place and start the next."""
        if not error and not job.finished:
            # Measuring a large result takes a moment: not under the lock everybody polls through.
            kept = self._results.put(_key(job.digest), result, sessions=tuple(job.slots))
            error = "" if kept else words.TOO_LARGE
        with self._changed:
            if not job.finished:
                for session_id in job.slots:
                    self._results.grant(_key(job.digest), session_id)
                job.end("failed" if error else "done", error)
                self._counts[job.status] += 1
            if job in self._running:
                self._running.remove(job)
            self._schedule()


def _key(digest: str) -> str:
    return f"job:{digest}"


supervisor = Supervisor()
submit = supervisor.submit
cancel = supervisor.cancel
