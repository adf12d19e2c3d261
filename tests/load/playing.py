"""Play a story of visitors to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def to_the_end(story: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread of its own: browser tests leave a loop running in theirs."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, story).result()
