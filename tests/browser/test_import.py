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


def test_the_row_of_names_is_chosen_and_a_hidden_sheet_passed_over(page: Page) -> None:
    rows = [["Report", 2021], ["a", "b", "group"], *([x, y, c] for x, y, c in samples.ROWS)]
    book = samples.xlsx(
        {"codes": [["x", "y"], [1, 2], [3, 4], [5, 7]], "Data": rows}, hidden={"codes": "hidden"}
    )
    open_score(page)
    drop(page, ("titled.xlsx", book))
    understood(page, "5 objects, 2 features, 1 label column")
    expect(page.get_by_text("Hidden in the workbook and passed over: codes.")).to_be_visible()
    expect(page.get_by_text("The row below the header holds units")).to_be_visible()
    choose(page, "Names of the columns", "row 2: a, b, group")
    expect(page.get_by_text("Taken as labels, not as features: group.")).to_be_visible()
    understood(page, "5 objects, 2 features, 1 label column")


def test_few_whole_numbers_are_asked_about(page: Page) -> None:
    rows = [f"{i * i % 23}.5,{i % 3},{i % 4}" for i in range(40)]
    open_score(page)
    drop(page, ("solutions.csv", "\n".join(["x,sol_3,sol_4", *rows]).encode()))
    understood(page, "40 objects, 1 feature, 2 label columns")
    choose(page, "Few whole numbers: sol_3, sol_4", "features: distances use them")
    understood(page, "40 objects, 3 features, no labels")


def test_words_become_features_that_are_seen(page: Page) -> None:
    rows = [
        f"{i * i % 23}.5,{i % 5}.5,{('red', 'blue')[i % 2]},{'ab'[i % 3 > 0]},z" for i in range(40)
    ]
    open_score(page)
    drop(page, ("words.csv", "\n".join(["x,y,colour,group,same", *rows]).encode()))
    understood(page, "40 objects, 2 features, 2 label columns")
    choose(page, "Many at once", "columns named like")
    page.get_by_role("textbox", name="Name").fill("col*")
    page.get_by_role("textbox", name="Name").press("Enter")
    choose(page, "Use as", "feature")
    page.get_by_role("button", name="Set 1").click()
    understood(page, "40 objects, 4 features, 1 label column")
    expect(page.get_by_text("Words in 'colour' become 2 columns of 0 and 1")).to_be_visible()


def test_a_scale_that_hides_all_else_is_told_beside_the_picture(page: Page) -> None:
    open_score(page)
    drop(page, ("customers.csv", TEN["customers.csv"].files["customers.csv"]()))
    understood(page, "60 objects, 3 features, 1 label column")
    page.get_by_role("button", name="Score this table").click()
    told = page.get_by_text("'income' alone makes").filter(
        has_text="of it; scaling gives every feature"
    )
    expect(told).to_be_visible()


def test_labels_alone_ask_for_their_data_and_half_a_gigabyte_may_come(page: Page) -> None:
    open_score(page)
    expect(page.get_by_text("500MB per file")).to_be_visible()
    drop(page, ("group.txt", TEN["distances.csv"].files["group.txt"]()))
    expect(page.get_by_text("The file holds labels only")).to_be_visible()
