"""A server of our own and a real Chromium for every browser test.

`page` fails its test on any console error of the page, on an uncaught exception, and on
any request that leaves this machine. tests.waiting has what waits for the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.chromium import ARGS, MISSING, find
from tests.load.server import running
from tests.waiting import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)
PROBES = ("/_stcore/health", "/_stcore/host-config")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a running dashboard."""
    with running(log=tmp_path_factory.mktemp("server") / "log.txt") as started:
        yield started.url


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = find()
    if path is None:
        pytest.fail(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGS))
        yield browser
        browser.close()


@contextmanager
def watched_pages(chromium: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Make pages; on leaving, close them and fail on any complaint."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def make(
        *, width: int = 1280, height: int = 800, dark: bool = False, touch: bool = False
    ) -> Page:
        context = chromium.new_context(
            base_url=server,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            is_mobile=touch,
            accept_downloads=True,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", lambda m: _hear(complaints, m.type, m.text, m.location))
        page.on("pageerror", lambda e: complaints.append(f"uncaught: {e}"))
        page.on("request", lambda r: _follow(complaints, r.url))
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def open_page(chromium: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Make a page: open_page(width=390, height=844, dark=True, touch=True)."""
    with watched_pages(chromium, server) as make:
        yield make


@pytest.fixture(scope="module")
def open_shared_page(chromium: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Like open_page, for a page that several tests of a module use one after the other."""
    with watched_pages(chromium, server) as make:
        yield make


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """A desktop page in the light theme."""
    return open_page()


def _hear(complaints: list[str], kind: str, text: str, where: Mapping[str, Any]) -> None:
    # Opened by a deep link, Streamlit first looks for its server below the page's own path.
    probe = "404" in text and str(where.get("url", "")).endswith(PROBES)
    if kind == "error" and not probe:
        complaints.append(f"console: {text}")


def _follow(complaints: list[str], url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1":
        complaints.append(f"request leaves the machine: {url}")
