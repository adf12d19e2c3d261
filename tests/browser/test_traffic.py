"""What travels to the browser.

Files to draw the first charts, each once, also after a failure; the whole drawing when a view
opens, and next to nothing afterwards.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.linked_view import open_view, state
from tests.waiting import Runs, wait_until

PLOTLY = "**/vendor/plotly.min.js*"
SMALL = 20_000  # bytes of all messages after something settled; the drawing alone has 200,000


@pytest.fixture
def loaded(page: Page) -> list[str]:
    """Addresses that the page has asked for."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url.split("?")[0]))
    return found


def plotly_among(loaded: list[str]) -> int:
    return sum(url.endswith("vendor/plotly.min.js") for url in loaded)


@pytest.mark.parametrize("path", ["/", "/?data=Iris&k=2&k=5"])
def test_no_script_is_loaded_twice(page: Page, loaded: list[str], path: str) -> None:
    open_view(page, path)
    scripts = [url for url in loaded if url.endswith(".js")]
    assert sorted(scripts) == sorted(set(scripts))
    assert plotly_among(loaded) == 1
    assert page.locator("script[src*='plotly.min.js']").count() == 1


def test_the_code_brings_its_large_script_only_when_opened(page: Page, loaded: list[str]) -> None:
    open_view(page)
    assert not any("SyntaxHighlighter" in url for url in loaded)
    page.get_by_role("tab", name="Take away").click()
    wait_until(page, "document.querySelector('[data-testid=stCode]')?.innerText.includes('sweep')")


def test_plotly_is_loaded_once_for_who_comes_from_another_page(
    page: Page, loaded: list[str]
) -> None:
    page.goto("/paper")
    link = page.get_by_test_id("stSidebarNavLink").first
    link.wait_for()
    assert plotly_among(loaded) == 0
    link.click()
    wait_until(page, "window.__aucc && window.__aucc.curves.length >= 1")
    assert plotly_among(loaded) == 1


def test_charts_are_drawn_although_the_first_try_for_plotly_failed(
    chromium: Browser, server: str
) -> None:
    page = chromium.new_page(base_url=server)
    tries: list[str] = []

    def fail_once(route: Route) -> None:
        tries.append(route.request.url)
        route.abort() if len(tries) == 1 else route.continue_()

    page.route(PLOTLY, fail_once)
    try:
        open_view(page)
        assert len(tries) == 2
    finally:
        page.close()


# Messages


@pytest.fixture
def frames(page: Page) -> list[int]:
    """The length of every message from the server."""
    found: list[int] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: found.append(len(data))))
    return found


@pytest.fixture
def runs(page: Page) -> Runs:
    return Runs(page)


def settle(runs: Runs, frames: list[int]) -> int:
    """Wait until the server has answered what has just settled; the bytes that it took."""
    runs.wait()
    total = sum(frames)
    frames.clear()
    return total


def drawn_again(page: Page, focus: str) -> None:
    wait_until(page, f"window.__aucc?.focus === '{focus}' && window.__aucc.curves.length === 8")
    wait_until(page, "document.querySelectorAll('.aucc-title').length === 3")


def test_a_settled_choice_does_not_send_the_drawing_again(
    page: Page, frames: list[int], runs: Runs
) -> None:
    open_view(page, solutions=8)
    assert settle(runs, frames) > 5 * SMALL
    for row in range(6):
        page.locator("[data-part=legend] button").nth(row).click()
        wait_until(page, f"location.search.includes('focus=kmeans-{row + 2}')")
        assert 0 < settle(runs, frames) < SMALL
    page.locator("[data-part=log]").check()
    wait_until(page, "location.search.includes('log=1')")
    assert 0 < settle(runs, frames) < SMALL
    assert state(page)["focus"] == "kmeans-7"


def test_a_new_mount_gets_the_drawing_and_what_was_chosen(
    page: Page, frames: list[int], runs: Runs
) -> None:
    open_view(page, solutions=8)
    settle(runs, frames)
    page.locator("[data-part=legend] button").nth(4).click()
    wait_until(page, "location.search.includes('focus=kmeans-6')")
    settle(runs, frames)
    page.reload()
    drawn_again(page, "kmeans-6")
    links = page.get_by_test_id("stSidebarNavLink")
    links.nth(1).click()
    wait_until(page, "!document.querySelector('[data-part=scatter]')")
    links.nth(0).click()
    drawn_again(page, "kmeans-6")
    # And once more, with another choice: what was sent before is not what the view opens with.
    page.locator("[data-part=legend] button").nth(1).click()
    wait_until(page, "location.search.includes('focus=kmeans-3')")
    links.nth(1).click()
    wait_until(page, "!document.querySelector('[data-part=scatter]')")
    links.nth(0).click()
    drawn_again(page, "kmeans-3")
