"""Numbers of clusters: whatever data come after whatever others, a range that they allow."""

from __future__ import annotations

from itertools import combinations

import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.datasets import DATASETS
from pages.ui.side_panel import k_range
from tests.ui.explore.test_explore import open_explore, snippet

HERE = [name for name, row in DATASETS.items() if not row.online]


def walk_over_all_pairs(names: list[str]) -> list[str]:
    """An order in which every name follows every other."""
    order = [names[0]]
    for a, b in combinations(names, 2):
        order += [a, b, a]
    return order


def shown(app: AppTest) -> tuple[int, int]:
    return app.slider(key="k").value


@pytest.mark.parametrize("link", [{}, {"k": ["3", "60"], "panels": "9", "reference": "12"}])
def test_any_data_after_any_other_leave_a_valid_range(link: dict[str, object]) -> None:
    # Without algorithms nothing is computed: this is about the controls.
    app = open_explore(algorithms=[], **link)
    app.multiselect(key="algorithms").set_value([]).run()
    followed = set()
    before = None
    for name in walk_over_all_pairs(HERE):
        app.selectbox(key="data").select(name).run()
        assert not app.exception, (before, name)
        assert app.selectbox(key="data").value == name
        first, last = shown(app)
        assert 2 <= first <= last <= app.slider(key="k").max
        followed.add((before, name))
        before = name
    assert all((a, b) in followed for a in HERE for b in HERE if a != b)


def test_what_was_chosen_comes_back_with_data_that_allow_it() -> None:
    app = open_explore(k=["3", "12"])
    assert shown(app) == (3, 12)
    app.selectbox(key="data").select("ties").run()
    assert shown(app) == (3, 3)  # four objects
    app.selectbox(key="data").select("iris").run()
    assert shown(app) == (3, 12)
    assert app.query_params["k"] == ["3", "12"]
    # What nobody chose is no choice.
    app = open_explore(data="Tied distances")
    app.selectbox(key="data").select("iris").run()
    assert shown(app) == (2, 9)
    assert "k" not in app.query_params


@pytest.mark.parametrize("junk", [["9", "2"], ["two", "3"], ["5"], ["1", "4"], ["2", "9" * 40]])
def test_no_range_in_a_link_is_the_usual_one(junk: list[str]) -> None:
    app = open_explore(k=junk)
    assert not app.exception
    assert shown(app) == (2, 9)


def test_up_to_100_clusters() -> None:
    app = open_explore(data="Iris")
    assert app.slider(key="k").max == 30
    app.slider(key="k").set_value((2, 30)).run()
    assert app.slider(key="k").max == 100
    app.slider(key="k").set_value((31, 31)).run()
    assert not app.exception
    assert "range(31, 32)" in snippet(app)
    app.slider(key="k").set_value((98, 100)).run()
    assert not app.exception
    assert "range(98, 101)" in snippet(app)
    app.slider(key="k").set_value((2, 9)).run()
    assert app.slider(key="k").max == 30


def test_a_range_is_cut_to_what_is_possible() -> None:
    assert k_range.fitting((3, 12), 30) == (3, 12)
    assert k_range.fitting((3, 12), 6) == (3, 6)
    assert k_range.fitting((20, 40), 6) == (2, 6)
    assert k_range.most_clusters(5) == 4
    assert k_range.most_clusters(3_100) == 100
