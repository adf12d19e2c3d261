"""The pure parts of the browser side, each module imported by itself in a real Chromium."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, Route

from aucc_core.datasets import load_dataset
from aucc_core.explain.curve_shape import logit
from aucc_core.explain.worst_pairs import curve_of_objects, worst_pairs
from aucc_core.pairs import Pairs
from aucc_core.partitions import ALGORITHMS
from aucc_core.prepare.projection import project
from aucc_core.sweeps.solutions import ExploreRun, solve_now, thinned
from pages.ui.components.linked import payload
from pages.ui.components.modules import join
from pages.ui.explore.ranks import packed_ranks

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
    assert call("linked/axes.js", "(m) => m.rangeOf([0, 100])") == [-6, 106]
    assert call("linked/axes.js", "(m) => m.rangeOf([5, 5])") == [4, 6]


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
  root.append(Object.assign(document.createElement("div"), { className: "aucc" }));
  const view = m.createView(root);
  m.adoptModel(view, { ...payload, opened });
  const { shown, state } = view;
  return { focus: shown.focus.id, chosen: shown.chosen, reference: shown.reference.id,
           strip: shown.strip.map((s) => s.id), log: state.log, maxFpr: state.maxFpr };
}"""


def test_the_view_starts_where_python_says(call: Call) -> None:
    sent = start_payload()
    nothing = {"focus": None, "log": False, "maxFpr": 1}
    assert call("linked/view.js", ADOPT, sent, nothing) == {
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
    found = call("linked/view.js", ADOPT, other, nothing)
    assert (found["focus"], found["reference"]) == ("ward-2", "ward-3")


START_KNOWN = """(m, payload, opened, stars) => {
  const root = document.createElement("div");
  root.append(Object.assign(document.createElement("div"), { className: "aucc" }));
  const view = m.createView(root);
  m.adoptModel(view, { ...payload, opened });
  Object.assign(view, { stars });
  m.follow(view);
  return view.shown.focus.id;
}"""


def test_the_view_goes_to_what_is_to_be_believed_unless_a_person_chose(call: Call) -> None:
    sent = start_payload()
    stars = {"dataKey": sent["dataKey"], "believed": "ward-2", "highest": None, "start": "ward-2"}
    nothing, chosen = ({"focus": focus, "log": False, "maxFpr": 1} for focus in (None, "ward-5"))
    found = [
        call("linked/view.js", START_KNOWN, sent, opened, said)
        for opened, said in [
            (nothing, stars),
            (nothing, {**stars, "dataKey": "other"}),  # of data that are gone
            (nothing, {**stars, "start": "gone-9"}),
            (chosen, stars),
        ]
    ]
    assert found == ["ward-2", sent["start"], sent["start"], "ward-5"]


def test_the_view_opens_as_the_link_says(call: Call) -> None:
    opened = {"focus": "ward-5", "log": True, "maxFpr": 0.2}
    found = call("linked/view.js", ADOPT, start_payload(), opened)
    assert (found["focus"], found["chosen"]) == ("ward-5", True)
    assert (found["log"], found["maxFpr"]) == (True, 0.2)
    found = call("linked/view.js", ADOPT, start_payload(), {**opened, "focus": "gone-9"})
    assert (found["focus"], found["chosen"]) == ("kmeans-4", False)


# Layout


@pytest.mark.parametrize(
    ("count", "width", "columns"),
    [(3, 1200, 3), (5, 1200, 5), (6, 1000, 3), (5, 640, 3), (3, 200, 1)],
)
def test_panels_stand_in_even_rows(call: Call, count: int, width: int, columns: int) -> None:
    code = "(m, n, width) => m.panelGrid(n, width, 240)"
    found = call("linked/scatter.js", code, count, width)
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
    assert call("linked/points.js", code, frame) == [1, 2]
    triangle = {"lassoPoints": {"x": [-1, 2.5, -1], "y": [-1, 1.2, 3]}}
    assert call("linked/points.js", code, triangle) == [0, 1]


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
    code = "(m) => [0, 0.5, 1].map((at) => m.scaleColour(m.SCORE_SCALE, at))"
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
    a_set = {"trueK": 3, "runs": runs, "toll": {"merged": 3000, "split": 1200}}
    assert call("course/under_over.js", "(m, set) => m.tollSentence(set)", a_set) == (
        "One merge (k = 2) costs 2.5 splits (k = 4): 3,000 pairs to 1,200. "
        "Equal groups, cut in halves: 4."
    )
    both = {**a_set, "toll": None}
    assert "at once" in call("course/under_over.js", "(m, set) => m.tollSentence(set)", both)
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
    code = """(m, settings, changes) => m.addressOf({ key: "quiz", lesson: 3, seed: 7,
      around: { view: "print", route: "" } }, settings, changes)"""
    settings = {"data": "a b", "k": 4, "empty": "", "none": None}
    shown = {"lesson": "quiz", "seed": "7", "view": "print", "data": "a b", "k": "4"}
    assert call("course/frame.js", code, settings, {}) == shown
    changes = {"seed": 9, "view": ""}
    del shown["view"]
    assert call("course/frame.js", code, settings, changes) == {**shown, "seed": "9"}


def test_a_route_leaves_lessons_out(call: Call) -> None:
    code = "(m, lesson) => m.neighbours([1, 2, 6], lesson)"
    assert call("course/frame.js", code, 2) == {"before": 1, "after": 6}
    assert call("course/frame.js", code, 4) == {"before": 2, "after": 6}  # beside the route
    assert not call("course/frame.js", code, 1).get("before")
    assert not call("course/frame.js", code, 6).get("after")


def test_scores_are_stretched_as_the_core_does(call: Call) -> None:
    scores = [0.5, 0.9, 0.999]
    found = [call("course/band_chart.js", "(m, v) => m.stretched(v)", score) for score in scores]
    assert found == pytest.approx(logit(scores).tolist())
    assert call("course/band_chart.js", "(m) => Number.isFinite(m.stretched(1))") is True


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
    assert rest[4:] == ["“Too few, too many” will help."] * 2


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


_HINTS = """(m, messages) => {
    let drawn = 0;
    const changes = [];
    const only = { id: "a", algorithm: "x" };
    const view = {
        shown: {}, band: null, stars: null, clicks: {}, draw: () => { drawn += 1; },
        state: { chosen: null, held: null, hover: null, hand: null, pins: [] }, startOf: () => only,
        model: { byId: new Map(), algorithms: [{ id: "x", solutions: [only] }], panels: 1 },
        change: (...what) => changes.push(what),
        parts: { scatter: { focus() {}, scrollIntoView() {} } },
    };
    return messages.map((message) => {
        m.receive(view, { band: null, highlight: null, ...message });
        return [drawn, changes.length];
    });
}"""


def test_what_python_says_again_is_not_drawn_again(call: Call) -> None:
    band = {"algorithm": "kmeans", "ks": [2, 3]}
    said = [{}, {"band": band}, {"band": band}, {"band": band, "stars": {"highest": "a"}}, {}, {}]
    drawn = [0, 1, 1, 2, 3, 3]
    found = call("linked/messages.js", _HINTS, said)
    assert [times for times, _ in found] == drawn


_SEND = """async (m) => {
    const sent = [];
    const view = {
        settled: "[1]", settling: 0, root: document.body, send: (what) => sent.push(what),
        state: { selected: null, held: null, hand: null, pins: [] },
        shown: { focus: { id: "ward-3" }, chosen: true },
    };
    const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    window.auccLeft = "http://a/?data=Wine";
    m.settle(view);
    await pause(700);
    const meanwhile = sent.length;
    window.auccLeft = null;
    while (sent.length === 0) await pause(20);
    return [meanwhile, sent[0].focus];
}"""


def test_nothing_is_said_until_the_server_knows_where_the_person_went(call: Call) -> None:
    assert call("linked/messages.js", _SEND) == [0, "ward-3"]


def test_a_click_below_the_view_counts_once(call: Call) -> None:
    light = {"highlight": {"click": 1, "objects": [3]}}
    focus = {"focus": {"click": 1, "id": "ward-3"}}
    said = [light, light, focus, focus, {**light, "focus": {"click": 2, "id": "ward-3"}}]
    found = call("linked/messages.js", _HINTS, said)
    assert [changes for _, changes in found] == [1, 1, 2, 2, 3]


# Back and forth


_WAY_BACK = """(m, steps) => {
    const entries = ["http://a/?data=Iris"];
    let at = 0;
    const listeners = {};
    const seen = (url) => new URL(url, entries[at]).href;
    const window = {
        location: { get href() { return entries[at]; } },
        history: {
            pushState: (s, u, url) => { entries.splice(at + 1, 99, seen(url)); at += 1; },
            replaceState: (s, u, url) => { entries[at] = seen(url); },
        },
        addEventListener: (name, hear) => { listeners[name] = hear; },
    };
    m.keepWayBack(window, 0);
    for (const [name, value] of steps) {
        if (name === "go") { at += value; listeners.popstate(); }
        else if (name === "heard") m.keepWayBack(window, value);
        else if (name === "press") listeners.pointerdown();
        else window.history[name]({}, "", value);
    }
    return [entries.map((url) => url.slice("http://a".length)), at, Boolean(window.auccLeft)];
}"""
IRIS, WINE = "/?data=Iris", "/?data=Wine"


@pytest.mark.parametrize(
    ("steps", "entries", "at", "waits"),
    [
        ([["pushState", f"{IRIS}&focus=a"]], [f"{IRIS}&focus=a"], 0, False),
        ([["pushState", WINE]], [IRIS, WINE], 1, False),
        # What the server says late of what was left, before it has heard: however it is written.
        ([["pushState", WINE], ["go", -1], ["replaceState", WINE]], [IRIS, WINE], 0, True),
        ([["pushState", WINE], ["go", -1], ["pushState", WINE]], [IRIS, WINE], 0, True),
        # Of where the person is it may say what it likes.
        (
            [["pushState", WINE], ["go", -1], ["replaceState", f"{IRIS}&k=3"]],
            [f"{IRIS}&k=3", WINE],
            0,
            True,
        ),
        # Once it has heard, and after the person has done something, all is as usual.
        (
            [["pushState", WINE], ["go", -1], ["heard", 0], ["heard", 1], ["pushState", WINE]],
            [IRIS, WINE],
            1,
            False,
        ),
        (
            [["pushState", WINE], ["go", -1], ["press", 0], ["pushState", WINE]],
            [IRIS, WINE],
            1,
            False,
        ),
    ],
)
def test_what_was_left_does_not_come_back_by_itself(
    call: Call, steps: list[list[Any]], entries: list[str], at: int, waits: bool
) -> None:
    assert call("tab/way_back.js", _WAY_BACK, steps) == [entries, at, waits]


_COLUMN = """(m, sent) => {
    const model = { ...sent, column: { ...sent.column } };
    for (const name of ["codes", "values"]) model.column[name] = m.arrayOf(sent.column[name]);
    return Array.from({ length: sent.n }, (_, i) => m.valueText(model, i));
}"""


def test_the_pointer_tells_what_the_column_says(call: Call) -> None:
    town = pd.Series(["Ulm", None, "Rome", "Ulm"], name="town")
    age = pd.Series([20.0, np.nan, 1 / 3, 1e6], name="age")
    for column, said in (
        (town, ["Ulm", "–", "Rome", "Ulm"]),
        (age, ["20", "–", "0.333333", "1000000"]),
    ):
        sent = {"n": 4, "column": payload.pack_column(column)}
        assert call("linked/model.js", _COLUMN, sent) == said


# State


_PLAY = """(m, steps) => {
    const state = steps.reduce((now, [name, ...args]) => m.changed(now, name, ...args), m.START);
    const { past, future, ...kept } = state;
    return { ...kept, past: past.length, future: future.length };
}"""


def played(call: Call, *steps: list[Any]) -> dict[str, Any]:
    return call("linked/state.js", _PLAY, list(steps))


def test_clear_takes_one_step_at_a_time(call: Call) -> None:
    steps = [["focus", "ward-3", 12], ["select", [1, 2]]]
    seen = []
    for presses in range(4):
        now = played(call, *steps, *[["clear"]] * presses)
        seen.append((now["held"], now["selected"], now["chosen"]))
    assert seen == [
        (12, [1, 2], "ward-3"),
        (None, [1, 2], "ward-3"),
        (None, None, "ward-3"),
        (None, None, None),
    ]


def test_undo_and_redo_walk_through_what_was_chosen(call: Call) -> None:
    hand = {"origin": "ward-3", "labels": [0, 1, 1]}
    steps = [["focus", "ward-3"], ["select", [1]], ["edit", hand], ["zoom", {"x": [0, 1]}]]
    trail = [played(call, *steps[:count]) for count in range(5)]
    names = ("chosen", "selected", "hand")
    for undone in range(4):
        now = played(call, *steps, *[["undo"]] * undone)
        before = trail[3 - undone]
        assert {name: now[name] for name in names} == {name: before[name] for name in names}
        assert (now["past"], now["future"]) == (3 - undone, undone)
        assert now["zoom"] == {"x": [0, 1]}  # how one looks is no step
    again = played(call, *steps, ["undo"], ["undo"], ["redo"])
    assert (again["chosen"], again["selected"], again["hand"]) == ("ward-3", [1], None)
    # What is done after an undo takes the place of what was undone; at either end nothing happens.
    assert played(call, *steps, ["undo"], ["select", [2]], ["redo"])["selected"] == [2]
    assert played(call, ["undo"], ["redo"]) == played(call)


def test_a_change_that_changes_nothing_is_no_step(call: Call) -> None:
    assert played(call, ["select", [1, 2]], ["select", [1, 2]])["past"] == 1
    assert played(call, ["select", []], ["clear"], ["area", 7])["past"] == 0
    code = "(m) => m.changed(m.START, 'hover', null) === m.START"
    assert call("linked/state.js", code) is True


def test_other_data_keep_how_one_looks(call: Call) -> None:
    code = """(m) => {
      let state = m.START;
      for (const step of [["focus", "a-2"], ["log", true], ["area", 0.3], ["select", [1]]]) {
        state = m.changed(state, ...step);
      }
      const { chosen, selected, log, maxFpr, past } = m.forOtherData(state);
      return [chosen, selected, log, maxFpr, past.length];
    }"""
    assert call("linked/state.js", code) == [None, None, True, 0.3, 0]


# What is shown


_SHOWN = """(m, state, panels) => {
    const some = { aucc: 0.9, d: [0, 1, 2] };
    const solutions = [2, 3, 4, 5, 6].map((k) => ({ id: `a-${k}`, algorithm: "a", k, ...some }));
    const other = { id: "b-2", algorithm: "b", k: 2, aucc: 0.8, d: [0, 1] };
    const algorithms = [
        { id: "a", solutions, reference: solutions[1], best: solutions[1] },
        { id: "b", solutions: [other], reference: other, best: other },
    ];
    const byId = new Map([...solutions, other].map((s) => [s.id, s]));
    const hand = state.hand && { id: "hand", k: 3, d: [0, 1], ...state.hand };
    const view = {
        model: { byId, algorithms, panels: panels ?? 3 }, handSolution: () => hand,
        startOf: () => byId.get("a-3"),
        state: { chosen: null, held: null, hover: null, pins: [], hand: null, ...state },
    };
    const { focus, strip, curves, active } = m.shownOf(view, null);
    const ids = (all) => all.map((s) => s.id).join(" ");
    return [focus.id, ids(strip), ids(curves), active && [active.solution.id, active.vertex]];
}"""


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        ({}, ["a-3", "a-2 a-3 a-4", "a-2 a-3 a-4 a-5 a-6", None]),
        ({"chosen": "gone-7"}, ["a-3", "a-2 a-3 a-4", "a-2 a-3 a-4 a-5 a-6", None]),
        ({"chosen": "a-6"}, ["a-6", "a-4 a-5 a-6", "a-2 a-3 a-4 a-5 a-6", None]),
        # A curve that is looked at and not in a panel takes the last one, or the one before it.
        (
            {"hover": {"id": "a-6", "vertex": 1}},
            ["a-3", "a-2 a-3 a-6", "a-2 a-3 a-4 a-5 a-6", ["a-6", 1]],
        ),
        (
            {"chosen": "a-5", "pins": ["a-2", "b-2", "a-5"], "hover": {"id": "a-6", "vertex": 9}},
            ["a-5", "a-2 a-6 a-5", "a-2 a-3 a-4 a-5 a-6", ["a-6", 2]],
        ),
        ({"held": 2}, ["a-3", "a-2 a-3 a-4", "a-2 a-3 a-4 a-5 a-6", ["a-3", 2]]),
        (
            {"hand": {"origin": "a-4", "aucc": 0.7}, "chosen": "hand"},
            ["hand", "a-4 a-5 hand", "a-2 a-3 a-4 a-5 a-6 hand", None],
        ),
        # Without a score there is no curve, and nothing to hold on it.
        (
            {"hand": {"origin": "b-2", "aucc": None}, "chosen": "hand", "held": 1},
            ["hand", "b-2 hand", "b-2", None],
        ),
    ],
)
def test_what_is_shown_follows_from_the_state(
    call: Call, state: dict[str, Any], shown: list[Any]
) -> None:
    assert call("linked/shown.js", _SHOWN, state) == shown


# Layout of the charts


def test_units_are_equal_where_that_leaves_something_to_see(call: Call) -> None:
    ask = "(m, x, y, equalAspect) => [m.isEqual({ x, y, equalAspect }), m.stretchOf({ x, y })]"
    assert call("linked/axes.js", ask, [0, 10], [0, 3], False) == [True, pytest.approx(10 / 3)]
    assert call("linked/axes.js", ask, [0, 10], [0, 2], False) == [False, 5]
    assert call("linked/axes.js", ask, [0, 10], [0, 2], True) == [True, 5]
    assert call("linked/axes.js", ask, [4, 4], [0, 2], False) == [True, 1]
    wide = "(m, equal) => m.panelRanges({ x: [0, 10], y: [0, 4] }, equal, 100, 100)"
    assert call("linked/axes.js", wide, True) == {"x": [0, 10], "y": [-3, 7]}
    assert call("linked/axes.js", wide, False) == {"x": [0, 10], "y": [0, 4]}


def test_axes_go_to_pixels_and_back(call: Call) -> None:
    code = """(m, log) => {
      const place = { offset: 50, length: 200, log, up: !log };
      const axis = m.axisOf({ range: log ? [-2, 0] : [0, 4], ...place });
      return [axis.pixel(1), axis.value(axis.pixel(0.3))];
    }"""
    assert call("linked/axes.js", code, False) == pytest.approx([200, 0.3])
    assert call("linked/axes.js", code, True) == pytest.approx([250, 0.3])


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize("size", [(540, 300), (540, 800), (360, 520), (1200, 600)])
def test_the_square_of_the_curves_is_square_and_nothing_lies_on_it(
    call: Call, size: tuple[int, int], below: bool
) -> None:
    code = "(m, width, height, below) => m.rocPlaces({ width, height, corner: true, below })"
    places = call("linked/roc.js", code, *size, below)
    main, corner = places["main"], places["corner"]
    assert main["width"] == pytest.approx(main["height"])
    assert main["x"] + main["width"] <= size[0]
    assert main["y"] + main["height"] <= size[1]
    if below:
        assert corner["y"] >= main["y"] + main["height"] + 30
    else:
        assert corner["x"] >= main["x"] + main["width"] + 30
    assert corner["x"] + corner["width"] <= size[0]
    assert corner["y"] + corner["height"] <= size[1]
    assert min(corner["width"], corner["height"]) > 60


@pytest.mark.parametrize(
    ("window", "top", "roc", "scatter"),
    [(900, 150, 520, 800), (720, 150, 430, 680), (1440, 150, 1050, 1700)],
)
def test_the_charts_fill_the_window_and_no_more(
    call: Call, window: int, top: int, roc: int, scatter: int
) -> None:
    code = "(m, sizes) => m.heightsOf({ narrow: false, chips: 0, panels: 3, ...sizes })"
    sizes = {"window": window, "top": top, "roc": roc, "scatter": scatter}
    heights = call("linked/layout.js", code, sizes)
    total = heights["scatter"] + heights["roc"] + 100 + top
    assert total <= window - 50
    assert total >= window - 160
    assert min(heights.values()) >= 150


# Marks


def test_every_algorithm_has_a_mark_of_its_own_and_none_is_a_star(call: Call) -> None:
    marks = call("shared/marks.js", "(m) => m.LINE_MARKS")
    assert len(marks) == len(set(marks)) >= len(ALGORITHMS)
    assert "star" not in marks
    paths = [call("shared/marks.js", "(m, name) => m.markPath(name, 5)", name) for name in marks]
    assert len(set(paths)) == len(paths)
    assert all(path.startswith("M") and path.endswith("Z") for path in paths)
    # Every cluster's symbol can be drawn on the canvas too.
    symbols = call("shared/palette.js", "(m) => m.SYMBOLS")
    drawn = [call("shared/marks.js", "(m, name) => m.markPath(name, 5)", name) for name in symbols]
    assert len(set(drawn)) == len(symbols)


# Counting


COUNT = """(m, packed, labels, chosen) => {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    const ranked = m.unpackRanks(bytes.buffer);
    const codes = Uint16Array.from(labels);
    const found = m.countPairs(ranked, codes, chosen && Uint8Array.from(chosen));
    if (!found) return null;
    const thin = m.thinned(ranked, found);
    const worst = m.worstPairs(ranked, codes, 400);
    const plain = (all) => Array.from(all);
    return {
        P: found.P, N: found.N, won: found.won, aucc: found.aucc,
        partial: m.partialArea(found, 0.1),
        tp: plain(found.tp), fp: plain(found.fp),
        d: plain(found.group).map((g) => ranked.distances[g]),
        thin: [plain(thin.tp), plain(thin.fp)],
        apart: plain(worst.apart), together: plain(worst.together),
    };
}"""


def counted(call: Call, pairs: Pairs, labels: np.ndarray, chosen: Any = None) -> Any:
    packed = base64.b64encode(packed_ranks(pairs)).decode()
    return call("linked/counting.js", COUNT, packed, labels.tolist(), chosen)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_browser_counts_the_same_integers_as_python(call: Call, data: st.DataObject) -> None:
    """Few values make ties and duplicates; few or many labels make singletons and big clusters."""
    n = data.draw(st.integers(3, 24))
    values = st.integers(0, data.draw(st.sampled_from([1, 3, 50])))
    X = np.array(data.draw(st.lists(st.tuples(values, values), min_size=n, max_size=n)), float)
    most = data.draw(st.sampled_from([1, 3, n]))
    labels = np.array(data.draw(st.lists(st.integers(0, most), min_size=n, max_size=n)))
    noise = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    labels[noise & data.draw(st.booleans())] = -1
    kept = labels >= 0
    found = counted(call, Pairs(X), labels)
    sizes = np.bincount(labels[kept]) if kept.any() else np.zeros(0)
    if (sizes > 0).sum() < 2 or sizes.max() < 2:
        assert found is None
        return
    places = np.flatnonzero(kept)
    pairs = Pairs(X[kept])
    counts = pairs.counts(labels[kept])
    assert found["won"] == 2 * counts.s_plus + counts.s_zero
    assert found["aucc"] == pairs.aucc(labels[kept])
    curve = pairs.curve(labels[kept])
    assert (found["tp"], found["fp"]) == (curve.within.tolist(), curve.between.tolist())
    np.testing.assert_allclose(found["d"][1:], curve.thresholds[1:], rtol=1e-6)
    assert found["partial"] == pytest.approx(curve.partial_area(0.1) / 0.1)
    worst = worst_pairs(pairs, labels[kept])
    assert found["apart"] == places[worst.apart].ravel().tolist()
    assert found["together"] == places[worst.together].ravel().tolist()


def test_long_curves_are_thinned_as_python_does(call: Call) -> None:
    rng = np.random.default_rng(5)
    X, labels = rng.normal(size=(300, 3)), rng.integers(0, 4, 300)
    pairs = Pairs(X)
    found = counted(call, pairs, labels)
    thin = thinned(pairs.curve(labels))
    assert len(found["tp"]) > 2 * len(found["thin"][0])
    assert found["thin"] == [thin.within.tolist(), thin.between.tolist()]


def test_the_pairs_of_some_objects_are_counted_as_python_does(call: Call) -> None:
    rng = np.random.default_rng(6)
    X, labels = rng.integers(0, 6, size=(40, 2)).astype(float), rng.integers(0, 3, 40)
    chosen = np.flatnonzero(rng.random(40) < 0.3)
    mask = np.isin(np.arange(40), chosen).astype(int).tolist()
    found = counted(call, Pairs(X), labels, mask)
    curve = curve_of_objects(Pairs(X), labels, chosen)
    assert (found["tp"], found["fp"]) == (curve.within.tolist(), curve.between.tolist())
    assert found["aucc"] == curve.area


# Editing by hand


def edited(call: Call, function: str, labels: list[int], *rest: Any) -> list[int]:
    code = f"(m, labels, ...rest) => Array.from(m.{function}(Uint16Array.from(labels), ...rest))"
    return call("linked/editing.js", code, labels, *rest)


def test_edits_move_objects_between_clusters(call: Call) -> None:
    labels = [0, 0, 1, 1, 3, 65535]
    assert edited(call, "clustersOf", labels, [1, 4, 5]) == [0, 3]
    assert edited(call, "allClusters", labels) == [0, 1, 3]
    assert edited(call, "moved", labels, [1, 5], 3) == [0, 3, 1, 1, 3, 3]
    # A new cluster takes the smallest free number: 2, or that of a cluster which it empties.
    assert edited(call, "newCluster", labels, [1, 5]) == [0, 2, 1, 1, 3, 2]
    assert edited(call, "newCluster", labels, [0, 1, 5]) == [0, 0, 1, 1, 3, 0]
    assert edited(call, "merged", labels, [2, 4, 5]) == [0, 0, 1, 1, 1, 65535]
    code = "(m) => m.movedCount(Uint16Array.of(0, 1, 1), Uint16Array.of(0, 1, 2))"
    assert call("linked/editing.js", code) == 1


def test_a_split_parts_two_groups(call: Call) -> None:
    rng = np.random.default_rng(7)
    X = np.concatenate([rng.normal(0, 1, (20, 2)), rng.normal(8, 1, (12, 2)), [[50, 50], [51, 50]]])
    labels = [0] * 32 + [1, 1]
    code = """async (m, packed, labels) => {
        const { unpackRanks } = await import("/linked/counting.js");
        const ranked = unpackRanks(Uint8Array.from(atob(packed), (c) => c.charCodeAt(0)).buffer);
        return Array.from(m.split(ranked, Uint16Array.from(labels), 0));
    }"""
    packed = base64.b64encode(packed_ranks(Pairs(X))).decode()
    assert call("linked/editing.js", code, packed, labels) == [0] * 20 + [2] * 12 + [1, 1]


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ([0, 0, 0], "All objects are in one cluster"),
        ([0, 0, 65535], "All objects are in one cluster"),
        ([0, 1, 2], "Every object is alone"),
        ([65535, 65535], "Every object is left out as noise"),
        ([0, 0, 1], None),
    ],
)
def test_what_cannot_be_scored_is_said(call: Call, labels: list[int], said: str | None) -> None:
    code = """async (m, labels) => {
        const { allClusters } = await import("/linked/editing.js");
        return m.problemOf(Uint16Array.from(labels), allClusters(Uint16Array.from(labels)));
    }"""
    found = call("linked/hand.js", code, labels)
    assert (found is None) if said is None else found.startswith(said)
