"""The paper computed again: printed facts, verdicts, the study on any data, the command."""

from __future__ import annotations

import json
import math

import numpy as np
import pandas as pd
import pytest

from aucc_core import cli
from aucc_core.agreement import PAPER_AGREEMENT, PAPER_CRITERIA, RECOMPUTED_AGREEMENT
from aucc_core.dataset import Dataset
from aucc_core.datasets import load_dataset
from aucc_core.pairs import aucc_score
from aucc_core.paper import PARTS, Figure, agreement_table, run_paper, study_steps
from aucc_core.paper import study as study_module
from aucc_core.paper.parts import drifts
from aucc_core.paper.published import DRAW_SPREAD, OVERLAP, PRINTED_AGREEMENT, slip_evidence
from aucc_core.paper.study import ONLINE, SHIPPED, largest_k


def labelled(n: int = 40, name: str = "mine") -> Dataset:
    rng = np.random.default_rng(3)
    labels = np.arange(n) % 3
    X = rng.normal(size=(n, 2)) + 6.0 * labels[:, None]
    return Dataset(name, X, labels=labels)


def finish(steps):
    pieces = []
    while True:
        try:
            pieces.append(next(steps))
        except StopIteration as stop:
            return pieces, stop.value


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (Figure("a", "0.9167", 11 / 12), "same"),
        (Figure("a", "0.8888", 8 / 9), "same"),
        (Figure("a", "0.8888", 0.8886), "differs"),
        (Figure("a", "7/9", 7 / 9), "same"),
        (Figure("a", "7/9", 0.7777), "differs"),
        (Figure("a", "7", 7.0), "same"),
        (Figure("a", "7", 9.0), "differs"),
        (Figure("a", "0.755", 0.77, 0.02), "same within a draw"),
        (Figure("a", "0.755", 0.78, 0.02), "differs"),
        (Figure("a", "", 0.5), "not printed"),
        (Figure("a", "steady", 0.7, between=(0.0, 1.0)), "same"),
        (Figure("a", "steady", 1.2, between=(0.0, 1.0)), "differs"),
    ],
)
def test_verdicts(figure: Figure, verdict: str) -> None:
    assert figure.verdict == verdict


def test_the_printed_table_has_both_slips() -> None:
    # Three cells read off the printed rows ASWC, SSWC and DB.
    assert PRINTED_AGREEMENT["vehicle"]["aswc"] == 0.78
    assert PRINTED_AGREEMENT["cellcycle"]["sswc"] == -0.22
    assert PRINTED_AGREEMENT["control"]["davies_bouldin"] == -0.54
    untouched = set(PAPER_CRITERIA) - {"aswc", "sswc", "davies_bouldin"}
    for name, row in PAPER_AGREEMENT.items():
        assert all(PRINTED_AGREEMENT[name][c] == row[c] for c in untouched)


def test_the_evidence_says_which_reading_fits() -> None:
    table = slip_evidence().set_index("row")
    assert (table["sets"] == 6).all()
    assert (table["largest_mended"] < 0.0205).all()
    assert (table["mean_printed"] > 0.1).all()
    # Were the printed rows right, the evidence would say so.
    turned = slip_evidence(PRINTED_AGREEMENT)
    assert (turned["mean_printed"] == 0).all()
    assert (turned["mean_mended"] > 0.1).all()
    assert slip_evidence({}).empty


@pytest.mark.parametrize("name", ["toy", "ties", "ruspini", "nine_gaussians", "timing"])
def test_printed_numbers_come_out_again(name: str) -> None:
    part = PARTS[name].compute(0)
    printed = [f for f in part.figures if f.published]
    assert printed
    assert {f.verdict for f in printed} <= {"same", "same within a draw"}


def test_chance_says_who_is_steady() -> None:
    part = PARTS["chance"].compute(0)
    assert all(f.verdict.startswith("same") for f in part.figures)
    moved = drifts(part.series)
    aucc = part.series[part.series["criterion"] == "aucc"]
    by_set = [
        np.ptp(rows["mean"]) / rows["std"].mean()
        for _, rows in aucc.groupby(["mixture", "balance"])
    ]
    assert moved["aucc"] == pytest.approx(np.median(by_set))


def test_overlap_is_within_a_draw_and_the_spread_is_measured() -> None:
    part = PARTS["overlap"].compute(1)
    assert [f.published for f in part.figures] == list(OVERLAP.values())
    assert all(f.verdict == "same within a draw" for f in part.figures)
    draws = [load_dataset("two_gaussians", variance=500.0, seed=s) for s in range(100, 112)]
    spread = np.std([aucc_score(d, d.labels) for d in draws])
    assert DRAW_SPREAD[500] / 2 < spread < DRAW_SPREAD[500] * 2


def test_the_study_reports_yields_and_goes_on_after_a_problem() -> None:
    heard: list[tuple[float, float, str]] = []
    without = Dataset("blank", np.eye(5))
    pieces, columns = finish(
        study_steps(
            [without, labelled()], seed=0, n_init=2, report=lambda *said: heard.append(said)
        )
    )
    assert tuple(pieces) == columns
    assert "no label column" in columns[0].problem
    mine = columns[1]
    assert (mine.name, mine.n, mine.n_partitions) == ("mine", 40, 5 * 6)
    assert 0 < mine.clustering <= mine.seconds
    assert tuple(mine.agreement) == PAPER_CRITERIA
    assert mine.agreement["aucc"] > 0.5
    assert [done for done, _, _ in heard] == sorted(done for done, _, _ in heard)
    assert heard[-1][:2] == (2, 2)
    assert heard[-1][2].startswith("mine: ")


def test_given_distances_are_clustered_without_means() -> None:
    from scipy.spatial.distance import pdist

    data = labelled(30)
    given = Dataset("far", data.X, labels=data.labels, distances=pdist(data.X))
    _, (column,) = finish(study_steps([given], seed=0, n_init=1))
    assert not column.problem
    assert column.n_partitions == 3 * 5
    assert math.isnan(column.agreement["vrc"])
    assert math.isfinite(column.agreement["aucc"])


@pytest.mark.parametrize(("n", "k"), [(625, 25), (626, 26), (336, 19), (3, 2), (4, 2), (5, 3)])
def test_largest_k_is_the_root_of_n_rounded_up(n: int, k: int) -> None:
    assert largest_k(n) == k == min(math.ceil(math.sqrt(n)), n - 1)


def test_tidy_table_has_the_published_cell_beside_ours() -> None:
    column = study_module.Column("sonar", agreement={"aucc": 0.71, "pbm": -0.43})
    table = agreement_table([column, study_module.Column("mine", agreement={"aucc": 0.5})])
    assert table["published"].tolist()[:2] == [0.70, -0.43]
    assert table["difference"][0] == pytest.approx(0.01)
    assert math.isnan(table["published"][2])


def test_one_run_holds_parts_columns_and_stamp(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_module, "load_dataset", lambda name: labelled(30, name))
    run = run_paper(["toy", "ties"], ["sonar"], seed=5, n_init=1)
    table = run.table()
    assert table["part"].unique().tolist() == ["Toy example", "Ties", "Agreement"]
    assert (table["seed"] == 5).all()
    assert "numpy=" in table["versions"][0]
    assert set(table.loc[table["part"] == "Agreement", "verdict"]) <= {"same", "differs"}
    assert "seed 5 · 1 starts" in run.stamp.text()


def test_shipped_and_online_sets() -> None:
    assert set(SHIPPED) == {"balance", "ecoli", "iris", "sonar", "vehicle", "wbc"}
    assert set(ONLINE) == {"control", "karhunen"}
    assert set(RECOMPUTED_AGREEMENT) > set(SHIPPED)


def test_the_command_prints_and_writes(capsys, tmp_path) -> None:
    file = tmp_path / "paper.csv"
    assert cli.main(["paper", "toy", "ties", "--csv", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[1].split()[-3:] == ["0.9167", "0.9166667", "same"]
    assert "seed 0" in out
    assert pd.read_csv(file)["part"].tolist().count("Ties") == 7
    assert cli.main(["paper", "toy", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["figures"][0]["ours"] == pytest.approx(11 / 12)
    assert found["stamp"]["seed"] == 0


def test_the_command_runs_the_study(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_module, "load_dataset", lambda name: labelled(30, name))
    assert cli.main(["paper", "agreement", "--sets", "sonar,wbc", "--n-init", "1"]) == 0
    out = capsys.readouterr().out
    assert "sonar: 25 partitions of 30 objects" in out
    assert "wbc, AUCC: correlation with ARI" in out


def test_the_command_refuses_what_it_does_not_know(capsys) -> None:
    assert cli.main(["paper", "coffee"]) == 2
    assert "no part 'coffee'; parts: toy" in capsys.readouterr().err
    assert cli.main(["paper", "agreement", "--sets", "ruspini"]) == 2
    assert "'ruspini' is not a data set of the paper" in capsys.readouterr().err
    assert cli.main(["paper", "agreement", "--sets", "control=nowhere.csv"]) == 2
    assert "nowhere.csv" in capsys.readouterr().err
