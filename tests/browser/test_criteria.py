"""Criteria in a real browser: first picture, choices that come along, phone and dark."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.waiting import wait_until

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CHARTS = "document.querySelectorAll('.js-plotly-plot').length"
HEAT = """[...document.querySelectorAll('.js-plotly-plot')].find((gd) => gd.data &&
gd.data[0].type === 'heatmap' && gd.data[1] && gd.data[1].mode === 'markers')"""
STARS = f"(() => {{ const gd = {HEAT}; return gd && Array.from(gd.data[1].x); }})()"
TICKS = f"(() => {{ const gd = {HEAT}; return gd && gd.layout.xaxis.ticktext; }})()"


def click_middle(page: Page, what: Locator) -> None:
    """Where it is, as plotly has a layer of its own above what is drawn."""
    what.first.scroll_into_view_if_needed()
    box = what.first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_first_picture_card_and_the_way_back(page: Page) -> None:
    page.goto("/criteria")
    stars = wait_until(page, STARS)
    # Column 2 is k = 4, which most pick.
    assert stars.count(2) > len(stars) / 2
    expect(page.get_by_text("k = 4 gets")).to_be_visible()
    # A row's name opens the card of its criterion, and the next one that of another.
    for name, source in (("SWC", "Rousseeuw 1987"), ("VRC", "Calinski and Harabasz 1974")):
        expect(page.get_by_test_id("stApp")).to_have_attribute(
            "data-test-script-state", "notRunning"
        )
        click_middle(page, page.locator(".js-plotly-plot text", has_text=re.compile(f"^{name}$")))
        expect(page.get_by_role("dialog").get_by_text(source)).to_be_visible()
        page.get_by_role("button", name="Close").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("radio", name="Cards").click()
    page.get_by_role("radio", name="SWC", exact=True).click()
    expect(page.get_by_text("Rousseeuw 1987")).to_be_visible()
    assert page.locator(".katex").count() > 0
    # The link has the look and the card.
    wait_until(page, "location.search.includes('look=Cards')")
    wait_until(page, "location.search.includes('card=SWC')")
    page.locator("[data-testid=stSidebar] summary", has_text="More").click()
    seed = page.locator("[data-testid=stSidebar] input[aria-label=Seed]")
    seed.fill("7")
    seed.press("Enter")
    wait_until(page, "location.search.includes('seed=7')")
    page.get_by_role("link", name="Explore").click()
    page.wait_for_selector("[data-part=legend] button")
    expect(page.locator("[data-testid=stSidebar] input[aria-label=Seed]")).to_have_value("7")
    assert page.locator("[data-testid=stException]").count() == 0


def test_choices_of_explore_come_along(page: Page) -> None:
    page.goto("/?data=Iris&k=3&k=6")
    expect(page.get_by_role("heading", name="Iris · 150 objects")).to_be_visible()
    page.wait_for_selector("[data-part=legend] button")
    page.get_by_role("link", name="Criteria").click()
    expect(page.get_by_role("heading", name="Criteria · Iris · 150 objects")).to_be_visible()
    wait_until(page, STARS)
    assert wait_until(page, TICKS) == ["3", "4", "5", "6"]


def test_phone_in_the_dark(open_page: Callable[..., Page]) -> None:
    page = open_page(width=390, height=844, dark=True, touch=True)
    page.goto("/criteria")
    wait_until(page, STARS)
    assert page.evaluate(WIDE) <= 0
    page.get_by_role("radio", name="By k").click()
    wait_until(page, f"{CHARTS} >= 10")
    assert page.evaluate(WIDE) <= 0
