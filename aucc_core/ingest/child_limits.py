"""What both child scripts need: resource limits, and a way to hand a reason to the parent."""

import sys


def limit_resources(memory: int, seconds: int) -> None:
    """Cap address space and processor time where the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def refuse(message: str) -> int:
    """Exit status for a refusal, its reason on standard error."""
    sys.stderr.buffer.write(message.encode("utf-8", "replace"))
    return 3
