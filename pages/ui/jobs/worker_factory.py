"""A small process that has imported the core once and forks a fresh worker in a few milliseconds.

Started by `process` as ``python -m pages.ui.jobs.worker_factory FD``. It is a program of its own,
not `multiprocessing`'s fork server, because that one re-runs ``__main__`` in each child, and inside
Streamlit ``__main__`` is whichever page script happens to run. It starts no Python thread, so
no lock of Python is held where it forks. OpenBLAS keeps threads of its own (one less than it may
use), which it ends before a fork and starts again when it next needs them. One-letter orders
arrive on the socket FD: F (with a descriptor: fork a worker that talks on it; the pid is sent
back), K pid (kill that worker), W (load the compiled kernels, which every worker forked from then
on inherits).
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import selectors
import signal
import socket
import struct
import sys
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler

import aucc_core
from pages.ui.jobs.worker import ORDER

PRELOAD = (
    "numpy", "pandas", "scipy.spatial.distance", "scipy.cluster.hierarchy", "sklearn.cluster",
    "sklearn.mixture", "sklearn.metrics", "numba", "aucc_core", "aucc_core.sweeps.sweep",
    "aucc_core.ingest", "pages.ui.jobs.worker", "aucc_core.sweeps.solutions",
)  # fmt: skip


def main(fd: int) -> None:
    """Serve fork orders until the server goes away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then stops us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for name in PRELOAD:
        importlib.import_module(name)
    gc.freeze()  # shared pages stay shared: collections in children do not touch them
    server = socket.socket(fileno=fd)
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it was killed meanwhile
        server.sendall(ORDER.pack(b"R", os.getpid()))
        _serve(server)


def _serve(server: socket.socket) -> None:
    workers: dict[int, socket.socket] = {}
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    with selectors.DefaultSelector() as ready:
        ready.register(server, selectors.EVENT_READ)
        ready.register(wake_read, selectors.EVENT_READ)
        while True:
            for key, _ in ready.select():
                if key.fd == wake_read:
                    os.read(wake_read, 4096)
                elif not _obey(server, workers):
                    _kill_all(workers)
                    return
            _reap(workers)


def _obey(server: socket.socket, workers: dict[int, socket.socket]) -> bool:
    """Carry out one order; False when the server has gone."""
    data, fds, _, _ = socket.recv_fds(server, ORDER.size, 1)
    if len(data) < ORDER.size:
        return False
    order, pid = ORDER.unpack(data)
    if order == b"F":
        link = socket.socket(fileno=fds[0])
        child = _fork(server, link, workers)
        workers[child] = link
        server.sendall(ORDER.pack(b"P", child))
    elif order == b"W":
        aucc_core.warm_up()  # small data, so it starts no threads
        gc.freeze()
        server.sendall(ORDER.pack(b"W", 0))
    elif order == b"K" and pid in workers:  # ours and not yet reaped, so the pid is not reused
        _kill_group(pid)
    return True


def _fork(server: socket.socket, link: socket.socket, workers: dict[int, socket.socket]) -> int:
    pid = os.fork()
    # A group of its own, so that what the worker starts dies with it. Set on both sides: whoever
    # comes first, the group exists before anything else happens.
    with contextlib.suppress(OSError):
        os.setpgid(pid, pid)
    if pid:
        return pid
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        server.close()
        for other in workers.values():
            other.close()
        _silence()
        from pages.ui.jobs import worker

        worker.run(Connection(link.detach()))
        status = 0
    finally:
        os._exit(status)


def _silence() -> None:
    """A worker writes to no log: what it prints could hold a user's data."""
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)


def _reap(workers: dict[int, socket.socket]) -> None:
    """Collect ended workers and tell the server how each ended, on the worker's own link."""
    while workers:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        _kill_group(pid)  # processes the worker may have left behind
        link = workers.pop(pid)
        message = bytes(ForkingPickler.dumps(("exit", os.waitstatus_to_exitcode(status))))
        try:
            link.send(struct.pack("!i", len(message)) + message, socket.MSG_DONTWAIT)
        except OSError:
            continue  # the server has closed this link already: nobody asks
        finally:
            link.close()


def _kill_all(workers: dict[int, socket.socket]) -> None:
    for pid in workers:
        _kill_group(pid)


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


if __name__ == "__main__":
    main(int(sys.argv[1]))
