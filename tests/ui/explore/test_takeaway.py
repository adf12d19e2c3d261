"""What leaves Explore: tables, figures and code that make the same numbers."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist

from aucc_core.datasets import DATASETS, load_dataset
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
from pages.ui.upload.files import HowRead, Import, Readings, Upload, read_uploads

RUN = ExploreRun(("kmeans", "ward"), (2, 3, 4), 0, n_init=3, second="swc")


def run_snippet(
    source: Source, run: ExploreRun, capsys: pytest.CaptureFixture[str]
) -> pd.DataFrame:
    names: dict[str, object] = {}
    exec(takeaway.snippet(source, run), names)
    printed = capsys.readouterr().out
    assert "aucc" in printed  # not cut out of a table that is too wide
    assert "..." not in printed
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


CUSTOMERS = """id;age;income;town;since;group
c1;20;1000,5;Rome;1970;a
c2;22;1100,5;Rome;1971;a
c3;61;5000,0;Ulm;1970;b
c4;63;;Ulm;1973;b
c5;40;2500,0;Bonn;1972;a
c6;21;990,0;Rome;1970;b
c7;66;5100,0;Ulm;1972;b
"""
OWN_WAYS = [
    {},
    {"roles": {"since": "ignore"}},
    {"roles": {"since": "label", "group": "ignore", "town": "ignore"}, "missing": "impute"},
    {"roles": {"income": "ignore"}, "standardize": True},
    {"decimal": ",", "delimiter": ";"},
]


def taken(files: dict[str, tuple[str, str]], choices: dict[str, object]) -> tuple[Dataset, HowRead]:
    """What the import step takes of files (part: name, text), and how a script reads them."""
    uploads = [Upload(name, text.encode()) for name, text in files.values()]
    data = read_uploads(uploads, list(files), choices, Readings())
    return data, HowRead({part: name for part, (name, _) in files.items()}, choices)


def same_scores(
    data: Dataset, read: HowRead, run: ExploreRun, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = takeaway.scores_table(solve_now(data, run))
    made = run_snippet(Source("your-data", read=read), run, capsys)
    assert made["algorithm"].tolist() == shown["algorithm"].tolist()
    np.testing.assert_array_equal(made["aucc"], shown["aucc"])


@pytest.mark.parametrize("choices", OWN_WAYS)
def test_snippet_reads_the_own_table_as_it_was_taken_in(
    choices: dict[str, object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.csv").write_text(CUSTOMERS)
    data, read = taken({"features": ("mine.csv", CUSTOMERS)}, choices)
    same_scores(data, read, ExploreRun(("kmeans", "ward"), (2, 3), 0), capsys)


def test_snippet_reads_labels_and_distances_beside_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    X = load_dataset("ruspini").X[:12]
    tables = {
        "features": ("mine.csv", pd.DataFrame(X, columns=["a", "b"]).to_csv(index=False)),
        "labels": ("groups.csv", pd.DataFrame({"group": list("ab" * 6)}).to_csv(index=False)),
        "distances": ("far.csv", pd.DataFrame(cdist(X, X, "cityblock")).to_csv(index=False)),
    }
    for name, text in tables.values():
        Path(name).write_text(text)
    run = ExploreRun(("average",), (2, 3, 4), 0, "precomputed")
    for parts in (("features", "distances"), ("distances",), ("distances", "labels")):
        data, read = taken({part: tables[part] for part in parts}, {})
        same_scores(data, read, run, capsys)
    data, read = taken({part: tables[part] for part in ("features", "labels")}, {})
    same_scores(data, read, ExploreRun(("kmeans",), (2, 3), 0), capsys)


@pytest.mark.parametrize("name", [n for n, row in DATASETS.items() if not row.online])
def test_snippet_makes_the_same_scores_of_every_example(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = load_dataset(name)
    metric, algorithm = (
        ("precomputed", "average") if data.distances is not None else ("minkowski", "kmeans")
    )
    options = {"p": 3.0} if metric == "minkowski" else {}
    run = ExploreRun((algorithm,), (2, 3), 3, metric, options, n_init=2)
    shown = takeaway.scores_table(solve_now(data, run))
    made = run_snippet(Source(name), run, capsys)
    np.testing.assert_array_equal(made["aucc"], shown["aucc"])


def test_snippet_takes_the_picked_objects_alone(capsys: pytest.CaptureFixture[str]) -> None:
    rows = tuple(range(50, 150))
    part = Dataset("part", load_dataset("iris").X[list(rows)])
    made = run_snippet(Source("iris", picked=rows), RUN, capsys)
    np.testing.assert_array_equal(made["aucc"], [s.aucc for s in solve_now(part, RUN)])


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


def test_the_table_comes_back_row_by_row_with_labels_beside_it():
    original = pd.DataFrame({"name": ["a", "b", "c", "d"], "k-means, k = 2": [1.5, 2.5, None, 4.0]})
    rows = np.array([0, 1, 3])
    labels = {"k-means, k = 2": np.array([0, 1, -1]), "Ward, k = 2": np.array([1, 0, 0])}
    table = takeaway.labelled_table(original, rows, labels)
    assert table.columns.tolist() == [
        "name", "k-means, k = 2", "left out", "k-means, k = 2 (2)", "Ward, k = 2",
    ]  # fmt: skip
    back = pd.read_csv(io.BytesIO(csv_bytes(table)))
    assert back["name"].tolist() == ["a", "b", "c", "d"]
    assert back["left out"].fillna("").tolist() == ["", "", "left out", ""]
    assert back["k-means, k = 2 (2)"].fillna(0).tolist() == [1, 2, 0, -1]
    assert back["Ward, k = 2"].fillna(0).tolist() == [2, 1, 0, 1]
    whole = takeaway.labelled_table(original, None, {"hand": np.array([0, 0, 1, 1])})
    assert "left out" not in whole
    assert whole["hand"].tolist() == [1, 1, 2, 2]


def test_rows_that_the_import_left_out_have_no_label():
    text = "city,x,y\nA,1,2\nB,,3\nC,4,5\nD,7,1\nE,8,\nF,3,3\n"
    taken = Import((Upload("t.csv", text.encode()),), {}, ("features",), {"missing": "drop_rows"})
    data = taken.dataset()
    assert data.rows.tolist() == [0, 2, 3, 5]
    assert data.part([1, 3]).rows.tolist() == [2, 5]
    table = takeaway.labelled_table(taken.original(), data.rows, {"L": np.array([0, 0, 1, 1])})
    assert table["city"].tolist() == list("ABCDEF")
    assert table["L"].fillna(0).tolist() == [1, 0, 1, 2, 0, 2]
    assert table["left out"].tolist() == ["", "left out", "", "", "left out", ""]
