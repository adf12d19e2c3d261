"""Time and peak memory of one piece of work, in a process of its own, and tables of them."""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Measure:
    """Seconds and extra megabytes of one run, and what it returned."""

    seconds: float
    megabytes: float
    value: Any


def measure(
    work: Callable[..., Any], *args: Any, warm: Callable[[], Any] | None = None, repeat: int = 1
) -> Measure:
    """Run ``work(*args)`` in a fresh process; ``warm()`` comes first and does not count.

    The best of ``repeat`` times and the highest memory above the start are reported.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_run, args=(theirs, work, args, warm, repeat))
    child.start()
    theirs.close()
    try:
        return ours.recv()
    finally:
        child.join()


def _run(pipe, work, args, warm, repeat) -> None:
    if warm is not None:
        warm()
    best, extra, value = float("inf"), 0.0, None
    for _ in range(repeat):
        before = _reset_peak()
        start = time.perf_counter()
        value = work(*args)
        best = min(best, time.perf_counter() - start)
        extra = max(extra, _peak() - before)
    pipe.send(Measure(best, extra, value))


def _reset_peak() -> float:
    """Forget the peak so far, where the system lets us; megabytes in use now."""
    clear = Path("/proc/self/clear_refs")
    if clear.exists():
        clear.write_text("5")
    return _peak()


def _peak() -> float:
    status = Path("/proc/self/status")
    if status.exists():
        line = next(x for x in status.read_text().splitlines() if x.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def print_table(title: str, head: list[str], rows: list[list[str]]) -> None:
    """A table in Markdown, so that it can go into the README as it is."""
    widths = [max(len(row[c]) for row in [head, *rows]) for c in range(len(head))]

    def line(cells: list[str]) -> str:
        return "| " + " | ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True)) + " |"

    print(f"\n### {title}\n")
    print(line(head))
    print("|" + "|".join("-" * (w + 2) for w in widths) + "|")
    for row in rows:
        print(line(row))
    sys.stdout.flush()
