"""`surroundings`: the parts of this package as arguments for ``st.App``."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.middleware import Middleware

from pages.ui.server import assets, errors, health, housekeeping, security, uploads


def surroundings() -> dict[str, Any]:
    """Lifespan, routes, middleware and error page around any page script."""
    return {
        "lifespan": _lifespan,
        "on_script_error": errors.complain,
        "routes": [*health.routes, *assets.routes],
        "middleware": [
            Middleware(security.SecurityHeaders),
            Middleware(assets.StreamlitFiles),
            Middleware(uploads.SessionUploadLimit),
        ],
    }


@asynccontextmanager
async def _lifespan(_: Any) -> AsyncIterator[None]:
    uploads.keep_in_memory()
    errors.keep_data_out_of_logs()
    async with housekeeping.running():
        yield
