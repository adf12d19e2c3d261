"""What the side panel asks about clusterings: what cannot run stays in the list, and says why."""

from __future__ import annotations

import numpy as np
import pytest

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.partitions import ALGORITHMS, refusal
from aucc_core.score.metrics import METRICS
from pages.ui.side_panel import algorithms
from pages.ui.state import cache
from tests.ui.explore.test_explore import open_explore, snippet


@pytest.mark.parametrize("metric", [name for name in METRICS if METRICS[name].has_features])
def test_exactly_what_is_refused_is_marked(metric: str) -> None:
    iris = load_dataset("iris")
    marked = set(algorithms.against(iris, metric))
    refused = {
        row.name
        for row in ALGORITHMS.values()
        if refusal(row, metric=metric, has_features=True, n=iris.n) is not None
    }
    assert marked == refused


def test_a_choice_that_cannot_run_waits_marked_with_its_reason() -> None:
    app = open_explore(data="Iris", algorithms=["Ward", "k-means"])
    assert "['ward', 'kmeans']" in snippet(app)
    app.selectbox(key="distance").select("cityblock").run()
    assert not app.exception
    assert "['kmeans']" in snippet(app)
    box = app.multiselect(key="algorithms")
    assert box.value == ["ward", "kmeans"]
    assert "Ward ⊘ not with City block" in box.options
    said = " ".join(c.value for c in app.sidebar.caption)
    assert "Left out: Ward cannot use cityblock distances" in said
    app.selectbox(key="distance").select("euclidean").run()
    assert "['ward', 'kmeans']" in snippet(app)
    assert app.query_params["algorithms"] == ["Ward", "k-means"]


def test_links_call_algorithms_by_label_or_name() -> None:
    app = open_explore(data="iris", algorithms=["ward", "K-Means", "nonsense"])
    assert "['ward', 'kmeans']" in snippet(app)


def test_the_power_of_minkowski_is_a_control() -> None:
    app = open_explore(data="Iris", distance="Minkowski")
    assert "metric_options" not in snippet(app)
    app.number_input(key="minkowski.p").set_value(3.5).run()
    assert not app.exception
    assert "metric_options={'p': 3.5}" in snippet(app)
    again = open_explore(data="Iris", distance="Minkowski", **{"minkowski.p": "3.5"})
    assert "metric_options={'p': 3.5}" in snippet(again)


def test_dense_paths_take_power_and_neighbours() -> None:
    link = {"path.power": "4", "path.neighbours": "15"}
    app = open_explore(
        data="Two moons", distance="Dense path", algorithms=["Single linkage"], **link
    )
    assert not app.exception
    assert "metric_options={'power': 4.0, 'neighbours': 15}" in snippet(app)


def test_own_scores_and_selections_use_the_settings_of_the_distance() -> None:
    study = cache.prepared(load_dataset("iris"), (), "none")
    usual, told = (cache.pairs(study, "minkowski", o) for o in ({}, {"p": 5.0}))
    expected = Pairs(study.dataset, "minkowski", metric_options={"p": 5.0}).distances
    np.testing.assert_array_equal(told.distances, expected)
    assert (usual.distances != told.distances).any()


def test_both_readings_by_a_switch_of_their_own() -> None:
    app = open_explore(data="Two moons")
    assert "criteria=('aucc',)" in snippet(app)
    app.toggle(key="paths").set_value(True).run()
    assert not app.exception
    assert "criteria=('aucc', 'path_aucc')" in snippet(app)
    app.selectbox(key="distance").select("path").run()  # straight distances are not scored there
    assert not [t for t in app.toggle if t.key == "paths"]
    assert "path_aucc" not in snippet(app)


def test_scaling_and_columns_leave_the_rows_the_same() -> None:
    iris = load_dataset("iris")
    plain = cache.prepared(iris, (), "none")
    scaled = cache.prepared(iris, (0, 2), "zscore")
    assert plain.rows == scaled.rows
    assert plain.digest != scaled.digest
    assert plain.rows != cache.prepared(load_dataset("wine"), (), "none").rows
