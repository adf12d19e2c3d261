"""Score in a real Chromium: from a cold page to a score, and the report without a network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from aucc_core import aucc_score, make_partitions
from aucc_core.report.labels_verdict import QUESTION as VERDICT
from tests.waiting import wait_until

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


def drop(page: Page, name: str, content: bytes) -> None:
    one = {"name": name, "mimeType": "text/csv", "buffer": content}
    page.locator("input[type=file]").set_input_files([one])


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


def test_the_verdict_is_on_the_page_in_the_address_and_in_the_report(
    page: Page, chromium: Browser, tmp_path: Path
) -> None:
    open_score(page)
    page.get_by_text(VERDICT, exact=True).click()
    expect(page.get_by_role("heading", name="2 clusters")).to_be_visible()
    expect(page.get_by_text("ward_2 has 2 clusters, as many as suggested.")).to_be_visible()
    expect(page.get_by_text("Report and JSON contain the verdict above")).to_be_visible()
    assert "score.verdict=true" in page.url
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Report").click()
    saved = tmp_path / "report.html"
    waiting.value.save_as(saved)
    with offline(chromium, saved) as report:
        expect(report.get_by_role("heading", name="2 clusters")).to_be_visible()
        expect(report.get_by_text("ward_2 has 2 clusters, as many as suggested.")).to_be_visible()
        expect(report.get_by_text("What would change it")).to_be_visible()
        # On A4 paper, which cannot be scrolled, no column is cut off.
        report.emulate_media(media="print")
        report.set_viewport_size({"width": 718, "height": 1000})
        wide = "[...document.querySelectorAll('.wide')].every(e => e.scrollWidth <= e.clientWidth)"
        assert report.evaluate(wide)
        # Figures are drawn as wide as the paper, and as before afterwards.
        report.evaluate("dispatchEvent(new Event('beforeprint'))")
        fits = "e => e.getBoundingClientRect().right <= e.closest('section').clientWidth + 60"
        wait_until(report, f"[...document.querySelectorAll('.main-svg')].every({fits})")
        report.evaluate("dispatchEvent(new Event('afterprint'))")
        report.emulate_media(media="screen")
        report.set_viewport_size({"width": 1280, "height": 1000})
        wait_until(report, "document.documentElement.scrollWidth <= window.innerWidth")


def test_a_reload_keeps_what_was_chosen_and_a_short_link_asks_for_the_verdict(page: Page) -> None:
    page.goto("/score?score.data=moons&score.distance=cityblock&score.labels=dbscan&verdict=true")
    expect(page.get_by_text("dbscan has AUCC")).to_be_visible()
    expect(page.get_by_role("switch")).to_be_checked()
    number = metric(page, "AUCC")
    # A choice of the person is kept, too.
    page.get_by_text("One cluster", exact=True).click()
    wait_until(page, "location.search.includes('score.noise=one_cluster')")
    page.reload()
    expect(page.get_by_text("dbscan has AUCC")).to_be_visible()
    for part in ("score.data=moons", "score.distance=cityblock", "score.labels=dbscan"):
        assert part in page.url
    assert metric(page, "AUCC") != number
    page.get_by_text("Leave out", exact=True).click()
    expect(page.get_by_test_id("stMetricValue").first).to_have_text(number)


def test_explore_opens_with_the_labels_beside_its_own_clusterings(page: Page) -> None:
    page.goto("/score?score.distance=cityblock")
    expect(page.get_by_text("is the best of 3")).to_be_visible()
    score = metric(page, "AUCC")
    page.get_by_role("button", name="Open in Explore").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Iris")
    hand = wait_until(page, "window.__aucc?.hand?.aucc && window.__aucc.hand")
    assert f"{hand['aucc']:.4f}" == score
    words = page.locator("[data-part=sentence]")
    expect(words).to_contain_text("By hand, k = 2: AUCC 0.97")
    expect(words).not_to_contain_text("began")
    wait_until(page, "location.search.includes('hand=')")
    assert "distance=City+block" in page.url
    page.reload()
    hand = wait_until(page, "window.__aucc?.hand?.aucc && window.__aucc.hand")
    assert f"{hand['aucc']:.4f}" == score


def test_a_cell_of_two_clusterings_lights_its_objects(page: Page) -> None:
    open_score(page)
    page.get_by_role("tab", name="How alike they are").click()
    table = page.locator(".st-key-score-compared-table")
    expect(table).to_be_visible()
    expect(page.get_by_text("ARI 0.5919")).to_be_visible()
    canvas = table.locator("canvas").first
    width = canvas.evaluate("e => e.clientWidth")
    canvas.click(position={"x": width * 0.5, "y": 52}, force=True)
    expect(page.get_by_text("objects are in ward_2")).to_be_visible()
    expect(page.locator(".st-key-score-compared-picture .js-plotly-plot")).to_be_visible()


def test_cancel_stops_the_verdict_and_leaves_the_scores(page: Page, tmp_path: Path) -> None:
    labels = RNG.integers(0, 3, 1500)
    rows = RNG.normal(size=(1500, 8)) + labels[:, None]
    path = tmp_path / "long.csv"
    np.savetxt(
        path,
        np.column_stack([rows, labels]),
        delimiter=",",
        comments="",
        header="a,b,c,d,e,f,g,h,class",
        fmt=["%.4f"] * 8 + ["%d"],
    )
    open_score(page)
    upload(page, path)
    page.get_by_role("button", name="Score this table").click()
    expect(page.get_by_text("class has AUCC")).to_be_visible()
    page.get_by_text(VERDICT, exact=True).click()
    page.locator(".st-key-score-verdict-job-panel-cancel").get_by_role("button").click()
    expect(page.get_by_text("Stopped before there was a verdict.")).to_be_visible()
    expect(page.get_by_role("button", name="Run again")).to_be_visible()
    expect(page.get_by_role("button", name="Report")).to_be_visible()
    assert metric(page, "Clusters") == "3"


def check_report_offline(chromium: Browser, path: Path) -> None:
    with offline(chromium, path) as report:
        expect(report.locator(".js-plotly-plot .main-svg").first).to_be_visible()
        expect(report.get_by_role("heading", name="How to cite")).to_be_visible()
        expect(report.get_by_text(EXPECTED).first).to_be_visible()


@contextmanager
def offline(chromium: Browser, path: Path) -> Iterator[Page]:
    """A saved report, opened without a network; fails on complaints and on a page too wide."""
    context = chromium.new_context(offline=True, viewport={"width": 1280, "height": 900})
    report = context.new_page()
    complaints: list[str] = []
    report.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    report.on("pageerror", lambda e: complaints.append(str(e)))
    report.on("request", lambda r: complaints.append(r.url) if r.url.startswith("http") else None)
    report.goto(path.as_uri())
    yield report
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


def table_of(*columns: np.ndarray, names: str) -> bytes:
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return "\n".join([names, *(",".join(map(str, row)) for row in rows)]).encode()


def test_noise_cut_by_k_means_is_no_evidence(page: Page) -> None:
    points = np.random.default_rng(0).uniform(size=(150, 2)).round(4)
    (cut,) = make_partitions(points, "kmeans", [9], seed=0)
    content = table_of(points[:, 0], points[:, 1], cut.labels, names="x,y,km_9")
    page.goto("/score")
    drop(page, "noise.csv", content)
    page.get_by_role("button", name="Score this table").click()
    expect(page.get_by_text("as data without clusters have")).to_be_visible()
    expect(page.get_by_text("No evidence").first).to_be_visible()
    expect(page.get_by_text("is no sign of clusters")).to_be_visible()


def test_labels_are_held_against_every_distance(page: Page) -> None:
    open_score(page)
    page.get_by_role("tab", name="Which distance fits").click()
    page.get_by_role("button", name="Compare distances").click()
    expect(page.get_by_text("ward_2: The labels fit Cosine best: AUCC 1.0000")).to_be_visible()
    expect(page.get_by_text("chosen on half of the objects it scores")).to_be_visible()
    expect(page.locator(".st-key-score-distances-map .js-plotly-plot")).to_be_visible()


def test_a_table_too_large_to_rank_has_curves_picture_and_report(
    page: Page, tmp_path: Path
) -> None:
    n = 10_500
    rng = np.random.default_rng(0)
    groups = (np.arange(n) % 20 == 0) * 1  # a large cluster, which needs many points
    points = (rng.normal(size=(n, 2)) + 9 * groups[:, None]).round(3)
    content = table_of(points[:, 0], points[:, 1], groups, names="x,y,group")
    page.goto("/score")
    drop(page, "large.csv", content)
    page.get_by_role("button", name="Score this table").click()
    expect(page.get_by_text("group has AUCC")).to_be_visible()
    expect(page.get_by_text("is above the band")).to_be_visible()
    assert metric(page, "Margin").startswith("±")
    assert len(metric(page, "AUCC")) > len("0.9999")
    expect(page.locator(".st-key-score-roc .js-plotly-plot")).to_be_visible()
    expect(page.locator(".st-key-score-scatter .js-plotly-plot .points path").first).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Report").click()
    saved = tmp_path / "large.html"
    waiting.value.save_as(saved)
    assert saved.stat().st_size < 6_000_000
    assert "lies between them for certain" in saved.read_text("utf-8")
