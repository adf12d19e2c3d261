"""What a user reads when a job does not end well."""

from __future__ import annotations

from pages.ui.jobs.memory import in_words

SMALLER = "Use fewer objects, fewer k or the sampling method, then run it again."
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
        f"This needs about {in_words(need)} of memory; "
        f"this server allows {in_words(cap)} a calculation. {SMALLER}"
    )


def no_memory(allowed: int) -> str:
    """Say that a job has reached its limit."""
    return f"The calculation reached its memory limit of {in_words(allowed)}. {SMALLER}"


def too_long(seconds: float) -> str:
    """Say that a job has used up its time."""
    return f"This took longer than the {seconds:g} s allowed and was stopped. {SMALLER}"


def failed(type_name: str) -> str:
    """Say that a worker raised something unforeseen; its own message may hold data."""
    return (
        f"Something unexpected went wrong in this calculation ({type_name}). "
        "Your data is unchanged. Try other settings, or run it again."
    )


def exit_text(code: int | None) -> str:
    """Say why a worker ended without an answer; negative codes are signals."""
    return KILLED if code in (None, -9, -15) else CRASHED
