"""What a user reads when a job does not end well."""

from __future__ import annotations

from aucc_core.cost import format_memory

SMALLER = "Use fewer objects, fewer k or “Sample of pairs” where it is offered, then run it again."
KILLED = "The calculation was stopped by the system, most likely because memory ran out. " + SMALLER
CRASHED = "The calculation broke down while it ran. Nothing else was hurt. " + SMALLER
NOT_STARTED = "The server could not start this calculation. Wait a moment, then run it again."
GONE = "This result was removed to free memory. Run it again."
TOO_LARGE = "The result is too large for this server to keep. " + SMALLER
LEFT = "Cancelled."
STOPPED = "The server is stopping. Run it again in a minute."


def refused(need: int, cap: int) -> str:
    """Say before the start that a job is too big."""
    return (
        f"This needs about {format_memory(need)} of memory; "
        f"this server allows {format_memory(cap)} per calculation. {SMALLER}"
    )


def no_memory(allowed: int) -> str:
    """Say that a job has reached its limit."""
    return f"The calculation reached its memory limit of {format_memory(allowed)}. {SMALLER}"


def failed(type_name: str) -> str:
    """Say that a worker raised something unforeseen; its own message may hold data."""
    return (
        f"Something unexpected went wrong in this calculation ({type_name}). "
        "Your data is unchanged. Try other settings, or run it again."
    )


def exit_text(code: int | None) -> str:
    """Say why a worker ended without an answer; negative codes are signals."""
    return KILLED if code in (None, -9, -15) else CRASHED
