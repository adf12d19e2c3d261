"""The import step in a real Chromium: packed, pasted, label files, and correcting it later."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.core.ingest import samples
from tests.ui.upload.test_real_files import TEN

PASTED = "x\ty\tgroup\n" + "".join(f"{x}\t{y}\t{c}\n" for x, y, c in samples.ROWS)


def open_score(page: Page) -> None:
    page.goto("/score")
    expect(page.get_by_text("Paste a table")).to_be_visible()


def drop(page: Page, *files: tuple[str, bytes]) -> None:
    page.locator("input[type=file]").first.set_input_files(
        [{"name": name, "mimeType": "text/csv", "buffer": data} for name, data in files]
    )


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=label).first.click()
    page.get_by_role("option", name=option).first.click()


def understood(page: Page, text: str) -> None:
    expect(page.get_by_text("Understood as")).to_contain_text(text)


def test_one_table_of_a_zip_is_chosen(page: Page) -> None:
    open_score(page)
    drop(page, ("kaggle.zip", samples.zip_of_tables()))
    understood(page, "5 objects, 2 features, 1 label column")
    choose(page, "Sheet", "test.csv")
    understood(page, "3 objects, 2 features, no labels")


def test_a_table_is_pasted(page: Page) -> None:
    open_score(page)
    page.get_by_role("button", name="Paste a table").click()
    box = page.get_by_role("textbox", name="Copy cells")
    box.fill(PASTED)
    box.press("Control+Enter")
    understood(page, "5 objects, 2 features, 1 label column")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Score this table").click()
    expect(page.get_by_test_id("stMetric").first).to_be_visible()


def test_labels_one_per_line_beside_distances(page: Page) -> None:
    open_score(page)
    case = TEN["distances.csv"]
    drop(page, *((name, make()) for name, make in case.files.items()))
    understood(page, "60 objects, distance matrix, 1 label column")
    expect(page.get_by_text("Labels from group.txt are matched by row order")).to_be_visible()


def test_columns_are_corrected_on_another_screen(page: Page) -> None:
    open_score(page)
    drop(page, ("customers.csv", TEN["customers.csv"].files["customers.csv"]()))
    understood(page, "60 objects, 3 features, 1 label column")
    choose(page, "Scale:", "standardised")
    choose(page, "Many at once", "all of words")
    choose(page, "Use as", "ignore")
    page.get_by_role("button", name="Set 2").click()
    understood(page, "60 objects, 3 features, no labels")
    page.get_by_role("button", name="Score this table").click()
    expect(page.get_by_role("button", name="Edit columns")).to_be_visible()
    page.get_by_role("link", name="Explore").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ruspini")
    choose(page, "Data", "Your data")
    page.get_by_role("button", name="Edit columns").click()
    understood(page, "60 objects, 3 features, no labels")
    expect(page.get_by_label("Scale:").first).to_have_value("standardised, so that all weigh alike")
    page.get_by_role("button", name="Keep it as it was").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("customers")


def test_the_import_step_fits_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(width=390, height=844, touch=True, dark=True)
    open_score(page)
    drop(page, ("customers.csv", TEN["customers.csv"].files["customers.csv"]()))
    understood(page, "60 objects")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
