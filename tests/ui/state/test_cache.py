"""What is kept for one session is never another's, and the same content is computed once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aucc_core.datasets import load_dataset
from aucc_core.score.inputs import Dataset
from aucc_core.sweeps.solutions import ExploreRun, solve_now
from pages.ui.state import cache

X = np.arange(12.0).reshape(6, 2)
TABLE = Dataset("a", X, feature_names=("height", "weight"), object_names=tuple("uvwxyz"))


@pytest.mark.parametrize(
    "other",
    [
        replace(TABLE, feature_names=("income", "debt")),
        replace(TABLE, name="b"),
        replace(TABLE, object_names=tuple("UVWXYZ")),
        replace(TABLE, label_columns={"group": np.array([0, 0, 0, 1, 1, 1])}),
        replace(TABLE, notices=("one row was left out",)),
    ],
    ids=["features", "name", "objects", "label columns", "notices"],
)
def test_equal_numbers_under_other_names_are_another_table(other: Dataset) -> None:
    assert cache.table_digest(other) != cache.table_digest(TABLE)
    first, second = (cache.prepared(table, (), "none").dataset for table in (TABLE, other))
    assert second.feature_names == other.feature_names
    assert second.object_names == other.object_names
    assert first.feature_names == TABLE.feature_names
    sampled = cache.sampled(other, 4)
    assert sampled.feature_names == other.feature_names


def test_the_same_content_is_computed_once() -> None:
    made: list[int] = []

    def make() -> int:
        made.append(1)
        return 7

    key = cache.table_digest(TABLE) + "once"
    assert [cache.remembered(key, make) for _ in range(3)] == [7, 7, 7]
    assert made == [1]


def test_an_algorithm_that_finds_k_is_shown_whatever_k_is_asked_for() -> None:
    """At once and as a job the same solutions are shown, whether or not their k was asked for."""
    dataset = load_dataset("ruspini")
    study = cache.prepared(dataset, (), "none")
    run = ExploreRun(("hdbscan", "ward"), (6, 7), 0)
    expected = [(s.algorithm, s.k) for s in solve_now(dataset, run)]
    assert expected[0][1] not in run.ks
    for _ in range(2):  # computed, then remembered
        assert [(s.algorithm, s.k) for s in cache.solutions(study, run)] == expected
    wider = cache.solutions(study, replace(run, ks=(6, 7, 8)))
    assert [(s.algorithm, s.k) for s in wider] == [*expected, ("ward", 8)]


def test_settings_in_another_order_are_the_same_run() -> None:
    study = cache.prepared(TABLE, (), "none")
    settings = {"dbscan": {"eps": 0.5, "min_samples": 4}, "hdbscan": {"min_cluster_size": 3}}
    turned = {name: dict(reversed(row.items())) for name, row in reversed(settings.items())}
    one, other = (ExploreRun(("ward",), (2,), 0, options=o) for o in (settings, turned))
    assert one == other
    assert cache.run_digest(study, one) == cache.run_digest(study, other)
    assert cache.run_digest(study, one) != cache.run_digest(study, replace(one, seed=1))


def test_scaling_and_columns_belong_to_the_study() -> None:
    plain, scaled, one = (
        cache.prepared(TABLE, (), "none"),
        cache.prepared(TABLE, (), "zscore"),
        cache.prepared(TABLE, (1,), "none"),
    )
    assert len({plain.digest, scaled.digest, one.digest}) == 3
    assert one.dataset.feature_names == ("weight",)
