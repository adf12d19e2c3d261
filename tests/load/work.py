"""The job of `job_page`: leaves one line for each run, then counts."""

import os
import time
from pathlib import Path


def count(steps, name, report):
    """Count to `steps`, a tenth of a second each; log the start so that runs can be counted."""
    with Path(os.environ["AUCC_TEST_TRACE"]).open("a") as f:
        f.write(f"{name} {os.getpid()}\n")
    for i in range(steps):
        report(i, steps, f"step {i}")
        time.sleep(0.1)
    return steps
