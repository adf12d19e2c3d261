"""The person's own label columns as solutions, beside those of the algorithms."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.score.inputs import Dataset
from aucc_core.sweeps.numbering import numbered
from aucc_core.sweeps.solutions import ExploreRun, solve_now
from pages.ui.components.linked import leading
from pages.ui.explore import given_labels
from pages.ui.explore.given_labels import columns_to_choose, labels_of, own_solutions
from pages.ui.explore.takeaway import scores_table, snippet
from pages.ui.side_panel.data import Source
from pages.ui.state import cache
from tests.ui.explore.test_explore import open_explore

IRIS = load_dataset("iris")
RUN = ExploreRun(("kmeans",), (2, 3), 0)


@pytest.fixture
def mine() -> Dataset:
    gaps = IRIS.labels.astype(object)
    gaps[[3, 149]] = None
    return replace(
        IRIS,
        label_columns={
            "species": IRIS.labels,
            "some <b>": gaps,
            "alone": np.arange(150),
            "one": np.zeros(150, int),
        },
    )


def test_a_column_scores_as_its_labels_do(mine: Dataset) -> None:
    study = cache.prepared(mine, (), "zscore")
    whole, gaps = own_solutions(study, RUN, ["species", "some <b>"])
    assert (whole.id, whole.k, whole.label) == ("own1-3", 3, "species")
    assert whole.aucc == Pairs(study.dataset).aucc(mine.labels)
    known = np.delete(np.arange(150), [3, 149])
    assert gaps.aucc == Pairs(study.dataset.X[known]).aucc(mine.labels[known])
    assert gaps.labels[[3, 149]].tolist() == [-1, -1]
    made = numbered(solve_now(study.dataset, RUN))
    (like,) = own_solutions(study, RUN, ["species"], made)
    assert like.aucc == whole.aucc
    three = next(s.labels for s in made if s.k == 3)
    orders = [np.asarray(order)[whole.labels] for order in permutations(range(3))]
    assert (like.labels == three).sum() == max((order == three).sum() for order in orders)


def test_only_columns_that_can_be_scored_are_offered(mine: Dataset) -> None:
    assert columns_to_choose(mine) == ["species", "some <b>"]
    study = cache.prepared(mine, (), "none")
    assert own_solutions(study, RUN, ["alone", "one", "gone"]) == ()


def test_objects_without_a_label_are_noise_and_the_largest_cluster_is_the_first() -> None:
    column = np.array(["b", "b", "a", "", "b", "a"])
    assert labels_of(column).tolist() == [0, 0, 1, -1, 0, 1]
    assert labels_of(np.array([np.nan, np.nan])).tolist() == [-1, -1]


def test_own_labels_never_lead(mine: Dataset) -> None:
    study = cache.prepared(mine, (), "none")
    made = numbered(solve_now(study.dataset, RUN))
    (own,) = own_solutions(study, RUN, ["species"])
    perfect = replace(own, score=replace(own.score, value=1.0, low=1.0, high=1.0))
    assert leading.highest_of((*made, perfect)) is leading.highest_of(made)
    assert leading.in_focus((*made, perfect), None, None).algorithm == "kmeans"


def test_the_code_prints_the_same_score(
    mine: Dataset, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    study = cache.prepared(mine, (), "zscore")
    own = own_solutions(study, RUN, ["species", "some <b>"])
    code = snippet(Source("iris", scaling="zscore"), RUN, own)
    monkeypatch.setattr("aucc_core.load_dataset", lambda _: mine)
    exec(compile(code, "snippet", "exec"), {})
    said = capsys.readouterr().out
    for solution in own:
        assert f"{solution.name} {solution.aucc}" in said
    assert scores_table(own)["algorithm"].tolist() == ["species", "some <b>"]


@pytest.mark.parametrize("tab", ["Where is it wrong", "Clusters", "Objects", "All solutions"])
def test_every_tab_takes_own_labels(tab: str) -> None:
    app = open_explore(data="Iris", k=["2", "3"], own="class", focus="own1-3", tab=tab)
    assert not app.exception
    assert not app.error
    assert app.multiselect(key="own").value == ["class"]


def test_all_solutions_list_them() -> None:
    app = open_explore(data="Iris", k=["2", "3"], own="class", tab="All solutions")
    assert app.dataframe[0].value["Algorithm"].tolist() == ["k-means", "k-means", "class"]
    assert given_labels.columns_to_choose(IRIS) == ["class"]
