"""How tests wait: for a condition, never for a number of seconds.

A limit is only there so that a test that hangs ends. It is far longer than anything takes on a
machine with all cores busy: no test may fail because the machine is slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pages.ui.jobs import JobHandle, JobState

PATIENCE = 180.0  # seconds
NOT_RUNNING = "document.querySelector('[data-test-script-state=notRunning]') !== null"


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


class Runs:
    """The runs of a page's script; made before the page is opened, it hears of each that ends.

    That no script runs says too little after an action: its run may not have begun, and one that
    is over at once may never show in the page.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._ended = 0
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def wait(self, *, still_ms: int = 600) -> None:
        """Wait until a run has ended since the last wait and no other follows."""

        def rested() -> bool:
            seen = self._ended
            self._page.wait_for_timeout(still_ms)
            return 0 < seen == self._ended and self._page.evaluate(NOT_RUNNING)

        until(rested)
        self._ended = 0

    def _hear(self, frame: str | bytes) -> None:
        assert isinstance(frame, bytes)
        message = ForwardMsg.FromString(frame)
        if message.WhichOneof("type") == "script_finished":
            self._ended += message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
