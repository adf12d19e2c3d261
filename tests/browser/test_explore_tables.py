"""The tables below the view, in a browser: a row lights its cluster, a selection is listed."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pandas as pd
from playwright.sync_api import Page, expect

from aucc_core.datasets import load_dataset
from aucc_core.sweeps.numbering import numbered
from aucc_core.sweeps.solutions import ExploreRun, solve_now
from tests.browser.linked_view import drag_over, open_view
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
    wait_until(page, NOT_RUNNING)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="These objects (CSV)").click()
    table = pd.read_csv(io.BytesIO(Path(waiting.value.path()).read_bytes()))
    assert (table["object"] - 1).tolist() == chosen
    np.testing.assert_array_equal(table["x"], RUSPINI.X[chosen, 0])
