"""What the server knows of one job; changed only by the supervisor, under its lock."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Literal

from pages.ui.jobs.launcher import Child
from pages.ui.jobs.state import FINISHED, JobState, Status
from pages.ui.jobs.worker import Task

Lane = Literal["heavy", "quick"]


@dataclass(eq=False)
class Job:
    """One job and everyone who waits for it."""

    digest: str
    label: str
    task: Task | None
    memory: int
    lane: Lane
    time_limit: float | None
    slots: dict[str, str] = field(default_factory=dict)  # session -> its slot
    status: Status = "queued"
    progress: tuple[float, float, str] = (0, 0, "")
    partials: list[Any] = field(default_factory=list)
    error: str = ""
    child: Child | None = None
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
        )
