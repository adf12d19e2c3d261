"""Files to take away: no cell that a spreadsheet runs, and numbers that stay numbers."""

import io

import numpy as np
import pandas as pd
import pytest

from aucc_core.__main__ import main
from aucc_core.paper import PaperRun, SetAgreement, Stamp
from aucc_core.report.escape import csv_text
from aucc_core.report.exports import csv_bytes


@pytest.mark.parametrize(
    ("value", "safe"),
    [
        ("=cmd()", "'=cmd()"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+1", "'+1"),
        ("-a", "'-a"),
        ("\tx", "'\tx"),
        ("plain", "plain"),
        ("-", "'-"),
        ("-1+1", "'-1+1"),
        ("-1;=A1", "'-1;=A1"),
        ("-1\n", "'-1\n"),
        ("-0.57", "-0.57"),
        ("-.5e-07", "-.5e-07"),
        (-1.5, -1.5),
        (None, None),
    ],
)
def test_cells_that_a_spreadsheet_would_run(value, safe):
    assert csv_text(value) == safe


def test_numbers_stay_numbers_in_every_kind_of_column():
    table = pd.DataFrame(
        {
            "-score": [-0.57, 0.5],
            "mixed": ["-0.57", "=1+1"],
            "objects": np.array([-2, "-a"], dtype=object),
            "same": ["@x", "y"],
        }
    )
    lines = csv_bytes(table).decode().splitlines()
    assert lines == ["'-score,mixed,objects,same", "-0.57,-0.57,-2,'@x", "0.5,'=1+1,'-a,y"]
    twice = pd.DataFrame([["=a", 1]], columns=["x", "x"])
    assert csv_bytes(twice).decode().splitlines() == ["x,x", "'=a,1"]


def test_printed_correlations_of_the_paper_are_exported_as_numbers():
    run = PaperRun({}, (SetAgreement("balance", agreement={"davies_bouldin": -0.8}),), _stamp())
    (row,) = pd.read_csv(io.BytesIO(csv_bytes(run.table()))).to_dict("records")
    assert row["corrected"] == -0.57
    assert row["printed"] == 0.57
    assert row["ours"] == -0.8


def _stamp():
    return Stamp.now(seed=0, n_init=1)


def test_the_command_line_writes_the_same_csv(tmp_path, capsys):
    out = tmp_path / "paper.csv"
    assert main(["paper", "ties", "--csv", str(out)]) == 0
    written = pd.read_csv(out)
    assert written["difference"].dtype == float
    swept = tmp_path / "sweep.csv"
    asked = ["sweep", "ruspini", "--k", "2:3", "--criteria", "swc,gamma", "--csv", str(swept)]
    assert main(asked) == 0
    assert pd.read_csv(swept)[["swc", "gamma"]].map(np.isreal).all(axis=None)
    capsys.readouterr()
