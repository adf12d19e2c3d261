"""Explore with 5,000 objects of ten features: a job fills the charts, then all links work."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from playwright.sync_api import Page

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.partitions import make_partitions
from aucc_core.score.inputs import Dataset
from tests.browser.linked_view import (
    chart,
    click_hovered,
    drag_over,
    hover_vertex,
    ink,
    open_view,
    pair_lines,
    state,
)
from tests.waiting import wait_until

LINK = "/?data=Blobs&blobs.n=5000&blobs.d=10&blobs.k=5&k=4&k=6&starts=1"


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset("blobs", n=5000, d=10, k=5)


@pytest.fixture(scope="module", params=["light", "dark"])
def opened(open_shared_page: Callable[..., Page], request: pytest.FixtureRequest) -> Page:
    page = open_shared_page(width=1440, height=900, dark=request.param == "dark")
    open_view(page, LINK, solutions=3)
    return page


@pytest.fixture
def view(opened: Page) -> Iterator[Page]:
    opened.mouse.move(2, 2)
    opened.locator("[data-part=roc]").focus()
    for _ in range(3):  # the held distance, the selection, the focus
        opened.keyboard.press("Escape")
    wait_until(opened, "!window.__aucc.selected && !window.__aucc.active")
    yield opened
    assert opened.locator("[data-testid=stException]").count() == 0


def positions(page: Page, dataset: Dataset) -> np.ndarray:
    """First two principal components, as the picture has them (signs fixed the same way)."""
    centred = dataset.X - dataset.X.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    signs = np.sign(directions[np.arange(2), np.abs(directions[:2]).argmax(axis=1)])
    return centred @ (directions[:2] * signs[:, None]).T


def test_selection_is_drawn_in_every_panel_and_its_share_counted(
    view: Page, dataset: Dataset
) -> None:
    points = positions(view, dataset)
    labels = {p.k: p.labels for p in make_partitions(dataset, "kmeans", [5], seed=0, n_init=1)}[5]
    home = points[labels == labels[0]]
    low, high = home.min(axis=0) - 0.2, home.max(axis=0) + 0.2
    drag_over(view, tuple(low), tuple(high), panel=0)
    chosen = set(wait_until(view, "window.__aucc.selected"))
    # The mouse moves in whole pixels, so objects at the very edge may fall on either side.
    inside = set(np.flatnonzero(((points > low) & (points < high)).all(axis=1)).tolist())
    assert len(chosen ^ inside) <= 0.02 * len(inside)
    middle = [i for i in chosen if np.hypot(*(points[i] - home.mean(axis=0))) < 1][:30]
    lonely = [i for i in range(5000) if i not in chosen]
    spread = np.hypot(*(points[lonely] - np.median(points[lonely], axis=0)).T)
    edge = [lonely[i] for i in np.argsort(-spread)[:30]]
    for panel in range(3):
        assert min(ink(view, panel, points[middle].tolist())) > 200
        assert max(ink(view, panel, points[edge].tolist())) < 190
    share = wait_until(view, "window.__aucc.share")
    mask = np.zeros(5000, bool)
    mask[list(chosen)] = True
    outside = int((~mask).sum())
    assert share["pairs"] == 5000 * 4999 // 2 - outside * (outside - 1) // 2
    view.keyboard.press("Escape")
    wait_until(view, "!window.__aucc.selected")
    assert min(ink(view, 0, points[edge].tolist())) > 150


def test_threshold_counts_are_exact_and_pairs_are_drawn(view: Page, dataset: Dataset) -> None:
    hover_vertex(view, "kmeans-4", 0.5)
    click_hovered(view, "roc")
    wait_until(view, "window.__aucc.held !== null && window.__aucc.focus === 'kmeans-4'")
    active = state(view)["active"]
    pairs = Pairs(dataset)
    (partition,) = make_partitions(dataset, "kmeans", [4], seed=0, n_init=1)
    curve = pairs.curve(partition.labels)
    at = int(np.searchsorted(curve.thresholds, active["distance"] * (1 - 1e-12)))
    assert active["falsePositives"] == curve.between[at]
    assert active["falseNegatives"] == curve.within[-1] - curve.within[at]
    for name, count in (("apart", "falsePositives"), ("together", "falseNegatives")):
        assert len(pair_lines(view, name)) == min(active[count], 400)
    view.keyboard.press("ArrowRight")
    wait_until(view, f"window.__aucc.held === {active['vertex'] + 1}")


def test_focus_and_light_curves(view: Page) -> None:
    assert max(chart(view, "roc", "gd.data.map((t) => t.x.length)")) <= 2000
    view.locator("[data-part=legend] button[data-id=kmeans-6]").click()
    wait_until(view, "window.__aucc.focus === 'kmeans-6'")
    assert view.locator("[data-part=sentence]").inner_text().startswith("k = 6:")
    note = view.locator("[data-part=note]").inner_text()
    assert "of the variance of 10 features" in note
