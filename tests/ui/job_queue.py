"""What the tests of the job queue share: a way to wait, and to see whether a process lives."""

import time
from pathlib import Path

LONG = 30.0  # seconds until a hanging test gives up


def until(condition):
    deadline = time.monotonic() + LONG
    while not (value := condition()):
        assert time.monotonic() < deadline, "gave up waiting"
        time.sleep(0.005)
    return value


def running_pid(supervisor):
    return until(lambda: next((j.child.pid for j in supervisor._running if j.child), None))


def alive(pid):
    # A worker whose parent has not yet collected it still has a /proc entry in state Z.
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
