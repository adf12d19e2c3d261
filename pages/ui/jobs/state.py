"""What a page sees of a job: a small handle to keep and a frozen state to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pages.ui.jobs.supervisor import Supervisor

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
    partial_results : what the worker yielded so far, in order.
    result : the worker's return value once done.
    error : why it failed, in words for the user.
    seconds : running time so far.
    peak_bytes : the most memory the worker held, known once done.
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

    @property
    def finished(self) -> bool:
        """True when nothing will change any more."""
        return self.status in FINISHED

    @property
    def fraction(self) -> float:
        """Share of the steps done, 0 to 1; 0 when the total is unknown."""
        return min(max(self.done / self.total, 0.0), 1.0) if self.total else 0.0


@dataclass(frozen=True)
class JobHandle:
    """Names a job for one session; keep it in session state."""

    session_id: str
    digest: str
    label: str
    supervisor: Supervisor

    def poll(self) -> JobState:
        """The job's state now; never blocks."""
        return self.supervisor.poll(self)

    def cancel(self) -> None:
        """Leave the job; it is killed unless another session waits for the same result."""
        self.supervisor.cancel(self)

    def wait(self, timeout: float) -> JobState:
        """Block until finished or `timeout` seconds have passed (tests, scripts; not pages)."""
        return self.supervisor.wait(self, timeout)
