"""The server's side of its child processes: the worker factory, and the workers it forks.

`FactoryProcess` starts the program `worker_factory`, asks it for workers and has it kill them;
`WorkerProcess.listen` hears one worker out.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pages.ui.jobs.memory import HEADROOM, MB
from pages.ui.jobs.worker import ORDER, Task

ROOT = Path(__file__).resolve().parents[3]
START_SECONDS = 60
COMPILING = Task("aucc_core:warm_up", {}, 256 * MB + HEADROOM)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class WorkerProcess:
    """One running worker."""

    pid: int
    connection: Connection

    def listen(self, on_progress: Callable[[tuple[Any, ...]], object]) -> tuple[Any, ...]:
        """Pass progress on; return the last message, or ("exit", None) when there was none."""
        while True:
            try:
                message = self.connection.recv()
            except (EOFError, OSError, pickle.UnpicklingError):
                return ("exit", None)
            if message[0] not in ("progress", "partial"):
                return tuple(message)
            on_progress(message)


class FactoryProcess:
    """Owns the one process of the worker factory; starts another if it has died."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._warm = False

    def start(self) -> None:
        """Start the factory now, so that the first job need not wait for imports."""
        with self._lock:
            self._ensure()

    def warm_up(self) -> None:
        """Have every later worker inherit the compiled kernels.

        One worker compiles them into the cache on the disk, which takes long when it is empty;
        the factory, which must stay ready to fork, then only loads them.
        """
        worker = self.launch(COMPILING)
        last = worker.listen(lambda _: None)
        worker.connection.close()
        if last[0] != "done":
            _log.info("The kernels could not be compiled ahead: %s.", last[0])
            return
        with self._lock:
            self._warm = True  # for a successor too
            _load_kernels(self._ensure())

    def launch(self, task: Task) -> WorkerProcess:
        """Fork a worker and give it its task."""
        ours, theirs = socket.socketpair()
        try:
            pid = self._fork(theirs.fileno())
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        connection = Connection(ours.detach())
        try:
            connection.send(task)
        except OSError:
            _log.info("Worker %d ended before it took its task.", pid)
        return WorkerProcess(pid, connection)

    def kill(self, worker: WorkerProcess) -> None:
        """Kill a worker, whatever it does."""
        with self._lock:
            if self._control is not None:
                try:
                    self._control.sendall(ORDER.pack(b"K", worker.pid))
                except OSError:
                    _log.info("The worker factory is gone; its workers end by themselves.")

    def stop(self) -> None:
        """End the factory, which kills its workers."""
        with self._lock:
            self._close()

    @property
    def pid(self) -> int | None:
        """Process id of the factory."""
        return self._process.pid if self._process else None

    def _fork(self, fd: int) -> int:
        with self._lock:
            for attempt in (1, 2):
                try:
                    control = self._ensure()
                    socket.send_fds(control, [ORDER.pack(b"F", 0)], [fd])
                    return _answer(control)
                except OSError:
                    self._close()
                    if attempt == 2:
                        raise
        raise AssertionError("unreachable")

    def _ensure(self) -> socket.socket:
        if self._control is not None and self._process is not None:
            if self._process.poll() is None:
                return self._control
            self._close()
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 -- our own module, fixed arguments
                [sys.executable, "-m", "pages.ui.jobs.worker_factory", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                cwd=ROOT,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
            )
        self._control = ours
        ours.settimeout(START_SECONDS)
        _answer(ours)
        if self._warm:
            _load_kernels(ours)
        return ours

    def _environment(self) -> dict[str, str]:
        threads = str(self._threads)
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]),
            "OMP_NUM_THREADS": threads,
            "OPENBLAS_NUM_THREADS": threads,
            "NUMBA_NUM_THREADS": threads,
            "MALLOC_ARENA_MAX": "2",  # each arena reserves 64 MB of the address space we limit
        }

    def _close(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            try:
                self._process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None


def _load_kernels(control: socket.socket) -> None:
    control.sendall(ORDER.pack(b"W", 0))
    _answer(control)


def _answer(control: socket.socket) -> int:
    data = b""
    while len(data) < ORDER.size:
        more = control.recv(ORDER.size - len(data))
        if not more:
            raise ConnectionError("The worker factory has gone.")
        data += more
    return int(ORDER.unpack(data)[1])
