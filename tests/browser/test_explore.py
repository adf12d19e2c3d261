"""Explore in a real Chromium on Ruspini: every link between the charts, light and dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from playwright.sync_api import Page

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from tests.browser.linked_view import (
    chart,
    click_object,
    click_point,
    drag,
    drag_over,
    hover_vertex,
    ink,
    open_view,
    pair_lines,
    place,
    state,
    trace_style,
    vertex,
)
from tests.waiting import wait_until, wait_until_steady

KS = range(2, 10)


@pytest.fixture(scope="module")
def truth() -> dict[str, object]:
    """The same solutions, computed here."""
    dataset = load_dataset("ruspini")
    partitions = make_partitions(dataset, "kmeans", KS, seed=0)
    pairs = Pairs(dataset)
    i, j = np.triu_indices(dataset.n, 1)
    return {
        "X": dataset.X,
        "labels": {p.k: p.labels for p in partitions},
        "aucc": {p.k: pairs.aucc(p.labels) for p in partitions},
        "distances": pairs.distances,
        "i": i,
        "j": j,
    }


@pytest.fixture(scope="module", params=["light", "dark"])
def opened(open_shared_page: Callable[..., Page], request: pytest.FixtureRequest) -> Page:
    page = open_shared_page(width=1440, height=900, dark=request.param == "dark")
    open_view(page, solutions=8)
    return page


@pytest.fixture
def view(opened: Page) -> Iterator[Page]:
    """The open page with nothing chosen."""
    opened.mouse.move(2, 2)
    opened.locator("[data-part=roc]").focus()
    for _ in range(3):  # the held distance, the selection, the focus
        opened.keyboard.press("Escape")
    wait_until(
        opened,
        "window.__aucc.focus === 'kmeans-4' && !window.__aucc.selected && !window.__aucc.active"
        " && !location.search.includes('focus')",
    )
    yield opened
    assert opened.locator("[data-testid=stException]").count() == 0


def test_opens_with_ruspini_drawn(view: Page, truth: dict, request: pytest.FixtureRequest) -> None:
    now = state(view)
    assert now["dark"] == ("dark" in request.node.name)
    assert now["focus"] == "kmeans-4"
    assert now["strip"] == ["kmeans-3", "kmeans-4", "kmeans-5"]
    for panel in range(3):
        assert min(ink(view, panel, truth["X"].tolist())) > 200
    scores = chart(view, "score", "Array.from(gd.data.find((t) => t.name === 'k-means').y)")
    assert scores == pytest.approx([truth["aucc"][k] for k in KS], abs=1e-12)
    # Every curve in the square and in its corner, the diagonal, k* in black or white.
    names = chart(view, "roc", "gd.data.map((t) => t.name)")
    assert all(names.count(f"kmeans-{k}") == 2 for k in KS)
    assert "chance" in names
    assert trace_style(view, "kmeans-4")["color"] == ("#ffffff" if now["dark"] else "#111111")
    legend = view.locator("[data-part=legend] button").all_inner_texts()
    assert [text.split()[2] for text in legend] == [str(k) for k in KS]
    assert "0.9995" in legend[2]
    # The highest, and to be believed as soon as there is a verdict; no other k has a star.
    assert [bool(set("☆★") & set(text)) for text in legend] == [k == 4 for k in KS]


def test_selection_shows_everywhere_with_its_share(view: Page, truth: dict) -> None:
    drag_over(view, (0, 45), (40, 95), panel=0)
    chosen = wait_until(view, "window.__aucc.selected")
    X = truth["X"]
    inside = (X[:, 0] >= 0) & (X[:, 0] <= 40) & (X[:, 1] >= 45) & (X[:, 1] <= 95)
    assert chosen == np.flatnonzero(inside).tolist()
    for panel in range(3):  # faded and full points in every panel
        strength = np.array(ink(view, panel, X.tolist()))
        assert strength[inside].min() > 200 > 100 > strength[~inside].max()
    share = wait_until(view, "window.__aucc.share")
    labels, i, j = truth["labels"][4], truth["i"], truth["j"]
    touching = inside[i] | inside[j]
    same = labels[i] == labels[j]
    assert share["pairs"] == touching.sum()
    near = truth["distances"][touching & same][:, None]
    far = truth["distances"][touching & ~same][None, :]
    expected = ((near < far).sum() + 0.5 * (near == far).sum()) / (near.size * far.size)
    assert share["aucc"] == pytest.approx(expected, abs=1e-9)
    drawn_share = chart(view, "roc", "gd.data.find((t) => t.name === 'selection').x.length")
    assert drawn_share > 1
    view.keyboard.press("Escape")
    wait_until(view, "window.__aucc.selected === null")
    assert min(ink(view, 0, X.tolist())) > 200


def test_click_on_a_point_selects_its_cluster(view: Page, truth: dict) -> None:
    X, labels = truth["X"], truth["labels"][4]
    click_object(view, X[0, 0], X[0, 1], "2")
    chosen = wait_until(view, "window.__aucc.selected")
    assert chosen == np.flatnonzero(labels == labels[0]).tolist()


@pytest.mark.parametrize("way", ["score", "legend", "title"])
def test_focus_by_k_legend_and_title(view: Page, truth: dict, way: str) -> None:
    if way == "score":
        click_point(view, "score", 7, truth["aucc"][7])
        wanted = 7
    elif way == "legend":
        view.locator("[data-part=legend] button[data-id=kmeans-7]").click()
        wanted = 7
    else:
        view.locator("[data-part=titles] button").nth(0).click()
        wanted = 3
    wait_until(view, f"window.__aucc.focus === 'kmeans-{wanted}'")
    assert f"kmeans-{wanted}" in state(view)["strip"]
    wait_until(view, "document.querySelector('[data-part=roc]')._fullData[1].opacity < 1")
    assert trace_style(view, f"kmeans-{wanted}")["opacity"] == 1
    assert trace_style(view, f"kmeans-{wanted}")["width"] > trace_style(view, "kmeans-2")["width"]
    ring = chart(view, "score", "gd.data.find((t) => t.name === 'focus').x[0]")
    assert ring == wanted
    pressed = view.locator("[data-part=legend] button[aria-pressed=true]").all_inner_texts()
    assert [text.split()[2] for text in pressed] == [str(wanted)]
    assert view.locator("[data-part=sentence]").inner_text().startswith(f"k = {wanted}:")
    # What settled is in the address, so a link shows it again.
    wait_until(view, f"location.search.includes('focus=kmeans-{wanted}')")


def expected_errors(truth: dict, k: int, distance: float) -> tuple[int, int]:
    labels, d = truth["labels"][k], truth["distances"]
    same = labels[truth["i"]] == labels[truth["j"]]
    close = d <= distance * (1 + 1e-9)
    return int((close & ~same).sum()), int((~close & same).sum())


def test_hover_and_click_along_a_curve_draw_the_error_pairs(view: Page, truth: dict) -> None:
    found = hover_vertex(view, "kmeans-3", 0.6)
    # The mouse passes other vertices on its way: read once the threshold rests.
    active = wait_until_steady(
        view, "window.__aucc.active?.id === 'kmeans-3' && window.__aucc.active"
    )
    apart, together = expected_errors(truth, 3, active["distance"])
    assert (active["falsePositives"], active["falseNegatives"]) == (apart, together)
    assert active["distance"] == pytest.approx(found["distance"], rel=0.05)
    lines = pair_lines(view, "apart")
    assert len(lines) == min(apart, 400)
    assert len(pair_lines(view, "together")) == min(together, 400)
    # The lines join objects that are close but apart.
    X, labels = truth["X"].astype(np.float32), truth["labels"][3]
    places = {(float(x), float(y)): int(label) for (x, y), label in zip(X, labels, strict=True)}
    for x0, y0, x1, y1 in lines:
        assert places[x0, y0] != places[x1, y1]
        assert np.hypot(x1 - x0, y1 - y0) <= active["distance"] + 1e-6
    view.mouse.down()
    view.mouse.up()
    wait_until(view, "window.__aucc.held !== null && window.__aucc.focus === 'kmeans-3'")
    words = view.locator("[data-part=threshold]").inner_text()
    now = state(view)["active"]
    assert f"{now['falsePositives']:,} pairs are close but apart" in words
    assert f"{now['falseNegatives']:,} pairs are far but together" in words
    marker = chart(view, "roc", "gd.layout.shapes.find((s) => s.name === 'threshold')")
    drawn = chart(view, "roc", "gd.data.find((t) => t.name === 'kmeans-3').x")
    assert marker["xanchor"] == pytest.approx(drawn[now["vertex"]])


def test_keys_step_threshold_and_solution_and_clear(view: Page, truth: dict) -> None:
    view.locator("[data-part=legend] button[data-id=kmeans-3]").click()
    wait_until(view, "window.__aucc.focus === 'kmeans-3'")
    view.locator("[data-part=roc]").focus()
    view.keyboard.press("ArrowRight")
    first = wait_until(view, "window.__aucc.held")
    for _ in range(3):
        view.keyboard.press("ArrowRight")
    wait_until(view, f"window.__aucc.held === {first + 3}")
    view.keyboard.press("ArrowLeft")
    wait_until(view, f"window.__aucc.held === {first + 2}")
    active = state(view)["active"]
    counted = expected_errors(truth, 3, active["distance"])
    assert (active["falsePositives"], active["falseNegatives"]) == counted
    assert len(pair_lines(view, "apart")) == min(active["falsePositives"], 400)
    view.keyboard.press("ArrowDown")
    wait_until(view, "window.__aucc.focus === 'kmeans-4' && window.__aucc.held === null")
    view.keyboard.press("Escape")
    wait_until(view, "!location.search.includes('focus')")
    assert state(view)["active"] is None
    assert pair_lines(view, "apart") == []


def test_inset_rectangle_moves_resizes_and_follows_zoom(view: Page) -> None:
    before = state(view)["inset"]
    assert chart(view, "roc", "gd.layout.xaxis2.range") == [before["x0"], before["x1"]]
    grip = view.locator("[data-part=move]").bounding_box()
    start = (grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    drag(view, start, (start[0] + 60, start[1]))
    wait_until(view, "document.querySelector('[data-part=roc]').layout.xaxis2.range[0] > 0.05")
    low, high = chart(view, "roc", "gd.layout.xaxis2.range")
    assert high - low == pytest.approx(before["x1"] - before["x0"])
    grip = view.locator("[data-part=resize]").bounding_box()
    start = (grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    drag(view, start, (start[0] + 30, start[1] - 40))
    wait_until(
        view, f"document.querySelector('[data-part=roc]').layout.xaxis2.range[1] > {high} + 0.02"
    )
    assert chart(view, "roc", "gd.layout.yaxis2.range[0]") > before["y0"] + 0.02
    view.locator("[data-part=move]").focus()
    left = chart(view, "roc", "gd.layout.xaxis2.range[0]")
    view.keyboard.press("ArrowLeft")
    wait_until(view, f"document.querySelector('[data-part=roc]').layout.xaxis2.range[0] < {left}")


def test_log_axis_and_partial_area(view: Page, truth: dict) -> None:
    view.locator("[data-part=log]").check()
    wait_until(view, "document.querySelector('[data-part=roc]')._fullLayout.xaxis.type === 'log'")
    view.locator("[data-part=partial]").fill("0.1")
    view.locator("[data-part=partial]").press("Enter")
    wait_until(
        view,
        "[...document.querySelectorAll('.aucc-part')].length === 8 &&"
        " [...document.querySelectorAll('.aucc-part')].every((e) => e.textContent !== '…')",
    )
    curve = Pairs(truth["X"]).curve(truth["labels"][3])
    shown = view.locator("[data-id=kmeans-3] .aucc-part").inner_text()
    assert shown == f"{curve.partial_area(0.1) / 0.1:.4f}"
    wait_until(view, "location.search.includes('area=0.1') && location.search.includes('log=1')")
    view.locator("[data-part=log]").uncheck()
    view.locator("[data-part=partial]").fill("1")
    view.locator("[data-part=partial]").press("Enter")
    wait_until(view, "!location.search.includes('area') && !location.search.includes('log')")
    assert view.locator(".aucc-part").count() == 0


def test_shared_zoom_keeps_focus_and_selection(view: Page, truth: dict) -> None:
    view.mouse.move(*place(view, "scatter", 60, 60))
    view.locator("[data-part=scatter] [data-val=zoom]").click()
    drag_over(view, (0, 0), (50, 60), panel=0)
    zoom = wait_until(view, "window.__aucc.zoom")
    assert zoom["x"] == pytest.approx([0, 50], abs=2)
    assert zoom["y"] == pytest.approx([0, 60], abs=2)
    whole = shared_ranges(view)
    assert whole["x"][0] <= zoom["x"][0] < zoom["x"][1] <= whole["x"][1]
    # A change of focus keeps the zoom.
    view.locator("[data-part=legend] button[data-id=kmeans-8]").click()
    wait_until(view, "window.__aucc.strip.includes('kmeans-8')")
    assert shared_ranges(view) == whole
    assert vertex(view, "kmeans-8", 1.0)["tpr"] == 1
    # So does a selection, and it is drawn alike in all panels: zoomed, moved and whole again.
    view.locator("[data-part=scatter] [data-title='Box Select']").click()
    drag_over(view, (0, 50), (40, 70), panel=1)
    chosen = wait_until(view, "window.__aucc.selected")
    assert shared_ranges(view) == whole
    view.locator("[data-part=scatter] [data-title='Pan']").click()
    drag_over(view, (20, 50), (30, 40), panel=2)
    wait_until(view, f"window.__aucc.zoom.x[0] < {whole['x'][0]} - 5")
    assert shared_ranges(view)["x"] == pytest.approx([x - 10 for x in whole["x"]], abs=1.5)
    assert shared_ranges(view)["y"] == pytest.approx([y + 10 for y in whole["y"]], abs=1.5)
    assert_lit(view, truth["X"], chosen)
    view.locator("[data-part=scatter] [data-title^='All objects']").click()
    wait_until(view, "window.__aucc.zoom === null")
    assert shared_ranges(view)["y"][1] > 150
    assert_lit(view, truth["X"], chosen)
    view.locator("[data-part=scatter] [data-title='Box Select']").click()


def shared_ranges(page: Page) -> dict[str, list[float]]:
    """What all panels show, in units that are equally long on both axes."""
    found = chart(
        page,
        "scatter",
        "['', 2, 3].map((p) => ({x: gd._fullLayout[`xaxis${p}`].range,"
        " y: gd._fullLayout[`yaxis${p}`].range, w: gd._fullLayout[`xaxis${p}`]._length,"
        " h: gd._fullLayout[`yaxis${p}`]._length}))",
    )
    first = found[0]
    for panel in found:
        assert panel["x"] == pytest.approx(first["x"])
        assert panel["y"] == pytest.approx(first["y"])
        units = [np.ptp(panel["x"]) / panel["w"], np.ptp(panel["y"]) / panel["h"]]
        assert units[0] == pytest.approx(units[1], rel=1e-3)
    return {"x": first["x"], "y": first["y"]}


def assert_lit(page: Page, X: np.ndarray, chosen: list[int]) -> None:
    """Every panel shows the chosen objects in full and all others faded, where they are in view."""
    (x0, x1), (y0, y1) = shared_ranges(page).values()
    room = 0.03 * (x1 - x0)
    inside = ([x0 + room, y0 + room] < X).all(axis=1) & ([x1 - room, y1 - room] > X).all(axis=1)
    full = np.isin(np.arange(len(X)), chosen)
    assert (inside & full).any()
    for panel in range(3):
        strength = np.array(ink(page, panel, X[inside].tolist()))
        assert strength[full[inside]].min() > 200
        # Those that no full one lies on.
        gaps = np.hypot(*(X[inside][:, None] - X[inside & full][None]).T).min(axis=0)
        assert max(strength[gaps > 0.04 * (x1 - x0)], default=0) < 130


def test_what_changes_during_a_drag_waits_for_its_end(page: Page) -> None:
    """Plotly loses hold of a frame when its chart is drawn again below the pointer."""
    open_view(page, "/?k=2&k=6", solutions=5)
    start, end = place(page, "scatter", 0, 45), place(page, "scatter", 40, 95)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    page.evaluate("document.querySelector('[data-part=legend] [data-id=kmeans-6]').click()")
    wait_until(page, "window.__aucc.focus === 'kmeans-6'")
    page.mouse.move(*end, steps=3)
    page.mouse.up()
    inside = load_dataset("ruspini").X
    inside = (inside[:, 0] > 0) & (inside[:, 0] < 40) & (inside[:, 1] > 45) & (inside[:, 1] < 95)
    wait_until(page, f"window.__aucc.selected?.length === {inside.sum()}")
