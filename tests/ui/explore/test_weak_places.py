"""Structure and verdict pieces: figures by their traces, scripts by what they say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.verdicts.band import ReferenceBand
from aucc_core.verdicts.null_data import REFERENCES
from aucc_core.verdicts.stability import Stability
from pages.ui.components import charts
from pages.ui.explore import figures
from tests.core.made_up import added
from tests.waiting import PATIENCE, run_until

RUSPINI = load_dataset("ruspini")
QUARTERS = np.repeat([1, 2, 3, 4], [20, 23, 17, 15])


def band():
    scores = np.array([[0.8, 0.9], [0.82, 0.91], [0.78, 0.89]])
    return ReferenceBand("kmeans", "box", (2, 3), np.array([0.9, 0.99]), scores)


def test_band_chart_has_band_line_and_star():
    figure = charts.band_by_k(band(), suggested=("kmeans", 3))
    ribbon, line = figure.data
    assert ribbon.name == "k-means without clusters (uniform box)"
    assert list(ribbon.x) == [2, 3, 3, 2]
    assert ribbon.y[0] == pytest.approx(band().high[0])
    assert ribbon.y[-1] == pytest.approx(band().low[0])
    assert (list(line.x), list(line.y)) == ([2, 3], [0.9, 0.99])
    assert (figure.layout.annotations[0].x, figure.layout.annotations[0].y) == (3, 0.99)


def test_band_chart_adds_runs_and_does_without_a_band():
    runs = Stability(
        "ward", "bootstrap", (2, 3), np.array([[0.8, 0.9], [0.9, 1.0]]), np.zeros((2, 2, 5), int)
    )
    table = pd.DataFrame(
        {"algorithm": ["single", "ward", "ward"], "k": [2, 2, 3], "aucc": [0.5, 0.9, 0.95]}
    )
    figure = charts.band_by_k(None, runs, table)
    assert [t.name for t in figure.data] == ["other draws of the objects", "AUCC of Ward"]
    assert list(figure.data[-1].y) == [0.9, 0.95]
    assert not figure.layout.annotations


def test_sorted_chart_has_every_object_once_in_falling_order():
    pairs = Pairs(RUSPINI)
    figure = figures.sorted_scores(pairs.by_object(QUARTERS), aucc=pairs.aucc(QUARTERS))
    assert [t.name for t in figure.data] == [f"cluster {c}" for c in (1, 2, 3, 4)]
    assert sorted(np.concatenate([t.customdata for t in figure.data])) == list(range(75))
    for trace in figure.data:
        assert list(trace.x) == sorted(trace.x, reverse=True)
    assert figure.data[0].hovertext[0].startswith("object ")
    assert "(20)" in figure.layout.yaxis.ticktext[0]


def test_map_has_clusters_on_the_diagonal_and_pairs_beside_it():
    pairs = Pairs(RUSPINI)
    own, between = pairs.by_cluster(QUARTERS), pairs.by_cluster_pair(QUARTERS)
    (heat,) = figures.separation_map(own, between).data
    assert np.diagonal(heat.z).tolist() == own["aucc"].tolist()
    assert heat.z[0][1] == heat.z[1][0] == between["aucc"][0]


def test_names_from_users_are_text_in_figures():
    labels = np.where(QUARTERS == 1, "<b>x</b>", "y")
    pairs = Pairs(RUSPINI)
    names = ["<i>a</i>"] * 75
    figure = figures.sorted_scores(pairs.by_object(labels), aucc=0.9, names=names)
    assert all("<b>" not in trace.name for trace in figure.data)
    assert "<i>" not in figure.data[0].hovertext[0]
    (heat,) = figures.separation_map(pairs.by_cluster(labels), pairs.by_cluster_pair(labels)).data
    assert "&lt;b&gt;x&lt;/b&gt;" in heat.x


def weak_places_script(k):
    import streamlit as st

    from aucc_core.datasets import load_dataset
    from aucc_core.sweeps.solutions import ExploreRun
    from pages.ui.explore import weak_places
    from pages.ui.state import cache

    study = cache.prepared(load_dataset("ruspini"), (), "none")
    (solution,) = cache.solutions(study, ExploreRun(("ward",), (k,), 0, n_init=1))

    def remember(objects):
        st.session_state["clicked"] = len(objects)

    weak_places.show_parts(study, "euclidean", solution, on_advice=remember)
    if "clicked" in st.session_state:
        st.text(f"{st.session_state['clicked']} objects to highlight")


def test_it_says_what_is_wrong_and_names_the_objects():
    app = AppTest.from_function(weak_places_script, kwargs={"k": 3}, default_timeout=PATIENCE).run()
    assert not app.exception
    assert "3 clusters look like too few" in app.markdown[0].value
    (button,) = (b for b in app.button if "looks like two" in b.label)
    button.click().run()
    assert app.text[0].value.endswith("objects to highlight")
    assert int(app.text[0].value.split()[0]) > 20


def test_a_good_clustering_has_nothing_to_advise():
    app = AppTest.from_function(weak_places_script, kwargs={"k": 4}, default_timeout=PATIENCE).run()
    assert not app.exception
    assert "about right" in app.markdown[0].value
    assert not [b for b in app.button if "look" in b.label]


def verdict_script(metric, algorithm):
    from dataclasses import replace

    import streamlit as st

    from aucc_core.datasets import load_dataset
    from aucc_core.pairs import Pairs
    from aucc_core.sweeps.solutions import ExploreRun
    from pages.ui.components import verdict_card
    from pages.ui.state import cache

    dataset = load_dataset("ruspini")
    if metric == "precomputed":
        dataset = replace(dataset, distances=Pairs(dataset).distances)
    study = cache.prepared(dataset, (), "none")
    st.session_state["verdict.evidence"] = True  # the fold with the table is open
    verdict_card.show_examination(
        study,
        ExploreRun((algorithm,), (2, 3, 4, 5), 0, metric, n_init=1),
        as_drawn=lambda found: found,
    )


def judge(metric="euclidean", algorithm="ward"):
    """Wait for the verdict's job."""
    app = AppTest.from_function(
        verdict_script, kwargs={"metric": metric, "algorithm": algorithm}, default_timeout=PATIENCE
    ).run()
    return run_until(app, lambda app: app.subheader or app.error or app.info)


def test_the_card_gives_the_verdict_with_reasons_and_record():
    app = judge()
    assert app.subheader[0].value == "4 clusters (Ward)"
    said = " ".join(m.value for m in app.markdown)
    assert "For it" in said
    assert "stand out from data without clusters" in said
    assert "What would change it" in said
    assert any("each set left out in turn" in c.value for c in app.caption)
    assert app.dataframe[0].value["k"].tolist() == [2, 3, 4, 5]


def test_distances_are_told_what_is_missing():
    app = judge(metric="precomputed", algorithm="average")
    assert app.subheader[0].value == "4 clusters (Average linkage)"
    assert any("no data to draw a reference band" in c.value for c in app.caption)


def test_an_algorithm_that_finds_k_itself_is_judged_too():
    app = judge(algorithm="dbscan")
    assert not app.error
    assert app.dataframe[0].value["Setting"].str.startswith("eps = ").all()


def test_the_menu_offers_every_way_to_draw_data_without_clusters():
    row = replace(REFERENCES["box"], name="made_up", label="Made up", help="As the box.")
    with added(REFERENCES, row):
        app = judge()
        (menu,) = app.get("button_group")
        assert [o.content for o in menu.proto.options] == [r.label for r in REFERENCES.values()]
        assert "Made up: As the box." in menu.proto.help
