"""Worker functions for the tests of the job queue; run in child processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from aucc_core.score.inputs import InputError


def double(x):
    return 2 * x


def steps(n, progress, pause=0.0):
    for i in range(n):
        progress(i, n, f"step {i}")
        time.sleep(pause)
        yield i
    return n * n


def append_line(path, text, pause=0.0):
    """Leave a trace of each run, so that a test can count them and see their order."""
    with Path(path).open("a") as f:
        f.write(f"{text}\n")
    time.sleep(pause)
    return text


def span(path, text, pause):
    append_line(path, f"+{text}")
    time.sleep(pause)
    append_line(path, f"-{text}")


def wait_for(path):
    """Block until the test creates the file, so that tests need no guess at timing."""
    while not Path(path).exists():
        time.sleep(0.005)
    return str(path)


def trace_and_wait(trace, path):
    """Tell of each beginning, then block until the test creates the file."""
    append_line(trace, "begun")
    return wait_for(path)


def refuse():
    raise InputError("AUCC needs 3 objects or more; got 1.")


def break_down(secret):
    raise RuntimeError(f"cannot open /home/someone/{secret}.csv")


def crash():
    print("a user's data", file=sys.stderr, flush=True)
    os.kill(os.getpid(), signal.SIGABRT)


def eat(mb):
    return float(np.ones(mb << 17).sum())


def surroundings():
    return {
        "streamlit": "streamlit" in sys.modules,
        "core": "aucc_core" in sys.modules,
        "nice": os.nice(0),
        "pid": os.getpid(),
    }


def have_a_child(path):
    """Start a process of its own, say which, and wait for ever."""
    child = subprocess.Popen(["sleep", "1000"])
    Path(path).write_text(str(child.pid))
    child.wait()


def return_as_is(value):
    return value
