"""The Criteria screen as a script, and its figures as values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.criteria import CRITERIA, FAMILIES
from aucc_core.criteria.signs import signs_of
from aucc_core.datasets import load_dataset
from aucc_core.partitions.spec import RunSpec
from aucc_core.sweeps.comparison import Comparison, compare
from pages.ui.criteria import figures, view
from tests.waiting import PATIENCE

# Letters that only count: what they run over stands beside them.
COUNTING = {"i", "j", "f", "g", "m", "o"}
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
    # Families that are shown and can vote; Gamma and AUPR have no vote.
    families = {r.family for r in CRITERIA.values() if r.votes and FAMILIES[r.family].shown}
    voters = sum(r.votes and r.family in families for r in CRITERIA.values())
    assert f"of {len(families)} votes" in words(app)
    assert f"of {voters} criteria pick it" in words(app)
    assert "**k = 4** gets" in words(app)
    assert "By mean rank k-means with k = 4 is first" in words(app)
    # What does nothing here is not asked.
    assert not [w for w in app.selectbox if w.key == "second"]


def test_families_filter_and_cards_open() -> None:
    app = open_criteria()
    families = next(p for p in app.get("button_group") if "families" in p.id)
    families.set_value(["dunn"]).run()
    assert not app.exception
    voters = sum(row.family == "dunn" for row in CRITERIA.values())
    assert f"**k = 4** gets 1 of 1 votes; {voters} of {voters} criteria pick it" in words(app)
    families = next(p for p in app.get("button_group") if "families" in p.id)
    families.set_value([]).run()
    assert "Choose at least one family" in app.info[0].value


def test_link_opens_a_card_with_every_sign_explained() -> None:
    app = open_criteria(look="Cards", card="SWC")
    assert not app.exception
    assert app.latex[0].value.strip("$\n ") == CRITERIA["swc"].formula
    assert CRITERIA["swc"].weakness in words(app)
    explained = "\n".join(c.value for c in app.caption)
    for sign in ("$n$ objects", "$a_i$ mean distance", "$b_i$ smallest mean distance"):
        assert sign in explained


@pytest.mark.parametrize("look", view.LOOKS)
def test_every_look_draws(look: str) -> None:
    app = open_criteria(look=look)
    assert not app.exception
    assert not app.error


@pytest.mark.parametrize("name", CRITERIA)
def test_every_letter_of_a_formula_is_explained(name: str) -> None:
    row = CRITERIA[name]
    signs = " ".join(sign for sign, _ in signs_of(row))
    plain = re.sub(r"\\text\{[^}]*\}|\\[A-Za-z]+", " ", row.formula)
    letters = set(re.findall(r"[A-Za-z]+", plain)) - COUNTING
    assert letters <= set(re.findall(r"[A-Za-z]+", re.sub(r"\\(?!mathrm)[A-Za-z]+", " ", signs)))


def test_distances_alone_and_no_algorithm() -> None:
    app = open_criteria()
    app.selectbox(key="data").select("toy").run()
    assert not app.exception
    assert any("Left out" in c.value for c in app.caption)
    app.multiselect(key="algorithms.distances").set_value([]).run()
    assert "Choose at least one algorithm" in app.info[0].value


@pytest.mark.parametrize("algorithm", ["kmeans", "ward"])
def test_heat_map_marks_each_best_cell(ruspini: Comparison, algorithm: str) -> None:
    cells, stars, names = figures.heat_map(ruspini, algorithm).data
    own = ruspini.table[ruspini.table["algorithm"] == algorithm].reset_index(drop=True)
    assert np.array(cells.z).shape == (len(ruspini.criteria), len(own))
    marked = set(zip(stars.x, stars.y, strict=True))
    for name in ruspini.criteria:
        sign = 1 if CRITERIA[name].higher_is_better else -1
        best = (sign * ruspini.table[name]).max()
        wanted = {
            (at, CRITERIA[name].short)
            for at, value in enumerate(own[name])
            if np.isclose(sign * value, best, rtol=1e-9, atol=0)
        }
        assert {m for m in marked if m[1] == CRITERIA[name].short} == wanted
    # Clicking a name gives its criterion.
    assert list(names.customdata) == list(ruspini.criteria)


def test_colours_are_ranks_so_one_bad_solution_does_not_wash_them_out() -> None:
    table = pd.DataFrame({"algorithm": "ward", "k": [2, 3, 4, 5], "swc": [-1e6, 0.1, 0.2, 0.3]})
    cells = figures.heat_map(Comparison(table, ("swc",)), "ward").data[0]
    assert np.allclose(cells.z, [[0, 1 / 3, 2 / 3, 1]])


def test_vote_bars_show_the_weights(ruspini: Comparison) -> None:
    vote = ruspini.vote()
    (bars,) = figures.vote_bars(vote).data
    assert list(bars.y) == pytest.approx(list(vote.weights))


def test_small_picture_shows_the_published_values(ruspini: Comparison) -> None:
    figure = figures.by_k(ruspini, "davies_bouldin")
    lines, star = figure.data[:-1], figure.data[-1]
    assert [t.name for t in lines] == ["k-means", "Ward"]
    assert star.y[0] == min(ruspini.table["davies_bouldin"])
    assert "↓" in figure.layout.title.text


def test_truth_figures(ruspini: Comparison) -> None:
    bars = figures.agreement_bars(ruspini.only(["aucc", "swc"]).agreement(), "Pearson")
    assert set(bars.data[0].y) == {"AUCC", "SWC"}
    scatter = figures.against_truth(ruspini, "aucc")
    assert [t.name for t in scatter.data] == ["k-means", "Ward"]
    assert max(scatter.data[0].y) == 1


def test_correlation_map_is_symmetric(ruspini: Comparison) -> None:
    figure = figures.correlation_map(ruspini.rank_correlation(), "#111111")
    z = np.array(figure.data[0].z)
    assert np.allclose(z, z.T, equal_nan=True)
