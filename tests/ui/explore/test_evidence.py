"""Verdict and weak places in Explore: what the switches show, and what they send to the view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.prepare.projection import project
from aucc_core.score.inputs import InputError
from aucc_core.sweeps.solutions import ExploreRun, solve_now
from aucc_core.verdicts.band import ReferenceBand
from aucc_core.verdicts.weigh import verdict
from pages.ui.components import charts
from pages.ui.components.linked import leading, payload
from pages.ui.explore import evidence, figures, weak_places
from tests.ui.explore.test_explore import open_explore
from tests.waiting import run_until

RUSPINI = load_dataset("ruspini")
RUN = ExploreRun(("kmeans",), (2, 3, 4, 5), 0)
SWITCHES = {"verdict", "structure"}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the view is told, in order; only what was found below it."""
    messages: list[Any] = []
    real = evidence.linked.answer

    def listen(data: Any, *, key: str) -> None:
        if key == "explore.hint":
            messages.append(data)
        real(data, key=key)

    monkeypatch.setattr(evidence.linked, "answer", listen)
    return messages


def judged(app: AppTest) -> AppTest:
    """Wait for the verdict's job."""
    return run_until(app, lambda app: app.subheader or app.error)


def test_both_switches_are_off_at_first_and_nothing_is_sent(sent: list[Any]) -> None:
    app = open_explore()
    assert {t.key: t.value for t in app.toggle} == dict.fromkeys(SWITCHES, False)
    assert all(t.help for t in app.toggle)
    assert not app.subheader
    assert sent == [{"band": None, "highlight": None}]


def test_a_link_with_the_verdict_shows_card_and_band(sent: list[Any]) -> None:
    app = judged(open_explore(verdict="true", k=["2", "5"]))
    assert app.subheader[0].value == "4 clusters (k-means)"
    band = sent[-1]["band"]
    assert (band["algorithm"], band["ks"]) == ("kmeans", [2, 3, 4, 5])
    assert band["label"] == "k-means without clusters"
    assert "12 sets" in band["source"]
    assert all(
        low < mean < high
        for low, mean, high in zip(band["low"], band["mean"], band["high"], strict=True)
    )
    app.toggle(key="verdict").set_value(False).run()
    assert not app.subheader
    assert sent[-1]["band"] is None


def test_the_band_is_the_reference_band() -> None:
    scores = np.random.default_rng(0).uniform(0.6, 0.9, (20, 2))
    found = evidence.band_of(ReferenceBand("ward", "box", (2, 3), np.array([0.9, 1]), scores), "d")
    assert found["mean"] == pytest.approx([sum(s[i] for s in scores) / 20 for i in (0, 1)])
    assert found["low"] == pytest.approx([np.percentile(scores[:, i], 5) for i in (0, 1)])
    assert found["high"] == pytest.approx([np.percentile(scores[:, i], 95) for i in (0, 1)])
    assert found["dataKey"] == "d"


def test_algorithms_that_find_k_themselves_are_judged_too() -> None:
    app = judged(open_explore(verdict="true", algorithms=["HDBSCAN"]))
    assert not app.exception
    assert not app.error
    assert app.subheader[0].value == "4 clusters (HDBSCAN)"
    (table,) = (d.value for d in app.dataframe if "Share of evidence" in d.value)
    assert set(table["Algorithm"]) == {"HDBSCAN"}
    assert table["Setting"].str.startswith("min_cluster_size = ").all()


def test_all_algorithms_are_judged_at_once() -> None:
    app = judged(open_explore(verdict="true", algorithms=["k-means", "Ward"], k=["3", "4"]))
    (table,) = (d.value for d in app.dataframe if "Share of evidence" in d.value)
    assert table[["Algorithm", "k"]].to_numpy().tolist() == [
        ["k-means", 3], ["k-means", 4], ["Ward", 3], ["Ward", 4],
    ]  # fmt: skip
    assert not {"Setting", "In clusters"} & set(table)


def test_the_picture_of_the_band_says_whose_it_is() -> None:
    scores = np.random.default_rng(0).uniform(0.6, 0.9, (20, 2))
    band = ReferenceBand("ward", "box", (2, 3), np.array([0.9, 1]), scores)
    figure = charts.band_by_k(band, suggested=("ward", 3))
    assert [t.name for t in figure.data] == ["Ward without clusters (uniform box)", "AUCC of Ward"]
    assert [a.text for a in figure.layout.annotations] == ["★ suggested"]
    assert not charts.band_by_k(band, suggested=("kmeans", 3)).layout.annotations


def test_advice_is_sent_with_a_new_number_for_each_click(sent: list[Any]) -> None:
    app = open_explore(structure="true", focus="kmeans-3")
    assert any("3 clusters look like too few" in m.value for m in app.markdown)
    for click in (1, 2):
        next(b for b in app.button if "looks like two" in b.label).click().run()
        assert not app.exception
        assert sent[-1]["highlight"]["click"] == click
        objects = sent[-1]["highlight"]["objects"]
        # The two lower groups of Ruspini, which three clusters leave together.
        low = (RUSPINI.X[:, 1] < 95) & ((RUSPINI.X[:, 0] < 60) | (RUSPINI.X[:, 1] < 50))
        assert objects == np.flatnonzero(low).tolist()
    app.run()
    assert sent[-1]["highlight"] is None


def test_a_click_on_advice_outlives_a_script_that_is_interrupted(
    sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_explore(structure="true", focus="kmeans-3")
    told = len(sent)
    with monkeypatch.context() as interrupted:
        # Another event arrives, so the script ends before it comes to the buttons.
        interrupted.setattr(weak_places, "show_weak_places", lambda *_, **__: evidence.st.stop())
        next(b for b in app.button if "looks like two" in b.label).click().run()
        assert len(sent) == told
    app.run()
    assert len(sent[-1]["highlight"]["objects"]) > 20
    app.run()
    assert sent[-1]["highlight"] is None


def test_refusals_below_the_view_are_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise InputError("The parts of *this* cannot be had.")

    monkeypatch.setattr(weak_places, "weak_places_of", refuse)
    app = open_explore(structure="true")
    assert not app.exception
    assert [e.value for e in app.error] == [r"The parts of \*this\* cannot be had\."]


def test_clusters_have_the_numbers_of_the_scatter_plots() -> None:
    solutions = solve_now(RUSPINI, RUN)
    built = payload.build_payload(
        payload.Drawn(RUSPINI, solutions, project(RUSPINI, Pairs(RUSPINI), "features")),
        payload.ViewSettings(),
        title="t",
        data_key="d",
    )
    colours = payload.colour_numbers(solutions)
    for row in built["solutions"]:
        assert row["colours"] == payload.pack(colours[row["id"]], "u2")


def test_focus_is_the_chosen_one_or_where_the_view_starts() -> None:
    solutions = solve_now(RUSPINI, RUN)
    assert leading.in_focus(solutions, "kmeans-3", None).id == "kmeans-3"
    assert leading.in_focus(solutions, None, None).id == "kmeans-4"
    assert leading.in_focus(solutions, "ward-9", 5).id == "kmeans-5"
    # One that leaves objects out scores easier pairs, so it does not lead.
    labels = solutions[0].labels.copy()
    labels[0] = -1
    perfect = replace(solutions[0].score, value=1.0, low=1.0, high=1.0)
    noisy = replace(solutions[0], algorithm="dbscan", labels=labels, score=perfect)
    assert leading.in_focus((*solutions, noisy), None, None).id == "kmeans-4"


def test_the_verdict_leaves_with_the_figures() -> None:
    solutions = solve_now(RUSPINI, RUN)
    picture = project(RUSPINI, Pairs(RUSPINI), "features")
    found = verdict(RUSPINI, "kmeans", RUN.ks, seed=0, n_sets=5, n_runs=4, n_init=2)
    page = figures.standalone_page(RUSPINI, solutions, picture, verdict=found).decode()
    assert f"<h2>{found.headline}</h2>" in page
    assert page.index(found.headline) < page.index("Score by number of clusters")
    assert "For it" not in figures.standalone_page(RUSPINI, solutions, picture).decode()
