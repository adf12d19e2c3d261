"""The linear algebra below numpy and scipy, held to one thread."""

from __future__ import annotations

import functools
import sys
from contextlib import AbstractContextManager
from typing import Any


def one_thread() -> AbstractContextManager[Any]:
    """Within this context, BLAS and OpenMP use one thread.

    For work that is already dealt out to threads or processes. The libraries' own threads wait in
    a busy loop for each other: with many small matrix products, and above all when other work
    wants the cores too, that costs far more than it gains. And sums in another order would make
    labels depend on the machine.
    """
    # Libraries that are loaded later are not in an older list.
    return _pools("sklearn.cluster" in sys.modules, "scipy.linalg" in sys.modules).limit(limits=1)


@functools.cache
def _pools(*_loaded: bool) -> Any:
    """The thread pools of the loaded libraries; looking for them takes milliseconds."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
