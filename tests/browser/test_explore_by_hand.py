"""Clusterings made by hand in Explore: every edit, its score everywhere, undo, what is refused."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from tests.browser.linked_view import chart, drag_over, hover_vertex, open_view, state
from tests.waiting import NOT_RUNNING, wait_until

RUSPINI = load_dataset("ruspini")
LOW = ((55, 0), (70, 40))  # a part of one of the four clusters


def scored(page: Page) -> dict:
    """The clustering by hand once it is counted, held against Python."""
    hand = wait_until(page, "window.__aucc.hand?.aucc && window.__aucc.hand")
    labels = np.array(hand["labels"])
    assert hand["aucc"] == Pairs(RUSPINI).aucc(labels)
    assert hand["k"] == np.unique(labels).size
    return hand


def test_a_new_cluster_is_scored_and_drawn_everywhere(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    open_view(page, solutions=8)
    assert not page.request.get("/handout/guess").ok
    expect(page.locator("[data-edit=new]")).to_be_disabled()
    drag_over(page, *LOW, panel=0)
    chosen = wait_until(page, "window.__aucc.selected")
    page.locator("[data-edit=new]").click()
    hand = scored(page)
    now = state(page)
    assert now["focus"] == "hand"
    assert now["selected"] == chosen
    assert "hand" in now["strip"]
    assert "kmeans-4" in now["strip"]
    # The smallest free number; all others keep theirs.
    assert hand["k"] == 5
    assert {hand["labels"][i] for i in chosen} == {4}
    assert now["curves"][-1] == "hand"
    labels = np.array(hand["labels"])
    curve = Pairs(RUSPINI).curve(labels)
    drawn = "gd.data.find((t) => t.name === 'hand')"
    assert chart(page, "roc", f"Array.from({drawn}.x)") == pytest.approx(curve.fpr.tolist())
    assert chart(page, "roc", f"Array.from({drawn}.y)") == pytest.approx(curve.tpr.tolist())
    assert chart(page, "score", "gd.data.find((t) => t.name === 'by hand').y") == [hand["aucc"]]
    legend = page.locator("[data-part=legend] button[data-id=hand]")
    assert legend.inner_text().split()[:3] == ["by", "hand,", "5"]
    words = page.locator("[data-part=sentence]").inner_text()
    gap = Pairs(RUSPINI).aucc(labels) - wait_until(
        page,
        "document.querySelector('[data-part=score]').data.find((t) => t.name === 'k-means').y[2]",
    )
    assert f"{abs(gap):.4f} {'above' if gap > 0 else 'below'} k-means, k = 4" in words
    assert f"{len(chosen)} objects differ" in words
    # The errors along its curve, and the selection's own pairs.
    hover_vertex(page, "hand", 0.5)
    active = wait_until(page, "window.__aucc.active?.id === 'hand' && window.__aucc.active")
    i, j = np.triu_indices(75, 1)
    same, close = labels[i] == labels[j], Pairs(RUSPINI).distances <= active["distance"] * 1.0000001
    assert active["falsePositives"] == (close & ~same).sum()
    assert active["falseNegatives"] == (~close & same).sum()
    mask = np.isin(np.arange(75), chosen)
    touching = mask[i] | mask[j]
    share = state(page)["share"]
    assert share["pairs"] == touching.sum()
    near = Pairs(RUSPINI).distances[touching & same][:, None]
    far = Pairs(RUSPINI).distances[touching & ~same][None, :]
    expected = ((near < far).sum() + 0.5 * (near == far).sum()) / (near.size * far.size)
    assert share["aucc"] == pytest.approx(expected, abs=1e-12)


def test_move_merge_split_undo_and_discard(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    open_view(page, solutions=8)
    drag_over(page, *LOW, panel=0)
    wait_until(page, "window.__aucc.selected")
    page.locator("[data-part=moveTo]").select_option(label="cluster 1")
    moved = scored(page)
    chosen = state(page)["selected"]
    assert {moved["labels"][i] for i in chosen} == {0}
    page.locator("[data-edit=new]").click()
    wait_until(page, "window.__aucc.hand.k === 5")
    split = scored(page)
    drag_over(page, (0, 0), (90, 90), panel=0)
    wait_until(page, f"window.__aucc.selected.length > {len(chosen)}")
    page.locator("[data-edit=merge]").click()
    wait_until(page, "window.__aucc.hand.k === 3")
    merged = scored(page)
    inside = state(page)["selected"]
    assert len({merged["labels"][i] for i in inside}) == 1
    page.locator("[data-edit=split]").click()
    wait_until(page, "window.__aucc.hand.k === 4")
    parted = scored(page)
    low = RUSPINI.X[:, 1] < 40  # two groups, one of them below 40
    assert len({parted["labels"][i] for i in np.flatnonzero(low)}) == 1
    # Back and forth through all of it, with the keys.
    page.keyboard.press("Control+z")
    wait_until(page, "window.__aucc.hand.k === 3")
    assert scored(page) == merged
    for keys, wanted in (("Control+y", parted), ("Control+z", merged), ("Control+z", split)):
        page.keyboard.press(keys)
        if wanted is split:  # the selection was a step of its own
            page.keyboard.press(keys)
        wait_until(page, f"window.__aucc.hand.k === {wanted['k']}")
        assert scored(page) == wanted
    page.keyboard.press("Control+Shift+Z")
    page.keyboard.press("Control+Shift+Z")
    wait_until(page, "window.__aucc.hand.k === 3")
    page.locator("[data-edit=drop]").click()
    wait_until(page, "window.__aucc.hand === null && window.__aucc.focus === 'kmeans-4'")
    page.locator("[data-edit=undo]").click()
    wait_until(page, "window.__aucc.hand?.k === 3 && window.__aucc.focus === 'hand'")


def test_what_cannot_be_scored_is_said_and_not_drawn(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    open_view(page, solutions=8)
    page.locator("[data-part=scatter]").scroll_into_view_if_needed()
    drag_over(page, (-20, -5), (160, 160), panel=0)
    wait_until(page, "window.__aucc.selected?.length === 75")
    page.locator("[data-edit=merge]").click()
    expect(page.locator("[data-part=sentence]")).to_contain_text("All objects are in one cluster")
    now = state(page)
    assert now["hand"]["aucc"] is None
    assert "hand" in now["strip"]
    assert "hand" not in now["curves"]
    names = chart(page, "roc", "gd.data.map((t) => t.name)")
    assert "hand" not in names
    page.locator("[data-part=roc]").focus()
    page.keyboard.press("ArrowRight")  # nothing to hold
    assert state(page)["active"] is None
    page.keyboard.press("Control+z")
    wait_until(page, "window.__aucc.hand === null")


def test_python_counts_above_two_thousand_objects(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    open_view(page, "/?data=Blobs&blobs.n=2500&blobs.k=4&k=3&k=5&starts=1", solutions=3)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    x, y = chart(page, "scatter", "[gd._fullLayout.xaxis.range, gd._fullLayout.yaxis.range]")
    most = tuple(low + 0.8 * (high - low) for low, high in (x, y))
    drag_over(page, (x[0] + 0.1, y[0] + 0.1), most, panel=0)
    wait_until(page, "window.__aucc.selected")
    page.locator("[data-edit=new]").click()
    hand = wait_until(page, "window.__aucc.hand?.aucc && window.__aucc.hand")
    dataset = load_dataset("blobs", n=2500, k=4)
    assert hand["aucc"] == Pairs(dataset).aucc(np.array(hand["labels"]))
    assert not any("handout" in url for url in fetched)
    expect(page.locator("[data-edit=split]")).to_be_disabled()


def test_the_tabs_are_about_what_was_made_by_hand(page: Page) -> None:
    open_view(page, "/?k=3&k=5&tab=Where+is+it+wrong", solutions=3)
    expect(page.get_by_text("k-means, k = 4, the solution in focus")).to_be_visible()
    drag_over(page, *LOW, panel=0)
    wait_until(page, "window.__aucc.selected")
    page.locator("[data-edit=new]").click()
    labels = scored(page)["labels"]
    expect(page.get_by_text("By hand, k = 5, the solution in focus")).to_be_visible()
    page.get_by_role("tab", name="Clusters").click()
    expect(page.get_by_text("By hand, k = 5. Click a row")).to_be_visible()
    # From the solution that it began from to what was made of it.
    titles = page.locator(".aucc-flow .title")
    expect(titles).to_have_count(2)
    expect(titles.nth(1)).to_contain_text("By hand, k = 5")
    page.get_by_role("tab", name="Take away").click()
    expect(page.get_by_role("combobox", name="Labels of")).to_have_value("By hand, k = 5")
    wait_until(page, NOT_RUNNING)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Labels (CSV)", exact=True).click()
    table = pd.read_csv(io.BytesIO(Path(waiting.value.path()).read_bytes()))
    assert (table["cluster"] - 1).tolist() == labels
