"""GET /reading: the page "Reading ROC curves of clusterings" (aucc_core/report/reading.py)."""

from __future__ import annotations

from functools import cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from aucc_core.report.reading import reading_page

READING_URL = "/reading"


@cache
def _page() -> str:
    return reading_page()


async def reading(_: Request) -> HTMLResponse:
    """The page, made once."""
    return HTMLResponse(await run_in_threadpool(_page), headers={"Cache-Control": "no-cache"})


routes = [Route(READING_URL, reading, methods=["GET"])]
