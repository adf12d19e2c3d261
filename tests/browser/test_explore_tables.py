"""The tables below the view, in a browser: a row lights its cluster, a selection is listed."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.sweeps.numbering import numbered
from aucc_core.sweeps.solutions import ExploreRun, solve_now
from tests.browser.linked_view import drag_over, open_view, wait_for_verdict
from tests.waiting import NOT_RUNNING, wait_until

RUSPINI = load_dataset("ruspini")


def test_a_click_on_a_cluster_lights_its_objects(page: Page) -> None:
    open_view(page, "/?k=3&k=5&focus=kmeans-4&tab=Clusters")
    table = page.locator("[data-testid=stDataFrame]").first
    table.scroll_into_view_if_needed()
    wait_until(page, NOT_RUNNING)
    corner = table.bounding_box()
    assert corner is not None
    page.mouse.click(corner["x"] + 16, corner["y"] + 35 * 1.5)  # the first row's tick
    chosen = wait_until(page, "window.__aucc.selected")
    found = numbered(solve_now(RUSPINI, ExploreRun(("kmeans",), (3, 4, 5), 0)))
    labels = next(s.labels for s in found if s.k == 4)
    assert chosen == np.flatnonzero(labels == 0).tolist()


def test_selected_objects_are_listed_and_saved(page: Page) -> None:
    open_view(page, "/?k=3&k=5&tab=Objects")
    expect(page.get_by_text("objects that sit worst in k-means, k = 4")).to_be_visible()
    drag_over(page, (0, 45), (40, 95), panel=0)
    chosen = wait_until(page, "window.__aucc.selected")
    expect(page.get_by_text(f"The {len(chosen)} selected objects")).to_be_visible()
    wait_for_verdict(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="These objects (CSV)").click()
    table = pd.read_csv(io.BytesIO(Path(waiting.value.path()).read_bytes()))
    assert (table["object"] - 1).tolist() == chosen
    np.testing.assert_array_equal(table["x"], RUSPINI.X[chosen, 0])


def test_a_click_on_the_flow_lights_its_objects(page: Page) -> None:
    open_view(page, "/?k=2&k=5&pins=kmeans-5.kmeans-2.kmeans-3&tab=Clusters", solutions=4)
    found = {
        s.k: s.labels
        for s in numbered(solve_now(RUSPINI, ExploreRun(("kmeans",), (2, 3, 4, 5), 0)))
    }
    titles = page.locator(".aucc-flow .title > title")  # pinned solutions in their order
    expect(titles).to_have_text(["k-means, k = 5", "k-means, k = 2", "k-means, k = 3"])
    both = (found[2] == 1) & (found[3] == 2)
    if not both.any():
        both = (found[2] == 0) & (found[3] == 2)
    size = int(both.sum())
    source = int(found[2][both][0]) + 1
    words = f"{size} objects: cluster {source} of k-means, k = 2, cluster 3 of k-means, k = 3"
    ribbon = page.get_by_role("button", name=words)
    ribbon.focus()
    page.keyboard.press("Enter")
    assert wait_until(page, "window.__aucc.selected") == np.flatnonzero(both).tolist()
    page.locator("[data-part=roc]").focus()
    page.keyboard.press("Escape")
    wait_until(page, "window.__aucc.selected === null")
    page.get_by_role("button", name="cluster 1 of k-means, k = 5", exact=False).first.focus()
    page.keyboard.press("Enter")
    wait_until(page, "window.__aucc.selected?.length")


def test_own_labels_are_solutions(page: Page) -> None:
    open_view(page, "/?data=Iris&k=2&k=4&own=class&tab=All+solutions", solutions=3)
    iris = load_dataset("iris")
    page.locator("[data-part=chips] button[data-id=own1-3]").click()
    wait_until(page, "window.__aucc.focus === 'own1-3' && window.__aucc.curves.length === 1")
    said = page.locator("[data-part=legend] button[data-id=own1-3]").inner_text()
    assert float(said.split()[-1]) == pytest.approx(Pairs(iris).aucc(iris.labels), abs=5e-4)
    wait_until(page, "location.search.includes('focus=own1-3')")
    page.reload()
    wait_until(page, "window.__aucc?.focus === 'own1-3'")
    # Taken off the list they are gone, and the view begins as it does by itself.
    page.get_by_role("button", name="Remove class").or_(
        page.locator("[data-testid=stMultiSelect] [aria-label*='class'] [role=presentation]")
    ).first.click()
    wait_until(page, "window.__aucc?.focus.startsWith('kmeans-')")
