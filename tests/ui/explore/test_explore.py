"""Explore as a script: what it asks, draws and says when something is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.score.inputs import InputError
from pages.ui.components import linked
from pages.ui.components.linked import payload
from pages.ui.explore import tabs
from pages.ui.side_panel import data
from pages.ui.store.store import store
from tests.waiting import PATIENCE

FRAME = Path(__file__).resolve().parents[3] / "pages" / "frame.py"


def open_explore(*, tab: str = "Take away", **query: Any) -> AppTest:
    """Explore with one tab open; without a name, the one that holds the code."""
    app = AppTest.from_file(str(FRAME), default_timeout=PATIENCE)
    for name, value in query.items():
        app.query_params[name] = value
    if tab:
        app.session_state[tabs.KEY] = tab
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
    assert "k-means ⊘ needs features" in offered


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


def drawn_by(monkeypatch: pytest.MonkeyPatch, **query: Any) -> tuple[AppTest, dict[str, Any]]:
    """Explore, and what its view was given to draw."""
    drawn: list[dict[str, Any]] = []
    monkeypatch.setattr(
        linked,
        "show_linked_view",
        lambda given, *_, **__: drawn.append(given) or linked.settled_of({}),
    )
    app = open_explore(**query)
    assert not app.exception
    return app, drawn[-1]


def test_straight_distances_and_dense_paths_are_drawn_on_one_scale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = {"data": "Two moons", "algorithms": ["Single linkage"], "k": ["2", "4"]}
    label = "AUCC along dense paths"
    app, drawn = drawn_by(monkeypatch, **asked, second=label)
    assert not app.error
    assert drawn["second"] == {"label": label, "likeAucc": True}
    two = drawn["solutions"][0]
    assert two["k"] == 2
    assert two["second"] > 0.999 > 0.8 > two["aucc"]
    assert "criteria=('aucc', 'path_aucc')" in snippet(app)
    _, other = drawn_by(monkeypatch, **asked, second="Silhouette width")
    assert not other["second"]["likeAucc"]


def test_clusters_can_be_made_along_dense_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"data": "Two moons", "distance": "Dense path", "k": ["2", "3"]}
    app, drawn = drawn_by(monkeypatch, **asked, algorithms=["Average linkage", "k-means"])
    assert not app.error
    assert [round(s["aucc"], 4) for s in drawn["solutions"] if s["k"] == 2] == [1.0, 0.7214]
    assert "metric='path'" in snippet(app)
    assert "Ward ⊘ not with Dense path" in app.multiselect(key="algorithms").options


def test_a_second_criterion_that_cannot_be_had_is_said_to_be_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = {"data": "Two moons", "distance": "Dense path", "algorithms": ["Single linkage"]}
    app, drawn = drawn_by(monkeypatch, **asked, second="Variance ratio (Calinski-Harabasz)")
    assert drawn["second"] is None
    said = " ".join(e.value for e in [*app.caption, *app.info, *app.warning, *app.markdown])
    assert "path distances have none" in said.replace("\\", "")


def test_any_column_colours_the_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[dict[str, Any]] = []

    def show(payload: dict[str, Any], opened: linked.Settled, **_: Any) -> linked.Settled:
        drawn.append(payload)
        return opened

    monkeypatch.setattr(linked, "show_linked_view", show)
    # A column that distances leave out, and through a change of data that do not have it.
    app = open_explore(data="Iris", features=["petal length (cm)"])
    box = app.selectbox(key="colour")
    assert drawn[-1]["column"] is None
    box.select("Column: sepal width (cm)").run()
    assert not app.exception
    assert drawn[-1]["column"]["name"] == "sepal width (cm)"
    app.selectbox(key="data").select("ruspini").run()
    assert not app.exception
    assert drawn[-1]["column"] is None
