"""Verdict and weak places in Explore: what the switches show, and what they send to the view."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.prepare.projection import project
from aucc_core.score.inputs import InputError
from aucc_core.sweeps.numbering import numbered
from aucc_core.sweeps.solutions import ExploreRun, solve_now
from aucc_core.verdicts.band import ReferenceBand
from aucc_core.verdicts.weigh import verdict
from pages.ui.components import charts, linked
from pages.ui.components.linked import leading, payload
from pages.ui.explore import evidence, examination, figures, tabs, takeaway, weak_places
from pages.ui.state import cache
from tests.ui.explore.test_explore import FRAME, open_explore
from tests.waiting import PATIENCE, run_until

RUSPINI = load_dataset("ruspini")
RUN = ExploreRun(("kmeans",), (2, 3, 4, 5), 0)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the view is told, in order; only what was found below it."""
    messages: list[Any] = []
    real = linked.answer

    def listen(data: Any, *, key: str) -> None:
        if key == "explore.hint":
            messages.append(data)
        real(data, key=key)

    monkeypatch.setattr(linked, "answer", listen)
    return messages


def judged(app: AppTest) -> AppTest:
    """Wait for the verdict's job."""
    return run_until(app, lambda app: app.subheader or app.error)


@pytest.mark.parametrize(
    ("link", "title"),
    [
        ({}, "Evidence"),
        ({"tab": "Objects"}, "Objects"),
        ({"tab": "Nonsense"}, "Evidence"),
        ({"structure": "true"}, "Where is it wrong"),  # a switch of earlier versions
        ({"verdict": "true"}, "Evidence"),
        ({"verdict": "true", "structure": "true"}, "Where is it wrong"),
    ],
)
def test_a_link_opens_its_tab_and_only_that_computes(
    link: dict[str, str], title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    counted = {name: partial(lambda name, _: shown.append(name), name) for name in tabs.TABS}
    monkeypatch.setattr(tabs, "TABS", counted)
    app = AppTest.from_file(str(FRAME), default_timeout=PATIENCE)
    for name, value in link.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    assert [tab.label for tab in app.tabs] == list(tabs.TABS)
    assert shown == [title]
    assert "structure" not in app.query_params


def test_before_the_verdict_only_the_highest_bears_a_star(
    sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examination, "BY_ITSELF_SECONDS", 0.0)
    app = open_explore(tab="Evidence", seed="51")
    assert not app.subheader
    assert [b.label for b in app.button if b.key == "evidence.examine"]
    assert sent == [
        {
            "band": None,
            "stars": sent[0]["stars"],
            "highlight": None,
            "focus": None,
        }
    ]
    assert stars_of(sent[0]) == {"believed": None, "highest": "kmeans-4", "start": "kmeans-4"}


def stars_of(message: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in message["stars"].items() if name != "dataKey"}


@pytest.mark.parametrize("tab", ["Clusters", "Objects", "All solutions", "Take away"])
def test_the_band_stays_when_another_tab_is_opened(sent: list[Any], tab: str) -> None:
    app = judged(open_explore(tab="Evidence", k=["2", "4"]))
    band = sent[-1]["band"]
    assert band is not None
    app.session_state[tabs.KEY] = tab
    app.run()
    assert not app.exception
    assert not app.subheader
    assert sent[-1]["band"] == band


def test_a_link_with_the_verdict_shows_card_and_band(sent: list[Any]) -> None:
    app = judged(open_explore(tab="Evidence", k=["2", "5"]))
    assert app.subheader[0].value == "4 clusters (k-means)"
    band = sent[-1]["band"]
    assert (band["algorithm"], band["ks"]) == ("kmeans", [2, 3, 4, 5])
    assert band["label"] == "k-means without clusters"
    assert "12 sets" in band["source"]
    starred = {"believed": "kmeans-4", "highest": "kmeans-4", "start": "kmeans-4"}
    assert stars_of(sent[-1]) == starred
    assert all(
        low < mean < high
        for low, mean, high in zip(band["low"], band["mean"], band["high"], strict=True)
    )


def test_the_band_is_the_reference_band() -> None:
    scores = np.random.default_rng(0).uniform(0.6, 0.9, (20, 2))
    found = evidence.band_of(ReferenceBand("ward", "box", (2, 3), np.array([0.9, 1]), scores), "d")
    assert found["mean"] == pytest.approx([sum(s[i] for s in scores) / 20 for i in (0, 1)])
    assert found["low"] == pytest.approx([np.percentile(scores[:, i], 5) for i in (0, 1)])
    assert found["high"] == pytest.approx([np.percentile(scores[:, i], 95) for i in (0, 1)])
    assert found["dataKey"] == "d"


def test_algorithms_that_find_k_themselves_are_judged_too() -> None:
    app = judged(open_explore(tab="Evidence", algorithms=["HDBSCAN"]))
    assert not app.exception
    assert not app.error
    assert app.subheader[0].value == "4 clusters (HDBSCAN)"
    app.session_state["verdict.evidence"] = True  # open the fold with the table
    app.run()
    (table,) = (d.value for d in app.dataframe if "Share of evidence" in d.value)
    assert set(table["Algorithm"]) == {"HDBSCAN"}
    assert table["Setting"].str.startswith("min_cluster_size = ").all()


def test_all_algorithms_are_judged_at_once() -> None:
    app = judged(open_explore(tab="Evidence", algorithms=["k-means", "Ward"], k=["3", "4"]))
    app.session_state["verdict.evidence"] = True  # open the fold with the table
    app.run()
    (table,) = (d.value for d in app.dataframe if "Share of evidence" in d.value)
    assert table[["Algorithm", "k"]].to_numpy().tolist() == [
        ["k-means", 3], ["k-means", 4], ["Ward", 3], ["Ward", 4],
    ]  # fmt: skip
    assert not {"Setting", "In clusters"} & set(table)


def test_clusters_have_the_numbers_of_the_plots() -> None:
    """k-means itself calls the two alike ones of these wines 1 and 2, the plots 2 and 3."""
    link = {"data": "Wine", "scaling": "z-score", "k": ["3", "3"]}
    app = judged(open_explore(tab="Evidence", **link))
    (told,) = re.findall(
        r"Clusters \d and \d look like one.*", " ".join(m.value for m in app.markdown)
    )
    app = open_explore(tab="Where is it wrong", focus="kmeans-3", **link)
    assert any(told.startswith(b.label) for b in app.button if "look like one" in b.label)


def test_the_picture_of_the_band_says_whose_it_is() -> None:
    scores = np.random.default_rng(0).uniform(0.6, 0.9, (20, 2))
    band = ReferenceBand("ward", "box", (2, 3), np.array([0.9, 1]), scores)
    figure = charts.band_by_k(band, suggested=("ward", 3))
    assert [t.name for t in figure.data] == ["Ward without clusters (uniform box)", "AUCC of Ward"]
    assert [a.text for a in figure.layout.annotations] == ["★ suggested"]
    assert not charts.band_by_k(band, suggested=("kmeans", 3)).layout.annotations


def test_advice_is_sent_under_a_new_name_for_each_click(sent: list[Any]) -> None:
    app = open_explore(tab="Where is it wrong", focus="kmeans-3")
    assert any("3 clusters look like too few" in m.value for m in app.markdown)
    clicks = []
    for _ in range(2):
        next(b for b in app.button if "looks like two" in b.label).click().run()
        assert not app.exception
        clicks.append(sent[-1]["highlight"]["click"])
        objects = sent[-1]["highlight"]["objects"]
        # The two lower groups of Ruspini, which three clusters leave together.
        low = (RUSPINI.X[:, 1] < 95) & ((RUSPINI.X[:, 0] < 60) | (RUSPINI.X[:, 1] < 50))
        assert objects == np.flatnonzero(low).tolist()
    assert len(set(clicks)) == 2
    # Said again until there is another: what a run has sent may never arrive.
    app.run()
    assert sent[-1]["highlight"]["click"] == clicks[-1]
    app.selectbox(key="data").select("iris").run()
    assert sent[-1]["highlight"] is None  # it was about other data


def test_a_click_on_advice_outlives_a_script_that_is_interrupted(
    sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_explore(tab="Where is it wrong", focus="kmeans-3")
    told = len(sent)
    with monkeypatch.context() as interrupted:
        # Another event arrives, so the script ends before it comes to the buttons.
        interrupted.setattr(weak_places, "show_parts", lambda *_, **__: st.stop())
        next(b for b in app.button if "looks like two" in b.label).click().run()
        assert len(sent) == told
    app.run()
    assert len(sent[-1]["highlight"]["objects"]) > 20


def test_refusals_below_the_view_are_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise InputError("The parts of *this* cannot be had.")

    monkeypatch.setattr(weak_places, "weak_places_of", refuse)
    app = open_explore(tab="Where is it wrong")
    assert not app.exception
    assert [e.value for e in app.error] == [r"The parts of \*this\* cannot be had\."]


def test_clusters_have_the_numbers_of_the_scatter_plots() -> None:
    solutions = numbered(solve_now(RUSPINI, RUN))
    built = payload.build_payload(
        payload.Drawn(RUSPINI, solutions, project(RUSPINI, Pairs(RUSPINI), "features")),
        payload.ViewSettings(),
        title="t",
        data_key="d",
    )
    for row, solution in zip(built["solutions"], solutions, strict=True):
        numbers = np.frombuffer(base64.b64decode(row["colours"]["b"]), "<u2").astype(int) + 1
        taken = takeaway.cluster_table(RUSPINI, solution)["cluster"].tolist()
        assert numbers.tolist() == taken
        study = cache.prepared(RUSPINI, (), "none")
        parts = weak_places.weak_places_of(study, "euclidean", solution).by_object
        assert parts["cluster"].tolist() == taken


def test_focus_is_the_chosen_one_or_where_the_view_starts() -> None:
    solutions = solve_now(RUSPINI, RUN)
    assert leading.in_focus(solutions, "kmeans-3", None).id == "kmeans-3"
    assert leading.in_focus(solutions, None, None).id == "kmeans-4"
    assert leading.in_focus(solutions, "ward-9", 5).id == "kmeans-5"
    # What is to be believed, unless a person has said otherwise.
    assert leading.in_focus(solutions, None, None, "kmeans-3").id == "kmeans-3"
    assert leading.in_focus(solutions, "kmeans-5", None, "kmeans-3").id == "kmeans-5"
    assert leading.in_focus(solutions, None, 5, "kmeans-3").id == "kmeans-5"
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
