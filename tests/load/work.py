"""The job of `job_page`: leaves one line for each run, then counts."""

import os
import random
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


def read_damaged(seed):
    """Damage one of the sample files and read it; True when it could still be read."""
    from aucc_core.ingest import read_table
    from aucc_core.validate import InputError
    from tests.core.ingest.test_fuzz import TEXTS, mutate

    chance = random.Random(seed)
    try:
        read_table(mutate(chance.choice(TEXTS), chance))
    except InputError:
        return False
    return True
