"""`aucc distances`: text, JSON, CSV, and what is refused."""

import csv
import json

import numpy as np
import pandas as pd
import pytest

from aucc_core import aucc_score
from tests.core.cli.running import run


@pytest.fixture
def flowers(tmp_path):
    rng = np.random.default_rng(2)
    kind = np.arange(30) % 3
    X = (rng.normal(size=(30, 2)) + 4 * np.eye(3)[kind][:, :2]).round(3)
    path = tmp_path / "flowers.csv"
    frame = pd.DataFrame({"x": X[:, 0], "y": X[:, 1], "kind": np.array(["a", "b", "c"])[kind]})
    frame["some"] = np.where(np.arange(30) < 4, -1, kind)
    frame.to_csv(path, index=False)
    return path, X, kind


def test_scores_in_text_json_and_csv(capsys, flowers, tmp_path):
    path, X, kind = flowers
    out = tmp_path / "all.csv"
    chosen = ("distances", str(path), "--labels", "kind", "--ignore", "some")
    status, text, _ = run(capsys, *chosen, "--csv", str(out))
    assert status == 0
    status, printed, _ = run(capsys, *chosen, "--json")
    found = json.loads(printed)
    assert (status, found["labels"], found["n"]) == (0, "kind", 30)
    for sentence in found["sentences"]:
        assert sentence in text
    by_name = {(r["metric"], r["scaling"], r["left_out"]): r["aucc"] for r in found["scores"]}
    assert by_name["cityblock", "none", ""] == aucc_score(X, kind, metric="cityblock")
    assert found["best"]["aucc"] == max(v for k, v in by_name.items() if not k[2])
    # Python's own reader: that of pandas 2 may miss the last digit.
    written = [float(row["aucc"]) for row in csv.DictReader(out.read_text("utf-8").splitlines())]
    assert written == [r["aucc"] for r in found["scores"]]


def test_noise_is_left_out_and_two_columns_are_refused(capsys, flowers):
    path, *_ = flowers
    status, printed, _ = run(
        capsys, "distances", str(path), "--labels", "some", "--ignore", "kind", "--json"
    )
    found = json.loads(printed)
    assert (status, found["n"], found["noise"]) == (0, 26, 4)
    status, _, error = run(capsys, "distances", str(path), "--labels", "some", "--labels", "kind")
    assert status == 2
    assert "Name one label column; got" in error
