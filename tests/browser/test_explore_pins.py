"""Panels of the linked view: pinned solutions, a curve that no panel shows, clearing, reopening."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.linked_view import chart, drag_over, hover_vertex, open_view, state
from tests.waiting import wait_until

TWO = "/?algorithms=k-means&algorithms=Ward"


def opened(page: Page, path: str = "/") -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    open_view(page, path, solutions=8)


def test_each_panel_can_show_any_solution(page: Page) -> None:
    opened(page, TWO)
    before = state(page)["strip"]
    page.get_by_label("Solution in panel 3").select_option("ward-7")
    wait_until(page, "window.__aucc.strip[2] === 'ward-7'")
    assert state(page)["strip"][:2] == before[:2]
    assert state(page)["pins"] == [*before[:2], "ward-7"]
    title = page.locator("[data-part=titles] button").nth(2).inner_text()
    assert title.startswith("Ward, k = 7")
    # A pinned panel stays when the focus moves among the pinned ones.
    page.locator("[data-part=titles] button").nth(2).click()
    wait_until(page, "window.__aucc.focus === 'ward-7'")
    assert state(page)["strip"] == [*before[:2], "ward-7"]
    assert state(page)["curves"][0] == "ward-2"
    page.locator("[data-part=titles] button").nth(0).click()
    wait_until(page, f"window.__aucc.focus === '{before[0]}'")
    page.get_by_role("button", name="Unpin").click()
    wait_until(page, "window.__aucc.pins.length === 0")
    assert all(s.startswith("kmeans") for s in state(page)["strip"])
    page.keyboard.press("Control+z")
    wait_until(page, "window.__aucc.pins.length === 3")


def test_a_click_counts_though_stars_arrive_in_between(page: Page) -> None:
    opened(page, TWO)
    # Only what this test says arrives.
    page.evaluate("() => { window.tell = window.auccReceive; window.auccReceive = () => {}; }")
    for part in ("titles", "legend"):
        before = state(page)
        wanted = page.locator(f"[data-part={part}] button[aria-pressed=false]").last.get_attribute(
            "data-id"
        )
        button = f"[data-part={part}] button[data-id='{wanted}']"
        page.evaluate(
            "(part) => { window.there = [...document.querySelectorAll(`[data-part=${part}] *`)]; }",
            part,
        )
        page.locator(button).hover()
        page.mouse.down()
        page.evaluate(
            "(id) => window.tell({band: null, stars:"
            " {...window.auccSaid.hint.stars, believed: id, highest: null}})",
            wanted,
        )
        wait_until(page, f"document.querySelector(`{button}`).innerText.includes('★')")
        assert page.evaluate("window.there.every((element) => element.isConnected)")
        wait_until(page, f"window.__aucc.drawn > {before['drawn']}")
        assert state(page)["focus"] == before["focus"]
        page.mouse.up()
        wait_until(page, f"window.__aucc.focus === '{wanted}'")


def test_each_list_shows_what_its_panel_shows(page: Page) -> None:
    opened(page, TWO)
    shown = "[...document.querySelectorAll('[data-part=titles] select')].map((list) => list.value)"
    page.get_by_label("Solution in panel 3").select_option("ward-7")
    wait_until(page, "window.__aucc.strip[2] === 'ward-7'")
    assert page.evaluate(shown) == state(page)["strip"]
    # The list that was used goes back with its panel.
    page.get_by_role("button", name="Unpin").click()
    wait_until(page, "window.__aucc.pins.length === 0")
    assert page.evaluate(shown) == state(page)["strip"]


def test_a_hovered_curve_without_a_panel_takes_the_last_one(page: Page) -> None:
    opened(page)
    strip = state(page)["strip"]
    assert "kmeans-2" not in strip
    hover_vertex(page, "kmeans-2", 0.6)
    wait_until(page, "window.__aucc.strip[2] === 'kmeans-2'")
    assert state(page)["strip"][:2] == strip[:2]
    assert chart(page, "scatter", "gd.layout.shapes.length") > 0  # its errors are drawn there
    assert chart(page, "scatter", "gd.layout.shapes[0].xref") == "x3"
    page.mouse.move(2, 2)
    wait_until(page, f"window.__aucc.strip.join() === '{','.join(strip)}'")


def test_escape_clears_one_step_per_press(page: Page) -> None:
    opened(page)
    page.locator("[data-part=legend] button[data-id=kmeans-6]").click()
    wait_until(page, "window.__aucc.focus === 'kmeans-6'")
    drag_over(page, (0, 45), (40, 95), panel=0)
    wait_until(page, "window.__aucc.selected")
    page.locator("[data-part=roc]").focus()
    page.keyboard.press("ArrowRight")
    wait_until(page, "window.__aucc.held !== null")
    page.keyboard.press("Escape")
    wait_until(page, "window.__aucc.held === null")
    assert state(page)["selected"]
    page.keyboard.press("Escape")
    wait_until(page, "window.__aucc.selected === null")
    assert state(page)["focus"] == "kmeans-6"
    page.keyboard.press("Escape")
    wait_until(page, "window.__aucc.focus === 'kmeans-4'")


def test_the_axis_of_the_scores_stays_between_0_and_1(page: Page) -> None:
    for path in ("/", "/?data=Toy+example&k=2&k=5", "/?data=Uniform+noise"):
        open_view(page, path)
        low, high = chart(page, "score", "gd._fullLayout.yaxis.range")
        assert 0 <= low < high <= 1
        scores = chart(page, "score", "Array.from(gd.data[0].y)")
        assert low <= min(scores) <= max(scores) <= high


def test_scatter_score_and_curves_are_seen_together(page: Page) -> None:
    for width, height in ((1440, 900), (1280, 720), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        open_view(page, solutions=8)
        boxes = {
            part: page.locator(f"[data-part={part}]").bounding_box()
            for part in ("scatter", "score", "roc")
        }
        for part, found in boxes.items():
            assert found is not None, part
            assert found["y"] >= 0, part
            assert found["y"] + found["height"] <= height, json.dumps([width, part, found])
        square = chart(page, "roc", "[gd._fullLayout.xaxis._length, gd._fullLayout.yaxis._length]")
        assert abs(square[0] - square[1]) < 2
        assert square[0] > 0.25 * height - 20


def test_a_saved_figure_says_everything_once(page: Page) -> None:
    opened(page, f"{TWO}&scaling=z-score")
    for part in ("scatter", "score", "roc"):
        with page.expect_download() as waiting:
            page.locator(f"[data-save='{part} svg']").click()
        svg = Path(waiting.value.path()).read_text("utf-8")
        texts = re.findall(r"<text[^>]*>([^<]*)", svg)
        (title,) = [text for text in texts if text.startswith("Ruspini")]
        assert title.count("k-means") == 1
        assert title.endswith("z-score scaling, Euclidean distance")
        if part == "roc":
            named = re.compile(r"k-means, k = \d: AUCC 0\.\d{4}")
            scores = [text for text in texts if named.fullmatch(text)]  # each score in full
            assert len(scores) == 8
