"""The command line: what it prints, and the exit status that scripts rely on."""

import io
import json
import os
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import squareform

from aucc_core import Dataset, aucc_score, cli, gamma_score, load_dataset
from aucc_core.cli.output import ProgressBar
from aucc_core.cli.sweep import parse_ks
from aucc_core.datasets import DATASETS
from aucc_core.plan import SizeChoices
from aucc_core.validate import InputError

ROOT = Path(__file__).resolve().parents[2]


def run_process(*arguments, stdin=None, **environment):
    return subprocess.run(
        [sys.executable, "-m", "aucc_core", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | environment,
        check=False,
    )


def run(capsys, *arguments):
    """Exit status, stdout, stderr of one command in this process."""
    try:
        status = cli.main(list(arguments))
    except SystemExit as stop:
        status = stop.code
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_good_input_ends_with_status_0():
    done = run_process("score", "ruspini")
    assert (done.returncode, done.stderr) == (0, "")
    assert "0.9994532" in done.stdout


def test_bad_input_ends_with_status_2_and_one_line():
    done = run_process("score", "no_such_file.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "'no_such_file.csv' is neither a file nor a built-in data set" in done.stderr


def test_a_terminal_without_unicode_is_no_reason_to_stop():
    done = run_process("datasets", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Toy example a?g" in done.stdout


def test_a_reader_that_stops_early_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "aucc_core", "datasets"],
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_help_names_every_command(capsys):
    status, out, _ = run(capsys, "--help")
    assert status == 0
    for command in cli.COMMANDS:
        assert f"{command.NAME} " in out
        assert command.HELP in out
    assert "aucc score ruspini" in out


@pytest.mark.parametrize("command", [c.NAME for c in cli.COMMANDS])
def test_every_command_explains_itself(capsys, command):
    status, out, _ = run(capsys, command, "--help")
    assert status == 0
    assert f"usage: aucc {command}" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "COMMAND"),
        (["scor"], "invalid choice"),
        (["score"], "FILE"),
        (["score", "ruspini", "--colour"], "--colour"),
        (["score", "ruspini", "--ties", "maybe"], "pessimistic"),
        (["score", "ruspini", "--labels", "x"], "no label column 'x'; there are class"),
        (["score", "ruspini", "--metric", "x"], "Unknown metric 'x'; choose one of euclidean"),
        (["score", "ruspini", "--set", "seed=1"], "no setting 'seed'"),
        (["score", "ruspini", "--ignore", "x"], "--ignore is for files"),
        (["score", "blobs", "--set", "k"], "--set needs NAME=VALUE; got 'k'"),
        (["score", "blobs", "--set", "k=x"], "'k' must be a whole number; got 'x'"),
        (["score", "blobs", "--set", "k=0"], "from 1 to 1,000; got 0"),
        (["score", "uniform"], "'uniform' has no known groups"),
        (["score", "x.csv", "--set", "k=2"], "--set is for built-in data sets"),
        (["score", "."], "'.' is a folder"),
        (["datasets", "x"], "no data set 'x'"),
        (["sweep", "ruspini", "--k", "9:2"], "--k must go upwards"),
        (["sweep", "ruspini", "--k", "two"], "got 'two'"),
        (["sweep", "ruspini", "--seed", "x"], "--seed"),
        (["sweep", "ruspini", "--csv", "no/such/folder/out.csv"], "no folder no/such/folder"),
    ],
)
def test_bad_arguments_give_status_2_and_one_line(capsys, arguments, message):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("aucc")
    assert err.count("\n") == 1
    assert message in err


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


def test_score_takes_several_label_columns(capsys, noisy):
    asked = ["--labels", "halves", "--labels", "found"]
    _, out, _ = run(capsys, "score", "line.csv", *asked, "--json")
    assert [record["labels"] for record in json.loads(out)] == ["halves", "found"]
    _, out, err = run(capsys, "score", "line.csv", *asked)
    assert [line.split()[0] for line in out.splitlines()[-2:]] == ["halves", "found"]
    assert err.count("label -1 (2 objects)") == 1


def test_control_characters_never_reach_the_terminal(capsys, monkeypatch):
    columns = {"\x1b[31mred": [1, 1, 2]}
    dataset = Dataset("a\x07b", np.eye(3), label_columns=columns)
    monkeypatch.setattr("aucc_core.cli.score.load_source", lambda args: dataset)
    _, out, _ = run(capsys, "score", "x.csv", "--labels", "\x1b[31mred")
    assert "[31mred" in out
    assert "\x1b" not in out
    assert "\x07" not in out


def test_datasets_lists_every_set(capsys):
    status, out, _ = run(capsys, "datasets")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()[1:]] == list(DATASETS)


def test_datasets_json_is_complete(capsys):
    _, out, _ = run(capsys, "datasets", "--json")
    records = {record["name"]: record for record in json.loads(out)}
    assert list(records) == list(DATASETS)
    assert all(record["source"] and record["licence"] for record in records.values())
    variance = records["two_gaussians"]["settings"][0]
    assert (variance["name"], variance["default"], variance["low"]) == ("variance", 100.0, 0)
    _, out, _ = run(capsys, "datasets", "control", "--json")
    assert json.loads(out) == records["control"]


def test_datasets_shows_one_in_full(capsys):
    _, out, _ = run(capsys, "datasets", "blobs")
    assert DATASETS["blobs"].description in out
    assert "imbalance" in out
    assert "0 to 0.95" in out


@pytest.mark.parametrize(
    ("text", "ks"),
    [
        ("2:5", [2, 3, 4, 5]),
        ("4", [4]),
        ("2,4,8", [2, 4, 8]),
        ("2:10:4", [2, 6, 10]),
        ("2:4,3:5,9", [2, 3, 4, 5, 9]),
        ("3:3", [3]),
    ],
)
def test_ranges_of_k(text, ks):
    assert parse_ks(text) == ks


@pytest.mark.parametrize("text", ["", ":", "2:", "2:3:4:5", "2:5:0", "5:2", "a:b", "2;3", "2.5"])
def test_wrong_ranges_of_k(text):
    with pytest.raises(InputError, match="--k"):
        parse_ks(text)


def test_progress_bar_moves_in_place_and_leaves_nothing(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    bar = ProgressBar(shown=True)
    bar(1, 3, "k-means, k = 2")
    bar(3, 3, "ward")
    drawn = stream.getvalue()
    assert drawn.count("\r") == 2
    assert "\n" not in drawn
    assert "[##########....................] 1/3 k-means, k = 2" in drawn
    assert "[##############################] 3/3 ward" in drawn
    bar.close()
    assert stream.getvalue().endswith(" \r")


def test_progress_bar_stays_out_of_logs(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    bar = ProgressBar()
    bar(1, 3)
    bar.close()
    assert stream.getvalue() == ""


@pytest.fixture
def told(monkeypatch):
    """What the sweep command asks the library for, with a result of two rows."""
    asked = {}

    def sweep(dataset, algorithms, ks, *, progress, **settings):
        asked.update(settings, data=dataset.name, algorithms=algorithms, ks=ks)
        progress(1, 2, "one")
        rows = {"algorithm": ["a", "b"], "k": [2, 3], "aucc": [1 / 3, float("nan")]}
        return types.SimpleNamespace(table=pd.DataFrame(rows), notices=("Take care.",))

    monkeypatch.setitem(sys.modules, "aucc_core.sweep", types.SimpleNamespace(sweep=sweep))
    return asked


def test_sweep_hands_on_every_option(capsys, told):
    arguments = "--algorithms kmeans,ward --k 2:4 --criteria aucc,silhouette --seed 7 --n-init 3"
    arguments += " --noise singletons --engine bounds --memory 2GB --cluster tcp://h:1"
    status, _, _ = run(capsys, "sweep", "iris", *arguments.split(), "--metric", "cityblock")
    assert status == 0
    assert told == {
        "data": "iris",
        "algorithms": ["kmeans", "ward"],
        "ks": [2, 3, 4],
        "criteria": ("aucc", "silhouette"),
        "metric": "cityblock",
        "seed": 7,
        "n_init": 3,
        "noise": "singletons",
        "size": SizeChoices(engine="bounds", memory=2_000_000_000, client="tcp://h:1"),
    }


def test_sweep_prints_and_writes_its_table(capsys, told, tmp_path):
    csv, parquet = tmp_path / "out.csv", tmp_path / "out.parquet"
    arguments = ["sweep", "ruspini", "--csv", str(csv), "--parquet", str(parquet)]
    _, out, _ = run(capsys, *arguments)
    assert out.splitlines()[-2].split() == ["a", "2", "0.333333"]
    for table in (pd.read_csv(csv), pd.read_parquet(parquet)):
        assert table["aucc"].tolist()[0] == 1 / 3
        assert table["k"].tolist() == [2, 3]


def test_sweep_json_has_all_digits_and_no_nan(capsys, told):
    _, out, _ = run(capsys, "sweep", "ruspini", "--json")
    result = json.loads(out)
    assert result["rows"][0] == {"algorithm": "a", "k": 2, "aucc": 1 / 3}
    assert result["rows"][1]["aucc"] is None
    assert result["notices"] == ["Take care."]


def test_sweep_shows_progress_when_asked(capsys, told):
    _, _, err = run(capsys, "sweep", "ruspini", "--progress")
    assert "1/2 one" in err
    _, _, err = run(capsys, "sweep", "ruspini", "--no-progress")
    assert err == "note: Take care.\n"


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


def test_sweep_finds_the_four_groups_of_ruspini(capsys):
    options = ["--algorithms", "kmeans,ward", "--k", "2:6", "--seed", "1", "--json"]
    status, out, err = run(capsys, "sweep", "ruspini", *options)
    assert (status, err) == (0, "")
    rows = json.loads(out)["rows"]
    best = {row["algorithm"]: row for row in sorted(rows, key=lambda row: row["aucc"])}
    assert {name: row["k"] for name, row in best.items()} == {"kmeans": 4, "ward": 4}
    assert best["kmeans"]["aucc"] == 0.9994532401464366
    assert len(rows) == 10


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--algorithms", "kmeens", "kmeens"),
        ("--criteria", "accu", "accu"),
        ("--k", "2:75", "75"),
    ],
)
def test_sweep_refuses_unknown_names_in_one_line(capsys, option, value, message):
    status, out, err = run(capsys, "sweep", "ruspini", option, value)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err
