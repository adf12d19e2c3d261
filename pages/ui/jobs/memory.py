"""How much memory the machine has, this process uses, and jobs may take."""

from __future__ import annotations

import os
from pathlib import Path

MB = 1 << 20
SHARE_FOR_JOBS = 0.6
# Address space for stacks, thread arenas and what a first job imports; little of it is ever used.
HEADROOM = 1024 * MB
_CGROUPS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def machine_bytes() -> int:
    """Memory of the machine or of the container we run in, whichever is smaller."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for name in _CGROUPS:
        path = Path(name)
        if path.exists() and (text := path.read_text().strip()).isdigit():
            total = min(total, int(text))
    return total


def resident_bytes() -> int:
    """Memory this process holds now; 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def job_budget() -> int:
    """Bytes all jobs together may take; set AUCC_JOB_MEMORY_MB to change it."""
    wished = os.environ.get("AUCC_JOB_MEMORY_MB", "")
    if wished.isdigit():
        return int(wished) * MB
    return int(machine_bytes() * SHARE_FOR_JOBS)
