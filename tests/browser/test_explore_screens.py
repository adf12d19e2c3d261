"""Explore around the view: links, several algorithms, files, jobs, own tables, a phone."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from aucc_core.datasets import load_dataset
from aucc_core.score.ranked import aucc_score
from tests.browser.linked_view import box, chart, click_point, open_view, state, wait_for_verdict
from tests.waiting import NOT_RUNNING, wait_until, wait_until_steady


def saved(page: Page, act: Callable[[], None]) -> bytes:
    wait_for_verdict(page)
    with page.expect_download() as waiting:
        act()
    return Path(waiting.value.path()).read_bytes()


def test_a_link_opens_the_same_view(page: Page) -> None:
    open_view(page, "/?data=Iris&k=2&k=6&focus=kmeans-5&log=1&area=0.2&panels=4", solutions=5)
    wait_until(page, "[...document.querySelectorAll('.aucc-part')].length === 5")
    now = state(page)
    assert now["focus"] == "kmeans-5"
    assert now["log"] is True
    assert len(now["strip"]) == 4
    assert page.locator("[data-part=partial]").input_value() == "0.2"
    # What the link says stays in the address; what does not exist is dropped.
    assert "focus=kmeans-5" in page.url
    open_view(page, "/?focus=ward-77&area=9&log=x")
    assert state(page)["focus"] == "kmeans-4"


def test_the_way_back_from_another_screen_keeps_the_view(page: Page) -> None:
    open_view(page, "/?data=Iris")
    page.locator("[data-part=legend] button[data-id=kmeans-6]").click()
    wait_until(page, "location.search.includes('focus=kmeans-6')")
    page.evaluate("window.__aucc = undefined")
    page.get_by_role("link", name="Learn").click()
    wait_until(page, "location.pathname.endsWith('/learn')")
    page.get_by_role("link", name="Explore").click()
    wait_until(page, "window.__aucc?.focus === 'kmeans-6'")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Iris")


def test_several_algorithms_and_a_second_criterion(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    link = "/?data=Iris&k=2&k=5&algorithms=k-means&algorithms=Average+linkage&algorithms=DBSCAN"
    open_view(page, link + "&second=Silhouette+width&colour=Own+score", solutions=4)
    names = chart(page, "score", "gd.data.map((t) => t.name)")
    names = [name for name in names if not name.startswith("band")]  # it may be there already
    assert names[:3] == ["k-means", "Average linkage", "DBSCAN"]
    assert chart(page, "score", "gd._fullLayout.yaxis2.title.text") == "Silhouette width"
    # Noise makes scoring easier, so a solution that leaves objects out does not lead.
    assert not state(page)["focus"].startswith("dbscan")
    line = "gd.data.find((t) => t.name === 'Average linkage')"
    height = chart(page, "score", f"{line}.y[2]")
    click_point(page, "score", 4, height)
    wait_until(page, "window.__aucc.focus === 'average-4'")
    assert state(page)["curves"] == [f"average-{k}" for k in range(2, 6)]
    wait_until(
        page,
        "document.querySelector('[data-part=roc]').data.some((t) => t.name === 'average-2')"
        " && !document.querySelector('[data-part=roc]').data.some((t) => t.name === 'kmeans-2')",
    )
    page.locator("[data-part=chips] button[data-id^=dbscan]").click()
    wait_until(page, "window.__aucc.focus.startsWith('dbscan')")
    assert "left out as noise" in page.locator("[data-part=sentence]").inner_text()
    assert page.locator("[data-part=scale]").inner_text().startswith("own score 0.5")


def test_charts_and_tables_can_be_saved(page: Page) -> None:
    open_view(page, "/?data=Iris")
    png = saved(page, page.locator("[data-save='roc png']").click)
    assert png.startswith(b"\x89PNG")
    svg = saved(page, page.locator("[data-save='scatter svg']").click).decode()
    assert svg.startswith("<svg")
    assert svg.count('class="point"') == 3 * 150
    page.get_by_role("tab", name="Take away").click()
    page.locator("[data-part=legend] button[data-id=kmeans-3]").click()
    expect(page.get_by_role("combobox", name="Labels of")).to_have_value("k-means, k = 3")
    wait_until(page, NOT_RUNNING)  # the button is drawn after the list, in the same run
    labels = saved(page, page.get_by_role("button", name="Labels (CSV)", exact=True).click)
    table = pd.read_csv(io.BytesIO(labels))
    scores = pd.read_csv(io.BytesIO(saved(page, page.get_by_role("button", name="Scores").click)))
    value = scores.set_index("k").loc[3, "aucc"]
    assert aucc_score(load_dataset("iris"), table["cluster"]) == pytest.approx(value, abs=1e-12)
    html = saved(page, page.get_by_role("button", name="All figures").click)
    assert b"k-means: ROC curves" in html
    assert "load_dataset('iris')" in page.locator("[data-testid=stCode]").inner_text()


def test_a_long_run_shows_progress_and_can_be_stopped(page: Page) -> None:
    page.goto(
        "/?data=Blobs&blobs.n=4000&blobs.seed=11&starts=100&k=2&k=30&algorithms=Gaussian+mixture"
    )
    # So long a run says what it takes and waits for a yes.
    expect(page.get_by_text("of memory. You can cancel it at any time")).to_be_visible()
    assert page.locator("[data-testid=stProgress]").count() == 0
    page.get_by_role("button", name="Run", exact=True).click()
    stop = page.get_by_role("button", name=re.compile("Cancel|Stop refining"))
    stop.wait_for()
    expect(page.locator("[data-testid=stProgress]")).to_have_count(1)
    expect(page.get_by_text("You can cancel it at any time")).to_have_count(0)
    # Once there is something to keep, stopping keeps it.
    page.get_by_role("button", name="Stop refining").click()
    expect(page.get_by_text("what was found by then is kept")).to_be_visible()
    expect(page.get_by_role("tab", name="All solutions")).to_be_visible()
    wait_until(page, NOT_RUNNING)
    # One that was found just before the stop may be drawn just after it.
    found = len(wait_until_steady(page, "window.__aucc?.curves"))
    assert 1 <= found < 29
    page.get_by_role("button", name="Do it all again").click()
    expect(page.locator("[data-testid=stProgress]").first).to_be_visible()


def test_own_table_is_explored(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    dataset = load_dataset("ruspini")
    pd.DataFrame(dataset.X, columns=["east", "north"]).to_csv(path, index=False)
    open_view(page)
    page.get_by_text("Use your own table").click()
    page.locator("[data-testid=stSidebar] input[type=file]").set_input_files(str(path))
    page.get_by_role("button", name="Explore this table").click()
    wait_until(
        page,
        "document.querySelector('[data-part=scatter]')?._fullLayout?.xaxis?.title?.text === 'east'",
    )
    assert state(page)["focus"] == "kmeans-4"
    expect(page.get_by_role("heading", level=1)).to_contain_text("mine")


def test_phone_in_one_column(open_page: Callable[..., Page]) -> None:
    page = open_page(width=390, height=844, touch=True, dark=True)
    open_view(page)
    parts = ["scatter", "score", "roc", "legend"]
    boxes = [box(page, part) for part in parts]
    assert all(box is not None and b["x"] >= 0 and b["x"] + b["width"] <= 390 for b in boxes)
    tops = [b["y"] for b in boxes if box]
    assert tops == sorted(tops)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("[data-part=legend] button[data-id=kmeans-3]").tap()
    wait_until(page, "window.__aucc.focus === 'kmeans-3'")


def test_every_chart_has_a_name_for_screen_readers(page: Page) -> None:
    open_view(page)
    for part, words in (
        ("scatter", "Scatter plots of 75 objects"),
        ("score", "k 4: 0.9995"),
        ("roc", "ROC curves of 8 solutions; k = 4 in focus"),
    ):
        label = page.locator(f"[data-part={part}]").get_attribute("aria-label")
        assert label is not None
        assert words in label
    # Everything that can be clicked can be reached with the tab key.
    page.locator("[data-part=scatter]").focus()
    seen = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        seen.add(
            page.evaluate(
                "document.activeElement.dataset.part ?? document.activeElement.dataset.id"
            )
        )
    assert {"score", "roc", "log", "inset", "partial", "move", "resize", "kmeans-2"} <= seen


def test_the_view_keeps_to_its_own_copy_of_plotly(page: Page) -> None:
    """The first of Streamlit's own charts on a page puts another in its place."""
    open_view(page, "/?k=2&k=6&tab=Objects", solutions=5)
    page.evaluate("window.Plotly = {}")
    page.locator("[data-part=legend] button[data-id=kmeans-6]").click()
    wait_until(page, "window.__aucc.focus === 'kmeans-6'")
    ring = "document.querySelector('[data-part=score]').data.find((t) => t.name === 'focus').x[0]"
    wait_until(page, f"{ring} === 6")


def test_a_view_that_was_ended_and_called_again_goes_on(page: Page) -> None:
    """Streamlit ends a component and calls it again when it likes, also while charts are drawn."""
    open_view(page, "/?k=2&k=6", solutions=5)
    page.locator("[data-part=legend] button[data-id=kmeans-6]").click()
    wait_until(page, "window.__aucc.focus === 'kmeans-6'")
    page.evaluate(
        """() => {
            let root = document.querySelector('.aucc');
            while (!root.auccView) root = root.parentElement;
            const view = root.auccView;
            view.change('focus', 'kmeans-3');  // being drawn while it ends
            view.detach();
            view.ended = true;
            window.__aucc = undefined;
        }"""
    )
    page.get_by_role("button", name="[z-score]").click()  # other data: it is called again
    wait_until(page, "window.__aucc?.focus === 'kmeans-3'")
    expect(page.get_by_text("z-score scaling")).to_be_visible()
    page.locator("[data-part=legend] button[data-id=kmeans-5]").click()
    wait_until(page, "window.__aucc.focus === 'kmeans-5'")
    scores = chart(page, "score", "gd.data.find((t) => t.name === 'k-means').y.length")
    assert scores == 5
    page.locator("[data-part=roc]").focus()
    page.keyboard.press("Escape")
    wait_until(page, "window.__aucc.focus !== 'kmeans-5'")
    page.keyboard.press("Control+z")  # once, however often it was called
    wait_until(page, "window.__aucc.focus === 'kmeans-5'")
