"""Counting on a Dask cluster, through joblib's dask backend.

Each task counts one range of rows and sends its table back. Tasks change nothing, so one whose
worker was lost is simply run again elsewhere, and sums of integers do not depend on the order.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from aucc_core.large.passes import Pass, Rows, Tables, safe_ranges
from aucc_core.score.inputs import InputError, Progress

# A task is some seconds of work at most, and a lost one costs little.
_TASKS_PER_CORE = 8
_MIN_TASKS, _MAX_TASKS = 8, 512
_ATTEMPTS = 3
_CONNECT_SECONDS = 10.0


@contextmanager
def connected(client: Any) -> Iterator[Any]:
    """A Client: the one given, or one for the address given, closed afterwards."""
    if not isinstance(client, str):
        yield client
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise InputError(
            "A cluster needs the package dask[distributed]; install it on every machine."
        ) from error
    try:
        opened = Client(client, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(
            f"No Dask scheduler answers at {client!r}; check the address (such as "
            "tcp://192.168.1.5:8786) and that the scheduler is running."
        ) from error
    with opened:
        yield opened


def count_on_cluster(
    work: Pass, client: Any, *, progress: Progress | None = None, message: str = ""
) -> Tables:
    """Count all pairs on the workers behind ``client`` (a Client or an address)."""
    with connected(client) as opened:
        return _count(work, opened, progress, message)


def _count(work: Pass, client: Any, progress: Progress | None, message: str) -> Tables:
    from distributed import CancelledError, KilledWorker

    cores = sum(client.ncores().values())
    tasks = min(_MAX_TASKS, max(_MIN_TASKS, _TASKS_PER_CORE * cores))
    waiting = dict(enumerate(safe_ranges(work.n, tasks)))
    total = len(waiting)
    sums = Tables.empty(work, np.int64)
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            for at, tables in _results(work, client, waiting):
                sums.add(tables)
                del waiting[at]
                if progress is not None:
                    progress(total - len(waiting), total, message)
        except (CancelledError, KilledWorker, OSError) as error:
            # The data went down with its workers. What came back stays; the rest is sent anew.
            if attempt == _ATTEMPTS:
                raise InputError(
                    f"The Dask cluster lost its workers {_ATTEMPTS} times; run without --cluster, "
                    "or check the workers' memory and logs."
                ) from error
        if not waiting:
            break
    return sums


def _results(work: Pass, client: Any, waiting: dict[int, Rows]) -> Iterator[tuple[int, Tables]]:
    """Tables of row ranges as they come back."""
    import joblib

    # Every worker gets the data once; then losing one loses nothing.
    with joblib.parallel_config(backend="dask", client=client, scatter=[work]):
        parallel = joblib.Parallel(
            n_jobs=-1, batch_size=1, pre_dispatch="all", return_as="generator_unordered"
        )
        yield from parallel(
            joblib.delayed(_count_range)(work, at, rows) for at, rows in list(waiting.items())
        )


def _count_range(work: Pass, at: int, rows: Rows) -> tuple[int, Tables]:
    tables = Tables.empty(work)
    work.count(rows, tables)
    return at, tables
