"""`aucc paper` and `aucc agreement`: parts, files, the study, refusals."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from aucc_core import cli
from aucc_core.cli import paper
from aucc_core.cli.agreement import _shipped
from aucc_core.criteria import CRITERIA
from aucc_core.paper import PARTS
from aucc_core.paper import agreement as study_module
from aucc_core.paper.published import PAPER_CRITERIA
from tests.core.datasets.test_benchmark import put
from tests.core.paper.test_paper import labelled


def test_the_command_prints_and_writes(capsys, tmp_path) -> None:
    file = tmp_path / "paper.csv"
    assert cli.main(["paper", "toy", "ties", "--csv", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[1].split()[-3:] == ["0.9167", "0.9166667", "equal"]
    assert "8 of 8 numbers that the paper prints come out equal" in out
    assert "seed 0" in out
    assert pd.read_csv(file)["part"].tolist().count("Ties") == 9
    assert cli.main(["paper", "toy", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["figures"][0]["ours"] == pytest.approx(11 / 12)
    assert found["stamp"]["seed"] == 0


def test_help_names_every_part() -> None:
    named = paper.ABOUT.partition("Parts: ")[2].partition(".")[0].replace("\n", " ").split(", ")
    assert named == [*PARTS, paper.AGREEMENT]


def test_the_command_runs_the_study(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_module, "load_dataset", lambda name: labelled(30, name))
    assert cli.main(["paper", "agreement", "--sets", "sonar,wbc", "--n-init", "1"]) == 0
    out = capsys.readouterr().out
    assert "sonar: 25 partitions of 30 objects" in out
    assert "wbc, AUCC: correlation with ARI" in out


def test_the_command_refuses_what_it_does_not_know(capsys) -> None:
    assert cli.main(["paper", "coffee"]) == 2
    assert "no part 'coffee'; parts: basics" in capsys.readouterr().err
    assert cli.main(["paper", "agreement", "--sets", "ruspini"]) == 2
    assert "'ruspini' is not a data set of the paper" in capsys.readouterr().err
    assert cli.main(["paper", "agreement", "--sets", "control=nowhere.csv"]) == 2
    assert "nowhere.csv" in capsys.readouterr().err


# The study by itself: aucc agreement


def test_one_command_prints_the_table_beside_the_papers(capsys):
    assert cli.main(["agreement", "sonar", "--n-init", "1"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].split() == ["criterion", "sonar"]
    for line, criterion in zip(out[1:13], PAPER_CRITERIA, strict=True):
        assert line.startswith(CRITERIA[criterion].short)
    printed, corrected, computed = out[2].replace("AUCC", "").split("|")
    assert (float(printed), float(corrected)) == (0.70, 0.70)
    turned = next(line for line in out if line.startswith("DB")).replace("DB", "").split("|")
    assert [float(x) for x in turned[:2]] == [0.50, -0.50]
    assert float(computed) == pytest.approx(0.7, abs=0.1)
    assert "sonar: largest difference" in out[-1]


def test_the_command_refuses_what_the_paper_does_not_have(capsys):
    assert cli.main(["agreement", "ruspini"]) == 2
    assert (
        "'ruspini' is not a data set of the paper that can be had; known: "
        in capsys.readouterr().err
    )
    assert cli.main(["agreement", "control=nowhere.csv"]) == 2
    assert "nowhere.csv" in capsys.readouterr().err


def test_without_names_the_shipped_sets_with_few_ties_are_taken():
    assert _shipped() == ["ecoli", "sonar", "vehicle", "wbc"]


# The study on a folder of benchmark sets: aucc agreement --public


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """The leaderboard is written to the current folder unless it is told where."""
    monkeypatch.chdir(tmp_path)


def folder_of(tmp_path, count):
    for i in range(count):
        given = labelled(20 + i)
        put(tmp_path / "made", f"set{i:02}", given.X, given.labels + 1)
    return str(tmp_path)


def test_a_few_sets_have_a_column_each(capsys, tmp_path):
    folder, file = folder_of(tmp_path, 2), tmp_path / "all.csv"
    assert cli.main(["agreement", "--public", folder, "--n-init", "1", "--csv", str(file)]) == 0
    out = capsys.readouterr().out.splitlines()
    head = ["criterion", "set00", "set01", "mean", "rank", "ARI", "of", "pick", "k", "hit"]
    assert out[0].split() == head
    assert {line.split("  ")[0] for line in out[1:]} > {c.short for c in CRITERIA.values()}
    assert "2 sets, 40 partitions" in out[-5]
    assert out[-1] == "The same as a page: aucc-leaderboard.html"
    assert "made/set01" in (tmp_path / "aucc-leaderboard.html").read_text("utf-8")
    table = pd.read_csv(file)
    assert len(table) == 2 * len(CRITERIA)
    assert table.groupby("data")["n"].first().to_dict() == {"set00": 20, "set01": 21}


def test_the_leaderboard_is_a_page_of_its_own(capsys, tmp_path):
    folder, file = folder_of(tmp_path, 2), tmp_path / "board.html"
    arguments = ["agreement", "--public", folder, "--n-init", "1", "--page", str(file)]
    assert cli.main(arguments) == 0
    capsys.readouterr()
    page = file.read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "made/set00" in page
    assert "Over 2 sets" in page
    assert "http://" not in page
    assert "https://" not in page
    assert cli.main(["agreement", "sonar", "--page", str(file)]) == 2
    assert "add --public FOLDER" in capsys.readouterr().err


def test_many_sets_have_means_and_ranks(capsys, tmp_path):
    folder = folder_of(tmp_path, 11)
    assert cli.main(["agreement", "--public", folder, "--n-init", "1"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].split()[:3] == ["criterion", "mean", "rank"]
    assert "set00" not in out
    assert cli.main(["agreement", "--public", folder, "--n-init", "1", "--max-objects", "20"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].split()[:3] == ["criterion", "set00", "ARI"]
    assert "1 set, 20 partitions" in out


def test_public_sets_as_json(capsys, tmp_path):
    arguments = ["agreement", "--public", folder_of(tmp_path, 1), "--n-init", "1", "--json"]
    assert cli.main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["problems"] == {}
    assert found["rows"][0]["criterion"] == "aucc"


def test_public_sets_that_cannot_be_had_are_refused(capsys, tmp_path):
    assert cli.main(["agreement", "--public", str(tmp_path / "nowhere")]) == 2
    assert "there is no folder" in capsys.readouterr().err
    folder = folder_of(tmp_path, 1)
    assert cli.main(["agreement", "sonar", "--public", folder]) == 2
    assert "one kind at a time" in capsys.readouterr().err
    assert cli.main(["agreement", "--public", folder, "--max-objects", "0"]) == 2
    assert "must be 1 or more" in capsys.readouterr().err
    assert cli.main(["agreement", "--public", folder, "--csv", "no/such/file.csv"]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_the_papers_table_can_be_taken_away_too(tmp_path):
    file = tmp_path / "paper.csv"
    assert cli.main(["agreement", "sonar", "--n-init", "1", "--csv", str(file)]) == 0
    table = pd.read_csv(file)
    assert list(table.columns) == [
        "data",
        "criterion",
        "printed",
        "corrected",
        "computed",
        "recomputed",
    ]
    assert len(table) == len(PAPER_CRITERIA)
