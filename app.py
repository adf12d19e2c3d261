"""The server: ``streamlit run app.py``.

`pages/frame.py` is the app; this adds what is around it: security headers, upload limits, plotly.js
from the installed package, /health, warm-up, and a clean stop. Options of the web server itself
are in .streamlit/config.toml; the environment variables AUCC_JOB_MEMORY_MB, AUCC_STORE_MB and
AUCC_SESSION_UPLOAD_MB set how much memory jobs, shared data and one session's uploads may take.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
if str(ROOT) not in sys.path:  # started as `uvicorn app:app --app-dir …` or from elsewhere
    sys.path.insert(0, str(ROOT))

import streamlit as st  # noqa: E402
from starlette.middleware import Middleware  # noqa: E402

from pages.ui.server import headers, health, housekeeping, uploads, vendor  # noqa: E402


@asynccontextmanager
async def lifespan(_: Any) -> AsyncIterator[None]:
    """Run the housekeeping for as long as the server runs."""
    uploads.keep_in_memory()
    async with housekeeping.running():
        yield


app = st.App(
    ROOT / "pages" / "frame.py",
    lifespan=lifespan,
    routes=[*health.routes, *vendor.routes],
    middleware=[Middleware(headers.SecurityHeaders), Middleware(uploads.SessionUploadLimit)],
)

if __name__ == "__main__":
    app.run()
