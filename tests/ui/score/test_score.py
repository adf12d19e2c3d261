"""Score as a script: examples, uploads, corrections, errors, downloads."""

from __future__ import annotations

import csv
import html
import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from aucc_core import METRICS, Dataset, aucc_score, read_table
from aucc_core.explain.label_distances import label_distances
from aucc_core.report import confidence, exports
from aucc_core.report.escape import plain
from aucc_core.report.score_card import score_columns
from aucc_core.report.score_run import Scored, ScoreRun, score
from pages.ui.jobs import JobHandle, JobState
from pages.ui.jobs.panel import JobRequest
from pages.ui.score.ask import EXAMPLES, TEMPLATE
from pages.ui.score.view import NOT_JUDGED, report_of
from tests.core.made_up import added
from tests.waiting import PATIENCE

FRAME = Path(__file__).resolve().parents[3] / "pages" / "frame.py"
ROWS = [(f"{i}", 1.5 * i if i < 5 else 40 + 2.5 * i, "ab"[i > 4]) for i in range(10)]
SEMICOLON = "id;width;group\n" + "".join(f"{i};{x:.2f};{g}\n".replace(".", ",") for i, x, g in ROWS)


def open_score() -> AppTest:
    app = AppTest.from_file(str(FRAME), default_timeout=PATIENCE)
    return app.switch_page("score.py").run()


def upload(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    app.file_uploader[0].set_value([(name, data, "text/csv") for name, data in files])
    return app.run()


def go(app: AppTest) -> AppTest:
    button = next(b for b in app.button if b.label == "Score this table")
    return button.click().run()


def metric(app: AppTest, label: str) -> str:
    assert not app.exception
    return next(m.value for m in app.metric if m.label == label)


def words(app: AppTest) -> str:
    return "\n".join(e.value for e in [*app.markdown, *app.caption, *app.error, *app.info])


def unescaped(text: str) -> str:
    return text.replace("\\", "")


def test_cold_page_shows_a_scored_example() -> None:
    app = open_score()
    data = read_table(EXAMPLES["iris"].content())
    best = max(aucc_score(data, column) for column in data.label_columns.values())
    assert metric(app, "AUCC") == f"{best:.4f}"
    assert "is the best of 3" in unescaped(app.markdown[0].value)
    assert "Sure" in words(app)


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_every_example_is_one_click_away(name: str) -> None:
    app = open_score()
    app.pills[0].set_value(name).run()
    data = read_table(EXAMPLES[name].content())
    report = score_columns(data)
    assert metric(app, "Clusters") == str(report.best.k)
    assert not app.error


def test_template_can_be_read_and_scored() -> None:
    report = score_columns(read_table(TEMPLATE.content()))
    assert {c.name for c in report.cards} == {"my_clusters", "other_clusters"}


def test_upload_confirm_and_read_the_score() -> None:
    app = upload(open_score(), ("my table.csv", SEMICOLON.encode()))
    assert not app.metric
    text = unescaped(words(app))
    assert "10 objects, 1 feature, 1 label column" in text
    assert "Decimal comma (1,5 is 1.5): width." in text
    app = go(app)
    expected = aucc_score(np.array([[round(x, 2)] for _, x, _ in ROWS]), [g for *_, g in ROWS])
    assert metric(app, "AUCC") == f"{expected:.4f}"
    assert app.pills[0].value == "own"
    app.pills[0].set_value("cities").run()
    assert metric(app, "Clusters") == "4"


def test_a_guess_can_be_corrected() -> None:
    data = "v;w;group\n" + "".join(
        f"{i},{i * 37 % 1000:03d};{i};{'ab'[i > 4]}\n" for i in range(1, 10)
    )
    app = upload(open_score(), ("t.csv", data.encode()))
    decimal = next(s for s in app.selectbox if s.label == "Decimal mark")
    assert decimal.value is None
    decimal.select(".").run()
    assert "Thousands separators are removed: v." in unescaped(words(app))
    app = go(app)
    expected = read_table(data.encode(), decimal=".")
    assert metric(app, "AUCC") == f"{aucc_score(expected, expected.labels):.4f}"


def test_missing_values_are_asked_about() -> None:
    data = b"x,y,class\n1,2,a\n2,,a\n9,9,b\n8,7,b\n"
    app = upload(open_score(), ("t.csv", data))
    question = next(s for s in app.selectbox if s.label == "Missing values")
    assert "4 objects" not in unescaped(words(app))
    question.select("impute").run()
    assert "4 objects" in unescaped(words(app))


def test_data_and_label_file_together() -> None:
    table = b"x,y\n0,1\n1,0\n9,9\n8,9\n"
    app = upload(open_score(), ("data.csv", table), ("found.txt", b"1\n1\n2\n2\n"))
    assert [s.value for s in app.selectbox if s.label in ("data\\.csv", "found\\.txt")] == [
        "features",
        "labels",
    ]
    assert metric(go(app), "AUCC") == "1.0000"


def test_distance_matrix_with_labels() -> None:
    matrix = b",a,b,c,d,cluster\na,0,1,8,9,1\nb,1,0,7,8,1\nc,8,7,0,1,2\nd,9,8,1,0,2\n"
    app = upload(open_score(), ("d.csv", matrix))
    assert "4 objects, distance matrix, 1 label column" in unescaped(words(app))
    app = go(app)
    assert metric(app, "AUCC") == "1.0000"
    assert "distances are given" in words(app)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"x,y\n1,2\n3,4,5\n6,7\n", "Line 3 has 3 cells"),
        (b"\x89PNG\r\n\x1a\n0000", "a PNG picture"),
        (b"a,b\nu,v\nw,z\nu,z\n", "no column of numbers"),
        (b"x,class\n1,a\n1,a\n1,b\n", "all distances are 0"),
        (b"", "no content"),
    ],
)
def test_broken_files_get_a_helpful_message_and_no_traceback(data: bytes, message: str) -> None:
    app = upload(open_score(), ("t.csv", data))
    assert not app.exception
    assert message in unescaped(app.error[0].value)
    assert not any(b.label == "Score this table" for b in app.button)


def test_a_file_that_defies_the_guesses_can_be_read_by_hand() -> None:
    data = b"Made by, a, machine\non Monday\nx,y,class,k\n1,2,a,1\n2,3,a,2\n9,9,b,1\n"
    app = upload(open_score(), ("t.csv", data))
    assert "Line 1 has 3 cells" in unescaped(app.error[0].value)
    app.number_input[0].set_value(2).run()
    assert not app.error
    assert metric(go(app), "Clusters") == "2"


def test_one_cluster_and_missing_labels_are_explained() -> None:
    app = go(upload(open_score(), ("t.csv", b"x,class\n1,a\n2,a\n9,a\n")))
    assert "no between-cluster pairs" in unescaped(app.error[0].value)
    app = go(upload(open_score(), ("t.csv", b"x,y\n1,2\n2,4\n9,1\n")))
    assert "no clustering to score yet" in app.info[0].value


def test_noise_policy_is_offered_and_used() -> None:
    app = open_score()
    app.pills[0].set_value("moons").run()
    data = read_table(EXAMPLES["moons"].content())
    for policy in ("drop", "singletons", "one_cluster"):
        app.radio[0].set_value(policy).run()
        best = score_columns(data, noise=policy).best
        assert metric(app, "AUCC") == f"{best.aucc:.4f}"
        assert metric(app, "In clusters") == f"{best.coverage:.0%}"


def test_large_tables_are_scored_between_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    # The way is the same for any size; small numbers keep the test quick and in this process.
    monkeypatch.setattr("pages.ui.side_panel.size.LARGE", 100)
    app = open_score()
    data = read_table(EXAMPLES["iris"].content())
    best = max(aucc_score(data, column) for column in data.label_columns.values())
    for engine in ("bounds", "sample"):
        app.radio[0].set_value(engine).run()
        assert not app.exception
        assert "ward_2 is the best of 3: AUCC 0.979" in unescaped(app.markdown[0].value)
        assert "Sure" in app.markdown[1].value
        # What is said is true: the score is within the margin of the number shown.
        margin = float(metric(app, "Margin").removeprefix("± "))
        assert abs(float(metric(app, "AUCC")) - best) <= margin + 5e-5
        assert [b.label for b in app.get("download_button")][-4:] == [
            "Report",
            "Scores (CSV)",
            "Scores (JSON)",
            "Labels (CSV)",
        ]
    app.radio[0].set_value("exact").run()
    assert metric(app, "AUCC") == f"{best:.4f}"


def test_dense_paths_are_a_distance_and_refuse_too_many_objects_in_a_sentence() -> None:
    app = open_score()
    app.selectbox(key="score.Iris.metric").set_value("path").run()
    best = score_columns(read_table(EXAMPLES["iris"].content()), metric="path").best
    assert metric(app, "AUCC") == f"{best.aucc:.4f}"
    with added(METRICS, replace(METRICS["path"], name="few", label="Few", most_objects=100)):
        app = open_score()
        app.selectbox(key="score.Iris.metric").set_value("few").run()
        assert not app.exception
        (said,) = (unescaped(e.value) for e in app.error)
    assert "for up to 100 objects; got 150. Take a random sample of 100 objects" in said


def test_user_text_is_escaped_in_markdown() -> None:
    header = '"<b>x</b> **y** :red[z] $a$","class *c*"'
    app = go(upload(open_score(), ("[a](b) _c_.csv", f"{header}\n1,u\n2,u\n9,v\n".encode())))
    shown = app.markdown[0].value
    assert "class \\*c\\*" in shown
    assert plain("[a](http://b) :red[z] $a$ <b>") == (
        "\\[a\\]\\(http\\:\\/\\/b\\) \\:red\\[z\\] \\$a\\$ \\<b\\>"
    )


def test_more_files_than_parts_are_refused() -> None:
    files = [(f"{i}.csv", b"x,y\n1,2\n2,4\n9,1\n") for i in range(4)]
    app = upload(open_score(), *files)
    assert "At most 3 files" in unescaped(app.error[0].value)


@pytest.fixture
def report():
    labels = {
        "=cmd()": np.array(["=a", "=a", "-b", "-b"], dtype=object),
        "n": np.array([1, 1, -1, 2]),
    }
    data = Dataset(
        "my <b>.csv",
        [[0.0], [-1.0], [9.0], [8.0]],
        label_columns=labels,
        object_names=tuple("+abc"),
    )
    return score_columns(data)


def test_exported_csv_defuses_text_but_not_numbers(report) -> None:
    table = list(csv.reader(io.StringIO(exports.csv_bytes(exports.labels_table(report)).decode())))
    assert table[0] == ["object", "'=cmd()", "n"]
    assert table[1] == ["'+", "'=a", "1"]
    assert table[3] == ["b", "'-b", "-1"]
    scores = pd.read_csv(io.BytesIO(exports.csv_bytes(report.table)))
    assert scores["aucc"].tolist() == report.table["aucc"].tolist()
    assert scores["labels"].tolist() == [
        "'=cmd()" if n == "=cmd()" else n for n in report.table["labels"]
    ]


def test_exported_json_has_all_digits_and_no_nan(report) -> None:
    content = json.loads(exports.report_json(report))
    by_name = {row["labels"]: row for row in content["scores"]}
    for card in report.cards:
        assert by_name[card.name]["aucc"] == card.aucc
        assert by_name[card.name]["cluster_sizes"] == dict(card.sizes)
    assert content["noise"] == "drop"


def test_download_names_are_safe() -> None:
    assert exports.file_name("../a b<c>.csv", "x.csv") == "a-b-c-x.csv"
    assert exports.file_name("📈.csv", "x.csv") == "table-x.csv"
    assert len(exports.file_name("n" * 300, "x.csv")) < 70


def test_screen_and_report_say_the_same_and_work_it_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = read_table(EXAMPLES["iris"].content())
    run = ScoreRun(tuple(data.label_columns))
    result = score(data, run)
    assert isinstance(result, Scored)
    judged = confidence.confidence_of(result.report)
    monkeypatch.setattr("aucc_core.report.page.confidence_of", None)
    page = html.unescape(report_of(result, run, judged).decode())
    said = words(open_score())
    for text in (judged.headline, judged.word, judged.chance, *(c.text for c in judged.conditions)):
        assert text in page
        assert text in unescaped(said)


def test_what_takes_longer_is_a_job_that_fills_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.ui.score.work.INSTANT_JUDGING", 0.0)
    monkeypatch.setattr("pages.ui.jobs.panel.run", lambda *_args, **_more: None)
    app = open_score()
    assert "ward_2 has the highest AUCC 0.9792" in unescaped(app.markdown[0].value)
    assert NOT_JUDGED in [c.value for c in app.caption]
    assert metric(app, "AUCC") == "0.9792"
    assert "Sure" not in words(app)


def test_which_distance_fits_is_asked_by_a_button_and_names_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = read_table(EXAMPLES["iris"].content())
    found = label_distances(data, data.label_columns["ward_2"], seed=0, n_shuffles=9, n_halvings=2)
    app = open_score()
    assert any(b.label == "Compare distances" for b in app.button)
    asked: list[JobRequest] = []

    def at_once(_key: str, request: JobRequest, _button: str) -> JobHandle:
        asked.append(request)
        return JobHandle("", request.digest, "", None)  # type: ignore[arg-type]

    monkeypatch.setattr("pages.ui.jobs.panel.start_on_click", at_once)
    monkeypatch.setattr(
        "pages.ui.jobs.panel.show_job", lambda *_, **__: JobState("done", result=found)
    )
    app.run()
    assert not app.exception
    given = pd.Series(data.label_columns["ward_2"])
    assert asked[0].arguments["labels"].tolist() == pd.factorize(given)[0].tolist()
    said = unescaped(words(app))
    for sentence in found.sentences:
        assert sentence in said
    app.pills[0].set_value("cities").run()
    assert "without features there are no others" in words(app)


def test_choices_are_in_the_address_and_come_back_from_it() -> None:
    app = open_score()
    assert not [name for name in app.query_params if name.startswith("score.")]
    app.selectbox(key="score.Iris.metric").set_value("cityblock").run()
    app.multiselect(key="score.Iris.columns").set_value(["species", "ward_2"]).run()
    held = dict(app.query_params)
    assert held == {"score.distance": "cityblock", "score.labels": ["species", "ward_2"]}
    app.pills[0].set_value("moons").run()
    app.radio[0].set_value("singletons").run()
    # What is as usual is not said; the distance of another table is not taken over.
    assert dict(app.query_params) == {"score.data": "moons", "score.noise": "singletons"}

    again = AppTest.from_file(str(FRAME), default_timeout=PATIENCE)
    again.query_params.update(held | {"score.scaling": "zscore", "score.noise": "nonsense"})
    again.switch_page("score.py").run()
    assert not again.exception
    assert again.selectbox(key="score.Iris.metric").value == "cityblock"
    assert again.selectbox(key="score.Iris.scaling").value == "zscore"
    assert again.multiselect(key="score.Iris.columns").value == ["species", "ward_2"]


def test_a_link_to_a_table_of_ones_own_waits_for_it() -> None:
    app = AppTest.from_file(str(FRAME), default_timeout=PATIENCE)
    app.query_params.update({"score.data": "own", "score.distance": "cityblock"})
    app.switch_page("score.py").run()
    assert "which is not here" in words(app)
    assert dict(app.query_params)["score.data"] == "own"
    app = go(upload(app, ("t.csv", SEMICOLON.encode())))
    assert app.pills[0].value == "own"
    assert dict(app.query_params)["score.data"] == "own"
    app.pills[0].set_value("moons").run()
    assert dict(app.query_params)["score.data"] == "moons"
