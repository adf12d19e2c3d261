"""What leaves Explore: tables, figures and code that make the same numbers."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from aucc_core.datasets import load_dataset
from aucc_core.large.engine import SizeChoices
from aucc_core.pairs import Pairs
from aucc_core.prepare.projection import project
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.report.exports import csv_bytes
from aucc_core.score.inputs import Dataset
from aucc_core.sweeps.solutions import ExploreRun, solve_now
from aucc_core.sweeps.sweep import sweep
from pages.ui.components import charts
from pages.ui.explore import figures, takeaway
from pages.ui.side_panel.data import Source

RUN = ExploreRun(("kmeans", "ward"), (2, 3, 4), 0, n_init=3, second="swc")


def run_snippet(
    source: Source, run: ExploreRun, capsys: pytest.CaptureFixture[str]
) -> pd.DataFrame:
    names: dict[str, object] = {}
    exec(takeaway.snippet(source, run), names)
    capsys.readouterr()
    return names["result"].table  # type: ignore[attr-defined]


def test_the_settings_of_a_distance_are_in_the_snippet(capsys: pytest.CaptureFixture[str]) -> None:
    options = {"power": 2.0, "neighbours": 15.0}
    run = ExploreRun(("single",), (2, 3), 0, "path", options, second="path_aucc")
    made = run_snippet(Source("moons", {}), run, capsys)
    shown = takeaway.scores_table(solve_now(load_dataset("moons"), run))
    np.testing.assert_array_equal(made["aucc"], shown["aucc"])
    plain = replace(run, metric_options={})
    assert "metric_options" not in takeaway.snippet(Source("moons", {}), plain)


@pytest.mark.parametrize(
    "source",
    [
        Source("iris", {}),
        Source("blobs", {"n": 60, "k": 3}),
        Source("iris", {}, (), "zscore"),
        Source("iris", {}, ("petal length", "petal width"), "robust"),
    ],
    ids=["plain", "settings", "scaled", "columns"],
)
def test_snippet_makes_the_same_scores(source: Source, capsys: pytest.CaptureFixture[str]) -> None:
    dataset = load_dataset(source.name, **source.settings)
    names = dataset.feature_names
    if source.columns:
        wanted = [name for name in names if any(name.startswith(c) for c in source.columns)]
        source = Source(source.name, source.settings, tuple(wanted), source.scaling)
    columns = [names.index(c) for c in source.columns] or list(range(dataset.d))
    X = SCALINGS[source.scaling].apply(dataset.X[:, columns])
    shown = takeaway.scores_table(solve_now(Dataset("x", X), RUN))
    made = run_snippet(source, RUN, capsys)
    assert made["algorithm"].tolist() == shown["algorithm"].tolist()
    np.testing.assert_array_equal(made["aucc"], shown["aucc"])
    np.testing.assert_allclose(made["swc"], shown["swc"], rtol=1e-12)


def test_snippet_samples_the_same_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    run = ExploreRun(("ward",), (2, 3), 5).scored_by("sample")
    data = load_dataset("iris")
    shown = sweep(data, "ward", (2, 3), seed=5, criteria=("aucc",), size=run.size).table
    made = run_snippet(Source("iris", {}), run, capsys)
    np.testing.assert_array_equal(made["aucc"], shown["aucc"])
    other = sweep(data, "ward", (2, 3), seed=5, criteria=("aucc",), size=SizeChoices("sample"))
    assert (made["aucc"] != other.table["aucc"]).any()


def test_tables_read_back() -> None:
    dataset = load_dataset("iris")
    solutions = solve_now(dataset, RUN)
    scores = pd.read_csv(io.BytesIO(csv_bytes(takeaway.scores_table(solutions))))
    assert scores["k"].tolist() == [2, 3, 4, 2, 3, 4]
    np.testing.assert_allclose(scores["aucc"], [s.aucc for s in solutions], rtol=1e-12)
    table = takeaway.cluster_table(dataset, solutions[1])
    labels = pd.read_csv(io.BytesIO(csv_bytes(table)))
    assert labels["object"].tolist() == list(range(1, 151))
    assert labels["cluster"].tolist() == (solutions[1].labels + 1).tolist()
    assert Pairs(dataset).aucc(labels["cluster"]) == solutions[1].aucc


def test_cells_that_a_spreadsheet_would_run_are_quoted() -> None:
    table = pd.DataFrame({"=x": ["=1+1", "fine"], "value": [-1.5, 2.0]})
    assert csv_bytes(table).decode().splitlines() == ["'=x,value", "'=1+1,-1.5", "fine,2.0"]


def test_standalone_page_holds_every_figure_and_no_outside_script() -> None:
    dataset = load_dataset("iris")
    solutions = solve_now(dataset, RUN)
    page = figures.standalone_page(dataset, solutions, project(dataset, Pairs(dataset), "pca"))
    text = page.decode()
    for words in ("Score by number of clusters", "k-means: ROC curves", "Ward: solutions"):
        assert words in text
    assert 'src="http' not in text


def test_figures_draw_the_solutions() -> None:
    dataset = load_dataset("ruspini")
    solutions = solve_now(dataset, ExploreRun(("kmeans",), (2, 3, 4, 5, 6), 0))
    by_k = figures.score_by_k(solutions)
    assert list(by_k.data[0].x) == [2, 3, 4, 5, 6]
    assert by_k.layout.annotations[0].x == 4
    roc = figures.roc_curves(solutions)
    assert roc.data[3].name == "k = 4: AUCC 0.9995 ★"
    assert roc.data[3].line.color == "#111111"
    assert {roc.data[1].line.color, roc.data[2].line.color} <= set(charts.COLD)
    assert {roc.data[4].line.color, roc.data[5].line.color} <= set(charts.HOT)
    grid = figures.scatter_grid(solutions, project(dataset, Pairs(dataset), "features"))
    assert len(grid.data) == 5
