"""What one browser tab keeps: Back leaves data set or screen, a reload keeps the own table."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from playwright.sync_api import BrowserContext, Page, expect

from aucc_core.datasets import load_dataset
from tests.browser.linked_view import open_view
from tests.waiting import wait_until


def choose_data(page: Page, title: str) -> None:
    """Choose a data set in the side panel and wait until it is on screen."""
    box = page.locator("[data-testid=stSidebar]").get_by_role("combobox", name="Data", exact=True)
    box.fill(title)
    box.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)


def test_back_leaves_the_data_set_not_the_last_click(page: Page) -> None:
    open_view(page, "/?data=iris")
    for k in (4, 5, 6):
        page.locator(f"[data-part=legend] button[data-id=kmeans-{k}]").click()
        wait_until(page, f"location.search.includes('focus=kmeans-{k}')")
    choose_data(page, "Wine")
    wait_until(page, "location.search.includes('data=Wine')")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Iris")
    wait_until(page, "window.__aucc.focus === 'kmeans-6'")  # as it was left
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Wine")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Iris")
    page.go_back()
    wait_until(page, "location.href === 'about:blank'")


def own_table(page: Page, folder: Path) -> None:
    table = pd.DataFrame(load_dataset("ruspini").X, columns=["east", "north"])
    table["year"] = 1970
    path = folder / "mine.csv"
    table.to_csv(path, index=False)
    open_view(page, "/?k=2&k=5")
    page.get_by_text("Use your own table").click()
    page.locator("[data-testid=stSidebar] input[type=file]").set_input_files(str(path))
    page.get_by_role("button", name="Explore this table").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("mine")


def test_a_reload_keeps_the_own_table_in_this_tab_only(page: Page, tmp_path: Path) -> None:
    own_table(page, tmp_path)
    wait_until(page, "location.search.includes('data=Your+data')")
    wait_until(page, "sessionStorage.getItem('aucc.table')")
    for _ in range(2):  # also the session after the next
        page.evaluate("window.__aucc = undefined")
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_contain_text("mine.csv · 75 objects")
        wait_until(page, "window.__aucc?.curves?.length === 4")
    context: BrowserContext = page.context
    other = context.new_page()  # another tab of the same browser
    other.goto(page.url)
    expect(other.get_by_text("Your table is not on the server")).to_be_visible()
