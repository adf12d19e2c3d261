"""The course: every lesson's numbers, links that say nonsense, and what the page puts around it."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.criteria import CRITERIA, criteria_scores
from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.paper.chance import (
    CHANCE_CRITERIA,
    FULL_DESIGN,
    MIXTURES,
    REDUCED_DESIGN,
    chance_experiment,
    draw_mixture,
)
from aucc_core.paper.published import STEADY
from aucc_core.partitions import make_partitions
from pages.ui.components import course
from pages.ui.jobs import job_queue
from pages.ui.learn import (
    LESSONS,
    ROUTES,
    Lesson,
    chance,
    cost,
    overlap,
    points_to_curve,
    quiz,
    ties,
    trap,
    under_over,
    view,
)
from pages.ui.learn import lesson as lesson_module
from pages.ui.learn.chance import SCOPES
from pages.ui.learn.lesson import Question
from pages.ui.paper import view as paper_view
from tests.core.made_up import added
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[3]


def open_lesson(**query):
    at = AppTest.from_file(str(ROOT / "pages" / "learn.py"), default_timeout=PATIENCE)
    for name, value in query.items():
        at.query_params[name] = str(value)
    at.run()
    assert not at.exception
    return at


def data_of(at):
    return json.loads(at.get("bidi_component")[0].proto.json)


# The page


@pytest.mark.parametrize(("number", "lesson"), [*enumerate(LESSONS.values(), start=1)])
def test_every_lesson_has_a_link_of_its_own(number, lesson):
    at = open_lesson(lesson=lesson.name, seed=3)
    data = data_of(at)
    assert (data["lesson"], data["title"], data["seed"]) == (number, lesson.title, 3)
    assert [one["title"] for one in data["lessons"]] == [one.title for one in LESSONS.values()]
    assert "{" not in json.dumps(data["question"] and [data["question"]["why"]])
    assert data["seeded"] is lesson.seeded


def test_notes_and_solutions_are_for_the_instructor_only():
    notes = LESSONS["points_to_curve"].notes.strip()
    assert len(open_lesson(lesson="points_to_curve").expander) == 0
    at = open_lesson(lesson="points_to_curve", **{"for": "instructor"})
    assert at.expander[0].label == "Teacher notes"
    assert notes in at.expander[0].markdown[0].value
    sheet = open_lesson(
        lesson="points_to_curve", view="solutions"
    )  # a student who guesses the address
    assert (data_of(sheet)["print"], data_of(sheet)["solutions"]) == (True, False)
    assert not any(notes in text.value for text in sheet.markdown)
    solved = open_lesson(lesson="points_to_curve", view="solutions", **{"for": "instructor"})
    assert data_of(solved)["solutions"] is True
    assert any(notes in text.value for text in solved.markdown)


def test_the_notes_and_the_overview_give_the_same_minutes():
    for lesson in LESSONS.values():
        said = re.search(r"In class \((\d+) min\)", lesson.notes)
        assert said is None or int(said[1]) == lesson.minutes, lesson.name


def test_routes_name_lessons_in_order_and_keep_to_their_time():
    order = list(LESSONS)
    for route in ROUTES:
        places = [order.index(name) for name in route.lessons]
        assert places == sorted(places)
        assert sum(LESSONS[name].minutes for name in route.lessons) <= int(route.name)
        data = data_of(open_lesson(lesson="points_to_curve", route=route.name))
        assert data["route"] == [place + 1 for place in places]
    assert data_of(open_lesson(lesson="points_to_curve", route="nonsense"))["route"] == [
        *range(1, len(LESSONS) + 1)
    ]


def test_new_draw_is_for_what_is_drawn():
    data = data_of(open_lesson(lesson="under_over"))
    assert (data["seeded"], data["fixed"]) == (True, {"data": ["ruspini", "own"]})
    first, second = (under_over.build_under_over("ruspini", 2, s)["sets"] for s in (1, 2))
    assert first["ruspini"]["points"] == second["ruspini"]["points"]
    assert first["nine"]["points"] != second["nine"]["points"]


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"lesson": "0"},
        {"lesson": str(len(LESSONS) + 1)},
        {"lesson": "-1"},
        {"lesson": "²"},
        {"lesson": "<script>"},
        {"lesson": "Trap"},
        {"seed": "9" * 30, "test": "nonsense"},
    ],
)
def test_a_link_that_makes_no_sense_opens_the_first_lesson_as_it_is(query):
    data = data_of(open_lesson(**query))
    assert (data["lesson"], data["seed"]) == (1, 1)
    assert data["settings"] == {"test": "weak", "seed": 1}


@pytest.mark.parametrize(
    "query",
    [
        {"points": "1.2.3", "colours": "xxxxxxx"},
        {"points": ".".join(["999999"] * 14)},
    ],
)
def test_settings_that_make_no_sense_are_dropped(query):
    data = data_of(open_lesson(lesson="points_to_curve", **query))
    assert data["settings"] == {"points": "", "colours": ""}


def test_what_is_called_by_its_name_or_number_has_it():
    """Texts are typed; the titles of the lessons and the constants are elsewhere."""
    scripts = Path(course.__file__).parent
    for name in LESSONS:
        assert (scripts / f"{name}.js").read_text("utf-8").startswith("// "), name
    called = f"“{LESSONS['under_over'].title}”"
    assert f"what {called} taught" in quiz.LESSON.notes
    assert f"{called} will help." in (scripts / "quiz.js").read_text("utf-8")
    assert f"the lesson *{LESSONS['chance'].title}* of Learn" in paper_view.REDUCED
    assert "Nineteen draws" in trap.LESSON.notes
    assert trap.SETS == 19
    assert len(SCOPES["All seven criteria"]) == 7


def test_links_of_earlier_versions_open_the_lesson_they_meant():
    lessons = tuple(LESSONS.values())
    for number, name in enumerate(view.EARLIER, 1):
        assert lessons[view.number_of(lessons, str(number)) - 1].name == name
    assert view.EARLIER[5] == "trap"
    assert data_of(open_lesson(lesson=6, data="groups", k=4))["key"] == "trap"
    assert data_of(open_lesson(lesson="shapes"))["key"] == "shapes"
    assert view.number_of(lessons, "12") == 12  # made by hand: the twelfth
    assert view.number_of(lessons, str(len(lessons) + 1)) == 1


def test_lesson_5_offers_the_full_design_with_its_cost():
    at = open_lesson(lesson="chance")
    assert "712,800" in at.expander[0].label
    assert at.button(key=f"{chance.JOB}.run").label == "Run the full design"
    assert at.radio(key=f"{chance.JOB}.scope").options == list(SCOPES)
    assert "memory" in at.caption[0].value


def test_a_click_on_the_full_design_outlives_a_script_that_is_interrupted(monkeypatch):
    started = []

    at = open_lesson(lesson="chance")
    monkeypatch.setattr(job_queue, "submit", lambda *_, label, **__: started.append(label))
    with monkeypatch.context() as interrupted:
        # Another event arrives, so the script ends before it comes to the button.
        interrupted.setattr(chance, "offer_full_design", lambda _: chance.st.stop())
        at.button(key=f"{chance.JOB}.run").click().run()
    assert started == []
    at.run()
    at.run()
    assert started == ["Random partitions"]


def test_a_choice_and_a_click_on_the_full_design_may_come_together(monkeypatch):
    designs = []

    def submit(_session, _function, arguments, **_):
        designs.append(arguments["design"])

    at = open_lesson(lesson="chance")
    monkeypatch.setattr(job_queue, "submit", submit)
    at.radio(key=f"{chance.JOB}.scope").set_value("All seven criteria")
    at.button(key=f"{chance.JOB}.run").click().run()
    assert [design.criteria for design in designs] == [CHANCE_CRITERIA]


def test_a_new_lesson_is_a_row_and_its_script(monkeypatch):
    made_up = Lesson(
        name="made_up",
        title="Made up",
        idea="One. Two.",
        notes="For teachers.",
        minutes=1,
        build=lambda seed: {"facts": {"twice": 2 * seed}},
        question=Question("How much?", ("one", "{twice}", "none"), 1, "It is {twice}."),
    )
    shown = []
    monkeypatch.setattr(course, "mount_lesson", lambda keys, data, **_: shown.append((keys, data)))
    number = len(LESSONS) + 1
    with added(LESSONS, made_up):
        open_lesson(lesson="made_up", seed=21)
    (keys, data), *_ = shown
    assert keys[-1] == data["key"] == "made_up"
    assert (data["lesson"], data["lessons"][-1]["title"]) == (number, "Made up")
    assert data["settings"] == {"seed": 21}
    assert data["question"]["options"][1] == "42"


def test_short_texts():
    for lesson in LESSONS.values():
        assert 2 <= lesson.idea.count(".") + lesson.idea.count("?") + lesson.idea.count(": ") <= 6
        assert len(lesson.idea) < 330, lesson.name
        if lesson.question:
            assert 0 <= lesson.question.right < len(lesson.question.options) == 3
    assert [name for name, row in LESSONS.items() if row.question is None] == ["quiz", "big_quiz"]


# 1 From points to pairs to a curve


def test_lesson_1_is_the_papers_toy_example():
    built = points_to_curve.build_points_to_curve(**points_to_curve.read_settings({}))
    assert built["score"]["aucc"] == pytest.approx(11 / 12)
    assert (built["score"]["lost"], built["score"]["tied"]) == (9, 0)
    assert built["facts"] == {"aucc": "0.9167", "lost": 9, "total": 108}
    assert len(built["homeDistances"]) == 21


def test_lesson_1_scores_what_the_link_says():
    home = points_to_curve.build_points_to_curve("", "")
    flat = ".".join(str(int(v)) for point in home["home"] for v in point)
    settings = points_to_curve.read_settings({"points": flat, "colours": "1113222"})
    built = points_to_curve.build_points_to_curve(**settings)
    assert built["labels"] == [1, 1, 1, 3, 2, 2, 2]
    toy = load_dataset("toy")
    assert built["score"]["aucc"] == Pairs(toy).aucc([1, 1, 1, 3, 2, 2, 2])
    moved = flat.replace(str(int(home["home"][0][0])), "0", 1)
    built = points_to_curve.build_points_to_curve(
        **points_to_curve.read_settings({"points": moved})
    )
    assert built["score"]["aucc"] == Pairs(np.array(built["points"], float)).aucc(toy.labels)


def test_lesson_1_says_why_there_is_no_score():
    reply = points_to_curve.answer_move({"points": None, "labels": [1] * 7})
    assert "got 1 (no between-cluster pairs)" in reply["problem"]
    assert "problem" in points_to_curve.answer_move(None)
    assert "problem" in points_to_curve.answer_move({"points": [["x"]], "labels": [1, 2]})
    assert points_to_curve.answer_move({"points": None, "labels": [1, 1, 1, 1, 2, 2, 2]})[
        "aucc"
    ] == pytest.approx(11 / 12)


# 7 Ties


def test_lesson_7_is_the_papers_table():
    built = ties.build_ties("half")
    rows = [(row["within"], row["similarity"]) for row in built["rows"]]
    assert rows == [(1, 0.75), (0, 0.5), (1, 0.5), (1, 0.5), (0, 0.25), (0, 0.2)]
    assert built["counts"] == {"s_plus": 7, "s_minus": 0, "s_zero": 2}
    assert built["areas"]["half"] == pytest.approx(8 / 9)
    assert built["areas"]["optimistic"] == pytest.approx(1)
    assert built["areas"]["pessimistic"] == pytest.approx(7 / 9)
    assert built["gammas"] == pytest.approx({"half": 7 / 9, "optimistic": 1, "pessimistic": 5 / 9})
    for way, gamma in built["gammas"].items():
        assert (1 + gamma) / 2 == pytest.approx(built["areas"][way])
    assert built["expected"] == pytest.approx(
        {"half": 1 / 2, "optimistic": 11 / 18, "pessimistic": 7 / 18}
    )
    assert built["gammaWithoutTies"] == 1
    assert built["open"] == pytest.approx(2 / 9, abs=1e-6)
    assert built["curve"] == [[0, 0], [0, 0.33333], [0.33333, 1], [1, 1]]
    assert ties.read_settings({"ties": "pessimistic"}) == {"ties": "pessimistic"}
    assert ties.read_settings({"ties": "nonsense"}) == {"ties": "half"}


# 2 Too few, too many


def test_lesson_2_matches_the_papers_values():
    sets = under_over.build_under_over("ruspini", 2, 1)["sets"]
    scores = {run["k"]: run["aucc"] for run in sets["ruspini"]["runs"]}
    expected = {2: 0.96269, 3: 0.94208, 4: 0.9994532, 5: 0.99757, 6: 0.97778}
    assert scores == {k: pytest.approx(value, abs=5e-6) for k, value in expected.items()}
    nine = {run["k"]: run for run in sets["nine"]["runs"]}
    assert nine[9]["aucc"] == pytest.approx(1.0, abs=0.005)
    assert (nine[9]["joined"], nine[9]["split"]) == (0, 0)
    assert (nine[8]["joined"], nine[8]["split"]) == (2500, 0)
    assert nine[10]["joined"] == 0
    assert nine[10]["split"] == pytest.approx(625, rel=0.1)
    assert nine[8]["aucc"] < nine[10]["aucc"] < nine[9]["aucc"]


def test_wrong_pairs_by_hand():
    assert lesson_module.wrong_pairs([0, 0, 0, 0], [0, 0, 1, 1]) == (4, 0)
    assert lesson_module.wrong_pairs([0, 1, 2, 2], [0, 0, 1, 1]) == (0, 1)
    assert lesson_module.wrong_pairs([5, 5, 7, 7], [1, 1, 0, 0]) == (0, 0)


def test_lesson_2_link():
    assert under_over.read_settings({"data": "nine", "k": "8", "seed": "4"}) == {
        "data": "nine",
        "k": 8,
        "seed": 4,
    }
    assert under_over.read_settings({"data": "nine", "k": "2"})["k"] == 7


# 4 Overlap


def test_lesson_4_sinks_like_the_paper_says():
    built = overlap.build_overlap(25, 1)
    scores = {run["variance"]: run["aucc"] for run in built["runs"]}
    paper = {25: 1.00, 100: 0.992, 150: 0.974, 300: 0.855, 400: 0.813, 500: 0.755}
    for variance, value in paper.items():
        assert scores[variance] == pytest.approx(value, abs=0.05), variance
    assert list(scores.values()) == sorted(scores.values(), reverse=True)


def test_lesson_4_moves_the_very_points_it_scored():
    built = overlap.build_overlap(25, 7)
    scale = 300**0.5
    drawn = np.array(built["centres"]) + scale * np.array(built["offsets"])
    truth = load_dataset("two_gaussians", variance=300.0, seed=7)
    assert np.abs(drawn - truth.X).max() < 0.02
    assert overlap.read_settings({"variance": "310"})["variance"] == 300


# 5 Chance


@pytest.fixture(scope="module")
def reduced():
    return chance.build_chance(1)


def test_lesson_5_is_flat_for_aucc_and_drifts_for_others(reduced):
    built = reduced
    panels = {panel["name"]: panel["lines"] for panel in built["panels"]}
    for line in panels["aucc"].values():
        assert np.abs(np.array(line["mean"]) - 0.5).max() < 0.01
    for panel in built["panels"]:
        means = panels[panel["name"]]["balanced"]["mean"]
        low, high = panel["range"]
        assert panel["moves"] == pytest.approx((max(means) - min(means)) / (high - low), abs=1e-4)
    assert built["count"] == 6 * 9 * 3 * 20
    moves = {panel["name"]: panel["moves"] for panel in built["panels"]}
    assert moves["aucc"] < 0.01
    said = built["facts"]["drifting"]
    table = chance_experiment(REDUCED_DESIGN, seed=1)
    for panel in built["panels"]:
        ratios = []
        for _, rows in table[table["criterion"] == panel["name"]].groupby(["mixture", "balance"]):
            ratios.append((max(rows["mean"]) - min(rows["mean"])) / np.mean(rows["std"]))
        assert panel["wobbles"] == pytest.approx(np.median(ratios))
        told = f"{panel['label']} {np.median(ratios):.1f}" in said
        assert told == (np.median(ratios) >= 1)
    assert {panel["name"] for panel in built["panels"] if panel["wobbles"] < 1} == set(STEADY)


def test_lesson_5_axes_reach_over_what_real_clusterings_score():
    """The lowest and highest of each criterion, computed one by one by the criteria themselves."""
    few = dataclasses.replace(
        REDUCED_DESIGN, mixtures=REDUCED_DESIGN.mixtures[:2], ks=(2, 6), n=120
    )
    found = {name: [] for name in CHANCE_CRITERIA}
    for mixture in few.mixtures:
        X, truth = draw_mixture(mixture, seed=(5, MIXTURES.index(mixture)), n=120)
        made = make_partitions(X, "kmeans", few.ks, seed=5, n_init=1)
        for labels in (*(one.labels for one in made), truth):
            scored = criteria_scores(X, [labels], CHANCE_CRITERIA).iloc[0]
            for name in found:
                sign = 1 if CRITERIA[name].higher_is_better else -1
                found[name].append(sign * scored[name])
    for name, (low, high) in chance.real_ranges(few, 5).items():
        assert (low, high) == pytest.approx((min(found[name]), max(found[name]))), name


def test_lesson_5_shows_a_full_run_of_aucc_beside_the_reduced_others(reduced):
    shown = reduced
    some = dataclasses.replace(
        FULL_DESIGN, mixtures=FULL_DESIGN.mixtures[:2], repeats=3, criteria=("aucc",)
    )
    ranges = {panel["name"]: panel["range"] for panel in shown["panels"]}
    full = chance.picture(chance_experiment(some, seed=1), some, ranges)
    both = chance.replace_panels(shown, full)
    assert [panel["name"] for panel in both["panels"]] == list(CHANCE_CRITERIA)
    assert both["panels"][0]["ks"] == list(range(2, 24))
    assert len(both["panels"][0]["lines"]["large"]["sets"]) == 2
    assert both["panels"][1] == shown["panels"][1]
    assert both["version"] != shown["version"]
    assert both["count"] == 2 * 22 * 3 * 3


# 6 The optimiser's trap


@pytest.mark.parametrize("seed", [1, 7])
def test_lesson_6_climbs_on_noise_and_peaks_above_the_band_on_groups(seed):
    built = trap.build_trap("noise", 2, seed)
    noise, groups = built["shown"]["noise"]["scores"], built["shown"]["groups"]["scores"]
    assert noise[-1] > noise[0] + 0.1
    assert np.argmax(noise) >= len(noise) - 4
    for shown in built["shown"].values():
        assert (np.array(shown["high"]) >= shown["low"]).all()
    margin = np.array(groups) - built["shown"]["groups"]["high"]
    assert trap.KS[int(np.argmax(margin))] == trap.TRUE_K
    assert margin.max() > 0.02


# 8 Cost


def test_lesson_8_gets_the_same_number_both_ways():
    built = cost.build_cost(1)
    slow = [row for row in built["rows"] if "definition" in row]
    assert [row["n"] for row in slow] == [10, 20, 40, 80]
    assert all(row["same"] and row["definitionGamma"] == row["gamma"] for row in slow)
    growth = built["rows"][-1]["comparisons"] / built["rows"][-2]["comparisons"]
    assert growth == pytest.approx(16, rel=0.01)
    assert all(row["ranks"] > 0 for row in built["rows"])


# 3 Small quiz


@pytest.mark.parametrize("seed", [1, 2, 2022])
def test_lesson_3_asks_six_fair_questions(seed):
    questions = quiz.build_quiz(seed)["questions"]
    assert len(questions) == 6
    assert {question["answer"] for question in questions} == {0, 1, 2}
    for question in questions:
        truth = np.sign(question["k"] - question["trueK"]) + 1
        assert question["answer"] == truth
        assert len(set(question["labels"])) == question["k"]
        assert question["aucc"] == Pairs(np.array(question["points"])).aucc(
            question["labels"]
        ) or question["aucc"] == pytest.approx(
            Pairs(np.array(question["points"])).aucc(question["labels"]), abs=1e-3
        )


def test_the_same_link_asks_the_same_quiz():
    assert quiz.build_quiz(5) == quiz.build_quiz(5)
    assert quiz.build_quiz(5) != quiz.build_quiz(6)


def test_curves_survive_thinning():
    ruspini = load_dataset("ruspini")
    curve = Pairs(ruspini).curve(ruspini.labels)
    points = np.array(lesson_module.curve_points(curve))
    assert points[0].tolist() == [0, 0]
    assert points[-1].tolist() == [1, 1]
    area = float(np.trapezoid(points[:, 1], points[:, 0]))
    assert area == pytest.approx(curve.area, abs=0.001)
