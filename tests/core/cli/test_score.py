"""`aucc score`: numbers, ties, noise, label columns, files, the verdict."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import squareform

from aucc_core import Dataset, aucc_score, cli, gamma_score, load_dataset
from aucc_core.report.labels_verdict import verdict_of
from aucc_core.report.score_card import score_columns
from tests.core.cli.running import run, run_process


def test_score_prints_what_matters(capsys):
    status, out, _ = run(capsys, "score", "iris", "--metric", "cityblock")
    assert status == 0
    iris = load_dataset("iris")
    header, row = [line.split() for line in out.splitlines()[-2:]]
    assert header == ["labels", "n", "k", "AUCC", "Gamma", "tie", "mass"]
    assert row[:3] == ["class", "150", "3"]
    assert float(row[3]) == pytest.approx(
        aucc_score(iris.X, iris.labels, metric="cityblock"), abs=1e-7
    )
    assert "metric cityblock" in out


def test_score_json_has_all_digits(capsys):
    status, out, _ = run(capsys, "score", "ruspini", "--json")
    assert status == 0
    ruspini, record = load_dataset("ruspini"), json.loads(out)
    assert record["aucc"] == aucc_score(ruspini.X, ruspini.labels) == 0.9994532401464366
    assert record["gamma"] == gamma_score(ruspini.X, ruspini.labels)
    assert (record["n"], record["k"], record["metric"]) == (75, 4, "euclidean")
    assert record["coverage"] == 1.0
    total = record["s_plus"] + record["s_minus"] + record["s_zero"]
    assert record["tie_mass"] == record["s_zero"] / total
    sizes = np.array([20, 23, 17, 15])
    within = (sizes * (sizes - 1) // 2).sum()
    assert total == within * (75 * 74 // 2 - within)


@pytest.mark.parametrize(
    ("ties", "aucc"), [("half", 8 / 9), ("optimistic", 1.0), ("pessimistic", 7 / 9)]
)
def test_score_counts_ties_as_told(capsys, ties, aucc):
    _, out, _ = run(capsys, "score", "ties", "--ties", ties, "--json")
    record = json.loads(out)
    assert record["aucc"] == pytest.approx(aucc, abs=1e-15)
    assert (record["s_plus"], record["s_minus"], record["s_zero"]) == (7, 0, 2)
    assert record["gamma"] == pytest.approx(7 / 9, abs=1e-15)
    assert record["metric"] == "precomputed"


def test_settings_reach_the_data_set(capsys):
    _, out, _ = run(capsys, "score", "blobs", "--set", "n=40", "--set", "k=5", "--json")
    record = json.loads(out)
    assert (record["n"], record["k"]) == (40, 5)


def test_settings_reach_the_distance(capsys):
    moons = load_dataset("moons")
    told = {"power": 2.0, "neighbours": 15.0}
    options = ["--metric-option", "power=2", "--metric-option", "neighbours=15"]
    _, out, _ = run(capsys, "score", "moons", "--metric", "path", *options, "--json")
    found = json.loads(out)
    assert found["aucc"] == aucc_score(moons, moons.labels, metric="path", metric_options=told)
    assert found["metric_options"] == told
    _, out, _ = run(
        capsys, "sweep", "moons", "--metric", "path", *options, "--algorithms", "single",
        "--k", "2", "--json",
    )  # fmt: skip
    assert json.loads(out)["metric_options"] == told
    assert json.loads(out)["rows"][0]["aucc"] == found["aucc"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--metric-option", "p=3"], "Euclidean has no setting 'p'; known: none"),
        (["--metric", "path", "--metric-option", "power"], "--metric-option needs NAME=VALUE"),
        (["--metric", "path", "--metric-option", "power=x"], "--metric-option needs NAME=VALUE"),
        (["--metric", "path", "--metric-option", "power=0"], "power of 1 to 20; got 0"),
        (["--metric", "path", "--engine", "bounds"], "needs all objects at once"),
    ],
)
def test_settings_that_a_distance_has_not_are_refused(capsys, options, message):
    status, _, err = run(capsys, "score", "moons", *options)
    assert status == 2
    assert message in err


def test_settings_reach_the_report_and_the_verdict(capsys, tmp_path):
    page = tmp_path / "r.html"
    options = ["--metric", "path", "--metric-option", "power=4", "--verdict"]
    _, out, _ = run(capsys, "score", "moons", *options, "--report", str(page))
    assert "2 clusters" in out
    assert "Dense path (power 4)" in page.read_text("utf-8")


def test_notices_go_to_stderr(capsys):
    _, out, err = run(capsys, "score", "toy")
    assert err.startswith("note: Given by distances")
    assert "note" not in out


@pytest.fixture
def noisy(monkeypatch):
    """Six objects on a line; in column "found" the label -1 marks two of them as noise."""
    X = np.array([[0.0], [1.0], [5.0], [7.0], [20.0], [21.5]])
    columns = {"found": ["-1", "a", "a", "b", "b", "-1"], "halves": [1, 1, 1, 2, 2, 2]}
    dataset = Dataset("line", X, label_columns=columns)
    monkeypatch.setattr("aucc_core.cli.score.load_source", lambda args: dataset)
    return X


@pytest.mark.parametrize(
    ("noise", "rows", "labels", "coverage"),
    [
        ("drop", slice(1, 5), ["a", "a", "b", "b"], 4 / 6),
        ("singletons", slice(0, 6), [1, 2, 2, 3, 3, 4], 1.0),
        ("one_cluster", slice(0, 6), [1, 2, 2, 3, 3, 1], 1.0),
        (None, slice(0, 6), [1, 2, 2, 3, 3, 1], 1.0),
    ],
)
def test_score_treats_noise_as_told(capsys, noisy, noise, rows, labels, coverage):
    options = [] if noise is None else ["--noise", noise]
    _, out, _ = run(capsys, "score", "line.csv", "--labels", "found", "--json", *options)
    record = json.loads(out)
    assert record["aucc"] == pytest.approx(aucc_score(noisy[rows], labels), abs=1e-15)
    assert (record["n"], record["k"]) == (len(labels), len(set(labels)))
    assert record["coverage"] == coverage
    assert ("--noise" in " ".join(record["notices"])) == (noise is None)


def test_objects_without_a_label_are_noise_where_a_rule_is_given(capsys, tmp_path):
    file = tmp_path / "line.csv"
    file.write_text("x,found\n0,\n1,a\n5,a\n7,b\n20,b\n21.5,\n")
    asked = ("score", str(file), "--labels", "found", "--json")
    _, out, _ = run(capsys, *asked, "--noise", "drop")
    record = json.loads(out)
    assert record["aucc"] == aucc_score([[1.0], [5.0], [7.0], [20.0]], list("aabb"))
    assert (record["n"], record["k"], record["coverage"]) == (4, 2, 4 / 6)
    status, _, err = run(capsys, *asked)
    assert status != 0
    assert "row 0 has none" in err
    assert "--noise" in err


def test_score_takes_several_label_columns(capsys, noisy):
    asked = ["--labels", "halves", "--labels", "found"]
    _, out, _ = run(capsys, "score", "line.csv", *asked, "--json")
    assert [record["labels"] for record in json.loads(out)] == ["halves", "found"]
    _, out, err = run(capsys, "score", "line.csv", *asked)
    assert [line.split()[0] for line in out.splitlines()[-2:]] == ["halves", "found"]
    assert err.count("label -1 (2 objects)") == 1


@pytest.fixture
def flowers(tmp_path):
    """Iris as a CSV file with its species and a second, poorer clustering."""
    iris = load_dataset("iris")
    table = pd.DataFrame(iris.X, columns=["sl", "sw", "pl", "pw"])
    table["species"] = iris.labels
    table["halves"] = np.where(iris.X[:, 2] < 2.5, "short", "long")
    path = tmp_path / "flowers.csv"
    table.to_csv(path, index=False)
    return path


def test_score_reads_a_file(capsys, flowers):
    asked = ["--labels", "species", "--labels", "halves"]
    status, out, err = run(capsys, "score", str(flowers), *asked, "--json")
    assert (status, err) == (0, "")
    iris = load_dataset("iris")
    species, halves = json.loads(out)
    assert species["aucc"] == aucc_score(iris.X, iris.labels)
    assert halves["aucc"] == aucc_score(iris.X, iris.X[:, 2] < 2.5)
    assert (species["n"], species["k"], halves["k"]) == (150, 3, 2)


def test_score_can_leave_columns_out_and_standardize(capsys, flowers):
    options = ["--labels", "species", "--ignore", "halves", "--ignore", "sl", "--standardize"]
    _, out, _ = run(capsys, "score", str(flowers), *options, "--json")
    X = load_dataset("iris").X[:, 1:]
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    expected = aucc_score(Z, load_dataset("iris").labels)
    assert json.loads(out)["aucc"] == pytest.approx(expected, abs=1e-12)


def test_score_reads_standard_input(flowers):
    text = flowers.read_text(encoding="utf-8")
    options = ["--labels", "species", "--ignore", "halves", "--json"]
    done = run_process("score", "-", *options, stdin=text)
    assert (done.returncode, done.stderr) == (0, "")
    iris = load_dataset("iris")
    assert json.loads(done.stdout)["aucc"] == aucc_score(iris.X, iris.labels)


def test_score_reads_a_distance_matrix_with_labels_beside_it(capsys, tmp_path):
    toy = load_dataset("toy")
    matrix, labels = tmp_path / "matrix.csv", tmp_path / "labels.csv"
    names = list(toy.object_names)
    square = pd.DataFrame(squareform(toy.distances), index=names, columns=names)
    square.to_csv(matrix)
    pd.Series(toy.labels, name="cluster").to_csv(labels, index=False)
    options = ["--metric", "precomputed", "--labels-file", str(labels), "--json"]
    status, out, err = run(capsys, "score", str(matrix), *options)
    assert (status, err) == (0, "")
    assert json.loads(out)["aucc"] == pytest.approx(11 / 12, abs=1e-15)


def test_a_file_named_like_a_data_set_is_reached_by_its_path(capsys, flowers, monkeypatch):
    monkeypatch.chdir(flowers.parent)
    flowers.rename("ruspini")
    _, out, _ = run(capsys, "score", "./ruspini", "--labels", "species", "--json")
    assert json.loads(out)["n"] == 150
    _, out, _ = run(capsys, "score", "ruspini", "--json")
    assert json.loads(out)["n"] == 75


@pytest.mark.parametrize(
    ("content", "column", "message"),
    [
        (b"x,y,c\n1,2,a\n3,4,a\n5,6,a\n7,8,a\n", "c", "got 1"),
        (b"x,y,c\n1,2,a\n3,4,b\n5,6,b\n7,8,a\n", "d", "'d'"),
        (b"", "c", "no content"),
    ],
)
def test_an_unusable_file_gives_status_2_and_one_line(capsys, tmp_path, content, column, message):
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    status, out, err = run(capsys, "score", str(path), "--labels", column)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err


# aucc score --verdict: text, JSON, report, and what cannot go together


@pytest.fixture(scope="module")
def expected():
    return verdict_of(score_columns(load_dataset("ruspini")), seed=0)


def test_the_card_follows_the_scores(capsys, expected):
    status, out, err = run(capsys, "score", "ruspini", "--verdict")
    assert (status, err) == (0, "")
    card = out[out.index("0.9994532") :]
    found = expected.verdict
    lines = (*found.for_it, *found.against_it, *found.would_change, *expected.own_lines())
    for line in (found.headline, found.weight, found.record, expected.inquiry.how, *lines):
        assert line in card, line
    assert "class has 4 clusters, as many as suggested." in card
    assert run(capsys, "score", "ruspini")[1] in out


def test_json_and_report_have_it_too(capsys, expected, tmp_path):
    path = tmp_path / "r.html"
    status, out, _ = run(capsys, "score", "ruspini", "--verdict", "--json", "--report", str(path))
    assert status == 0
    found = json.loads(out)
    assert found["verdict"]["k"] == 4
    assert found["verdict"]["share"] == expected.verdict.share
    page = path.read_text("utf-8")
    assert "class has 4 clusters, as many as suggested." in page
    assert "Single linkage, HDBSCAN; k = 2 to 10, seed 0" in page


def test_without_the_option_there_is_none(capsys, tmp_path):
    path = tmp_path / "r.html"
    status, out, _ = run(capsys, "score", "ruspini", "--json", "--report", str(path))
    assert status == 0
    assert "verdict" not in json.loads(out)
    assert "as many as suggested" not in path.read_text("utf-8")


def test_the_seed_decides_and_noise_is_examined_too(capsys, tmp_path):
    rng = np.random.default_rng(0)
    labels = np.arange(40) % 2
    table = pd.DataFrame(rng.normal(size=(40, 2)) + 9 * labels[:, None], columns=["x", "y"])
    table.assign(c=np.where(np.arange(40) < 4, -1, labels)).to_csv(tmp_path / "t.csv", index=False)
    arguments = ["score", str(tmp_path / "t.csv"), "--labels", "c", "--noise", "drop", "--json"]
    found = [
        json.loads(run(capsys, *arguments, "--verdict", "--seed", seed)[1])["verdict"]
        for seed in ("1", "1", "2")
    ]
    assert found[0] == found[1] != found[2]
    assert "on all 40 objects" in found[0]["how"]


def test_progress_is_shown_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("aucc_core.cli.output.ProgressBar.__init__", shown)
    status, out, err = run(capsys, "score", "ruspini", "--verdict", "--json")
    assert status == 0
    assert "Looking at the clusterings" in err
    assert f"[{'#' * 30}] " in err
    assert "#" not in out


def shown(self, *, shown=None):
    self.shown, self._length = True, 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ruspini", "--seed", "1"], "--seed is for --verdict"),
        (["ruspini", "--verdict", "--seed", "-1"], "--seed must be 0 or more; got -1"),
        (["ruspini", "--verdict", "--seed", "9999999999"], "seed must be between 0 and"),
        (["uniform", "--verdict"], "'uniform' has no known groups"),
        (["blobs", "--set", "n=10001", "--verdict", "--metric", "gower"], "this table has 10,001"),
        (["ruspini", "--verdict", "--report", "no/such/out.html"], "no folder no/such"),
        (["t.parquet", "--verdict", "--engine", "sample"], "--verdict needs the whole table"),
    ],
)
def test_what_cannot_go_together_is_one_line(capsys, monkeypatch, tmp_path, arguments, message):
    monkeypatch.chdir(tmp_path)
    pd.DataFrame({"x": [1.0, 2.0, 9.0], "c": [0, 0, 1]}).to_parquet("t.parquet")
    status, out, err = run(capsys, "score", *arguments)
    assert (status, out) == (cli.BAD_INPUT, "")
    assert err.startswith("aucc")
    assert err.count("\n") == 1
    assert message in err
