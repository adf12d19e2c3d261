"""Score in a real Chromium: from a cold page to a score, and the report without a network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from aucc_core import aucc_score
from tests.browser.waiting import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)
RNG = np.random.default_rng(11)
GROUPS = np.arange(45) % 3
POINTS = (RNG.normal(size=(45, 2)) * 1.6 + np.array([[0, 0], [5, 1], [1, 6]])[GROUPS]).round(2)
EXPECTED = f"{aucc_score(POINTS, GROUPS):.4f}"


def open_score(page: Page) -> None:
    page.goto("/score")
    expect(page.get_by_text("How alike they are")).to_be_visible()
    expect(page.locator(".js-plotly-plot").first).to_be_visible()


def upload(page: Page, path: Path) -> None:
    page.locator("input[type=file]").set_input_files(str(path))


def metric(page: Page, label: str) -> str:
    box = page.get_by_test_id("stMetric").filter(has_text=label).first
    return box.get_by_test_id("stMetricValue").inner_text()


@pytest.fixture
def semicolon_file(tmp_path: Path) -> Path:
    lines = ["id;width;height;species"]
    for i, ((x, y), g) in enumerate(zip(POINTS.tolist(), GROUPS.tolist(), strict=True)):
        lines.append(f"{i + 1};{x:.2f};{y:.2f};{'abc'[g]}".replace(".", ","))
    path = tmp_path / "meine Messung.csv"
    path.write_text("\n".join(lines) + "\n", encoding="cp1252")
    return path


def test_semicolon_file_in_two_actions_and_its_report(
    page: Page, chromium: Browser, semicolon_file: Path, tmp_path: Path
) -> None:
    open_score(page)
    upload(page, semicolon_file)
    go = page.get_by_role("button", name="Score this table")
    expect(go).to_be_visible()
    expect(page.get_by_text("45 objects, 2 features, 1 label column")).to_be_visible()
    expect(page.get_by_label("Decimal mark")).to_have_value("comma (1,5) (guessed)")
    go.click()
    expect(page.get_by_text(f"species has AUCC {EXPECTED} with k = 3 clusters")).to_be_visible()
    assert metric(page, "AUCC") == EXPECTED
    assert metric(page, "Clusters") == "3"

    with page.expect_download() as waiting:
        page.get_by_role("button", name="Report").click()
    saved = tmp_path / "report.html"
    waiting.value.save_as(saved)
    assert waiting.value.suggested_filename == "meine-Messung-aucc-report.html"
    assert saved.stat().st_size < 6_000_000
    check_report_offline(chromium, saved)


def check_report_offline(chromium: Browser, path: Path) -> None:
    context = chromium.new_context(offline=True, viewport={"width": 1280, "height": 900})
    report = context.new_page()
    complaints: list[str] = []
    report.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    report.on("pageerror", lambda e: complaints.append(str(e)))
    report.on("request", lambda r: complaints.append(r.url) if r.url.startswith("http") else None)
    report.goto(path.as_uri())
    expect(report.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    expect(report.get_by_role("heading", name="How to cite")).to_be_visible()
    expect(report.get_by_text(EXPECTED).first).to_be_visible()
    assert report.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    context.close()
    assert complaints == []


def test_labelled_distance_matrix(page: Page, tmp_path: Path) -> None:
    square = np.linalg.norm(POINTS[:, None] - POINTS[None], axis=2)
    header = ",".join(["", *(f"p{i}" for i in range(45)), "cluster"])
    rows = [
        ",".join([f"p{i}", *(repr(float(d)) for d in row), str(GROUPS[i])])
        for i, row in enumerate(square)
    ]
    path = tmp_path / "distances.csv"
    path.write_text("\n".join([header, *rows]))
    open_score(page)
    upload(page, path)
    expect(page.get_by_text("45 objects, distance matrix, 1 label column")).to_be_visible()
    page.get_by_role("button", name="Score this table").click()
    expect(page.get_by_text(f"cluster has AUCC {EXPECTED}")).to_be_visible()


def test_broken_file_says_what_to_do(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "broken.csv"
    path.write_text("x,y\n1,2\n3,4,5\n6,7\n")
    open_score(page)
    upload(page, path)
    message = page.get_by_text("Line 3 has 3 cells, the table has 2 columns.")
    expect(message).to_be_visible()
    expect(page.get_by_text("Read the file another way")).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height", "dark"), [(1440, 900, True), (1280, 720, False), (390, 844, True)]
)
def test_first_picture_fits_every_screen(
    open_page: Callable[..., Page], width: int, height: int, dark: bool
) -> None:
    page = open_page(width=width, height=height, dark=dark)
    open_score(page)
    expect(page.get_by_text("is the best of 3")).to_be_visible()
    expect(page.locator(".js-plotly-plot").nth(1)).to_be_attached()
    main = page.get_by_test_id("stMain")
    assert main.evaluate("e => e.scrollWidth <= e.clientWidth")
