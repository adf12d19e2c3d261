"""The Paper screen as a script: every section, the job behind "run it again", the own study."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.paper import PARTS, PaperRun, SetAgreement, Stamp
from aucc_core.paper.published import PAPER_AGREEMENT, PAPER_CRITERIA, RECOMPUTED_AGREEMENT
from pages.ui.paper import figures, own_study, view
from tests.core.made_up import added
from tests.waiting import PATIENCE

FRAME = Path(__file__).resolve().parents[3] / "pages" / "frame.py"


def open_paper(section: str, **state: object) -> AppTest:
    app = AppTest.from_file(str(FRAME), default_timeout=PATIENCE)
    app.session_state["part"] = section
    for key, value in state.items():
        app.session_state[key.replace("__", ".")] = value
    app.switch_page("paper.py")
    return app.run()


def words(app: AppTest) -> str:
    return "\n".join([*(m.value for m in app.markdown), *(c.value for c in app.caption)])


def test_agreement_shows_both_tables_and_the_slips() -> None:
    app = open_paper("agreement")
    assert not app.exception
    cells = app.dataframe[0].value
    assert cells.loc["AUCC", "sonar"] == "0.709 | 0.70"
    # Read the corrected way: printed under ASWC, ours is SSWC.
    assert cells.loc["SSWC", "vehicle"] == "0.779 | 0.78"
    evidence = app.dataframe[1].value.set_index("printed row")
    assert float(evidence.loc["DB", "off as printed (mean)"]) > 0.5
    assert float(evidence.loc["DB", "off when corrected (mean)"]) < 0.02
    assert "rows **ASWC** and **SSWC** are swapped" in words(app)
    assert "recomputed with other software" in words(app)


@pytest.mark.parametrize("section", ["toy", "timing"])
def test_a_section_has_its_numbers(section: str) -> None:
    app = open_paper(section)
    assert not app.exception
    assert not app.error
    tables = [d.value for d in app.dataframe]
    assert all("✗ differs" not in set(t["verdict"]) for t in tables)
    if section == "toy":
        assert tables[0]["paper"].tolist() == ["0.9167"]
        assert tables[0]["ours"].tolist() == ["0.9167"]
        assert tables[1]["paper"].tolist()[:5] == ["7", "0", "2", "7/9", "0.8888"]


def test_a_made_up_part_has_a_section_of_its_own() -> None:
    row = replace(PARTS["ruspini"], name="made_up", title="Made up", shared_section=None)
    before = list(view.sections())
    assert before == [
        "overview", "toy", "curves", "overlap", "chance", "agreement", "timing", "own",
    ]  # fmt: skip
    with added(PARTS, row):
        assert set(view.sections()) == {*before, "made_up"}
        app = open_paper("made_up")
    assert not app.exception
    assert not app.error
    assert "##### Made up" in words(app)


def test_a_finished_run_replaces_what_is_shown() -> None:
    sonar = dict.fromkeys(PAPER_CRITERIA, 0.5)
    run = PaperRun(
        {"toy": PARTS["toy"].compute(0)},
        (
            SetAgreement("sonar", 208, 70, sonar, 3.0, 2.0),
            SetAgreement("control", problem="No network."),
        ),
        Stamp.now(seed=9, n_init=3),
    )
    app = open_paper("agreement", paper__done=run)
    assert not app.exception
    assert app.dataframe[0].value.loc["PB", "sonar"] == "0.500 | 0.31"
    assert list(app.dataframe[0].value) == ["sonar"]
    assert "seed 9" in words(app)
    assert "No network" in words(app)


def test_own_study_asks_before_it_runs() -> None:
    app = open_paper("own")
    assert not app.exception
    assert not [b for b in app.button if "Run the study" in b.label]
    app.multiselect(key="paper.own.examples").set_value(["ruspini", "iris"]).run()
    assert not app.exception
    assert [b.label for b in app.button] == ["Run the study on 2 tables"]
    assert any("of memory" in c.value for c in app.caption)


def test_marks_are_on_cells_that_differ() -> None:
    style = view.agreement_style({"balance": dict(RECOMPUTED_AGREEMENT["balance"])})
    html = style.to_html()
    marked = html.count("background-color")
    assert marked == 1  # one rule
    off = [
        c for c in PAPER_CRITERIA
        if abs(RECOMPUTED_AGREEMENT["balance"][c] - PAPER_AGREEMENT["balance"][c]) > 0.025
    ]  # fmt: skip
    rule = html.split("{")[0]
    assert rule.count("#T_") == len(off)


def test_own_table_has_a_mean_of_several() -> None:
    one, two = (
        SetAgreement(n, 9, 9, dict.fromkeys(PAPER_CRITERIA, v)) for n, v in (("a", 0.2), ("b", 0.4))
    )
    table = own_study.own_table([one, two, SetAgreement("c", problem="bad")])
    assert list(table) == ["a", "b", "mean"]
    assert np.allclose(table["mean"], 0.3)
    assert "mean" not in own_study.own_table([one])
    assert own_study.own_table([]).empty


def test_curves_are_cold_below_and_hot_above() -> None:
    colours = figures.colours_by_k({"few": 2, "right": 4, "many": 6}, 4, "#123456")
    assert colours["right"] == "#123456"
    assert len(set(colours.values())) == 3


def test_timing_figure_has_both_ways() -> None:
    series = PARTS["timing"].compute(0).series
    figure = figures.timing(series)
    assert [len(t.x) for t in figure.data] == [4, 8]
    assert figure.layout.xaxis.type == "log"
