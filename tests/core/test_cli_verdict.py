"""`aucc score --verdict`: text, JSON, report, and what cannot go together."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from aucc_core import cli, load_dataset
from aucc_core.score_verdict import verdict_of
from aucc_core.scorecard import score_columns
from tests.core.test_cli import run


@pytest.fixture(scope="module")
def expected():
    return verdict_of(score_columns(load_dataset("ruspini")), seed=0)


def test_the_card_follows_the_scores(capsys, expected):
    status, out, err = run(capsys, "score", "ruspini", "--verdict")
    assert (status, err) == (0, "")
    card = out[out.index("0.9994532") :]
    found = expected.verdict
    lines = (*found.for_it, *found.against_it, *found.would_change, *expected.own_lines())
    for line in (found.headline, found.weight, found.record, expected.question.how, *lines):
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
    assert "k-means, k = 2 to 10, seed 0" in page


def test_without_the_option_there_is_none(capsys, tmp_path):
    path = tmp_path / "r.html"
    status, out, _ = run(capsys, "score", "ruspini", "--json", "--report", str(path))
    assert status == 0
    assert "verdict" not in json.loads(out)
    assert "as many as suggested" not in path.read_text("utf-8")


def test_the_seed_decides_and_noise_is_left_out(capsys, tmp_path):
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
    assert "on the 36 objects" in found[0]["how"]


def test_progress_is_shown_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("aucc_core.cli.output.ProgressBar.__init__", shown)
    status, out, err = run(capsys, "score", "ruspini", "--verdict", "--json")
    assert status == 0
    assert "39/39" in err
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
        (["blobs", "--set", "n=10001", "--verdict"], "for up to 10,000 objects; this table has"),
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
