"""Below the linked view in a real Chromium: verdict, band, advice that highlights, Cancel."""

from __future__ import annotations

import numpy as np
from playwright.sync_api import Page, expect

from aucc_core.datasets import load_dataset
from tests.browser.linked_view import box, chart, ink, open_view, place, state
from tests.waiting import wait_until


def test_the_verdict_comes_by_itself_with_card_and_band(page: Page) -> None:
    page.goto("/")
    wait_until(page, "window.__aucc?.curves.length === 8")
    top = box(page, "scatter")["y"]
    expect(page.get_by_text("k-means: 4 clusters, strong evidence")).to_be_visible()
    expect(page.get_by_role("heading", name="4 clusters (k-means)")).to_be_visible()
    assert box(page, "scatter")["y"] == top  # the line is as high as before it had an answer
    assert "verdict" not in page.url
    band = wait_until(page, "window.__aucc.band")
    assert band == {"algorithm": "kmeans", "ks": list(range(2, 10))}
    # The ribbon is behind the lines, closed, and around its mean.
    names = chart(page, "score", "gd.data.map((t) => t.name)")
    assert names[:3] == ["band", "band mean", "k-means"]
    ribbon = chart(page, "score", "({x: gd.data[0].x, y: gd.data[0].y, mean: gd.data[1].y})")
    assert ribbon["x"] == [*range(2, 10), *range(9, 1, -1)]
    high, low = ribbon["y"][:8], ribbon["y"][:7:-1]
    assert all(a < b < c for a, b, c in zip(low, ribbon["mean"], high, strict=True))
    labels = chart(page, "score", "gd.layout.annotations.map((a) => a.text).join()")
    assert "k-means without clusters" in labels
    page.locator("[data-part=score]").scroll_into_view_if_needed()
    x, y = place(page, "score", 3, ribbon["mean"][1])
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y)
    wait_until(
        page,
        "document.querySelector('[data-part=score] .hoverlayer')"
        ".textContent.includes('12 sets of the same size')",
    )
    page.get_by_role("tab", name="Where is it wrong").click()
    expect(page.get_by_text("k-means, k = 4, the solution in focus")).to_be_visible()
    assert state(page)["band"] == band  # what was found stays behind the scores


def test_a_tab_is_in_the_address_and_back_again(page: Page) -> None:
    open_view(page, solutions=8)
    assert "tab=" not in page.url
    page.get_by_role("tab", name="Objects").click()
    wait_until(page, "location.search.includes('tab=Objects')")
    expect(page.get_by_text("objects that sit worst in k-means")).to_be_visible()
    page.reload()
    expect(page.get_by_text("objects that sit worst in k-means")).to_be_visible()
    page.get_by_role("tab", name="Evidence").click()
    wait_until(page, "!location.search.includes('tab=')")


def test_advice_highlights_its_objects_in_every_scatter_plot(page: Page) -> None:
    open_view(page, "/?focus=kmeans-3&structure=true", solutions=8)
    X = load_dataset("ruspini").X
    low = (X[:, 1] < 95) & ((X[:, 0] < 60) | (X[:, 1] < 50))
    wanted = np.flatnonzero(low).tolist()
    advice = page.get_by_role("button", name="looks like two")
    for _ in range(2):  # the same advice works again after Escape
        advice.click()
        assert wait_until(page, "window.__aucc.selected") == wanted
        for panel in range(3):
            strength = np.array(ink(page, panel, X.tolist()))
            assert strength[wanted].min() > 200 > 100 > np.delete(strength, wanted).max()
        wait_until(page, "window.__aucc.share")
        page.keyboard.press("Escape")
        wait_until(page, "window.__aucc.selected === null")
        assert state(page)["focus"] == "kmeans-3"


def test_structure_follows_the_focus(page: Page) -> None:
    open_view(page, "/?structure=true", solutions=8)
    expect(page.get_by_text("k-means, k = 4, the solution in focus")).to_be_visible()
    page.locator("[data-part=legend] button[data-id=kmeans-7]").click()
    expect(page.get_by_text("k-means, k = 7, the solution in focus")).to_be_visible()
    expect(page.get_by_text("7 clusters look like too many")).to_be_visible()


def test_cancel_stops_the_verdict_and_nothing_else(page: Page) -> None:
    page.goto("/?data=Blobs&blobs.n=2000&k=2&k=12&verdict=true")
    page.locator(".st-key-verdict-job-panel-cancel").get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Stopped before there was a verdict.")).to_be_visible()
    expect(page.get_by_role("button", name="Run again")).to_be_visible()
    wait_until(page, "window.__aucc?.curves.length === 11")
    assert state(page)["band"] is None
