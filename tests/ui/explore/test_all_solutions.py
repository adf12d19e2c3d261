"""The table of all solutions: its values, its stars, and what a click on a row does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aucc_core.datasets import load_dataset
from aucc_core.score.ranked import aucc_score
from aucc_core.sweeps.solutions import ExploreRun, solve_now
from aucc_core.verdicts.weigh import verdict
from pages.ui.explore import all_solutions, hint
from tests.ui.explore.test_explore import open_explore

IRIS = load_dataset("iris")
RUN = ExploreRun(("kmeans", "ward", "dbscan"), (2, 3, 4), 0, n_init=2)


def test_every_solution_has_a_row_with_its_scores() -> None:
    solutions = solve_now(IRIS, RUN)
    table = all_solutions.table_of(solutions, None)
    assert table["algorithm"].tolist() == [s.label for s in solutions]
    for row, solution in zip(table.itertuples(), solutions, strict=True):
        kept = solution.labels >= 0
        assert row.aucc == pytest.approx(aucc_score(IRIS.X[kept], solution.labels[kept]), abs=1e-12)
        assert row.coverage == pytest.approx(kept.mean())
    assert not set(all_solutions.WEIGHED) & set(table)  # nobody has weighed anything
    assert (table["star"] == "☆").sum() == 1
    assert not (table["star"] == "★").any()


def test_the_verdicts_values_stand_beside_the_solution_that_they_are_of() -> None:
    solutions = solve_now(IRIS, RUN)
    found = verdict(IRIS, RUN.algorithms, RUN.ks, seed=0, n_sets=5, n_runs=4, n_init=2)
    table = all_solutions.table_of(solutions, found)
    assert table.columns.tolist() == [
        "star", "algorithm", "k", "aucc", "corrected", "silhouette", "agreement", "share",
        "coverage",
    ]  # fmt: skip
    assert (table["star"] == "★").sum() == 1
    weighed = found.table[found.table["algorithm"] == "ward"].set_index("k")
    own = table[table["algorithm"] == "Ward"].set_index("k")
    for name in all_solutions.WEIGHED:
        np.testing.assert_allclose(own[name].astype(float), weighed[name].astype(float))
    star = table[table["star"] == "★"].iloc[0]
    assert star["k"] == found.k
    # One that was made otherwise has none of them.
    other = [replace(s, score=replace(s.score, value=s.aucc - 0.1)) for s in solutions]
    assert not set(all_solutions.WEIGHED) & set(all_solutions.table_of(other, found))


def test_a_click_on_a_row_brings_it_into_focus(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(hint, "focus", lambda data_key, id_: told.append((data_key, id_)))
    state = {all_solutions.KEY: {"selection": {"rows": [1]}}}
    monkeypatch.setattr(all_solutions.st, "session_state", state)
    all_solutions._focus("data", ["kmeans-2", "ward-5"])
    assert told == [("data", "ward-5")]
    state[all_solutions.KEY]["selection"]["rows"] = []
    all_solutions._focus("data", ["kmeans-2", "ward-5"])
    assert len(told) == 1


def test_the_tab_shows_the_table() -> None:
    app = open_explore(tab="All solutions", k=["2", "4"])
    assert not app.exception
    assert app.dataframe[0].value["k"].tolist() == [2, 3, 4]
