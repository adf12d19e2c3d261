"""The standalone report: complete, escaped, offline, and the same numbers as everywhere."""

import dataclasses
import json
import re
from datetime import datetime

import numpy as np
import pytest
from markupsafe import escape

from aucc_core import Dataset, aucc_score
from aucc_core.__main__ import main
from aucc_core.ingest import read_table
from aucc_core.large.engine import SizeChoices
from aucc_core.report.confidence import confidence_of, ranked
from aucc_core.report.escape import plotly_text, shortened
from aucc_core.report.figures import MOST_POINTS, agreement, ranking, roc, scatter, sizes
from aucc_core.report.labels_verdict import QUESTION, verdict_of
from aucc_core.report.page import report_html, write_report
from aucc_core.report.score_card import score_columns, score_columns_large
from aucc_core.version import CITATION

EVIL = '<img src=x onerror="alert(1)"><b>%{x}'


@pytest.fixture(scope="module")
def report():
    rng = np.random.default_rng(1)
    truth = np.arange(45) % 3
    X = rng.normal(size=(45, 3)) + 6 * np.eye(3)[truth]
    labels = {EVIL: np.array([EVIL, "b", "c"], dtype=object)[truth], "other": (truth > 0) * 1}
    return score_columns(
        Dataset(EVIL, X, (EVIL, "y", "z"), label_columns=labels, notices=(f"Note {EVIL}.",))
    )


@pytest.fixture(scope="module")
def page(report):
    return report_html(report, settings={"scaling": "none"}, now=datetime(2022, 5, 1, 12))


def test_report_is_one_small_file_without_outside_requests(page):
    assert len(page.encode()) < 6_000_000
    outside = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert not re.search(r"https?://", outside)
    assert not re.search(r"<(script|link|img|iframe)[^>]+(src|href)=[\"'](?!data:)", outside)
    assert page.count("plotly.js v") == 1


def test_report_shows_everything_that_belongs_in_it(page, report):
    for card in report.cards:
        assert f"{card.aucc:.6f}" in page
        assert f"{card.gamma_classical:.6f}" in page
    for text in (
        CITATION,
        "45 objects, 3 features.",
        "Euclidean",
        "2022-05-01 12:00",
        "numpy ",
        "How alike the clusterings are",
        "scaling",
    ):
        assert escape(text) in page, text


def test_first_screen_says_what_the_page_says_and_contents_lead_to_every_section(report, page):
    judged = confidence_of(report)
    head = page.split("<header>")[1].split("</header>")[0]
    sentences = [one.text for one in judged.conditions]
    for text in (judged.headline, judged.word, judged.chance, *judged.notes, *sentences):
        assert str(escape(text)) in head
    best = ranked(report, judged).best
    assert f"<dd>{best.score.short}</dd>" in head
    links = re.findall(r"<li><a href='#([^']*)'>", page)
    places = re.findall(r"<section id='([^']*)'>", page)
    assert links == places
    assert len(set(places)) == len(places) >= 9


def test_user_text_is_never_markup(page):
    outside = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert "<img" not in outside
    assert escape(EVIL) in outside
    # Inside the figures, names are JSON strings in which plotly would render tags.
    assert '"<b>' not in page
    assert "<img src=x" not in page


def test_a_verdict_is_a_card_of_its_own_with_escaped_names(report, page):
    judged = verdict_of(report, seed=7, n_sets=5, n_runs=3, n_init=2)
    whole = report_html(report, verdict=judged)
    outside = re.sub(r"<script.*?</script>", "", whole, flags=re.DOTALL)
    found = judged.verdict
    lines = (*found.for_it, *found.against_it, *found.would_change, *judged.own_lines())
    for text in (QUESTION, found.headline, found.weight, judged.inquiry.how, *lines):
        assert escape(text) in outside, text
    assert f"{escape(EVIL)} has 3 clusters, as many as suggested." in outside
    assert "k-means, Ward, Average linkage, Single linkage, HDBSCAN; k = 2 to 10, seed 7" in outside
    assert "<img" not in outside
    assert not re.search(r"https?://", outside)
    assert QUESTION not in page


def test_figures_hold_the_numbers_and_escaped_names(report):
    order = [c.aucc for c in report.cards]
    assert list(ranking(report).data[0].x) == order[::-1]
    curves = [t for t in roc(report).data if t.showlegend is None]
    assert len(curves) == len(report.cards)
    assert np.trapezoid(curves[0].y, curves[0].x) == pytest.approx(order[0], abs=1e-3)
    assert agreement(report).data[0].z.tolist() == report.agreement["ari"].to_numpy().tolist()
    best = report.best
    assert list(sizes(best).data[0].x) == list(best.sizes.values())
    picture = scatter(best, report.dataset.X[:, :2], (EVIL, "y"))
    assert sum(len(t.x) for t in picture.data) == report.dataset.n
    for figure in (ranking(report), roc(report), agreement(report), sizes(best), picture):
        drawn = figure.to_json()
        assert "<img" not in drawn
        assert "<b>" not in drawn


def test_scatter_shows_noise_and_thins_large_data():
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1, -1], 50)
    X = rng.normal(size=(150, 2)) + labels[:, None]
    report = score_columns(Dataset("d", X, label_columns={"c": labels}))
    names = [t.name for t in scatter(report.best, X, ("x", "y")).data]
    assert names[0] == "other or noise"
    assert sorted(names[1:]) == ["0", "1"]
    many = dataclasses.replace(report.best, labels=np.tile(labels, 100))
    thinned = scatter(many, np.tile(X, (100, 1)), ("x", "y"))
    assert sum(len(t.x) for t in thinned.data) == MOST_POINTS


def test_a_large_cluster_is_drawn_without_webgl():
    """Which the server's security policy does not let run."""
    labels = (np.arange(MOST_POINTS) < 10) * 1
    X = np.random.default_rng(0).normal(size=(MOST_POINTS, 2))
    report = score_columns(Dataset("d", X, label_columns={"c": labels}))
    drawn = scatter(report.best, X, ("x", "y"))
    assert sorted(len(t.x) for t in drawn.data) == [10, MOST_POINTS - 10]
    assert {t.type for t in drawn.data} == {"scatter"}


def test_a_large_report_explains_its_own_columns_alone():
    rng = np.random.default_rng(0)
    data = Dataset("d", rng.normal(size=(60, 2)), label_columns={"c": np.arange(60) % 3})
    large = score_columns_large(data, ["c"], SizeChoices(engine="bounds"))
    page = report_html(large)
    assert "lies between them for certain" in page
    assert "Gamma" not in page.partition("<script")[0]
    assert f"<dd>{large.best.score.digits}</dd>" in page


def test_no_agreement_is_minus_nothing():
    X = np.random.default_rng(0).normal(size=(900, 2))
    labels = {f"r{s}": np.random.default_rng(s).integers(0, 3, 900) for s in range(6)}
    report = score_columns(Dataset("d", X, label_columns=labels))
    near = report.agreement["ari"].to_numpy()
    assert ((near < 0) & (near > -0.0005)).any()
    assert "-0.000<" not in report_html(report)


def test_write_report_and_the_command_line_give_the_same_digits(tmp_path, capsys):
    source = tmp_path / "my table.csv"
    rows = "".join(f"{i};{i * 1.5:.2f};{'ab'[i > 4]}\n".replace(".", ",") for i in range(10))
    source.write_text(f"id;x;class\n{rows}")
    out = tmp_path / "out.html"
    arguments = ["score", str(source), "--labels", "class", "--json", "--report", str(out)]
    assert main(arguments) == 0
    printed = json.loads(capsys.readouterr().out)
    data = read_table(source)
    expected = aucc_score(data, data.labels)
    assert printed["aucc"] == expected
    assert f"{expected:.6f}" in out.read_text()
    again = tmp_path / "again.html"
    write_report(again, score_columns(data))
    assert f"{expected:.6f}" in again.read_text()


def test_report_that_cannot_be_written_is_an_input_error(tmp_path, capsys):
    source = tmp_path / "t.csv"
    source.write_text("x,class\n1,a\n2,a\n9,b\n")
    missing = tmp_path / "no folder" / "out.html"
    assert main(["score", str(source), "--labels", "class", "--report", str(missing)]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_text_for_figures():
    assert plotly_text("<b>a</b> & b") == "&lt;b&gt;a&lt;/b&gt; &amp; b"
    assert shortened("a" * 50 + "end", 12) == "aaaaaaa…aend"
    assert len(shortened("x" * 99, 12)) == 12
