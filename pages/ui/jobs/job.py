"""What is known of one job: `Job` in the server, `JobState` as the frozen copy a page draws."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Literal

from pages.ui.jobs.process import WorkerProcess
from pages.ui.jobs.worker import Task

Status = Literal["queued", "running", "done", "failed", "cancelled", "gone"]
FINISHED: frozenset[str] = frozenset({"done", "failed", "cancelled", "gone"})


@dataclass(frozen=True)
class JobState:
    """One look at a job.

    Attributes
    ----------
    status : "queued", "running", "done", "failed", "cancelled", or "gone" when the result was
        removed to free memory (run it again).
    position : 1 for the next to start; 0 once it runs.
    done, total : progress in steps; total 0 when unknown.
    message : what the worker says it does.
    partial_results : what the worker yielded so far, in order; empty once the job has finished.
    result : the worker's return value once done.
    error : why it failed, in words for the user.
    label : what the job is called on the screen.
    seconds : running time so far.
    peak_bytes : the most memory the worker held, known once done.
    background : nobody started it by hand; it begins anew by itself when it is lost.
    """

    status: Status
    position: int = 0
    done: float = 0
    total: float = 0
    message: str = ""
    partial_results: tuple[Any, ...] = ()
    result: Any = None
    error: str = ""
    label: str = ""
    seconds: float = 0.0
    peak_bytes: int = 0
    background: bool = False

    @property
    def finished(self) -> bool:
        """True when nothing will change any more."""
        return self.status in FINISHED

    @property
    def fraction(self) -> float:
        """Share of the steps done, 0 to 1; 0 when the total is unknown."""
        return min(max(self.done / self.total, 0.0), 1.0) if self.total else 0.0


@dataclass(eq=False)
class Job:
    """One job and the sessions that wait for it; changed only by the queue, under its lock.

    `task` is what the worker gets; None once the job has finished, and for a result that was
    there already. `background` work nobody has started by hand: it waits behind everything else,
    and is stopped and put back (`gives_way`) when its place is wanted.
    """

    digest: str
    function: str
    label: str
    memory: int
    task: Task | None
    background: bool = False
    gives_way: bool = False
    sessions: set[str] = field(default_factory=set)
    status: Status = "queued"
    progress: tuple[float, float, str] = (0, 0, "")
    partials: list[Any] = field(default_factory=list)
    error: str = ""
    worker: WorkerProcess | None = None
    started: float = 0.0
    ended: float = 0.0
    peak: int = 0

    @property
    def finished(self) -> bool:
        """True when nothing will change any more."""
        return self.status in FINISHED

    @property
    def seconds(self) -> float:
        """Running time so far."""
        if not self.started:
            return 0.0
        return (self.ended or time.monotonic()) - self.started

    def begin(self) -> None:
        """Mark as running."""
        self.status, self.started = "running", time.monotonic()

    def put_back(self) -> None:
        """Mark as waiting again, as if it had not begun."""
        self.status, self.started, self.gives_way = "queued", 0.0, False
        self.worker, self.progress, self.partials = None, (0, 0, ""), []

    def end(self, status: Status, error: str = "") -> None:
        """Mark as finished and let go of what only a running job needs."""
        self.status, self.error, self.ended = status, error, time.monotonic()
        self.task = None
        self.partials = []

    def view(self, position: int, result: Any) -> JobState:
        """A frozen copy for a page."""
        done, total, message = self.progress
        return JobState(
            status=self.status,
            position=position,
            done=done,
            total=total,
            message=message,
            partial_results=tuple(self.partials),
            result=result,
            error=self.error,
            label=self.label,
            seconds=self.seconds,
            peak_bytes=self.peak,
            background=self.background,
        )
