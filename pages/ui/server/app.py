"""`surroundings`: the parts of this package as arguments for ``st.App``."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.middleware import Middleware

from pages.ui.server import (
    assets,
    classroom,
    errors,
    handout,
    health,
    housekeeping,
    reading,
    security,
    uploads,
)


def surroundings(after_start: housekeeping.AfterStart | None = None) -> dict[str, Any]:
    """Lifespan, routes, middleware and error page around any page script.

    ``after_start`` is done once the server is warm; it is given a name to keep results under.
    """
    return {
        "lifespan": partial(_lifespan, after_start),
        "on_script_error": errors.complain,
        "routes": [
            *health.routes,
            *assets.routes,
            *handout.routes,
            *classroom.routes,
            *reading.routes,
        ],
        "middleware": [
            Middleware(security.SecurityHeaders),
            Middleware(assets.StreamlitFiles),
            Middleware(uploads.UploadLimits),
        ],
    }


@asynccontextmanager
async def _lifespan(after_start: housekeeping.AfterStart | None, _: Any) -> AsyncIterator[None]:
    uploads.keep_in_memory()
    errors.keep_data_out_of_logs()
    classroom.log_events()
    async with housekeeping.running(after_start):
        yield
