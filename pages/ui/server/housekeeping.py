"""What runs beside the pages while the server is up: warm-up, sweeps, garbage collection."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import logging
from collections.abc import AsyncIterator

from pages.ui.jobs import supervisor
from pages.ui.jobs.supervisor import SERVER
from pages.ui.server import vendor
from pages.ui.server.sessions import close_expired, sweep

SWEEP_SECONDS = 10.0
COLLECT_EVERY = 6  # sweeps
_log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def running() -> AsyncIterator[None]:
    """Keep house from the server's start to its graceful stop."""
    gc.freeze()  # what the imports made stays; collections need not look at it again
    tasks = [asyncio.create_task(_warm_up()), asyncio.create_task(_keep_clean())]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(supervisor.stop)


async def _warm_up() -> None:
    """Fork server first, then compile kernels in a child, then load them here from the cache.

    Compiling holds Python's lock for seconds, which would freeze every session; the child
    compiles into the shared cache, from which loading takes a moment.
    """
    await asyncio.to_thread(supervisor.start)
    await asyncio.to_thread(vendor.prepare)
    core = await asyncio.to_thread(importlib.import_module, "aucc_core")
    if hasattr(core, "warm_up"):
        handle = supervisor.submit(SERVER, "aucc_core:warm_up", {}, label="Warm-up", lane="quick")
        state = await asyncio.to_thread(handle.wait, 300)
        if state.status != "done":
            _log.warning("Kernels could not be compiled ahead: %s", state.error)
        await asyncio.to_thread(core.warm_up)


async def _keep_clean() -> None:
    """Sweep ended sessions every few seconds, collect garbage every minute."""
    rounds = 0
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        rounds += 1
        closed = close_expired()
        await asyncio.to_thread(sweep)
        if closed or rounds % COLLECT_EVERY == 0:
            await asyncio.to_thread(gc.collect)
