"""Nothing breaks the content policy, nothing leaves the machine, nothing a user types runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

REPORT_VIOLATIONS = """
window.violations = [];
document.addEventListener('securitypolicyviolation', event => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""
ATTACK = "<img src=x onerror=alert(1)><script>alert(2)</script><b>bold</b>"


@pytest.fixture
def alert_page(page: Page) -> Iterator[Page]:
    """A page that fails its test on any dialog or broken policy."""
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.add_init_script(REPORT_VIOLATIONS)
    yield page
    assert dialogs == []
    assert page.evaluate("window.violations") == []


def test_every_screen_stays_within_the_content_policy(alert_page: Page) -> None:
    alert_page.goto("/")
    expect(alert_page.locator(".js-plotly-plot").first).to_be_visible()
    entries = alert_page.get_by_test_id("stSidebarNavLink")
    for number in range(entries.count()):
        entries.nth(number).click()
        expect(alert_page.get_by_test_id("stApp")).to_have_attribute(
            "data-test-script-state", "notRunning"
        )
        expect(alert_page.get_by_role("heading").first).to_be_visible()
        expect(alert_page.get_by_text("unexpected went wrong")).to_have_count(0)
    # The icon is in the page: as a file of a run it might be gone before it is fetched.
    expect(alert_page.locator("link[rel*=icon]").first).to_have_attribute(
        "href", re.compile("^data:image/png")
    )


def test_html_in_an_upload_is_shown_as_text(alert_page: Page, tmp_path: Path) -> None:
    quoted = ATTACK.replace('"', "'")
    rows = "\n".join(f"{i % 7},{i * i % 11},{quoted if i % 2 else 'b'}" for i in range(30))
    path = tmp_path / "attack <b>name<b>.csv"
    path.write_text(f'"{quoted}",y,"class {quoted}"\n{rows}\n')
    alert_page.goto("/")
    alert_page.get_by_role("link", name="Score").click()
    # Explore has a place for files too: a file given to it while it goes is lost with it.
    expect(alert_page.get_by_role("heading", name="Score: how good")).to_be_visible()
    expect(alert_page.get_by_test_id("stApp")).to_have_attribute(
        "data-test-script-state", "notRunning"
    )
    alert_page.locator("input[type=file]").set_input_files(str(path))
    go = alert_page.get_by_role("button", name="Score this table")
    go.click()
    expect(alert_page.get_by_test_id("stMetric").first).to_be_visible()
    assert alert_page.locator("img[src='x']").count() == 0
    # The table's own toolbar would save it with its formulas; only our CSV is offered.
    toolbar = alert_page.get_by_test_id("stElementToolbar").filter(
        has=alert_page.locator("[aria-label='Download as CSV']")
    )
    expect(toolbar.first).to_be_attached()
    expect(toolbar.first.locator("[aria-label='Download as CSV']")).to_be_hidden()
