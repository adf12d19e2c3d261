"""The lines under Explore's title at every width, and how the room of a wide screen is used."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.linked_view import open_view


@pytest.mark.parametrize(("width", "height"), [(2560, 1440), (1440, 900), (1280, 720), (390, 844)])
@pytest.mark.parametrize("data", ["Two moons", "Wine"])
def test_the_whole_answer_is_seen(
    open_page: Callable[..., Page], width: int, height: int, data: str
) -> None:
    page = open_page(width=width, height=height, touch=width < 500)
    open_view(page, f"/?data={data}", solutions=8)
    place = page.locator(".st-key-answer-place").bounding_box()
    assert place is not None
    parts = [
        page.locator(".st-key-answer strong"),
        page.get_by_text("AUCC: how often pairs put together are closer"),
        page.get_by_role("button", name="How to read this"),
        page.get_by_text("Highest AUCC"),
        page.get_by_role("button", name="[z-score]"),
    ]
    for part in parts:
        part.wait_for()
        seen = part.bounding_box()
        assert seen is not None
        assert seen["x"] >= place["x"] - 1
        assert seen["x"] + seen["width"] <= place["x"] + place["width"] + 1
        assert seen["y"] + seen["height"] <= place["y"] + place["height"] + 1
    alone = page.get_by_text("No scaling: 'proline' alone makes 99.7 % of all squared distances")
    expect(alone).to_have_count(1 if data == "Wine" else 0)


def test_a_wide_screen_is_used(open_page: Callable[..., Page]) -> None:
    page = open_page(width=2560, height=1440)
    open_view(page, solutions=8)
    view = page.locator(".aucc").bounding_box()
    assert view is not None
    assert view["width"] > 2000
    # The tools of the plots stand beside their titles, not on them.
    page.locator("[data-part=scatter]").hover()
    tools = page.locator("[data-part=scatter] .modebar").bounding_box()
    title = page.locator(".aucc-title").last.bounding_box()
    assert title is not None
    assert tools is not None
    assert tools["y"] + tools["height"] <= title["y"] + 3
