"""Criteria in a real browser: first picture, choices that come along, phone and dark."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.waiting import wait_until

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CHARTS = "document.querySelectorAll('.js-plotly-plot').length"
HEAT = """[...document.querySelectorAll('.js-plotly-plot')].find((gd) => gd.data &&
gd.data[0].type === 'heatmap' && gd.data[1] && gd.data[1].mode === 'markers')"""
STARS = f"(() => {{ const gd = {HEAT}; return gd && Array.from(gd.data[1].x); }})()"
TICKS = f"(() => {{ const gd = {HEAT}; return gd && gd.layout.xaxis.ticktext; }})()"


def test_first_picture_card_and_the_way_back(page: Page) -> None:
    page.goto("/criteria")
    stars = wait_until(page, STARS)
    # Column 2 is k = 4. C/√k stars k = 3, DBCV k = 5, and AUCC along dense paths is 1 for 2 and 4.
    others = sorted(column for column in stars if column != 2)
    assert others == [0, 1, 3]
    expect(page.get_by_text("criteria pick k = 4.")).to_be_visible()
    page.get_by_role("tab", name="Cards").click()
    page.get_by_role("radio", name="SWC", exact=True).click()
    expect(page.get_by_text("Rousseeuw 1987")).to_be_visible()
    assert page.locator(".katex").count() > 0
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
    wait_until(page, f"{CHARTS} >= 10")
    assert page.evaluate(WIDE) <= 0
