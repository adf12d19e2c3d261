"""What a browser loads to draw the first charts: each file once, also after a failure."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.linked_view import open_view
from tests.browser.waiting import wait_until

PLOTLY = "**/vendor/plotly.min.js*"


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
    page.get_by_text("Take away").click()
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
