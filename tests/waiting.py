"""How tests wait: for a condition, never for a number of seconds.

A limit is only there so that a test that hangs ends. It is far longer than anything takes on a
machine with all cores busy: no test may fail because the machine is slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pages.ui.jobs import JobHandle, JobState

PATIENCE = 180.0  # seconds


def until(condition: Callable[[], Any], *, pause: float = 0.005) -> Any:
    """The value of a condition once it is true."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, f"still not so after {PATIENCE:g} s"
        time.sleep(pause)
    return value


def ended(handle: JobHandle) -> JobState:
    """The state of a job once it has finished, well or badly."""
    return until(lambda: state if (state := handle.poll()).finished else None)


def run_until(app: Any, condition: Callable[[Any], Any]) -> Any:
    """An AppTest, run again as its panel does in a browser, until a condition holds."""

    def seen() -> bool:
        if condition(app) or app.exception:
            return True
        app.run()
        return False

    until(seen, pause=0.2)
    assert not app.exception
    return app


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
