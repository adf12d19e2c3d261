"""`aucc verdict`: text, JSON, labels, which algorithms, and what is refused."""

import json

import numpy as np
import pandas as pd
import pytest

from aucc_core import cli, load_dataset, verdict
from tests.core.cli.running import run

QUICK = ["--algorithms", "kmeans,ward", "--k", "2:5"]


@pytest.fixture(scope="module")
def expected():
    return verdict(load_dataset("ruspini"), ["kmeans", "ward"], range(2, 6), seed=0)


def test_the_card_is_that_of_the_library(capsys, expected):
    status, out, _ = run(capsys, "verdict", "ruspini", *QUICK)
    assert status == 0
    lines = (*expected.for_it, *expected.against_it, *expected.would_change)
    for line in (expected.headline, expected.weight, expected.record, *lines):
        assert line in out, line


def test_json_has_everything(capsys, expected):
    status, out, _ = run(capsys, "verdict", "ruspini", *QUICK, "--json")
    assert status == 0
    found = json.loads(out)
    assert (found["k"], found["algorithm"], found["sight"]) == (4, expected.algorithm, "clusters")
    assert (found["headline"], found["share"]) == (expected.headline, expected.share)
    assert (found["answer"], found["strength"]) == (expected.answer, expected.strength)
    for name in ("for_it", "against_it", "would_change"):
        assert found[name] == list(getattr(expected, name))
    assert found["record"] == expected.record
    assert [(r["k"], r["share"]) for r in found["runners_up"]] == list(expected.runners_up)
    assert found["labels"] == expected.labels.tolist()
    assert pd.DataFrame(found["table"])["aucc"].tolist() == expected.table["aucc"].tolist()


def test_labels_are_written_and_a_label_column_is_left_out(capsys, tmp_path):
    rng = np.random.default_rng(0)
    truth = np.arange(60) % 3
    table = pd.DataFrame(rng.normal(size=(60, 2)) + 9 * np.eye(3)[truth, :2], columns=["x", "y"])
    table.assign(c=truth * 100).to_csv(tmp_path / "t.csv", index=False)
    out = tmp_path / "labels.csv"
    file = str(tmp_path / "t.csv")
    status, _, _ = run(capsys, "verdict", file, "--labels", "c", *QUICK, "--csv", str(out))
    assert status == 0
    written = pd.read_csv(out)
    assert written["object"].tolist() == list(range(1, 61))
    assert pd.crosstab(written["cluster"], truth).gt(0).to_numpy().sum() == 3


def test_without_a_suggestion_there_are_no_labels(capsys, tmp_path):
    out = tmp_path / "labels.csv"
    arguments = ["--algorithms", "kmeans", "--k", "2:4", "--json", "--csv", str(out)]
    status, text, _ = run(capsys, "verdict", "uniform", *arguments)
    assert status == 0
    found = json.loads(text)
    assert (found["k"], found["share"], found["labels"]) == (None, None, None)
    assert found["sight"] == "none"
    assert pd.read_csv(out)["cluster"].isna().all()


@pytest.mark.parametrize(
    ("metric", "tried"),
    [
        ("euclidean", ["kmeans", "ward", "average", "single", "spectral", "hdbscan"]),
        ("cityblock", ["average", "single", "spectral", "hdbscan"]),
    ],
)
def test_by_default_the_algorithms_are_those_that_fit(capsys, metric, tried):
    _, out, _ = run(capsys, "verdict", "ruspini", "--k", "3:4", "--json", "--metric", metric)
    rows = json.loads(out)["table"]
    assert list(dict.fromkeys(row["algorithm"] for row in rows)) == tried


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no_such_file.csv"], "neither a file nor a built-in data set"),
        (["ruspini", "--algorithms", "kmean"], "Unknown algorithm 'kmean'"),
        (["ruspini", "--k", "9:2"], "--k must go upwards"),
        (["ruspini", "--k", "2:90"], "k must be 2 to 74"),
        (["ruspini", "--seed", "-1"], "seed must be between 0 and"),
        (["ruspini", "--metric", "x"], "Unknown metric 'x'"),
        (["ruspini", "--csv", "no/such/out.csv"], "no folder no/such"),
    ],
)
def test_what_cannot_be_done_is_one_line(capsys, arguments, message):
    status, out, err = run(capsys, "verdict", *arguments)
    assert (status, out) == (cli.BAD_INPUT, "")
    assert err.startswith("aucc")
    assert message in err.splitlines()[-1] or message in err
    assert err.count("\n") == 1
