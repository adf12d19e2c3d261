"""Explore as a script: what it asks, draws and says when something is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.score.inputs import InputError
from pages.ui.components import linked
from pages.ui.components.linked import payload
from pages.ui.explore import takeaway
from pages.ui.side_panel import data
from pages.ui.store.store import store
from tests.waiting import PATIENCE

FRAME = Path(__file__).resolve().parents[3] / "pages" / "frame.py"


def open_explore(**query: Any) -> AppTest:
    app = AppTest.from_file(str(FRAME), default_timeout=PATIENCE)
    for name, value in query.items():
        app.query_params[name] = value
    app.session_state[takeaway.TAKE_AWAY] = True  # the code is shown only when that is open
    return app.run()


def title(app: AppTest) -> str:
    """The title without the signs that keep user text from being formatted."""
    return app.title[0].value.replace("\\", "")


def snippet(app: AppTest) -> str:
    return app.code[0].value


def test_opens_with_ruspini_and_no_click() -> None:
    app = open_explore()
    assert not app.exception
    assert not app.error
    assert title(app) == "Ruspini · 75 objects · k-means"
    assert "load_dataset('ruspini')" in snippet(app)
    assert "range(2, 10)" in snippet(app)


def test_every_control_has_a_line_of_help() -> None:
    app = open_explore(data="Iris")
    controls = [*app.sidebar.selectbox, *app.sidebar.multiselect, *app.sidebar.slider]
    controls += [*app.sidebar.number_input]
    assert len(controls) >= 10
    for widget in controls:
        assert widget.help, widget.label


def test_a_link_reproduces_the_settings() -> None:
    app = open_explore(
        data="Iris",
        scaling="z-score",
        distance="City block",
        algorithms=["k-means", "Average linkage"],
        k=["3", "6"],
        seed="7",
        starts="2",
    )
    assert not app.exception
    code = snippet(app)
    for part in (
        "load_dataset('iris')",
        "SCALINGS['zscore']",
        "['kmeans', 'average']",
        "range(3, 7)",
        "metric='cityblock'",
        "seed=7",
        "n_init=2",
    ):
        assert part in code


def test_wrong_values_in_a_link_are_dropped() -> None:
    app = open_explore(data="nonsense", seed="minus one", focus="kmeans-99", area="7")
    assert not app.exception
    assert title(app).startswith("Ruspini")


def test_changing_a_control_changes_the_solutions() -> None:
    app = open_explore()
    app.slider(key="k").set_value((2, 4)).run()
    assert "range(2, 5)" in snippet(app)
    app.selectbox(key="data").select("moons").run()
    assert not app.exception
    assert "load_dataset('moons')" in snippet(app)


def test_settings_of_an_example_reach_the_data() -> None:
    app = open_explore(data="Blobs")
    app.number_input(key="blobs.n").set_value(50).run()
    assert title(app) == "Blobs · 50 objects · k-means"
    assert "n=50" in snippet(app)


def test_data_with_its_own_distances() -> None:
    app = open_explore()
    app.selectbox(key="data").select("toy").run()
    assert not app.exception
    assert not app.error
    assert "metric='precomputed'" in snippet(app)
    offered = app.multiselect(key="algorithms.distances").options
    assert "k-means" not in offered


def test_what_settles_in_the_view_does_not_make_its_drawing_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store.forget_sessions(store.sessions())  # nothing is there yet that need not be made
    made = []
    real = payload.build_payload
    monkeypatch.setattr(
        payload, "build_payload", lambda *args, **more: made.append(1) or real(*args, **more)
    )
    app = open_explore(seed="31")
    assert len(made) == 1
    settled = {"focus": "kmeans-3", "shown": "kmeans-3", "selected": [1, 2, 3], "maxFpr": 0.5}
    monkeypatch.setattr(linked, "show_linked_view", lambda *_, **__: linked.settled_of(settled))
    app.run()  # what has settled
    app.run()  # the view would now open there: that, too, is no part of the drawing
    assert len(made) == 1
    app.slider(key="k").set_value((2, 5)).run()
    assert len(made) == 2  # something else to draw
    app.run()
    assert len(made) == 2


def test_a_drawing_that_others_made_starts_where_the_link_says() -> None:
    for focus in ("kmeans-3", "kmeans-5"):
        app = open_explore(seed="32", focus=focus)
        sent = next(c.proto.json for c in app.get("bidi_component") if "solutions" in c.proto.json)
        assert f'"focus": "{focus}"' in sent or f'"focus":"{focus}"' in sent


def test_no_algorithm_is_an_invitation_not_an_error() -> None:
    app = open_explore()
    app.multiselect(key="algorithms").set_value([]).run()
    assert not app.exception
    assert "Choose at least one algorithm" in app.info[0].value


def test_refusals_are_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str, **_: object) -> None:
        raise InputError(f"{name} cannot be had without a *network*.")

    monkeypatch.setattr(data, "load_dataset", refuse)
    app = open_explore()
    assert not app.exception
    assert [e.value for e in app.error] == [r"ruspini cannot be had without a \*network\*\."]


PICTURES = ["Two features", "Principal components", "Map of the distances"]


@pytest.mark.parametrize("picture", PICTURES)
def test_pictures_of_many_features(picture: str) -> None:
    app = open_explore(data="Iris", picture=picture)
    assert not app.exception
    assert not app.error


@pytest.mark.parametrize("colour", ["Cluster", "True label", "Own score"])
def test_colours(colour: str) -> None:
    app = open_explore(data="Iris", colour=colour)
    assert not app.exception
    assert not app.error
