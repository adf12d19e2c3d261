"""What runs beside the pages while the server is up: warm-up, clearing up, garbage collection."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import logging
import pkgutil
from collections.abc import AsyncIterator, Awaitable, Callable

import aucc_core
from pages.ui.jobs import job_queue
from pages.ui.server import assets, classroom
from pages.ui.state import handout
from pages.ui.store.store import store
from pages.ui.streamlit_internals import alive_sessions, close_expired

CLEAR_SECONDS = 10.0
COLLECT_EVERY = 6  # rounds
# Who keeps what the server has computed for everybody; no session is called so.
SERVER = "server"
AfterStart = Callable[[str], Awaitable[None]]
_log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def running(after_start: AfterStart | None = None) -> AsyncIterator[None]:
    """Keep house from the server's start to its graceful stop.

    Everything is imported before the first visitor is let in (0.7 s): a page that imports a package
    while another thread is at it can get half of it, and fail.
    """
    await asyncio.to_thread(import_all, "aucc_core", "pages.ui")
    gc.freeze()  # what the imports made stays; collections need not look at it again
    tasks = [asyncio.create_task(_warm_up(after_start)), asyncio.create_task(_keep_clean())]
    for task in tasks:
        task.add_done_callback(_log_failure)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)  # a failure was logged when it came
        await asyncio.to_thread(job_queue.stop)


def _log_failure(task: asyncio.Task[None]) -> None:
    """The pages work without warm-up and clearing up, only slower and larger: say so, go on."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("Housekeeping failed", exc_info=error)


async def _warm_up(after_start: AfterStart | None) -> None:
    """Do early what would make the first visitor wait: compiling, compressing, `after_start`.

    Kernels are compiled in a child first: compiling holds Python's lock for seconds, which would
    freeze every session; loading from the cache that the child filled takes a moment.
    """
    await asyncio.to_thread(assets.prepare)
    await asyncio.to_thread(job_queue.start)
    await asyncio.to_thread(job_queue.warm_up)
    await asyncio.to_thread(aucc_core.warm_up)
    if after_start is not None:
        await after_start(SERVER)


def import_all(*packages: str) -> None:
    """Import every module of some packages; also programs, which do nothing when imported."""
    for package in packages:
        found = importlib.import_module(package)
        for module in pkgutil.walk_packages(found.__path__, f"{package}."):
            importlib.import_module(module.name)


def forget_ended() -> None:
    """Give back what ended sessions held in our own store and queue.

    Who holds something is asked first: a session that begins after that is in neither list, and
    what it asks for meanwhile stays.
    """
    holders = store.sessions() | job_queue.sessions() | handout.sessions()
    ended = holders - alive_sessions() - {SERVER}
    store.forget_sessions(ended)
    job_queue.forget_sessions(ended)
    handout.forget_sessions(ended)


async def _keep_clean() -> None:
    """Every ten seconds close ended sessions and give back what they held; collect garbage then.

    Without an ended session garbage is collected once a minute. The pages do not collect on their
    own (``runner.postScriptGC``): it would hold up each rerun.
    """
    rounds = 0
    while True:
        await asyncio.sleep(CLEAR_SECONDS)
        rounds += 1
        closed = close_expired()
        classroom.forget_old()
        await asyncio.to_thread(forget_ended)
        if closed or rounds % COLLECT_EVERY == 0:
            await asyncio.to_thread(gc.collect)
