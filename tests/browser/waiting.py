"""Wait for what a page draws."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page

PATIENCE = 60.0


def wait_until(page: Page, expression: str, *, seconds: float = PATIENCE) -> Any:
    """The value of a JavaScript expression once it is true.

    Playwright's own wait_for_function needs eval, which the content policy forbids.
    """
    end = time.monotonic() + seconds
    while True:
        value = page.evaluate(expression)
        if value:
            return value
        assert time.monotonic() < end, f"still false after {seconds:g} s: {expression}"
        page.wait_for_timeout(25)


def wait_until_steady(page: Page, expression: str, *, still_ms: int = 400) -> Any:
    """The value of a JavaScript expression once it is true and has stopped changing."""
    value = wait_until(page, expression)
    while True:
        page.wait_for_timeout(still_ms)
        later = wait_until(page, expression)
        if later == value:
            return value
        value = later
