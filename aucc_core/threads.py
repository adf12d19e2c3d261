"""Row ranges on threads: how compiled kernels use the cores.

The kernels release Python's lock, so plain threads run them side by side. Numba's own threading
is not used: its default layer must not be entered from two Python threads at once, which is just
what a web server with several sessions does.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

T = TypeVar("T")
R = TypeVar("R")

_PAIRS_WORTH_A_THREAD = 200_000


def thread_count(n_pairs: int) -> int:
    """Threads worth starting for so many pairs."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(available or 1, n_pairs // _PAIRS_WORTH_A_THREAD))


def row_ranges(n: int, parts: int) -> list[tuple[int, int]]:
    """Cut the rows 0..n-1 of the pair triangle into ranges of about equal numbers of pairs."""
    share = np.arange(1, parts) / parts
    cuts = np.rint(n * (1 - np.sqrt(1 - share))).astype(int).tolist()
    edges = [0, *cuts, n]
    return list(itertools.pairwise(edges))


def run_parallel(work: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """Results of ``work`` for every item, in order, one thread an item."""
    if len(items) == 1:
        return [work(items[0])]
    with ThreadPoolExecutor(len(items)) as pool:
        return list(pool.map(work, items))
