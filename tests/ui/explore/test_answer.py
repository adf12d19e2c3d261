"""The line under Explore's title: what it says, when it is computed, which solutions bear stars."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.datasets import load_dataset
from aucc_core.sweeps.solutions import ExploreRun, Solution, solve_now
from aucc_core.verdicts.weigh import Verdict, verdict
from pages.ui.components.linked import leading
from pages.ui.explore import answer, examination
from pages.ui.jobs import job_queue
from tests.ui.explore.test_explore import open_explore
from tests.waiting import run_until

QUICK: Any = {"n_sets": 5, "n_runs": 4, "n_init": 2}


def said(app: AppTest) -> str:
    """All that is written above the linked view, without the signs that keep text plain."""
    texts = [*app.main.markdown, *app.main.caption]
    return "\n".join(text.value for text in texts).replace("\\", "")


def answered(app: AppTest) -> AppTest:
    """Wait until no verdict is on its way."""
    return run_until(app, lambda app: "Which to believe is" not in said(app))


def button(app: AppTest, key: str) -> Any:
    return next((b for b in app.button if b.key == key), None)


def judged(name: str, run: ExploreRun) -> tuple[tuple[Solution, ...], Verdict]:
    data = load_dataset(name)
    return solve_now(data, run), verdict(data, run.algorithms, run.ks, seed=run.seed, **QUICK)


def test_the_verdict_comes_without_a_click() -> None:
    app = answered(open_explore(tab="Evidence", k=["2", "6"]))
    assert not app.exception
    assert "**k-means: 4 clusters, strong evidence**" in said(app)
    assert "Highest AUCC" not in said(app)  # it is the same
    assert answer.WHAT_AUCC_IS in said(app)
    assert app.subheader[0].value == "4 clusters (k-means)"
    assert button(app, "answer.examine") is None


def test_the_highest_aucc_is_named_where_it_is_another() -> None:
    app = answered(open_explore(data="Uniform noise", k=["2", "5"]))
    assert "**No evidence of clusters**" in said(app)
    assert "Highest AUCC: k = 5, the largest tried" in said(app)


def test_what_takes_long_is_asked_for_with_its_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "BY_ITSELF_SECONDS", 0.0)
    app = open_explore(k=["2", "5"], seed="41")
    assert button(app, "answer.examine").label == "Which to believe? Takes less than a second"
    app = answered(button(app, "answer.examine").click().run())
    assert "k-means: 4 clusters" in said(app)


def test_a_busy_queue_is_not_made_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as busy:
        busy.setattr(job_queue, "has_time", lambda _: False)
        app = open_explore(k=["2", "5"], seed="42")
        assert "Which to believe?" in button(app, "answer.examine").label
    app = answered(app.run())  # there is time again
    assert "k-means: 4 clusters" in said(app)


def test_a_link_with_the_switch_of_earlier_versions_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "BY_ITSELF_SECONDS", 0.0)
    app = answered(open_explore(k=["2", "5"], seed="43", verdict="true"))
    assert "k-means: 4 clusters" in said(app)
    assert "verdict" not in app.query_params


def test_other_settings_begin_another_verdict_and_forget_the_first() -> None:
    app = answered(open_explore(k=["2", "6"]))
    app.slider(key="k").set_value((2, 3)).run()
    assert "k-means: 4 clusters" not in said(app)
    app = answered(app)
    assert "k-means: 3 clusters" in said(app) or "k = " in said(app) or "evidence" in said(app)


def test_a_suggestion_at_the_end_of_the_range_offers_a_wider_one() -> None:
    app = answered(open_explore(k=["2", "4"]))
    assert "k-means: 4 clusters" in said(app)
    wider = button(app, "answer.wider")
    assert wider.label == "the largest k tried: try 2 to 8"
    app = answered(wider.click().run())
    assert app.slider(key="k").value == (2, 8)
    assert "k-means: 4 clusters" in said(app)
    assert button(app, "answer.wider") is None
    app.slider(key="k").set_value((4, 8)).run()
    assert button(answered(app), "answer.wider").label == "the smallest k tried: try 2 to 8"
    app.slider(key="k").set_value((5, 5)).run()
    if (alone := button(answered(app), "answer.wider")) is not None:  # if 5 is believed at all
        assert alone.label == "the only k tried: try 2 to 10"


def test_the_data_are_scaled_by_a_click() -> None:
    app = open_explore()
    assert "No scaling" in said(app)
    button(app, "answer.zscore").click().run()
    assert not app.exception
    assert app.selectbox(key="scaling").value == "zscore"
    assert "z-score scaling" in said(app)
    assert button(app, "answer.zscore") is None


def test_given_distances_are_said_to_be_given() -> None:
    app = open_explore()
    app = answered(app.selectbox(key="data").select("toy").run())
    assert not app.exception
    assert "Distances as given" in said(app)
    assert "No scaling" not in said(app)


def test_stars_are_the_verdicts_and_the_highest() -> None:
    solutions, found = judged("iris", ExploreRun(("kmeans", "ward"), (2, 3, 4), 0, n_init=2))
    assert leading.stars(solutions, None)["believed"] is None
    assert leading.stars(solutions, found)["believed"] == f"{found.algorithm}-{found.k}"
    best = max(solutions, key=lambda s: s.aucc)
    assert leading.stars(solutions, found)["highest"] == best.id
    # A solution of the same name that was made otherwise is not the one that was weighed.
    other = [replace(s, labels=np.roll(s.labels, 1)) for s in solutions]
    assert leading.stars(other, found)["believed"] is None


@pytest.mark.parametrize("name", ["uniform", "moons"])
def test_without_evidence_there_is_no_star(name: str) -> None:
    solutions, found = judged(name, ExploreRun(("kmeans",), (2, 3, 4, 5), 0, n_init=2))
    assert found.sight in ("none", "blind")
    assert leading.stars(solutions, found) == {"believed": None, "highest": None}


def test_a_solution_that_leaves_objects_out_is_not_the_highest() -> None:
    run = ExploreRun(("kmeans",), (3, 4), 0, n_init=2)
    solutions = solve_now(load_dataset("ruspini"), run)
    labels = solutions[0].labels.copy()
    labels[0] = -1
    perfect = replace(solutions[0].score, value=1.0, low=1.0, high=1.0)
    noisy = replace(solutions[0], algorithm="dbscan", labels=labels, score=perfect)
    assert leading.highest_of((*solutions, noisy)).id == "kmeans-4"
