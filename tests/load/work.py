"""The job of `job_page`: leaves one line for each run, then counts."""

import os
import random
import time
from pathlib import Path


def count(steps, name, progress):
    """Count to `steps`, a tenth of a second each; log the start so that runs can be counted."""
    with Path(os.environ["AUCC_TEST_TRACE"]).open("a") as f:
        f.write(f"{name} {os.getpid()}\n")
    for i in range(steps):
        progress(i, steps, f"step {i}")
        time.sleep(0.1)
    return steps


def read_damaged(seeds):
    """Damage one of the sample files for each seed and read it; (seconds, could be read)."""
    from aucc_core.ingest import read_table
    from aucc_core.score.inputs import InputError
    from tests.core.ingest.test_fuzz import TEXTS, mutate

    outcomes = []
    for seed in seeds:
        chance = random.Random(seed)
        data = mutate(chance.choice(TEXTS), chance)
        begin = time.perf_counter()
        try:
            read_table(data)
        except InputError:
            read = False
        else:
            read = True
        outcomes.append((time.perf_counter() - begin, read))
        yield outcomes[-1]
    return outcomes
