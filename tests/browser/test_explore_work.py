"""Take away and come back: the table with labels, work saved and opened, data forgotten."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from aucc_core.datasets import load_dataset
from tests.browser.linked_view import open_view, state, wait_for_verdict
from tests.waiting import wait_until


def saved(page: Page, button: str) -> bytes:
    wait_for_verdict(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button).click()
    return Path(waiting.value.path()).read_bytes()


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A table of a person: names, a word, numbers on two scales, and one row with a gap."""
    iris = load_dataset("iris")
    table = pd.DataFrame(iris.X[:, :3], columns=["length", "width", "petal"])
    table.insert(0, "shop", [f"shop {i}" for i in range(150)])
    table["income"] = table["petal"] * 1000
    table.loc[7, "width"] = None
    path = tmp_path / "customers.csv"
    table.to_csv(path, index=False)
    return path


def upload(page: Page, path: Path) -> None:
    open_view(page)
    page.get_by_text("Use your own table").click()
    page.locator("[data-testid=stSidebar] input[type=file]").set_input_files(str(path))
    page.get_by_role("button", name="Explore this table").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("customers")
    wait_until(page, "window.__aucc?.curves.length === 8")


def test_work_is_saved_and_opened_in_another_browser(
    open_page: Callable[..., Page], mine: Path, tmp_path: Path
) -> None:
    page = open_page()
    upload(page, mine)
    page.locator("[data-part=legend] button[data-id=kmeans-5]").click()
    wait_until(page, "location.search.includes('focus=kmeans-5')")
    page.get_by_role("button", name="[z-score]").click()
    expect(page.get_by_text("z-score scaling")).to_be_visible()
    page.get_by_role("tab", name="Take away").click()
    table = pd.read_csv(io.BytesIO(saved(page, "Table with labels")))
    assert table["shop"].tolist() == [f"shop {i}" for i in range(150)]
    assert table.loc[7, "left out"] == "left out"
    labels = table["k-means, k = 5"]
    assert labels.isna().tolist() == [i == 7 for i in range(150)]
    assert set(labels.dropna()) == {1, 2, 3, 4, 5}
    work = tmp_path / "work.aucc"
    work.write_bytes(saved(page, "Save work"))

    other = open_page()
    open_view(other)
    other.get_by_role("tab", name="Take away").click()
    other.locator(".st-key-takeaway-work input[type=file]").set_input_files(str(work))
    expect(other.get_by_role("heading", level=1)).to_contain_text("customers")
    expect(other.get_by_text("z-score scaling")).to_be_visible()
    wait_until(other, "window.__aucc?.focus === 'kmeans-5' && window.__aucc.curves.length === 8")
    again = pd.read_csv(io.BytesIO(saved(other, "Table with labels")))
    pd.testing.assert_frame_equal(again, table)


def test_what_is_no_work_is_refused(page: Page, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.aucc"
    wrong.write_bytes(b"no work")
    open_view(page, "/?tab=Take+away")
    page.locator(".st-key-takeaway-work input[type=file]").set_input_files(str(wrong))
    expect(page.get_by_text("This is no file that")).to_be_visible()
    assert state(page)["focus"] == "kmeans-4"


def test_a_table_is_forgotten_at_once(page: Page, mine: Path) -> None:
    upload(page, mine)
    expect(page.get_by_text("written to no disk")).to_be_visible()
    page.get_by_role("button", name="Forget my data now").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ruspini")
    expect(page.get_by_role("button", name="Forget my data now")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ruspini")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("customers")


def test_a_row_of_all_solutions_comes_into_focus(page: Page) -> None:
    open_view(page, "/?tab=All+solutions&k=2&k=6", solutions=5)
    table = page.locator("[data-testid=stDataFrame]")
    table.scroll_into_view_if_needed()
    place = table.bounding_box()
    assert place is not None
    # The table is a canvas: its rows have one height, the head stands above them.
    page.mouse.click(place["x"] + 12, place["y"] + 35 * 1.5)
    wait_until(page, "window.__aucc.focus === 'kmeans-2'")
    page.mouse.click(place["x"] + 12, place["y"] + 35 * 4.5)
    wait_until(page, "window.__aucc.focus === 'kmeans-5'")
