"""The tabs *Clusters* and *Objects*: their tables are those that plain counting gives."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform
from streamlit.testing.v1 import AppTest

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.score.inputs import Dataset
from aucc_core.sweeps.numbering import numbered
from aucc_core.sweeps.solutions import ExploreRun, Solution, solve_now
from pages.ui.components import linked
from pages.ui.components.linked import Settled
from pages.ui.explore import columns
from pages.ui.state import cache
from tests.ui.explore.test_explore import open_explore

IRIS = load_dataset("iris")
MIXED = Dataset(
    "people",
    np.array([[20.0], [22.0], [60.0], [65.0], [30.0]]),
    ("age",),
    mixed=pd.DataFrame({"age": [20, 22, 60, 65, 30], "town": ["Rome", "Rome", "Ulm", None, "Ulm"]}),
    label_columns={"age": np.array([1, 1, 2, 2, 1])},
)


@pytest.fixture(scope="module")
def solutions() -> dict[str, Solution]:
    found = numbered(solve_now(IRIS, ExploreRun(("kmeans",), (2, 3, 4), 0)))
    return {s.id: s for s in found}


def shown(app: AppTest) -> list[pd.DataFrame]:
    assert not app.exception
    assert not app.error
    return [frame.value for frame in app.dataframe]


def test_every_cluster_has_a_row_with_its_numbers(solutions: dict[str, Solution]) -> None:
    app = open_explore(data="Iris", k=["2", "4"], focus="kmeans-3", tab="Clusters")
    overview, detail = shown(app)
    labels = solutions["kmeans-3"].labels
    assert overview["cluster"].tolist() == [1, 2, 3]
    assert overview["objects"].tolist() == np.bincount(labels).tolist()
    own = Pairs(IRIS).by_cluster(labels + 1)["aucc"]
    np.testing.assert_allclose(overview["own score"], own.reindex([1, 2, 3]))
    again = []
    for cluster in range(3):
        mine = set(np.flatnonzero(labels == cluster))
        for other in (solutions["kmeans-2"].labels, solutions["kmeans-4"].labels):
            theirs = [set(np.flatnonzero(other == c)) for c in set(other)]
            again.append(max(len(mine & t) / len(mine | t) for t in theirs))
    np.testing.assert_allclose(overview["found again"], np.reshape(again, (3, 2)).mean(axis=1))
    # The first cluster in full: columns as they came, the largest difference first.
    values = IRIS.X[labels == 0, list(IRIS.feature_names).index("petal length (cm)")]
    row = detail.set_index("column").loc["petal length (cm)"]
    assert row["cluster 1"] == columns.short(values.mean())
    assert row["spread"] == columns.short(values.std())
    assert detail["effect"].abs().is_monotonic_decreasing
    assert "class" in " ".join(detail["column"])


def test_scaling_leaves_the_columns_as_they_came() -> None:
    app = open_explore(data="Iris", k=["2", "3"], scaling="z-score", tab="Clusters")
    detail = shown(app)[1].set_index("column")
    assert float(detail.loc["petal length (cm)", "cluster 1"]) > 1  # cm, not deviations


def test_objects_that_sit_badly_come_first(solutions: dict[str, Solution]) -> None:
    app = open_explore(data="Iris", k=["2", "4"], focus="kmeans-3", tab="Objects")
    (table,) = shown(app)
    solution = solutions["kmeans-3"]
    own = Pairs(IRIS).by_object(solution.labels)["aucc"].to_numpy()
    order = np.argsort(own, kind="stable")[:25]
    assert table["object"].tolist() == [str(i + 1) for i in order]
    np.testing.assert_allclose(table["own score"], own[order])
    np.testing.assert_array_equal(table["petal length (cm)"], IRIS.X[order, 2])
    assert table["class"].tolist() == IRIS.labels[order].tolist()
    for k in (2, 3, 4):
        expected = solutions[f"kmeans-{k}"].labels[order] + 1
        assert table[f"k-means, k = {k}"].tolist() == expected.tolist()
    square = squareform(pdist(IRIS.X))
    for at, near in zip(order, table["nearest other cluster"], strict=True):
        means = {
            c + 1: square[at, solution.labels == c].mean()
            for c in range(3)
            if c != solution.labels[at]
        }
        assert near == min(means, key=means.__getitem__)


def test_selected_objects_are_listed_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    settled = Settled(selected=(4, 0, 149, 9999))
    monkeypatch.setattr(linked, "show_linked_view", lambda *_, **__: settled)
    app = open_explore(data="Iris", k=["2", "3"], tab="Objects")
    (table,) = shown(app)
    assert table["object"].tolist() == ["5", "1", "150"]
    assert any("The 3 selected objects" in c.value for c in app.caption)


def test_columns_are_those_of_the_table_with_words_as_words() -> None:
    table = columns.columns_of(MIXED)
    assert list(table) == ["age", "town", "age (label)"]
    assert table["town"].tolist()[:3] == ["Rome", "Rome", "Ulm"]
    assert list(columns.object_names(MIXED)) == ["1", "2", "3", "4", "5"]


def test_small_distributions_are_shares() -> None:
    table = columns.columns_of(MIXED)
    inside = np.array([True, True, False, False, True])
    here, everywhere = columns.distributions(table["age"], inside)
    assert len(here) == columns.BARS
    assert sum(here) == pytest.approx(1, abs=1e-3)
    assert sum(everywhere) == pytest.approx(1, abs=1e-3)
    here, everywhere = columns.distributions(table["town"], inside)
    assert here == pytest.approx([2 / 3, 1 / 3], abs=1e-3)
    assert everywhere == [0.5, 0.5]


def test_a_study_knows_the_table_it_came_from() -> None:
    study = cache.prepared(IRIS, (0,), "zscore")
    assert study.table is IRIS
    assert study.dataset.d == 1


def test_only_the_picked_objects_are_clustered_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.arange(50, 150)  # two of the three kinds
    monkeypatch.setattr(
        linked, "show_linked_view", lambda *_, **__: Settled(selected=tuple(rows.tolist()))
    )
    app = open_explore(data="Iris", k=["2", "3"], tab="Objects")
    next(b for b in app.button if b.label == "Cluster only these 100").click().run()
    assert not app.exception
    assert "100 objects" in app.title[0].value
    # Of these some again: rows are still those of the whole table.
    some = tuple(range(10, 40))
    monkeypatch.setattr(linked, "show_linked_view", lambda *_, **__: Settled(selected=some))
    app.run()
    next(b for b in app.button if b.label == "Cluster only these 30").click().run()
    assert "30 objects" in app.title[0].value
    assert app.session_state["objects.only"][1] == tuple(rows[list(some)].tolist())
    next(b for b in app.button if b.label == "Back to all 150").click().run()
    assert "150 objects" in app.title[0].value
