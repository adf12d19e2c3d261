"""One thread for each running job: start its worker, listen to it, say how it ended."""

from __future__ import annotations

import pickle
import time
from typing import TYPE_CHECKING, Any

from pages.ui.jobs import words
from pages.ui.jobs.launcher import Child, Launcher
from pages.ui.jobs.record import Job

if TYPE_CHECKING:
    from pages.ui.jobs.supervisor import Supervisor


def attend(job: Job, launcher: Launcher, supervisor: Supervisor) -> None:
    """Run `job` to its end and tell the supervisor."""
    task = job.task
    if task is None:  # cancelled between being scheduled and now
        supervisor.conclude(job)
        return
    try:
        child = launcher.launch(task)
    except OSError:
        supervisor.conclude(job, error=words.NOT_STARTED)
        return
    supervisor.adopt(job, child)
    try:
        last = _listen(job, child, supervisor)
    finally:
        launcher.kill(child)
        child.connection.close()
    supervisor.conclude(job, **_outcome(job, last))


def _listen(job: Job, child: Child, supervisor: Supervisor) -> tuple[Any, ...]:
    """Pass progress on; return the last message, or ("exit", None) when there was none."""
    while True:
        try:
            if not child.connection.poll(_seconds_left(job)):
                return ("too_long",)
            message = child.connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            return ("exit", None)
        if message[0] not in ("progress", "partial"):
            return tuple(message)
        supervisor.note(job, message)


def _seconds_left(job: Job) -> float | None:
    if job.time_limit is None:
        return None
    return max(0.0, job.started + job.time_limit - time.monotonic())


def _outcome(job: Job, last: tuple[Any, ...]) -> dict[str, Any]:
    kind, *rest = last
    if kind == "done":
        job.peak = rest[1]
        return {"result": rest[0]}
    texts = {
        "input_error": lambda: rest[0],
        "no_memory": lambda: words.no_memory(job.memory),
        "too_long": lambda: words.too_long(job.time_limit or 0),
        "failed": lambda: words.failed(rest[0]),
        "exit": lambda: words.exit_text(rest[0]),
    }
    return {"error": texts[kind]()}
