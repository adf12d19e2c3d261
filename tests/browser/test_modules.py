"""The pure parts of the browser side, each module imported by itself in a real Chromium."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route

from aucc_core.datasets import load_dataset
from aucc_core.pairs import Pairs
from aucc_core.prepare.projection import project
from aucc_core.sweeps.solutions import ExploreRun, solve_now
from pages.ui.components.linked import payload
from pages.ui.components.modules import join

COMPONENTS = Path(__file__).resolve().parents[2] / "pages" / "ui" / "components"
ADDRESS = "http://127.0.0.1:1"  # nothing listens there: every request is answered below
Call = Callable[..., Any]


def _answer(route: Route) -> None:
    path = COMPONENTS / route.request.url.removeprefix(f"{ADDRESS}/")
    if path.suffix != ".js":
        route.fulfill(content_type="text/html", body="<!doctype html><body></body>")
    elif path.is_file():
        route.fulfill(content_type="text/javascript", body=path.read_text("utf-8"))
    else:
        route.fulfill(status=404)


@pytest.fixture(scope="module")
def blank(chromium: Browser) -> Iterator[Page]:
    """An empty page that can import every module of the components."""
    page = chromium.new_page()
    page.route(f"{ADDRESS}/**", _answer)
    page.goto(f"{ADDRESS}/")
    yield page
    page.close()


@pytest.fixture(scope="module")
def call(blank: Page) -> Call:
    """call("linked/model.js", "(m, x) => m.arrayOf(x)", x): what the function gives."""

    def run(module: str, function: str, *args: Any) -> Any:
        code = f"async ([path, args]) => ({function})(await import(path), ...args)"
        return blank.evaluate(code, [f"/{module}", list(args)])

    return run


@pytest.mark.parametrize(
    "path", sorted(str(p.relative_to(COMPONENTS)) for p in COMPONENTS.rglob("*.js"))
)
def test_every_module_can_be_imported_by_itself(call: Call, path: str) -> None:
    assert call(path, "(m) => Object.keys(m).length") >= 1


# Joined


def test_joined_modules_do_what_the_single_ones_do(blank: Page, tmp_path: Path) -> None:
    (tmp_path / "far.js").write_text(
        "const own = 'far';\nlet calls = 0;\nexport const name = () => own;\n"
        "export function count() { calls += 1; return calls; }"
    )
    (tmp_path / "near.js").write_text(
        'import { name as theirs, count } from "./far.js";\nconst own = "near";\n'
        "export const names = () => [own, theirs(), count()];"
    )
    (tmp_path / "main.js").write_text(
        'import { names } from "./near.js";\nimport { count } from "./far.js";\n'
        "export const twice = 2;\nexport default function main() { return [...names(), count()]; }"
    )
    found = blank.evaluate(
        """async (text) => {
          const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
          const joined = await import(address);
          return [joined.default(), joined.twice];
        }""",
        join(tmp_path / "main.js"),
    )
    # Equal names stay apart, and a module that two import is there once.
    assert found == [["near", "far", 1, 2], 2]


# Numbers and sentences


def test_numbers_are_written_for_people(call: Call) -> None:
    numbers = "shared/numbers.js"
    assert call(numbers, "(m) => [m.plural(1, 'pair', 'pairs'), m.plural(1234, '', 'pairs')]") == [
        "1 pair",
        "1,234 pairs",
    ]
    distances = [0, 1.23456, 12345.6, 1e-9, 0.1 + 0.2]
    assert call(numbers, "(m, all) => all.map(m.distanceText)", distances) == [
        "0",
        "1.235",
        "12350",
        "1e-9",
        "0.3",
    ]
    assert call(numbers, "(m) => m.distanceText(Infinity)") == "∞"
    times = [0.00012, 0.5, 1, 89, 90, 5399, 5400]
    assert call(numbers, "(m, all) => all.map(m.durationText)", times) == [
        "0.12 ms",
        "500 ms",
        "1 s",
        "89 s",
        "2 min",
        "90 min",
        "1.5 h",
    ]
    assert call(numbers, "(m) => [m.fixed(0.5), m.fixed('1', 2)]") == ["0.5000", "1.00"]


def test_ticks_are_round_and_inside(call: Call) -> None:
    for low, high in [(0, 1), (-0.3, 0.72), (12, 980), (0, 0.62)]:
        ticks = call("shared/numbers.js", "(m, range) => m.niceTicks(range)", [low, high])
        assert 1 <= len(ticks) <= 5
        assert all(low <= tick <= high for tick in ticks)
        steps = np.diff(ticks)
        assert np.allclose(steps, steps[:1])
        assert all(f"{step:.0e}"[0] in "125" for step in steps)


def test_ranges_hold_all_values_and_some_room(call: Call) -> None:
    assert call("shared/numbers.js", "(m) => m.extent([3, 1, 2], 0.5)") == [0, 4]
    assert call("linked/scatter.js", "(m) => m.rangeOf([0, 100])") == [-6, 106]
    assert call("linked/scatter.js", "(m) => m.rangeOf([5, 5])") == [4, 6]


@pytest.mark.parametrize(
    ("scores", "digits"),
    [
        ([0.9, 0.8], 3),
        ([0.91231, 0.91234], 5),
        ([0.9996, 0.5], 4),  # three digits would write 1.000
        ([0.9, 0.9], 3),
        ([0.99999999, 0.5], 4),
    ],
)
def test_scores_have_the_digits_that_tell_them_apart(
    call: Call, scores: list[float], digits: int
) -> None:
    code = "(m, scores) => m.scoreDigits(scores.map((aucc) => ({ aucc })))"
    assert call("linked/reading.js", code, scores) == digits


def test_a_score_shows_no_more_digits_than_are_known(call: Call) -> None:
    code = "(m) => m.scoreDigits([{ aucc: 0.91231, margin: { digits: 2 } }, { aucc: 0.91239 }])"
    assert call("linked/reading.js", code) == 2


SOLUTION = {"d": [0, 1.5, 3], "tp": [0, 4, 10], "fp": [0, 1, 2000], "P": 10, "N": 2000}


def test_a_threshold_says_its_errors(call: Call) -> None:
    say = "(m, solution, vertex) => m.thresholdSentence(solution, vertex, 500)"
    assert call("linked/reading.js", say, SOLUTION, 1) == (
        'At distance ≤ 1.5: <b class="apart">1 pair is close but apart</b> (false positives), '
        '<b class="together">6 pairs are far but together</b> (false negatives).'
    )
    assert call("linked/reading.js", say, SOLUTION, 2) == (
        'At distance ≤ 3: <b class="apart">2,000 pairs are close but apart</b>'
        " (false positives; the 500 closest are drawn), "
        '<b class="together">0 pairs are far but together</b> (false negatives).'
    )
    sampled = {**SOLUTION, "margin": {"band": None}}
    assert call("linked/reading.js", say, sampled, 1) == (
        'At distance ≤ 1.5: about <b class="apart">1 pair is close but apart</b> (false positives),'
        ' <b class="together">6 pairs are far but together</b> (false negatives);'
        " some of them are drawn."
    )


# Model


def test_arrays_arrive_as_they_were_packed(call: Call) -> None:
    rng = np.random.default_rng(0)
    for kind in ("f4", "f8", "u2", "u4"):
        values = (rng.random(7) * 60000).astype(kind)
        code = "(m, packed) => [m.arrayOf(packed).constructor.name, [...m.arrayOf(packed)]]"
        name, found = call("linked/model.js", code, payload.pack(values, kind))
        assert name == {"f4": "Float32Array", "f8": "Float64Array"}.get(
            kind, f"Uint{8 * int(kind[1])}Array"
        )
        np.testing.assert_array_equal(np.array(found, kind), values)
    assert call("linked/model.js", "(m) => m.arrayOf(null)") is None


def test_the_model_says_of_each_vertex_what_python_counted(call: Call) -> None:
    dataset = load_dataset("ruspini")
    labels = np.arange(75) % 3
    curve = Pairs(dataset).curve(labels)
    code = """(m, raw) => {
      const d = m.arrayOf(raw.d); const tp = m.arrayOf(raw.tp); const fp = m.arrayOf(raw.fp);
      const solution = { ...raw, d, tp, fp };
      const at = m.evenVertex(solution);
      return [at, m.errorsAt(solution, at), m.errorsAt(solution, d.length - 1)];
    }"""
    at, errors, last = call("linked/model.js", code, payload.pack_curve(curve))
    accepted = curve.within + curve.between
    assert at == int(np.searchsorted(accepted, curve.within[-1]))
    assert errors == {
        "distance": curve.thresholds[at],
        "falsePositives": curve.between[at],
        "falseNegatives": curve.within[-1] - curve.within[at],
    }
    assert (last["falsePositives"], last["falseNegatives"]) == (curve.between[-1], 0)
    exact = {"d": [0, 1, 2], "tp": [0, 8, 10], "fp": [0, 2, 9], "P": 10}
    assert call("linked/model.js", "(m, solution) => m.evenVertex(solution)", exact) == 1


def test_drawn_errors_of_a_sample_go_by_distance(call: Call) -> None:
    code = "(m, solution) => m.drawnErrors(solution, 1)"
    assert call("linked/model.js", code, SOLUTION) == {"apart": 1, "together": 6}
    sampled = {**SOLUTION, "margin": {"apart": [1, 1.5, 2], "together": [9, 1.6, 1.5]}}
    assert call("linked/model.js", code, sampled) == {"apart": 2, "together": 2}


@pytest.mark.parametrize(
    ("focus", "count", "previous", "shown"),
    [
        (0, 3, None, [0, 1, 2]),
        (4, 3, None, [3, 4, 5]),
        (9, 3, None, [7, 8, 9]),
        (4, 3, [2, 3, 4], [2, 3, 4]),  # it is there already: nothing moves
        (5, 3, [2, 3, 4], [4, 5, 6]),
        (1, 30, None, list(range(10))),
    ],
)
def test_the_strip_holds_the_focus_and_moves_little(
    call: Call, focus: int, count: int, previous: list[int] | None, shown: list[int]
) -> None:
    code = """(m, focus, count, previous) => {
      const all = Array.from({ length: 10 }, (_, i) => ({ i }));
      const before = previous && previous.map((i) => all[i]);
      return m.stripOf(all, all[focus], count, before).map((s) => s.i);
    }"""
    assert call("linked/model.js", code, focus, count, previous) == shown


def test_members_of_a_cluster(call: Call) -> None:
    code = "(m) => m.clusterMembers({ colours: new Uint16Array([0, 1, 0, 65535, 1, 65535]) }, 3)"
    assert call("linked/model.js", code) == [3, 5]


# Where the view starts


def start_payload() -> dict[str, Any]:
    dataset = load_dataset("ruspini")
    run = ExploreRun(("kmeans", "ward"), (2, 3, 4, 5), 0)
    picture = project(dataset, Pairs(dataset), "features")
    settings = payload.ViewSettings(panels=3, reference=None)
    drawn = payload.Drawn(dataset, solve_now(dataset, run), picture)
    return payload.build_payload(drawn, settings, title="t", data_key="d")


ADOPT = """(m, payload, opened) => {
  const root = document.createElement("div");
  const view = m.createView(root);
  m.adoptModel(view, { ...payload, opened });
  return { focus: view.focus.id, chosen: view.chosen, reference: view.reference.id,
           strip: view.strip.map((s) => s.id), log: view.log, maxFpr: view.maxFpr };
}"""


def test_the_view_starts_where_python_says(call: Call) -> None:
    sent = start_payload()
    nothing = {"focus": None, "log": False, "maxFpr": 1}
    assert call("linked/state.js", ADOPT, sent, nothing) == {
        "focus": sent["start"],
        "chosen": False,
        "reference": "kmeans-4",
        "strip": ["kmeans-3", "kmeans-4", "kmeans-5"],
        "log": False,
        "maxFpr": 1,
    }
    # Whatever Python says: the browser has no opinion of its own.
    other = {**sent, "start": "ward-2"}
    other["algorithms"] = [{**a, "reference": f"{a['id']}-3"} for a in sent["algorithms"]]
    found = call("linked/state.js", ADOPT, other, nothing)
    assert (found["focus"], found["reference"]) == ("ward-2", "ward-3")


def test_the_view_opens_as_the_link_says(call: Call) -> None:
    opened = {"focus": "ward-5", "log": True, "maxFpr": 0.2}
    found = call("linked/state.js", ADOPT, start_payload(), opened)
    assert (found["focus"], found["chosen"]) == ("ward-5", True)
    assert (found["log"], found["maxFpr"]) == (True, 0.2)
    found = call("linked/state.js", ADOPT, start_payload(), {**opened, "focus": "gone-9"})
    assert (found["focus"], found["chosen"]) == ("kmeans-4", False)


# Layout


@pytest.mark.parametrize(
    ("count", "width", "columns"),
    [(3, 1200, 3), (5, 1200, 5), (6, 1000, 3), (5, 640, 3), (3, 200, 1)],
)
def test_panels_stand_in_even_rows(call: Call, count: int, width: int, columns: int) -> None:
    found = call("linked/scatter.js", "(m, n, width) => m.panelGrid(n, width)", count, width)
    panels = found["panels"]
    assert len(panels) == count
    assert sum(panel["first"] for panel in panels) == -(-count // columns)
    assert sum(panel["last"] for panel in panels) == columns
    for panel in panels:
        assert 0 <= panel["left"] < panel["right"] <= 1 + 1e-9
        assert -1e-9 <= panel["bottom"] < panel["top"] <= 1
    for a in panels:
        for b in panels:
            apart = a["right"] < b["left"] or b["right"] < a["left"]
            apart |= a["top"] < b["bottom"] or b["top"] < a["bottom"]
            assert a is b or apart


def test_objects_inside_a_frame_or_a_lasso(call: Call) -> None:
    code = """(m, event) => m.objectsInside({ n: 4, x: [0, 1, 2, 3], y: [0, 1, 2, 3] }, event)"""
    frame = {"range": {"x2": [2.5, 0.5], "y2": [0, 2]}}
    assert call("linked/cloud.js", code, frame) == [1, 2]
    triangle = {"lassoPoints": {"x": [-1, 2.5, -1], "y": [-1, 1.2, 3]}}
    assert call("linked/cloud.js", code, triangle) == [0, 1]


# Colours


def lightness(colour: str) -> float:
    """Relative luminance as the accessibility guidelines define it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))


def contrast(a: str, b: str) -> float:
    low, high = sorted((lightness(a), lightness(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("theme", "background"), [("light", "#ffffff"), ("dark", "#0e1117")])
def test_colours_stand_out_from_the_page(call: Call, theme: str, background: str) -> None:
    found = call("shared/palette.js", "(m) => ({ ...m })")
    for name, least in (("CLUSTER", 2.0), ("COLD", 2.0), ("HOT", 2.0)):
        colours = found[name][theme]
        assert len(set(colours)) == len(colours)
        assert min(contrast(colour, background) for colour in colours) > least
    assert len(found["CLUSTER"][theme]) * len(found["SYMBOLS"]) == 72


def test_colours_are_mixed_and_weighed(call: Call) -> None:
    palette = "shared/palette.js"
    assert call(palette, "(m) => m.mix('#000000', 'white', 0.5)") == "rgb(128,128,128)"
    assert call(palette, "(m) => m.luminance('white') - m.luminance('black')") == pytest.approx(1)
    ramp = ["#000000", "#ffffff", "#ff0000"]
    code = "(m, ramp) => [0, 0.5, 2, 9].map((at) => m.rampColour(ramp, at))"
    assert call(palette, code, ramp) == ["rgb(0,0,0)", "rgb(128,128,128)", "#ff0000", "#ff0000"]
    code = "(m) => [0, 0.5, 1].map(m.scoreColour)"
    assert call(palette, code) == ["#b2182b", "rgb(201,201,201)", "rgb(33,102,172)"]


def test_curves_are_cold_below_the_reference_and_hot_above(call: Call) -> None:
    code = """(m) => {
      const solutions = [2, 3, 4, 5].map((k) => ({ k }));
      const algorithm = { solutions, reference: solutions[1] };
      const theme = { ink: "ink", cold: ["#0000ff", "#00ffff"], hot: ["#ff0000", "#ffff00"] };
      return solutions.map((s) => m.curveColour(theme, algorithm, s));
    }"""
    found = call("linked/theme.js", code)
    assert found == ["rgb(0,0,255)", "ink", "rgb(255,0,0)", "#ffff00"]


def test_unpacked_text_is_base64_of_little_endian() -> None:
    assert base64.b64decode(payload.pack([1], "u4")["b"]) == b"\x01\x00\x00\x00"


# Lessons


def test_the_walk_of_the_lesson_scores_as_the_library_does(call: Call) -> None:
    rng = np.random.default_rng(3)
    code = """(m, points, labels) => {
      const walked = m.walk(m.distancesOf(points), labels);
      return [walked.aucc, walked.pairs.map((p) => p.d), walked.steps.at(-1), walked.steps.length];
    }"""
    for grid in (100, 3):  # on the coarse grid many distances are equal
        points = rng.integers(0, grid, size=(7, 2)).astype(float)
        labels = np.array([1, 1, 2, 2, 3, 3, 1])
        aucc, distances, last, steps = call(
            "course/points_to_curve.js", code, points.tolist(), labels.tolist()
        )
        pairs = Pairs(points)
        assert aucc == pytest.approx(pairs.aucc(labels), abs=1e-12)
        assert distances == pytest.approx(sorted(pairs.distances))
        assert (last["x"], last["y"]) == (1, 1)
        assert steps == len(np.unique(np.round(pairs.distances, 9)))


def test_a_walk_without_both_kinds_of_pairs_has_no_score(call: Call) -> None:
    code = "(m) => Number.isNaN(m.walk([1, 2, 3], [1, 1, 1]).aucc)"
    assert call("course/points_to_curve.js", code) is True


def test_pairs_are_listed_row_by_row(call: Call) -> None:
    code = "(m) => [m.pairAt(7, 0, 1), m.pairAt(7, 1, 0), m.pairAt(7, 0, 6), m.pairAt(7, 5, 6)]"
    assert call("course/points_to_curve.js", code) == [0, 0, 5, 20]


def test_a_name_stands_away_from_its_neighbour(call: Call) -> None:
    code = "(m, points) => m.awayFromNeighbours(points, 0)"
    x, y = call("course/points_to_curve.js", code, [[0, 0], [100, 0]])
    assert x < -0.05
    assert call("course/points_to_curve.js", code, [[0, 0], [900, 0]]) == pytest.approx([0, 1])
    assert x**2 + y**2 == pytest.approx(1)


def test_ties_bend_within_the_open_step(call: Call) -> None:
    curve = [[0, 0], [0, 0.5], [0.25, 1], [1, 1]]
    found = call("course/ties.js", "(m, curve) => m.openStep(curve)", curve)
    assert (found["at"], found["from"], found["to"]) == (2, [0, 0.5], [0.25, 1])
    assert found["bends"] == {
        "half": [0.125, 0.75],
        "optimistic": [0, 1],
        "pessimistic": [0.25, 0.5],
    }


def test_ties_are_ordered_for_or_against(call: Call) -> None:
    rows = [{"rank2": 4, "within": 0}, {"rank2": 1, "within": 1}, {"rank2": 4, "within": 1}]
    code = "(m, rows, way) => m.ordered(rows, way).map((row) => rows.indexOf(row))"
    assert call("course/ties.js", code, rows, "half") == [1, 0, 2]
    assert call("course/ties.js", code, rows, "optimistic") == [1, 2, 0]
    assert call("course/ties.js", code, rows, "pessimistic") == [1, 0, 2]


def test_the_toll_and_the_corner_are_counted(call: Call) -> None:
    runs = [
        {"k": 2, "joined": 3000, "split": 0, "curve": [[0, 0], [1, 1]]},
        {"k": 3, "joined": 0, "split": 0, "curve": [[0, 0], [0, 1], [1, 1]]},
        {"k": 4, "joined": 0, "split": 1200, "curve": [[0, 0], [0.05, 0.98], [1, 1]]},
    ]
    a_set = {"trueK": 3, "runs": runs}
    assert call("course/under_over.js", "(m, set) => m.tollSentence(set)", a_set) == (
        "One merge costs 2.5 splits (3,000 to 1,200)"
    )
    assert call("course/under_over.js", "(m, set) => m.cornerReach(set)", a_set) == 0.08


def test_scales_go_to_pixels_and_back(call: Call) -> None:
    code = """(m, equal) => {
      const room = { top: 10, right: 10, bottom: 20, left: 40 };
      const scale = m.scales({ width: 250, height: 130, room, xs: [0, 10], ys: [0, 1], equal });
      const unit = [scale.x(1) - scale.x(0), scale.y(0) - scale.y(1)];
      return { corners: [scale.x(0), scale.x(10), scale.y(0), scale.y(1)], unit,
               back: scale.back(scale.x(3), scale.y(0.4)) };
    }"""
    found = call("course/charts.js", code, False)
    assert found["corners"] == [40, 240, 110, 10]
    assert found["back"] == pytest.approx([3, 0.4])
    found = call("course/charts.js", code, True)
    assert found["unit"] == pytest.approx([20, 20])
    assert found["back"] == pytest.approx([3, 0.4])


def test_a_glide_stops_at_the_nearest_step(call: Call) -> None:
    code = "(m, at) => m.nearest([25, 50, 75], at)"
    assert [call("course/overlap.js", code, at) for at in (0, 37, 38, 900)] == [25, 25, 50, 75]


def test_the_address_of_a_lesson_holds_what_is_set(call: Call) -> None:
    code = "(m, settings) => m.search({ lesson: 3, seed: 7 }, settings)"
    settings = {"data": "a b", "k": 4, "seed": 9, "empty": "", "none": None}
    assert call("course/frame.js", code, settings) == "?lesson=3&seed=7&data=a+b&k=4"


def test_the_quiz_says_how_well_each_kind_was_seen(call: Call) -> None:
    code = "(m, questions, given) => m.scoresByKind(questions, given, ['few', 'right', 'many'])"
    questions = [{"answer": kind} for kind in (0, 0, 1, 2)]
    found = call("course/quiz.js", code, questions, [0, 2, 1, 1])
    assert found == ["few: 1 of 2", "right: 1 of 1", "many: 0 of 1"]


def test_the_quiz_praises_what_is_more_than_luck(call: Call) -> None:
    code = "(m) => [10, 9, 8, 7, 5, 4, 0].map((score) => m.praise(score, 10))"
    perfect, *rest = call("course/quiz.js", code)
    assert perfect == "Perfect."
    assert rest[:2] == ["You can read curves."] * 2
    assert rest[2:4] == ["More than luck."] * 2
    assert rest[4:] == ["Lesson 3 will help."] * 2


# Connection


def test_the_banner_says_what_is_lost_and_what_to_do(call: Call) -> None:
    messages = "connection/main.js"
    far = {"here": False, "linked": False}
    gone = "(m, held, place) => m.goneMessage(held, place)"
    _, rest = call(messages, gone, {"upload": False}, far)
    assert rest.endswith("tell whoever runs the server.")
    assert "file" not in rest
    assert "address bar" not in rest
    _, rest = call(messages, gone, {"upload": True}, {"here": True, "linked": True})
    assert "Keep your file at hand" in rest
    assert "address bar" in rest
    assert rest.endswith("start it again.")
    lost = "(m, held, restarted, place) => m.lostMessage(held, restarted, place)"
    assert call(messages, lost, {"upload": False, "job": False}, True, far) is None
    headline, rest = call(messages, lost, {"upload": True, "job": True}, True, far)
    assert headline == "The server was restarted."
    assert "choose your file again" in rest
    assert "calculation" in rest
    assert call(messages, lost, {"job": True}, False, far)[0] == "The connection was away too long."


# Clicks

_CLICKS = """(m, steps) => {
    const plot = document.createElement("div");
    plot.innerHTML = "<b class='draglayer'><i></i></b><u></u>";
    const heard = {};
    plot.on = (name, act) => { heard[name] = act; };
    const clicked = [];
    m.onPointClick(plot, (point) => clicked.push(point), () => clicked.push("nothing"));
    for (const [name, value, x] of steps) {
        const event = new MouseEvent(name, { bubbles: true, clientX: x, clientY: 5 });
        if (name in heard) heard[name]({ points: [value], event });
        else plot.querySelector(value).dispatchEvent(event);
    }
    return clicked;
}"""


@pytest.mark.parametrize(
    ("steps", "clicked"),
    [
        # As plotly means it when zooming: its event, then the browser's; when selecting: after it.
        ("hover:a down:i click:a up:i", ["a"]),
        ("hover:a down:i up:i click:a", ["a"]),
        # Drawn anew in between: plotly's event is missing.
        ("hover:a down:i up:i", ["a"]),
        # A finger hovers over nothing; the browser's event may come first.
        ("down:i click:a up:i", ["a"]),
        ("down:i up:i click:a", ["nothing", "a"]),
        # Told of once, where the pointer came near: it may have moved on over the same point.
        ("hover:a down:i:9 up:i:9", ["a"]),
        # Left by plotly's own cover while the button was down.
        ("hover:a down:i out:a up:i", ["a"]),
        # Nothing below the pointer; moved away since; left; on a button beside the chart.
        ("down:i up:i", ["nothing"]),
        ("hover:a down:i:40 up:i:40", ["nothing"]),
        ("hover:a out:a down:i up:i", ["nothing"]),
        ("hover:a down:u up:u", []),
        # A drag ends without a click; the next click is its own.
        ("hover:a down:i down:i:40 up:i:40", ["nothing"]),
        ("hover:a down:i click:a up:i hover:b down:i up:i", ["a", "b"]),
    ],
)
def test_a_click_is_about_the_point_that_was_pressed(
    call: Call, steps: str, clicked: list[str]
) -> None:
    names = {"down": "pointerdown", "up": "click"}
    names |= {name: f"plotly_{name}" for name in ("hover", "click")} | {"out": "plotly_unhover"}
    played = [(*step.split(":"), 0)[:3] for step in steps.split()]
    found = call(
        "linked/listeners.js", _CLICKS, [[names[n], value, int(x)] for n, value, x in played]
    )
    assert found == clicked


_HINTS = """(m, bands) => {
    let drawn = 0;
    const view = { model: {}, band: null, get parts() { drawn += 1; throw new Error("enough"); } };
    window.onunhandledrejection = (event) => event.preventDefault();
    return bands.map((band) => {
        m.receive(view, { band, highlight: null });
        return drawn;
    });
}"""


def test_a_band_that_is_known_is_not_drawn_again(call: Call) -> None:
    band = {"algorithm": "kmeans", "ks": [2, 3]}
    times = call("linked/linking.js", _HINTS, [None, band, band, None, None])
    assert times == [0, 1, 1, 2, 2]
