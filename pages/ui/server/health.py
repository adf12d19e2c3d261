"""GET /health: is the server well? Queue, memory, sessions and version, nothing about anyone."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from aucc_core.version import __version__
from pages.ui.jobs import job_queue
from pages.ui.jobs.memory import machine_bytes, resident_bytes
from pages.ui.store.store import store
from pages.ui.streamlit_internals import alive_sessions

_started = time.monotonic()


async def health(_: Request) -> JSONResponse:
    """Status as JSON."""
    report = {
        "status": "ok",
        "version": __version__,
        "uptime_seconds": round(time.monotonic() - _started),
        "sessions": len(alive_sessions()),
        "jobs": job_queue.stats(),
        "store": store.stats(),
        "memory": {"resident_bytes": resident_bytes(), "machine_bytes": machine_bytes()},
    }
    return JSONResponse(report, headers={"Cache-Control": "no-store"})


routes = [Route("/health", health, methods=["GET"])]
