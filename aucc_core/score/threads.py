"""How the core uses the cores: row ranges on threads, and compiled kernels.

The kernels release Python's lock, so plain threads run them side by side. Numba's own threading
is not used: its default layer must not be entered from two Python threads at once, which is just
what a web server with several sessions does.
"""

from __future__ import annotations

import atexit
import functools
import itertools
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")
R = TypeVar("R")

_PAIRS_WORTH_A_THREAD = 200_000
CACHE_VARIABLE = "NUMBA_CACHE_DIR"


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
    """Results of ``work`` for every item, in order, one thread per item."""
    if len(items) == 1:
        return [work(items[0])]
    with ThreadPoolExecutor(len(items)) as pool:
        return list(pool.map(work, items))


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a kernel: without Python's lock, and kept on disk for the next start."""
    _settle_cache()
    from numba import njit  # reads the variable when it is imported

    return njit(cache=True, nogil=True, error_model="numpy")(function)


@functools.cache
def _settle_cache() -> None:
    """Tell numba where to keep compiled code, if it would not find a place by itself."""
    if CACHE_VARIABLE in os.environ:
        return
    home_cache = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    folder = cache_folder(Path(__file__).parent, home_cache)
    if folder is not None:
        os.environ[CACHE_VARIABLE] = str(folder)


def cache_folder(package: Path, home_cache: Path) -> Path | None:
    """Where compiled code can be kept when neither the package nor the home folder can be written.

    None when numba's own places will do. It refuses to compile at all without one, as on a server
    with a read-only disk. The folder is new and private: compiled code must not come from a place
    where others can leave some.
    """
    if any(_writable(folder) for folder in (package / "__pycache__", home_cache)):
        return None
    folder = Path(tempfile.mkdtemp(prefix="aucc-compiled-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
