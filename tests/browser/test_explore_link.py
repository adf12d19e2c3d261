"""A link, a reload and the way back show the same view again: all that was chosen in it."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.linked_view import drag_over, hover_vertex, open_view, state
from tests.waiting import NOT_RUNNING, wait_until

SHOWN = ("focus", "selected", "held", "log", "inset", "pins", "hand")


def settled_address(page: Page, *parts: str) -> dict[str, list[str]]:
    for part in parts:
        wait_until(page, f"location.search.includes('{part}')")
    wait_until(page, NOT_RUNNING)
    return parse_qs(urlsplit(page.url).query)


def shown(page: Page) -> dict[str, object]:
    now = state(page)
    return {name: now[name] for name in SHOWN}


def test_a_reload_and_a_link_bring_everything_back(page: Page) -> None:
    open_view(page, "/?k=2&k=6&area=0.2&tab=Objects")
    page.locator("[data-part=legend] button[data-id=kmeans-5]").click()
    drag_over(page, (0, 45), (40, 95), panel=0)
    wait_until(page, "window.__aucc.selected")
    hover_vertex(page, "kmeans-5", 0.3)
    page.mouse.down()
    page.mouse.up()
    wait_until(page, "window.__aucc.held !== null")
    said = settled_address(page, "selected=", "held=", "focus=kmeans-5")
    assert said["area"] == ["0.2"]
    assert said["tab"] == ["Objects"]
    before, chosen = shown(page), len(state(page)["selected"])
    for path in (page.url, page.url):  # a reload, and the same in a fresh page
        page.evaluate("window.__aucc = undefined")
        page.goto("about:blank")
        open_view(page, path)
        wait_until(page, "window.__aucc.selected")
        assert shown(page) == before
        expect(page.get_by_text(f"The {chosen} selected objects")).to_be_visible()
        expect(page.locator("[data-part=partial]")).to_have_value("0.2")


def test_a_change_of_scaling_keeps_the_selection(page: Page) -> None:
    open_view(page, "/?data=iris&k=2&k=4&selected=0-9.50&focus=kmeans-3")
    assert state(page)["selected"] == [*range(10), 50]
    box = page.locator("[data-testid=stSidebar]").get_by_role("combobox", name="Scaling")
    box.fill("z-score")
    box.press("Enter")
    wait_until(page, "location.search.includes('scaling=z-score')")
    wait_until(page, NOT_RUNNING)
    assert state(page)["selected"] == [*range(10), 50]
    assert state(page)["focus"] == "kmeans-3"


def test_other_data_begin_afresh(page: Page) -> None:
    open_view(page, "/?data=iris&k=2&k=4&selected=0-9.50&focus=kmeans-3&log=1&tab=Objects")
    box = page.locator("[data-testid=stSidebar]").get_by_role("combobox", name="Data", exact=True)
    box.fill("Wine")
    box.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Wine")
    wait_until(page, "window.__aucc.selected === null && window.__aucc.log")
    wait_until(page, "!location.search.includes('selected')")
    wait_until(page, NOT_RUNNING)
    expect(page.get_by_text("selected objects")).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Iris")
    wait_until(page, "window.__aucc.selected?.length === 11")
    assert state(page)["focus"] == "kmeans-3"


@pytest.mark.parametrize(
    "link",
    ["focus=kmeans-5&log=1&area=0.2", "area=junk&selected=9-1&held=x&inset=1&hand=~&pins=a.b"],
)
def test_links_of_earlier_versions_and_odd_ones_open(page: Page, link: str) -> None:
    open_view(page, f"/?data=Iris&k=2&k=6&verdict=true&structure=true&{link}")
    assert page.locator("[data-testid=stException]").count() == 0
    assert state(page)["selected"] is None
