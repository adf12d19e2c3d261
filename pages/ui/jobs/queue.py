"""`JobQueue`: who waits, who runs, who shares a result, who is stopped."""

from __future__ import annotations

import os
import threading
import uuid
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pages.ui.jobs import memory as machine
from pages.ui.jobs import messages
from pages.ui.jobs.job import Job, JobState
from pages.ui.jobs.process import FactoryProcess, WorkerProcess
from pages.ui.jobs.worker import Task
from pages.ui.store.store import Store, store

DEFAULT_MEMORY = 256 * machine.MB
# More jobs do not wait in the background: who comes then is asked.
MOST_BEHIND = 2


@dataclass(frozen=True)
class JobHandle:
    """Names a job for one session; keep it in session state."""

    session_id: str
    digest: str
    label: str
    queue: JobQueue

    def poll(self) -> JobState:
        """The job's state now; never waits for the job."""
        return self.queue.poll(self)

    def cancel(self) -> None:
        """Leave the job; it is killed unless another session waits for the same result."""
        self.queue.cancel(self)


class JobQueue:
    """Runs jobs first come, first served; a session's own wait for each other.

    A job that several sessions wait for starts as soon as one of them has no other that runs. By
    default there is one place less than there are cores, so that the pages keep one. Jobs that
    run together reserve no more memory than the budget.

    Background jobs, which no person has started, are outside of all this: they wait behind the
    others, keep no session from its own, and begin anew later when another job wants their place.
    """

    def __init__(
        self,
        *,
        places: int | None = None,
        budget: int | None = None,
        results: Store | None = None,
        factory: FactoryProcess | None = None,
    ) -> None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        spare = max(1, (cores or 2) - 1)
        self.places = spare if places is None else places
        self.budget = machine.job_budget() if budget is None else budget
        self._results = store if results is None else results
        self._factory = factory or FactoryProcess(threads=spare)
        self._jobs: dict[str, Job] = {}
        self._waiting: list[Job] = []
        self._running: list[Job] = []
        self._lock = threading.Lock()
        self._stopping = False
        self._counts = {"done": 0, "failed": 0, "cancelled": 0, "shared": 0}

    def start(self) -> None:
        """Get the worker factory ready, so that the first job starts at once."""
        self._factory.start()

    def warm_up(self) -> None:
        """Have all later workers inherit the compiled kernels; takes no place in the queue."""
        self._factory.warm_up()

    def submit(
        self,
        session_id: str,
        function: str | Callable[..., Any],
        kwargs: Mapping[str, Any],
        *,
        digest: str | None = None,
        memory: int = DEFAULT_MEMORY,
        label: str = "",
        background: bool = False,
    ) -> JobHandle:
        """Queue a job, or join the same one if it waits, runs or is already done.

        The session leaves an earlier job of the same function that is not done: other settings
        replace it. (Work in the background replaces only what was in the background.) Whoever
        starts by hand what is in the background brings it to the front.

        Parameters
        ----------
        function : "module:name" or a function of an importable module.
        digest : names the result; give the same only for the same content and settings. Without
            one the result is shared with nobody.
        memory : bytes the job needs at most. More than the server allows: refused at once.
        label : what the job is called on the screen.
        background : nobody asked for it by hand; `has_time` says whether it is worth while.
        """
        path = (
            function
            if isinstance(function, str)
            else f"{function.__module__}:{function.__qualname__}"
        )
        digest = digest or uuid.uuid4().hex
        with self._lock:
            self._leave_earlier(session_id, path, except_for=digest, background=background)
            job = self._jobs.get(digest)
            if job is not None and job.status in ("queued", "running"):
                self._counts["shared"] += session_id not in job.sessions
                if not background:
                    self._bring_to_front(job)
            elif self._results.grant(_key(digest), session_id):
                job = job or Job(digest, path, label, memory, None, status="done")
            else:
                task = Task(path, dict(kwargs), memory + machine.HEADROOM)
                job = Job(digest, path, label, memory, task, background=background)
                self._enqueue(job)
            job.sessions.add(session_id)
            self._jobs[digest] = job
            self._schedule()
        return JobHandle(session_id, digest, label, self)

    def has_time(self, digest: str) -> bool:
        """Whether work in the background would begin soon, or is there or on its way already."""
        with self._lock:
            job = self._jobs.get(digest)
            if (job is not None and not job.finished) or self._results.has(_key(digest)):
                return True
            by_hand = [job for job in (*self._running, *self._waiting) if not job.background]
            behind = sum(job.background for job in self._waiting)
            return len(by_hand) < self.places and behind < MOST_BEHIND

    def refusal(self, memory: int) -> str:
        """Why a job of this size would be refused; empty when it would not."""
        return messages.refused(memory, self.budget) if memory > self.budget else ""

    def poll(self, handle: JobHandle) -> JobState:
        """The state of the handle's job now."""
        with self._lock:
            job = self._jobs.get(handle.digest)
            if job is None or handle.session_id not in job.sessions:
                return JobState("cancelled", error=messages.LEFT, label=handle.label)
            if job.status != "done":
                return job.view(self._position(job), None)
        found = self._results.get(_key(handle.digest), handle.session_id)
        if found is None:
            return JobState("gone", error=messages.GONE, label=handle.label)
        return job.view(0, found.value)

    def cancel(self, handle: JobHandle) -> None:
        """Take the session out of the job; stop the job when nobody is left."""
        with self._lock:
            job = self._jobs.get(handle.digest)
            if job is not None:
                self._leave(job, handle.session_id)
            self._schedule()

    def sessions(self) -> frozenset[str]:
        """Everyone who has a job here."""
        with self._lock:
            return frozenset().union(*(job.sessions for job in self._jobs.values()))

    def forget_sessions(self, ended: Collection[str]) -> None:
        """Forget sessions that have ended, and stop what nobody else waits for."""
        with self._lock:
            for job in list(self._jobs.values()):
                for session_id in job.sessions.intersection(ended):
                    self._leave(job, session_id)
            self._schedule()

    def stop(self) -> None:
        """Stop all jobs and the worker factory."""
        with self._lock:
            self._stopping = True
            for job in [*self._waiting, *self._running]:
                job.end("failed", messages.STOPPED)
            self._waiting.clear()
        self._factory.stop()

    def stats(self) -> dict[str, Any]:
        """Figures for the health route."""
        with self._lock:
            return {
                "running": len(self._running),
                "queued": len(self._waiting),
                "places": self.places,
                "budget_bytes": self.budget,
                "reserved_bytes": sum(job.memory for job in self._running),
                **self._counts,
            }

    # Under the lock, which the callers hold.

    def _enqueue(self, job: Job) -> None:
        if self._stopping:
            job.end("failed", messages.STOPPED)
        elif refusal := self.refusal(job.memory):
            job.end("failed", refusal)
            self._counts["failed"] += 1
        else:
            self._waiting.append(job)

    def _schedule(self) -> None:
        """Start what may start, in order."""
        for job in self._in_order():
            if not self._fits(job, self._running):
                if not job.background and not self._sessions_busy(job):
                    self._make_room(job)
                break  # nobody overtakes, so a big job gets its turn
            if job.background or not self._sessions_busy(job):
                self._waiting.remove(job)
                self._running.append(job)
                job.begin()
                threading.Thread(target=self._attend, args=(job,), daemon=True, name="job").start()

    def _in_order(self) -> list[Job]:
        """Who waits, the next to start first."""
        return sorted(self._waiting, key=lambda job: job.background)

    def _fits(self, job: Job, beside: Collection[Job]) -> bool:
        reserved = sum(other.memory for other in beside)
        return len(beside) < self.places and reserved + job.memory <= self.budget

    def _make_room(self, job: Job) -> None:
        """Stop as many background jobs as it takes; each is put back once its worker has ended."""
        stay = [other for other in self._running if not other.gives_way]
        may_go = [other for other in stay if other.background]
        if not self._fits(job, [other for other in stay if not other.background]):
            return
        while not self._fits(job, stay):
            other = may_go.pop()
            stay.remove(other)
            other.gives_way = True
            if other.worker is not None:
                self._factory.kill(other.worker)

    def _bring_to_front(self, job: Job) -> None:
        """Someone has started by hand what was in the background: from now on it is their job."""
        if job.background and job in self._waiting:
            self._waiting.remove(job)
            self._waiting.append(job)
        job.background = False

    def _sessions_busy(self, job: Job) -> bool:
        by_hand = (other for other in self._running if not other.background)
        return job.sessions <= {s for other in by_hand for s in other.sessions}

    def _position(self, job: Job) -> int:
        return 1 + self._in_order().index(job) if job.status == "queued" else 0

    def _leave_earlier(
        self, session_id: str, function: str, *, except_for: str, background: bool
    ) -> None:
        for job in list(self._jobs.values()):
            # What is done costs nothing more, and another part of a screen may still show it.
            replaced = (job.background or not background) and job.status != "done"
            if job.digest != except_for and job.function == function and replaced:
                self._leave(job, session_id)

    def _leave(self, job: Job, session_id: str) -> None:
        if session_id not in job.sessions:
            return
        job.sessions.remove(session_id)
        if job.sessions:
            return
        if self._jobs.get(job.digest) is job:
            del self._jobs[job.digest]
        if job in self._waiting:
            self._waiting.remove(job)
        if not job.finished:
            job.end("cancelled", messages.LEFT)
            self._counts["cancelled"] += 1
            if job.worker is not None:
                self._factory.kill(job.worker)

    # In the thread of one running job; each takes the lock itself.

    def _attend(self, job: Job) -> None:
        """Start the job's worker, listen to it, and say how it ended."""
        task = job.task
        if task is None:  # cancelled between being scheduled and now
            self._conclude(job)
            return
        try:
            worker = self._factory.launch(task)
        except OSError:
            self._conclude(job, error=messages.NOT_STARTED)
            return
        self._adopt(job, worker)
        try:
            last = worker.listen(partial(self._note, job))
        finally:
            self._factory.kill(worker)
            worker.connection.close()
        self._conclude(job, **_outcome(job, last))

    def _adopt(self, job: Job, worker: WorkerProcess) -> None:
        """Remember a job's worker; kill it if the job was cancelled or gave way meanwhile."""
        with self._lock:
            job.worker = worker
            if job.finished or job.gives_way:
                self._factory.kill(worker)

    def _note(self, job: Job, message: tuple[Any, ...]) -> None:
        """Record progress or an intermediate result."""
        with self._lock:
            if message[0] == "progress":
                job.progress = message[1:]
            elif not job.finished:
                job.partials.append(message[1])

    def _conclude(self, job: Job, *, error: str = "", result: Any = None, peak: int = 0) -> None:
        """Store the result or the reason, free the place and start the next.

        A job that was stopped because it gave way is put back.
        """
        if not error and not job.finished:
            # Measuring a large result takes a moment: not under the lock everybody polls through.
            kept = self._results.put(_key(job.digest), result, sessions=tuple(job.sessions))
            error = "" if kept else messages.TOO_LARGE
        with self._lock:
            if job.gives_way and error and not job.finished and not self._stopping:
                job.put_back()
                self._waiting.append(job)
            elif not job.finished:
                for session_id in job.sessions:
                    self._results.grant(_key(job.digest), session_id)
                job.peak = peak
                job.end("failed" if error else "done", error)
                self._counts[job.status] += 1
            if job in self._running:
                self._running.remove(job)
            self._schedule()


def _outcome(job: Job, last: tuple[Any, ...]) -> dict[str, Any]:
    """The result, or the reason in words, from a worker's last message."""
    match last:
        case ("done", result, peak):
            return {"result": result, "peak": peak}
        case ("input_error", text):
            return {"error": text}
        case ("no_memory",):
            return {"error": messages.no_memory(job.memory + machine.HEADROOM)}
        case ("failed", type_name):
            return {"error": messages.failed(type_name)}
        case (_, code):
            return {"error": messages.exit_text(code)}
    raise AssertionError(f"a worker said {last[0]!r}")


def _key(digest: str) -> str:
    return f"job:{digest}"


job_queue = JobQueue()
