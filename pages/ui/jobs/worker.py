"""The child's side: read one task, run it under limits, send progress and the result back.

Messages to the server are tuples: ("progress", done, total, text), ("partial", value),
("done", value, peak_bytes), ("input_error", text), ("no_memory",), ("failed", type_name).
"""

from __future__ import annotations

import importlib
import inspect
import os
import resource
import struct
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from aucc_core.score.inputs import InputError, run_steps

NICENESS = 10
# What the server and the factory of workers exchange: one letter and one number.
ORDER = struct.Struct("!cq")


@dataclass(frozen=True)
class Task:
    """What the server sends: "module:function", its arguments and the bytes it may add."""

    function: str
    kwargs: dict[str, Any] = field(repr=False)
    memory: int


class ProgressSender:
    """Called by a worker function to say how far it is: ``progress(done, total, message)``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __call__(self, done: float, total: float = 0, message: str = "") -> None:
        """Send progress."""
        self._connection.send(("progress", done, total, str(message)))

    def partial(self, value: Any) -> None:
        """Send one intermediate result."""
        self._connection.send(("partial", value))


def run(connection: Connection) -> None:
    """Run the one task that arrives on `connection`."""
    limit_politeness()
    try:
        task: Task = connection.recv()
        limit_memory(task.memory)
        _leave_with_the_server(connection)
        value = _call(_resolve(task.function), task.kwargs, ProgressSender(connection))
        connection.send(("done", value, peak_bytes()))
    except InputError as error:
        connection.send(("input_error", str(error)))
    except MemoryError:
        connection.send(("no_memory",))
    except Exception as error:  # noqa: BLE001 -- a worker may raise anything; only its type leaves
        connection.send(("failed", type(error).__name__))


def limit_politeness() -> None:
    """Give way to the web server, and be the first to go when the machine runs out of memory."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    score = Path("/proc/self/oom_score_adj")
    if score.exists():
        score.write_text("800")


def limit_memory(extra: int) -> None:
    """Let the process grow by `extra` bytes of address space and no more."""
    statm = Path("/proc/self/statm")
    if extra <= 0 or not statm.exists():
        return
    now = int(statm.read_text().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    ceiling = now + extra if hard == resource.RLIM_INFINITY else min(now + extra, hard)
    resource.setrlimit(resource.RLIMIT_AS, (ceiling, hard))


def peak_bytes() -> int:
    """The largest resident size this process has had."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _leave_with_the_server(connection: Connection) -> None:
    """End this process when the server closes its end, even in the middle of a long step."""

    def watch() -> None:
        try:
            connection.recv()
        except (EOFError, OSError):
            os._exit(3)

    threading.Thread(target=watch, daemon=True, name="watch-server").start()


def _resolve(path: str) -> Callable[..., Any]:
    module, _, name = path.partition(":")
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _call(function: Callable[..., Any], kwargs: dict[str, Any], progress: ProgressSender) -> Any:
    if "progress" in inspect.signature(function).parameters:
        kwargs = {**kwargs, "progress": progress}
    value = function(**kwargs)
    return run_steps(value, progress.partial) if inspect.isgenerator(value) else value
