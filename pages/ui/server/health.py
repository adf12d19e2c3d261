"""GET /health: is the server well? Queue, memory, sessions and version, nothing about anyone."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from aucc_core.version import __version__
from pages.ui.jobs import supervisor
from pages.ui.jobs.memory import machine_bytes, resident_bytes
from pages.ui.server.sessions import alive_sessions
from pages.ui.store import store

_started = time.monotonic()


async def health(_: Request) -> JSONResponse:
    """Status as JSON."""
    report = {
        "status": "ok",
        "version": __version__,
        "uptime_seconds": round(time.monotonic() - _started),
        "sessions": len(alive_sessions()),
        "jobs": supervisor.stats(),
        "store": store.stats(),
        "memory": {"resident_bytes": resident_bytes(), "machine_bytes": machine_bytes()},
    }
    return JSONResponse(report, headers={"Cache-Control": "no-store"})


routes = [Route("/health", health, methods=["GET"])]
