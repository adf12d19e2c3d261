"""Explore with 40,000 objects: some are drawn, all are counted, every link still works."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from aucc_core.datasets import load_dataset
from aucc_core.large.bounds import aucc_bounds
from aucc_core.partitions import make_partitions
from tests.browser.linked_view import chart, drag_over, hover_vertex, open_view, pair_lines, state
from tests.waiting import wait_until, wait_until_steady

N = 40_000
LINK = f"/?data=Blobs&blobs.n={N}&blobs.d=4&blobs.k=4&blobs.spread=3&k=3&k=4&starts=1"


@pytest.fixture(scope="module", params=["light", "dark"])
def view(open_shared_page: Callable[..., Page], request: pytest.FixtureRequest) -> Page:
    page = open_shared_page(width=1440, height=900, dark=request.param == "dark")
    open_view(page, LINK, solutions=2)
    wait_until(page, "window.__aucc.sure.endsWith('certain')")
    return page


def text(page: Page, part: str) -> str:
    return page.locator(f"[data-part={part}]").inner_text()


def test_some_objects_are_drawn_and_the_view_says_so(view: Page) -> None:
    assert "6,000 of 40,000 objects are drawn" in text(view, "note")
    drawn = view.evaluate(
        """() => {
            const canvas = document.querySelector('[data-part=points]');
            const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            return pixels.data.filter((value, i) => i % 4 === 3 && value > 0).length;
        }"""
    )
    assert drawn > 3000


def test_the_score_is_certain_and_right(view: Page) -> None:
    data = load_dataset("blobs", n=N, d=4, k=4, spread=3.0)
    (labels,) = (p.labels for p in make_partitions(data, "kmeans", [4], seed=0, n_init=1))
    bounds = aucc_bounds(data.X, labels)
    assert state(view)["focus"] == "kmeans-4"
    assert state(view)["sure"] == str(bounds)
    assert str(bounds) in text(view, "sentence")


def test_the_band_of_the_curve_in_focus_is_drawn(view: Page) -> None:
    fills = chart(view, "roc", "gd.data.filter((t) => t.fill === 'toself').map((t) => t.xaxis)")
    assert len(fills) == 2  # the plot and its inset


def test_a_selection_lights_up_and_says_that_it_is_of_drawn_objects(view: Page) -> None:
    axes = "['xaxis', 'yaxis'].map((a) => gd._fullLayout[a].range)"
    (x0, x1), (y0, y1) = chart(view, "scatter", axes)
    middle = (x0 + 0.55 * (x1 - x0), y0 + 0.55 * (y1 - y0))
    drag_over(view, (x0 + 0.02 * (x1 - x0), y0 + 0.02 * (y1 - y0)), middle, panel=0)
    selected = wait_until(view, "window.__aucc.selected")
    assert 0 < len(selected) < 6000
    wait_until(view, "document.querySelector('[data-part=selection]').innerText.includes('8,000')")
    assert "objects of those drawn selected" in text(view, "selection")
    view.locator("[data-part=roc]").focus()
    view.keyboard.press("Escape")
    wait_until(view, "!window.__aucc.selected")


def test_only_errors_are_drawn_along_the_curve(view: Page) -> None:
    view.locator("[data-part=legend] button", has_text="k = 3").click()
    wait_until(view, "window.__aucc.focus === 'kmeans-3'")
    hover_vertex(view, "kmeans-3", 0.5)
    active = wait_until(view, "window.__aucc.active")
    errors = state(view)["drawnErrors"]
    assert active["falsePositives"] >= errors["apart"]
    assert active["falseNegatives"] >= errors["together"]
    assert errors["together"] > 0
    assert len(pair_lines(view, "together")) == errors["together"]
    assert "some of them are drawn" in text(view, "threshold")


def test_what_needs_fewer_objects_is_left_out_with_a_way_to_get_it(view: Page) -> None:
    panel = view.locator("[data-testid=stSidebar]").inner_text()
    assert "Left out" in panel
    assert "Choose a sample of the objects" in panel
    # What the view has settled comes back to the address first; then nothing else writes to it.
    view.mouse.move(2, 2)
    wait_until_steady(view, "location.search", still_ms=1000)
    view.get_by_text("A sample of 5,000").click()
    wait_until(view, "document.querySelector('h1').innerText.includes('5,000 objects')")
    wait_until(view, "window.__aucc.sure === 'exact'")
    wait_until(view, "location.search.includes('objects=')")
    assert view.locator("[data-testid=stException]").count() == 0
