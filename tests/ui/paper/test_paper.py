"""The Paper screen as a script: every section, the job behind "run it again", the own study."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.datasets import load_dataset
from aucc_core.paper import PARTS, PaperRun, SetAgreement, Stamp
from aucc_core.paper.agreement import agreement_ranking
from aucc_core.paper.chance import FULL_DESIGN
from aucc_core.paper.published import (
    CORRECTED_AGREEMENT,
    OVERLAP,
    PAPER_CRITERIA,
    PRINTED_AGREEMENT,
    RECOMPUTED_AGREEMENT,
    TIES,
    TOY_AUCC,
)
from aucc_core.paper.study import StudySource
from pages.ui.learn import LESSONS
from pages.ui.paper import agreement, figures, index, own_study, view
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


def test_agreement_shows_three_readings_and_ranks() -> None:
    app = open_paper("agreement")
    assert not app.exception
    ranks, cells = (d.value for d in app.dataframe)
    reach, data = (t.value for t in app.table)
    assert [ranks.loc["AUCC", (r, "rank")] for r in ("printed", "corrected", "ours")] == [2, 2, 2]
    assert cells.loc["DB", "balance"].tolist() == [0.57, -0.57, -0.804]
    # Printed under the name of the other.
    assert cells.loc["SSWC", "vehicle"].tolist() == [0.57, 0.78, 0.779]
    # Only the rows that a slip touches have another average, and those are printed, too.
    printed, corrected = (ranks[reading, "average"] for reading in ("printed", "corrected"))
    touched = {"ASWC": 0.50, "SSWC": 0.55, "DB": -0.17}
    assert corrected.to_dict() == {**printed.to_dict(), **touched}
    assert printed["SWC"] == 0.62
    assert reach.loc["PB", "balance, ours"] == "0.61 … 0.87"
    assert {"control ⇩", "karhunen ⇩", "cellcycle ⊘", "yeast ⊘"} < set(data["here called"])
    here = data[data["here"] != "–"]
    assert (here["printed: n × d, groups"] == here["here"]).all()
    assert "AUCC has rank **2** as printed" in words(app)
    assert "Ours: ecoli and sonar computed here, the others recomputed with other" in words(app)
    app = open_paper("agreement", paper__reading="Printed")
    assert app.dataframe[1].value.loc["DB", "balance"] == 0.57


def test_slips_are_shown_with_their_evidence() -> None:
    app = open_paper("slips")
    assert not app.exception
    tables = [t.value for t in app.table]
    assert len(tables) == 4
    assert tables[0]["row"].tolist() == ["ASWC", "SSWC"]
    turned = tables[1].iloc[0]
    assert turned["off as printed (mean)"] > 0.5
    assert turned["off when corrected (mean)"] < 0.02
    assert "definition counts 99, the printed sums give 243, with ¼ 99" in words(app)
    assert "s_total = s₊ + s₋" in words(app)
    assert "ecoli and sonar are computed here" in words(app)


def test_every_link_of_the_index_leads_somewhere() -> None:
    titles = {section.title for section in view.sections().values()}
    lessons = {name: row.title for name, row in LESSONS.items()}
    for entry in index.INDEX:
        for title, address in entry.links:
            page, _, asked = address.partition("?")
            query = dict(parse_qsl(asked))
            if page == "paper":
                assert query["part"] == title in titles
            elif page == "learn":
                assert title.endswith(lessons[query["lesson"]])
            else:
                assert page in ("criteria", "score", "./")
    named = {entry.where for entry in index.INDEX}
    assert named > {f"Figure {i}" for i in range(1, 6)} | {f"Table {i}" for i in (1, 2, 3)}
    assert named > {"Theorem 1", "Theorem 2", "Corollary"}


def test_the_worked_examples_have_their_tables() -> None:
    app = open_paper("toy")
    assert not app.exception
    similarity, pairs = (t.value for t in app.table[:2])
    assert similarity.loc["a", "b"] == pytest.approx(0.82)
    assert pairs.iloc[0].tolist() == ["eg", 1, 0.95]
    assert len(pairs) == 21
    ties = view.pair_table(load_dataset("ties"))
    assert ties["similarity"].tolist() == [0.75, 0.5, 0.5, 0.5, 0.25, 0.2]
    assert ties["same cluster"].tolist()[0] == 1


def test_the_overlap_figure_says_whose_draws_are_printed() -> None:
    table = view.overlap_table(dict.fromkeys(map(str, OVERLAP), 0.5))
    assert table["printed under the figure"].tolist()[1] == "0.9923144"
    assert table["sets of the authors' package"].tolist()[1] == "0.9915883405"


@pytest.mark.parametrize("section", ["basics", "toy", "curves", "theorems", "timing"])
def test_a_section_has_its_numbers(section: str) -> None:
    app = open_paper(section)
    assert not app.exception
    assert not app.error
    tables = [t.value for t in app.table]
    checks = [t for t in tables if "outcome" in t]
    assert all(not {"✗ differs", "✗ fails"} & set(t["outcome"]) for t in checks)
    if section == "toy":
        assert checks[0]["paper"].tolist() == checks[0]["ours"].tolist() == ["0.9167"]
        assert checks[1]["paper"].tolist()[:4] == ["7", "0", "2", "2/9"]


def test_a_made_up_part_has_a_section_of_its_own() -> None:
    row = replace(PARTS["ruspini"], name="made_up", title="Made up", shared_section=None)
    before = list(view.sections())
    assert before == [
        "overview", "basics", "toy", "curves", "overlap", "chance", "theorems", "agreement",
        "slips", "timing", "own",
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
    cells = app.dataframe[1].value
    assert cells.loc["PB", "sonar"].tolist() == [0.31, 0.31, 0.5]
    assert "Ours: ecoli and sonar computed here" in words(app)
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


@pytest.mark.parametrize("reading", ["All three", "Ours"])
def test_marks_are_on_cells_that_differ(reading: str) -> None:
    html = agreement.cells_table(RECOMPUTED_AGREEMENT, reading).to_html()
    off = [
        name for name, row in CORRECTED_AGREEMENT.items() for c in PAPER_CRITERIA
        if abs(RECOMPUTED_AGREEMENT[name][c] - row[c]) > 0.025
    ]  # fmt: skip
    by_ties = sum(name in ("balance", "iris") for name in off)
    rules = {rule.split("{")[1]: rule.split("{")[0] for rule in html.split("}") if "{" in rule}
    marked = {
        colour: next(cells for style, cells in rules.items() if colour in style).count("#T_")
        for colour in (agreement.AMBER, agreement.RED)
    }
    assert marked == {agreement.AMBER: by_ties, agreement.RED: len(off) - by_ties}
    assert min(marked.values()) > 1


def test_the_csv_of_the_table_says_what_each_column_is() -> None:
    table = agreement.long_table(agreement.Ours.of({})).set_index(["data", "criterion"])
    row = table.loc[("balance", "DB")]
    assert (row["printed"], row["corrected"], row["ours"]) == (0.57, -0.57, -0.804)
    assert table.loc[("yeast", "PB"), "data_comes_from"] == "not shipped"
    assert (row["ours_lowest_by_ties"], row["outcome"]) == (-0.804, "moved by ties")
    assert set(table["ours_from"]) == {"recomputed in R"}


def test_own_study_has_features_of_each_table_and_settings() -> None:
    app = open_paper("own")
    app.multiselect(key="paper.own.examples").set_value(["ruspini", "iris"]).run()
    app.multiselect(key="paper.own.features.iris").set_value(["petal length"]).run()
    app.number_input(key="paper.own.seeds").set_value(3).run()
    app.multiselect(key="paper.own.criteria").set_value([]).run()
    assert not app.exception
    assert not [b for b in app.button if "Run the study" in b.label]


def test_tables_of_one_name_are_told_apart_also_in_the_script() -> None:
    data = load_dataset("ruspini")
    same = [own_study.Table(data, StudySource("ruspini", example="ruspini"))] * 2
    named = own_study._told_apart(same)
    assert [t.data.name for t in named] == ["ruspini", "ruspini (2)"]
    assert [t.source.name for t in named] == ["ruspini", "ruspini (2)"]


def test_curves_are_cold_below_and_hot_above() -> None:
    colours = figures.colours_by_k({"few": 2, "right": 4, "many": 6}, 4, "#123456")
    assert colours["right"] == "#123456"
    assert len(set(colours.values())) == 3


def test_what_is_turned_says_so() -> None:
    series = PARTS["chance"].compute(0).series
    figure = figures.chance(series)
    titles = {axis.title.text for axis in figure.select_yaxes()} - {None}
    assert "−C-Index" in titles
    assert not {"C-Index", "−AUCC"} & titles
    turned = view.said_if_turned(series).groupby("criterion")["turned"].first()
    assert turned[turned].index.tolist() == ["c_index"]
    quantities = " ".join(check.quantity for check in PARTS["chance"].compute(0).checks)
    assert "−C-Index, movement" in quantities


def test_pictures_of_the_overlap_figure_have_one_scale() -> None:
    sets = PARTS["overlap"].compute(0).scatters.values()
    drawn = [figures.scatter(data, "", among=sets).layout for data in sets]
    assert len({(d.xaxis.range, d.yaxis.range) for d in drawn}) == 1
    for at, (low, high) in enumerate((drawn[0].xaxis.range, drawn[0].yaxis.range)):
        assert low < min(data.X[:, at].min() for data in sets)
        assert high > max(data.X[:, at].max() for data in sets)


def test_the_area_of_a_classifier_is_not_called_aucc() -> None:
    curve = PARTS["basics"].compute(0).curves["scores"]
    assert figures.area(curve).layout.legend.title.text == "AUC"


def test_numbers_of_the_index_are_the_papers() -> None:
    known = {
        TOY_AUCC, TIES["Gamma"], TIES["AUCC"], str(len(PAPER_CRITERIA)),
        str(len(FULL_DESIGN.mixtures)), "2022",
    }  # fmt: skip
    formulas = ("AUCC = (1 + γ) / 2", "n⁴ / k against n² log n", "[1 0 1]", "averages 0")
    for entry in index.INDEX:
        text = entry.what
        for formula in formulas:
            text = text.replace(formula, "")
        assert set(re.findall(r"\d[\d./]*\d|\d", text)) <= known, entry.what
    assert agreement_ranking(PRINTED_AGREEMENT)["rank"]["aucc"] == 2
    assert next(e.what for e in index.INDEX if e.where == "Table 3").endswith(
        "AUCC second on average"
    )


def test_timing_figure_has_both_ways() -> None:
    series = PARTS["timing"].compute(0).series
    figure = figures.timing(series)
    assert [len(t.x) for t in figure.data] == [4, 8]
    assert figure.layout.xaxis.type == "log"
