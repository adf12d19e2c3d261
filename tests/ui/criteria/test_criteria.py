"""The Criteria screen as a script, and its figures as values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.criteria import CRITERIA, FAMILIES
from aucc_core.datasets import load_dataset
from aucc_core.partitions.spec import RunSpec
from aucc_core.sweeps.comparison import Comparison, compare
from pages.ui.criteria import figures, view
from tests.waiting import PATIENCE

FRAME = Path(__file__).resolve().parents[3] / "pages" / "frame.py"


def open_criteria(**query: Any) -> AppTest:
    app = AppTest.from_file(str(FRAME), default_timeout=PATIENCE)
    for name, value in query.items():
        app.query_params[name] = value
    app.switch_page("criteria.py")
    return app.run()


@pytest.fixture(scope="module")
def ruspini() -> Comparison:
    data = load_dataset("ruspini")
    return compare(data, RunSpec.of(["kmeans", "ward"], range(2, 6), seed=0, n_init=3))


def words(app: AppTest) -> str:
    return "\n".join(m.value for m in app.markdown)


def test_opens_with_ruspini_and_a_vote() -> None:
    app = open_criteria()
    assert not app.exception
    assert not app.error
    assert app.title[0].value.replace("\\", "") == "Criteria · Ruspini · 75 objects · k-means"
    # Most of those shown at first; Gamma has no vote.
    voters = sum(row.votes and FAMILIES[row.family].shown for row in CRITERIA.values())
    assert f" of {voters} criteria pick **k = 4**." in words(app)
    assert [tab.label for tab in app.tabs] == ["By k", "Do they agree?", "True labels", "Cards"]


def test_families_filter_and_cards_open() -> None:
    app = open_criteria()
    families = next(p for p in app.get("button_group") if "families" in p.id)
    families.set_value(["dunn"]).run()
    assert not app.exception
    voters = sum(row.family == "dunn" for row in CRITERIA.values())
    assert f"All {voters} criteria pick **k = 4**." in words(app)
    assert CRITERIA["dunn"].weakness in words(app)
    assert app.latex[0].value.strip("$\n ") == CRITERIA["dunn"].formula
    families = next(p for p in app.get("button_group") if "families" in p.id)
    families.set_value([]).run()
    assert "Choose at least one family" in app.info[0].value


def test_distances_alone_and_no_algorithm() -> None:
    app = open_criteria()
    app.selectbox(key="data").select("toy").run()
    assert not app.exception
    assert any("Left out" in c.value for c in app.caption)
    app.multiselect(key="algorithms.distances").set_value([]).run()
    assert "Choose at least one algorithm" in app.info[0].value


def test_heat_map_marks_each_best_cell(ruspini: Comparison) -> None:
    figure = figures.heat_map(ruspini)
    cells, stars = figure.data
    shares = np.array(cells.z)
    rows = list(cells.y)
    assert len(stars.x) == len(ruspini.criteria) == shares.shape[0]
    for x, y in zip(stars.x, stars.y, strict=True):
        assert shares[rows.index(y), x] == 1
    assert [a.text for a in figure.layout.annotations] == ["k-means", "Ward"]


def test_small_picture_shows_the_published_values(ruspini: Comparison) -> None:
    figure = figures.by_k(ruspini, "davies_bouldin")
    lines, star = figure.data[:-1], figure.data[-1]
    assert [t.name for t in lines] == ["k-means", "Ward"]
    assert star.y[0] == min(ruspini.table["davies_bouldin"])
    assert "↓" in figure.layout.title.text


def test_truth_figures(ruspini: Comparison) -> None:
    bars = figures.agreement_bars(ruspini.only(["aucc", "swc"]).agreement())
    assert set(bars.data[0].y) == {"AUCC", "SWC"}
    scatter = figures.against_truth(ruspini, "aucc")
    assert [t.name for t in scatter.data] == ["k-means", "Ward"]
    assert max(scatter.data[0].y) == 1


def test_correlation_map_is_symmetric(ruspini: Comparison) -> None:
    figure = figures.correlation_map(ruspini.rank_correlation())
    z = np.array(figure.data[0].z)
    assert np.allclose(z, z.T, equal_nan=True)


def test_verdict_in_words(ruspini: Comparison) -> None:
    import pandas as pd

    assert view.vote_sentence(pd.Series({4: 5})) == "All 5 criteria pick **k = 4**."
    tied = view.vote_sentence(pd.Series({2: 3, 4: 3, 5: 1}))
    assert tied == "No majority: k = 2 and k = 4 get 3 of 7 votes each."
