"""Paper in a real browser: the overview, the slips, a run that is stopped, an own study."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.waiting import wait_until

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_overview_slips_and_a_run_that_is_stopped(page: Page) -> None:
    page.goto("/paper")
    expect(
        page.get_by_text("11 of 17 numbers that the paper prints come out equal")
    ).to_be_visible()
    page.get_by_role("link", name="Slips").first.click()
    expect(page.get_by_role("heading", name="A missing ¼")).to_be_visible()
    page.get_by_role("radio", name="Agreement").click()
    expect(page.get_by_role("heading", name="The data sets")).to_be_visible()
    wait_until(page, "location.search.includes('part=Agreement')")
    # What is clicked while the part before is still being replaced goes with it.
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.locator("summary", has_text="Run it again").click()
    page.get_by_role("button", name="Run the whole evaluation").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Stopped. What was shown before stays.")).to_be_visible()
    assert page.locator("[data-testid=stException]").count() == 0


def test_own_study_of_an_uploaded_table(page: Page) -> None:
    page.goto("/paper?part=Your+own+study")
    rows = [f"{x + 9 * (i % 2)},{(i * 7) % 5},{'ab'[i % 2]}" for i, x in enumerate(range(24))]
    page.locator("input[type=file]").set_input_files(
        {
            "name": "mine.csv",
            "mimeType": "text/csv",
            "buffer": "\n".join(["x,y,group", *rows]).encode(),
        }
    )
    expect(page.get_by_text("mine.csv: 24 objects, 2 groups")).to_be_visible()
    page.get_by_role("button", name="Run the study on 1 table").click()
    expect(page.get_by_text("follows the labels best on this table")).to_be_visible()
    with page.expect_download() as got:
        page.get_by_role("button", name="The table (CSV)").click()
    lines = got.value.path().read_text("utf-8").splitlines()
    assert lines[0] == "criterion,mine.csv"
    assert len(lines) == 1 + 12
    with page.expect_download() as got:
        page.get_by_role("button", name="LaTeX").click()
    assert r"\toprule" in got.value.path().read_text("utf-8")
    page.get_by_role("radio", name="Spearman").click()
    expect(page.get_by_text("Spearman correlation with ARI")).to_be_visible()


def test_phone_in_the_dark(open_page: Callable[..., Page]) -> None:
    page = open_page(width=390, height=844, dark=True, touch=True)
    page.goto("/paper?part=ROC+curves")
    # Both figures, and the objects behind each of their ten curves.
    wait_until(page, "document.querySelectorAll('.js-plotly-plot').length === 12")
    # The right k is drawn in white, not in black on black.
    colours = wait_until(
        page,
        "(() => { const gd = document.querySelector('.js-plotly-plot');"
        " return gd.data && gd.data.map((t) => t.line.color); })()",
    )
    assert "#ffffff" in colours
    assert page.evaluate(WIDE) <= 0
