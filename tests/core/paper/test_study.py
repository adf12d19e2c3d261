"""An own agreement study, counted again in plain loops; its script gives the same table."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import spearmanr
from sklearn.metrics import (
    adjusted_mutual_info_score,
    adjusted_rand_score,
    normalized_mutual_info_score,
    silhouette_score,
)

from aucc_core import aucc_score, make_partitions
from aucc_core.paper.study import (
    StudyColumn,
    StudySource,
    StudySpec,
    study_latex,
    study_of,
    study_rows,
    study_script,
    study_table,
)
from aucc_core.score.inputs import Dataset

INDICES = {
    "ari": adjusted_rand_score,
    "ami": adjusted_mutual_info_score,
    "nmi": normalized_mutual_info_score,
}


def labelled(n: int = 30) -> Dataset:
    rng = np.random.default_rng(4)
    labels = np.arange(n) % 3
    X = rng.normal(size=(n, 2))
    X[:, 0] += 2.5 * labels
    return Dataset("mine", X, labels=labels)


@pytest.mark.parametrize("metric", ["euclidean", "cityblock"])
def test_cells_are_those_of_plain_loops(metric: str) -> None:
    data, seeds = labelled(), (0, 3)
    spec = StudySpec(("aucc", "swc"), metric, seeds, n_init=1)
    (column,) = study_of([data], spec)
    algorithms = ["single", "average", "complete"]
    algorithms += ["kmeans", "ward"] if metric == "euclidean" else []
    assert column.n_partitions == len(algorithms) * 5
    for external, index in INDICES.items():
        sums = {(how, c): 0.0 for how in ("pearson", "spearman") for c in spec.criteria}
        for seed in seeds:
            rows = []
            for algorithm in algorithms:
                made = make_partitions(
                    data, algorithm, range(2, 7), seed=seed, n_init=1, metric=metric
                )
                rows += [
                    (
                        aucc_score(data, one.labels, metric=metric),
                        silhouette_score(data.X, one.labels, metric=metric),
                        index(data.labels, one.labels),
                    )
                    for one in made
                ]
            aucc, swc, truth = np.array(rows).T
            for name, values in (("aucc", aucc), ("swc", swc)):
                sums["pearson", name] += float(np.corrcoef(values, truth)[0, 1]) / len(seeds)
                sums["spearman", name] += float(spearmanr(values, truth)[0]) / len(seeds)
        for how in ("pearson", "spearman"):
            table = study_table([column], external, how)["mine"]
            assert table["AUCC"] == pytest.approx(sums[how, "aucc"], abs=1e-3)
            assert table["SWC"] == pytest.approx(sums[how, "swc"], abs=1e-3)


def test_every_value_has_a_row_and_a_problem_none() -> None:
    spec = StudySpec(("aucc",), seeds=(0, 1), n_init=1)
    found = study_of([Dataset("blank", np.eye(5)), labelled()], spec)
    assert "no label column" in found[0].problem
    rows = study_rows(found)
    assert set(rows["data"]) == {"mine"}
    assert len(rows) == 2 * 3 * 2  # seeds, indices, correlations
    assert study_rows(found[:1]).empty
    assert study_table(found[:1]).empty


def test_the_script_gives_the_same_table(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    data = labelled()
    lines = ["wide,high,group", *(f"{a!r},{b!r},g{c}" for (a, b), c in zip(
        data.X.tolist(), data.labels.tolist(), strict=True))]  # fmt: skip
    (tmp_path / "my file.csv").write_text("\n".join(lines))
    monkeypatch.chdir(tmp_path)
    spec = StudySpec(("aucc", "vrc"), seeds=(0, 1), n_init=2)
    sources = [
        StudySource("my file", file="my file.csv", labels="group", columns=("wide",)),
        StudySource("ruspini", example="ruspini", scaling="zscore"),
    ]
    script = study_script(sources, spec, "ami", "spearman")
    scope: dict[str, Any] = {}
    exec(compile(script, "script", "exec"), scope)
    from aucc_core import load_dataset
    from aucc_core.prepare.scaling import SCALINGS

    one = Dataset("my file", data.X[:, :1], labels=data.labels)
    ruspini = load_dataset("ruspini")
    two = Dataset("ruspini", SCALINGS["zscore"].apply(ruspini.X), labels=ruspini.labels)
    expected = study_table(study_of([one, two], spec), "ami", "spearman")
    assert np.allclose(scope["table"], expected)
    assert list(scope["table"]) == ["my file", "ruspini", "mean"]
    assert "AUCC" in capsys.readouterr().out


def test_latex_is_escaped_and_marks_the_best() -> None:
    (column,) = study_of([labelled()], StudySpec(("aucc", "c_sqrt_k"), n_init=1))
    bad = StudyColumn("50 % & a_b", column.n, column.n_partitions, column.cells)
    table = study_table([bad])
    text = study_latex(table, "ari", "pearson")
    assert r"50 \% \& a\_b" in text
    assert r"C/$\surd$k" in text
    assert text.count(r"\textbf") == 1
    best = table["50 % & a_b"].max()
    assert rf"\textbf{{{best:.3f}}}" in text
    assert r"with 2 to $\lceil\sqrt{n}\rceil$ clusters." in text
    assert "Turned" not in text
    turned = table.rename(index={"AUCC": "DB"})
    assert "Turned, so that higher is better: DB." in study_latex(turned, "ari", "pearson")
    assert text.count(r"\begin") == text.count(r"\end") == 2
    assert not math.isnan(best)
