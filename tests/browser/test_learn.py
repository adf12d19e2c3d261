"""A student's way through the course: every lesson, the quiz, right and wrong, mouse and keys."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from pages.ui.learn import LESSONS, ROUTES, Lesson, big_quiz, quiz
from tests.load.server import Server
from tests.waiting import PATIENCE, Runs, wait_until

COURSE = tuple(LESSONS.values())
NUMBER = {name: at for at, name in enumerate(LESSONS, 1)}
# How deep the lesson reaches, and where the reader is in it.
BOTTOM = "document.querySelector('.aucc-learn').getBoundingClientRect().bottom"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def student(chromium: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Open a lesson; any complaint of the browser fails the test.

    The server's own answer to a first visit by deep link is left out: Streamlit asks for its
    health under the page's path first and then finds it at the root.
    """
    complaints: list[str] = []
    contexts = []
    sent: list[str | bytes] = []  # everything that goes to the server, for those who count

    def hear(message) -> None:
        if message.type == "error" and "/_stcore/" not in message.location["url"]:
            complaints.append(f"{message.text} {message.location}")

    def visit(query: str, *, width: int = 1280, height: int = 720, **context) -> Page:
        own = chromium.new_context(
            base_url=server, viewport={"width": width, "height": height}, **context
        )
        contexts.append(own)
        page = own.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        visit.runs = Runs(page)
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("websocket", lambda socket: socket.on("framesent", lambda f: sent.append(f)))
        page.goto(f"/learn?{query}")
        page.wait_for_selector(".aucc-learn footer", state="attached")
        return page

    visit.sent = sent
    yield visit
    for context in contexts:
        context.close()
    assert complaints == []


def on_lesson(page: Page, number: int) -> None:
    expect(page.locator(".aucc-learn h2")).to_have_text(f"{number}{COURSE[number - 1].title}")
    expect(page.locator(".aucc-learn .bar [aria-current]")).to_have_attribute(
        "aria-label", re.compile(f"^Lesson {number}:")
    )


def value(page: Page) -> float:
    return float(page.get_by_test_id("aucc").inner_text())


def test_through_the_whole_course(student):
    """Wrong in the odd lessons, right in the even ones; every lesson fits on one screen."""
    page = student(f"lesson={COURSE[0].name}&seed=1", reduced_motion="reduce")
    for number, lesson in enumerate(COURSE, start=1):
        on_lesson(page, number)
        assert f"lesson={lesson.name}&seed=1" in page.url
        assert page.evaluate(BOTTOM) <= 720, lesson.name
        if lesson.question is not None:
            answer(page, lesson, wrong=number % 2 == 1)
            assert page.evaluate(BOTTOM) <= 720, lesson.name
        if number < len(COURSE):
            page.locator(".aucc-learn footer a.step").last.click()
    last = len(COURSE)
    asked = [lesson for lesson in COURSE[:-1] if lesson.question]
    expect(page.locator(".bar a.done")).to_have_count(len(asked))
    page.locator(".aucc-learn footer a.step").first.click()
    on_lesson(page, last - 1)
    page.go_back()
    on_lesson(page, last)


def answer(page: Page, lesson: Lesson, *, wrong: bool) -> None:
    """Predict; nothing of what gives the answer away is in the page before."""
    root = page.locator(".aucc-learn")
    expect(root).not_to_have_class(re.compile("revealed"))
    expect(page.locator(".stage .veiled")).to_have_count(0)
    assert page.locator(".stage .cover").count() > 0, lesson.name
    assert "AUCC" not in page.locator(".stage").inner_text().replace("AUCC by", ""), lesson.name
    chosen = (lesson.question.right + 1) % 3 if wrong else lesson.question.right
    page.locator(".question .options button").nth(chosen).click()
    expect(root).to_have_class(re.compile("revealed"))
    expect(page.locator(".question .why")).to_contain_text("Not quite." if wrong else "Yes.")
    expect(page.locator(".question .right")).to_have_count(1)
    expect(page.locator(".question .wrong")).to_have_count(1 if wrong else 0)
    expect(page.locator(".stage .cover")).to_have_count(0)
    assert page.locator(".stage .veiled").count() > 0, lesson.name


def test_the_way_back_does_not_depend_on_how_soon_the_server_answers(student):
    """The address changes at the click: going back at once leads to where one was."""
    page = student(f"lesson={COURSE[0].name}&seed=1", reduced_motion="reduce")
    page.locator(".aucc-learn footer a.step").last.click()
    on_lesson(page, 2)
    addresses = page.evaluate(
        """() => {
          document.querySelector('.aucc-learn footer a.step:last-of-type').click();
          return location.search;
        }"""
    )
    assert f"lesson={COURSE[2].name}" in addresses  # before any answer can have come
    page.go_back()
    on_lesson(page, 2)
    expect(page).to_have_url(re.compile(f"lesson={COURSE[1].name}&seed=1"))
    page.go_back()
    on_lesson(page, 1)
    page.go_forward()
    on_lesson(page, 2)


def test_a_picture_that_plays_does_not_write_into_the_next_lessons_address(student):
    """The player sets k until the next lesson is there; its entry must not become this one's."""
    number = NUMBER["trap"]
    page = student("lesson=trap&seed=1")
    page.locator(".skip").click()  # it plays
    page.locator(".player .play").get_by_text("Pause").wait_for()
    after = page.evaluate(
        """() => {
          document.querySelector('.aucc-learn footer a.step:last-of-type').click();
          document.querySelector('[aria-label="One step forward"]').click();
          return location.search;
        }"""
    )
    assert f"lesson={COURSE[number].name}" in after
    on_lesson(page, number + 1)
    page.go_back()
    on_lesson(page, number)


def test_the_focus_goes_along_to_the_next_lesson(student):
    page = student(f"lesson={COURSE[0].name}", reduced_motion="reduce")
    page.locator(".aucc-learn footer a.step").last.focus()
    page.keyboard.press("Enter")
    on_lesson(page, 2)
    expect(page.locator(".aucc-learn h2")).to_be_focused()


def test_hide_again_and_a_reload(student):
    page = student("lesson=under_over", reduced_motion="reduce")
    page.locator(".question .options button").nth(1).click()
    page.reload()
    page.wait_for_selector(".aucc-learn footer", state="attached")
    expect(page.locator(".question .why")).to_contain_text("Yes.")
    page.get_by_role("button", name="Hide again").click()
    expect(page.locator(".aucc-learn")).not_to_have_class(re.compile("revealed"))
    expect(page.locator(".stage .veiled")).to_have_count(0)
    expect(page.locator(".question .why")).to_be_empty()
    page.reload()
    page.wait_for_selector(".aucc-learn footer", state="attached")
    expect(page.locator(".question .why")).to_be_empty()
    page.get_by_role("button", name="Nine Gaussians").click()  # draws anew
    expect(page.locator(".stage .veiled")).to_have_count(0)


def test_settings_stay_through_new_draw_worksheet_and_back(student):
    page = student("lesson=under_over&seed=1", reduced_motion="reduce")
    expect(page.get_by_role("button", name="New draw")).not_to_be_visible()  # Ruspini is Ruspini
    page.get_by_role("button", name="Nine Gaussians").click()
    page.get_by_label("Clusters k").fill("9")
    page.get_by_role("button", name="New draw").click()
    expect(page).not_to_have_url(re.compile("seed=1&"))
    expect(page).to_have_url(re.compile("data=nine&k=9"))
    expect(page.locator("figcaption", has_text="k = 9")).to_be_visible()
    page.get_by_role("button", name="Worksheet").click()
    expect(page.get_by_role("button", name="Back to the lesson")).to_be_visible()
    expect(page).to_have_url(re.compile("data=nine&k=9"))
    page.get_by_role("button", name="Back to the lesson").click()
    expect(page.get_by_role("button", name="Nine Gaussians")).to_have_attribute(
        "aria-pressed", "true"
    )

    page = student("lesson=points_to_curve&colours=1113222", reduced_motion="reduce")
    page.get_by_role("button", name="Worksheet").click()
    expect(page.get_by_role("button", name="Back to the lesson")).to_be_visible()
    page.get_by_role("button", name="Back to the lesson").click()
    expect(page.get_by_role("button", name=re.compile("^Object d, cluster 3"))).to_be_visible()
    expect(page.get_by_role("button", name="New draw")).to_have_count(0)


def test_a_sketch_survives_other_data_and_a_reload(student):
    page = student("lesson=under_over&seed=1", reduced_motion="reduce")

    def draw() -> str:
        box = page.locator("svg.sketching").bounding_box()
        page.mouse.move(box["x"] + 60, box["y"] + 250)
        page.mouse.down()
        page.mouse.move(box["x"] + 90, box["y"] + 60, steps=5)
        page.mouse.up()
        return page.locator(".sketch").get_attribute("d")

    first = draw()
    page.get_by_role("button", name="Nine Gaussians").click()
    assert page.locator(".sketch").get_attribute("d") == ""
    draw()
    page.get_by_role("button", name="Ruspini").click()
    assert page.locator(".sketch").get_attribute("d").count("L") == first.count("L")
    page.reload()
    page.wait_for_selector(".aucc-learn footer", state="attached")
    assert page.locator(".sketch").get_attribute("d").count("L") == first.count("L")
    page.locator(".skip").click()
    assert page.locator(".sketch").get_attribute("d").count("L") == first.count("L")


def test_the_overview_leads_through_a_shorter_course(student):
    page = student("lesson=points_to_curve&seed=1", reduced_motion="reduce")
    page.get_by_text("Overview", exact=True).click()
    short = next(route for route in ROUTES if route.name == "15")
    page.get_by_role("button", name=re.compile("^15 minutes")).click()
    expect(page).to_have_url(re.compile("route=15"))
    for name in short.lessons[1:]:
        expect(page.locator(".bar li")).to_have_count(len(short.lessons))
        page.locator(".aucc-learn footer a.step").last.click()
        on_lesson(page, NUMBER[name])
    expect(page.locator(".aucc-learn footer a.step")).to_have_count(1)


def test_presenting_by_clicker(student):
    page = student(f"lesson={COURSE[0].name}&seed=1&for=instructor", reduced_motion="reduce")
    expect(page.get_by_text("Teacher notes")).to_be_visible()
    page.get_by_role("button", name="Present").click()
    root = page.locator(".aucc-learn")
    expect(root).to_have_class(re.compile("presenting"))
    expect(page.locator("[data-testid=stSidebar]")).not_to_be_visible()
    expect(page.get_by_text("Teacher notes")).to_have_count(0)
    page.keyboard.press("PageDown")
    expect(root).to_have_class(re.compile("revealed"))
    page.keyboard.press("PageDown")
    on_lesson(page, 2)
    expect(root).to_have_class(re.compile("presenting"))
    page.keyboard.press("PageUp")
    on_lesson(page, 1)
    expect(root).not_to_have_class(re.compile("revealed"))  # the room may not have seen it
    page.keyboard.press("b")
    expect(root).to_have_class(re.compile("blank"))
    page.keyboard.press("b")
    expect(root).not_to_have_class(re.compile("blank"))
    page.get_by_role("button", name="Leave").click()
    expect(root).not_to_have_class(re.compile("presenting"))
    expect(page.get_by_text("Teacher notes")).to_be_visible()


@pytest.mark.parametrize("kind", ["SVG", "PNG"])
def test_a_figure_can_be_taken_away(student, kind):
    page = student("lesson=overlap", reduced_motion="reduce", accept_downloads=True)
    page.locator(".skip").click()
    page.get_by_text("Save figures").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name=f"ROC curve as {kind}").click()
    taken = Path(waiting.value.path()).read_bytes()
    assert waiting.value.suggested_filename == f"aucc-overlap-2.{kind.lower()}"
    if kind == "PNG":
        assert taken.startswith(b"\x89PNG")
        assert int.from_bytes(taken[16:20], "big") == 3 * 380  # as wide as drawn, three times
    else:
        assert b"stroke-width:" in taken
        assert b"FPR" in taken


def test_lesson_1_walks_drags_and_recolours(student):
    page = student("lesson=points_to_curve", reduced_motion="reduce")
    page.locator(".question .options button", has_text="d").click()
    expect(page.get_by_test_id("aucc")).to_have_text("0.9167")
    expect(page.locator(".pairs > div")).to_have_count(21)

    page.get_by_role("button", name="Back to the start").click()
    for _ in range(6):  # e-g, e-f, f-g, a-b, then a-c with b-c, then the first between-pairs
        page.get_by_role("button", name="One step forward").click()
    expect(page.locator(".said")).to_have_text("d–e and d–f: different clusters, right")
    expect(page.locator(".link.b")).to_have_count(2)
    expect(page.locator(".matrix .lit")).to_have_count(4)
    expect(page.locator(".pairs .lit")).to_have_count(2)

    # Play jumps to the end where motion is not wanted.
    page.locator(".play").click()
    expect(page.get_by_test_id("aucc")).to_have_text("0.9167")

    d = page.get_by_role("button", name=re.compile("^Object d,"))
    box = d.locator(".body").bounding_box()
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] - 60, start[1] - 25, steps=6)
    page.mouse.up()
    agree(page)
    assert value(page) > 0.9167
    assert "points=" in page.url

    d.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    agree(page)
    expect(page.get_by_role("button", name=re.compile("^Object d, cluster 2"))).to_be_visible()
    assert "colours=1112222" in page.url
    before = value(page)
    page.reload()
    page.wait_for_selector(".aucc-learn footer", state="attached")
    expect(page.get_by_test_id("aucc")).to_have_text(f"{before:.4f}")

    page.get_by_role("button", name="Reset points").click()
    agree(page)
    assert value(page) == 0.9167
    d.focus()
    page.keyboard.press("Enter")
    agree(page)
    page.locator(".aucc-learn footer a.step").last.click()
    on_lesson(page, NUMBER["points_to_curve"] + 1)
    page.locator(".aucc-learn footer a.step").first.click()
    on_lesson(
        page, NUMBER["points_to_curve"]
    )  # as the paper has it again, and so is the library's figure
    agree(page)
    assert value(page) == 0.9167
    assert "points=" not in page.url


def agree(page: Page) -> None:
    """The browser's own figure and the library's are the same."""
    expect(page.get_by_test_id("checked")).to_contain_text("library")
    said = page.get_by_test_id("checked").inner_text()
    assert said == f"library: {page.get_by_test_id('aucc').inner_text()} ✓"


def test_the_browser_counts_ties_as_the_library_does(student):
    """Points on a line with many equal distances, of both kinds, in three clusters."""
    spots = ".".join(f"{x}.0" for x in (-300, -200, -100, 0, 100, 200, 300))
    for colours in ("1212121", "1122331", "1111112"):
        page = student(
            f"lesson=points_to_curve&points={spots}&colours={colours}",
            reduced_motion="reduce",
        )
        expect(page.locator(".question")).to_have_count(0)  # it is about the paper's points
        agree(page)


def test_all_points_in_one_colour_get_a_reason_instead_of_a_score(student):
    page = student("lesson=points_to_curve&colours=1111112", reduced_motion="reduce")
    g = page.get_by_role("button", name=re.compile("^Object g,"))
    g.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("checked")).to_contain_text("no between-cluster pairs")
    expect(page.get_by_test_id("aucc")).to_have_text("–")


def test_an_animation_runs_in_the_browser_and_pauses(student):
    page = student("lesson=points_to_curve")
    assert student.sent  # the visit itself
    student.sent.clear()
    page.locator(".question .options button").nth(1).click()
    play = page.locator(".play")
    expect(play).to_have_text("Pause")
    wait_until(page, "Number(document.querySelector('.player input').value) >= 3")
    play.click()
    expect(play).to_have_text("Play")
    at = page.locator(".player input").input_value()
    page.wait_for_timeout(700)
    assert page.locator(".player input").input_value() == at
    page.locator(".player input").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".player input").input_value() == str(int(at) + 1)
    assert student.sent == []  # not one frame of it, nor the answer, asked the server


def test_the_ties_lesson_counts_three_ways(student):
    page = student("lesson=ties&ties=optimistic", reduced_motion="reduce")
    page.locator(".skip").click()
    found = {}
    for way in ("Optimistic", "Diagonal", "Pessimistic"):
        page.get_by_role("button", name=way, exact=True).click()
        order = [row.split()[0] for row in page.locator(".six tr[data-row]").all_inner_texts()]
        numbers = page.locator(".numbers dd").all_inner_texts()
        gamma, half = (float(text.split()[0]) for text in numbers[1:3])
        assert half == pytest.approx((1 + gamma) / 2, abs=1e-4)
        assert half == value(page)
        found[way] = (value(page), "".join(order), float(numbers[3].split()[0]))
    assert found == {
        "Optimistic": (1.0, "134256", 0.6111),
        "Diagonal": (0.8889, "123456", 0.5),
        "Pessimistic": (0.7778, "123456", 0.3889),
    }
    assert "ties=pessimistic" in page.url


def test_lesson_2_sketch_and_drag_k(student):
    page = student("lesson=under_over&data=ruspini&k=2&seed=1", reduced_motion="reduce")
    box = page.locator("svg.sketching").bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 250)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 60, steps=5)
    page.mouse.up()
    assert page.locator(".sketch").get_attribute("d").count("L") >= 3
    page.locator(".question .options button").nth(0).click()
    shown = {}
    k = page.get_by_label("Clusters k")
    k.focus()
    for _ in range(5):
        shown[int(k.input_value())] = value(page)
        page.keyboard.press("ArrowRight")
    assert shown == {2: 0.9627, 3: 0.9421, 4: 0.9995, 5: 0.9976, 6: 0.9778}
    page.get_by_role("button", name="Nine Gaussians").click()
    k.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".squares")).to_have_attribute(
        "aria-label", "2500 pairs wrongly joined, 0 wrongly split"
    )
    expect(page.get_by_test_id("toll")).to_contain_text(
        re.compile(r"One merge \(k = 8\) costs [34]\.\d")
    )
    assert "data=nine&k=8" in page.url


def test_lesson_4_and_6_follow_their_controls(student):
    page = student("lesson=overlap&seed=1&variance=100", reduced_motion="reduce")
    page.locator(".skip").click()
    assert value(page) == pytest.approx(0.992, abs=0.01)
    page.get_by_role("button", name="500", exact=True).click()
    assert value(page) == pytest.approx(0.78, abs=0.05)
    assert "variance=500" in page.url

    page = student("lesson=trap&seed=1&k=4", reduced_motion="reduce")
    page.locator(".skip").click()
    noise = value(page)
    expect(page.locator("figcaption", has_text="k = 4")).to_contain_text("not above the band")
    page.get_by_role("button", name="Four real groups").click()
    expect(page.locator("figcaption", has_text="k = 4")).to_contain_text("above the band")
    assert value(page) > noise
    assert "data=groups&k=4" in page.url


def test_lesson_5_full_design_runs_with_progress_and_can_be_cancelled(student):
    page = student("lesson=chance&seed=1", reduced_motion="reduce")
    page.locator(".skip").click()
    expect(page.get_by_test_id("count")).to_contain_text("3,240 random partitions of 6 data sets")
    page.get_by_text("Run the paper's full design").click()
    student.runs.wait()  # a run that has not ended would draw the button anew
    page.get_by_role("button", name="Run the full design").click()
    expect(page.get_by_text("of 108 mixtures: mean AUCC from 0.")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(page.get_by_test_id("count")).to_contain_text("3,240")


@pytest.mark.parametrize("right", [True, False])
def test_the_small_quiz_by_keyboard(student, right):
    seed = 11
    questions = quiz.build_quiz(seed)["questions"]
    of = len(questions)
    page = student(f"lesson=quiz&seed={seed}", reduced_motion="reduce")
    for number, question in enumerate(questions, start=1):
        expect(page.locator(".answers b")).to_have_text(f"Curve {number}")
        assert page.locator(".side svg").count() == 0  # the points stay hidden until answered
        page.keyboard.press(str((question["answer"] + (0 if right else 1)) % 3 + 1))
        expect(page.locator(".reveal")).to_contain_text("Yes: " if right else "No: ")
        expect(page.locator(".reveal")).to_contain_text(question["why"])
        expect(page.locator(".side svg circle")).to_have_count(len(question["points"]))
        assert page.evaluate(BOTTOM) <= 720
        if number == 3:  # what was answered survives a reload
            page.reload()
        else:
            page.keyboard.press("Enter")
    expect(page.get_by_test_id("score")).to_have_text(f"{of} of {of}" if right else f"0 of {of}")
    text = page.get_by_test_id("result-text").inner_text()
    assert text.startswith(f"AUCC quiz, seed {seed}: {of if right else 0} of {of}")
    assert f"lesson=quiz&seed={seed}" in text
    page.locator(".aucc-learn footer a.step").last.click()
    on_lesson(page, NUMBER["quiz"] + 1)
    page.go_back()
    expect(page.get_by_test_id("score")).to_have_text(f"{of} of {of}" if right else f"0 of {of}")


def test_the_quiz_result_can_be_copied_and_the_quiz_retaken(student):
    query = "lesson=quiz&seed=3"
    page = student(query, permissions=["clipboard-read", "clipboard-write"])
    for _ in range(6):
        page.locator(".answers button").nth(1).click()
        page.locator(".onward button").click()
    page.get_by_role("button", name="Copy result").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.get_by_test_id("result-text").inner_text()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".answers b")).to_have_text("Curve 1")


def test_the_quiz_sheet_has_the_answers_for_the_instructor_only(student):
    seed = 4
    page = student(f"lesson=quiz&seed={seed}&view=print")
    expect(page.locator(".sheet figure")).to_have_count(6)
    expect(page.locator(".sheet svg")).to_have_count(12)  # each with its corner
    assert "☒" not in page.locator(".sheet").inner_text()
    page = student(f"lesson=quiz&seed={seed}&view=solutions&for=instructor")
    answers = [question["answer"] for question in quiz.build_quiz(seed)["questions"]]
    for at, kind in enumerate(answers):
        said = page.locator(".sheet figcaption").nth(at).inner_text()
        assert f"☒ {quiz.ANSWERS[kind]}" in said


def test_the_big_quiz_says_where_to_go_back_to(student):
    seed = 4
    questions = big_quiz.build_big_quiz(seed)["questions"]
    page = student(f"lesson=big_quiz&seed={seed}", reduced_motion="reduce")
    for at, question in enumerate(questions):
        expect(page.locator(".card-quiz .text")).to_have_text(question["text"])
        missed = question["lesson"] == "trap"
        page.keyboard.press(str((question["answer"] + missed) % 3 + 1))
        expect(page.locator(".reveal")).to_contain_text("No. " if missed else "Yes. ")
        expect(page.locator(".reveal")).to_contain_text(question["why"])
        if at == 5:
            page.reload()  # nothing is lost
        else:
            page.keyboard.press("Enter")
    of = len(questions)
    expect(page.get_by_test_id("score")).to_have_text(f"{of - 1} of {of}")
    page.locator(".result").get_by_role("link", name=LESSONS["trap"].title).click()
    on_lesson(page, NUMBER["trap"])


def test_a_link_of_an_earlier_version_goes_on_with_names(student):
    page = student("lesson=6&data=groups&k=4", reduced_motion="reduce")
    on_lesson(page, NUMBER["trap"])
    page.locator(".skip").click()
    page.get_by_label("Number of clusters").last.fill("5")
    expect(page).to_have_url(re.compile("lesson=trap.*data=groups&k=7"))  # its sixth step
    page.get_by_role("button", name="Pure noise").click()
    expect(page).to_have_url(re.compile("data=noise&k=7"))


def test_an_own_table_goes_through_the_lessons_that_take_one(student):
    rng = np.random.default_rng(0)
    rows = [(x + 9 * g, y, "abc"[g]) for g in range(3) for x, y in rng.normal(size=(12, 2))]
    table = "x,y,group\n" + "\n".join(f"{x:.3f},{y:.3f},{g}" for x, y, g in rows)
    page = student("lesson=under_over&seed=1", reduced_motion="reduce")
    page.get_by_text("Use your own table in this lesson").click()
    files = [{"name": "mine.csv", "mimeType": "text/csv", "buffer": table.encode()}]
    page.locator("input[type=file]").set_input_files(files)
    page.get_by_role("button", name="Use it in this lesson").click()
    expect(page.get_by_role("button", name="mine.csv", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.locator(".skip").click()
    page.get_by_label("Clusters k").fill("3")
    expect(page.locator(".squares")).to_have_attribute(
        "aria-label", "0 pairs wrongly joined, 0 wrongly split"
    )
    assert value(page) == 1
    page.get_by_role("link", name=re.compile(f"^Lesson {NUMBER['trap']}:")).click()
    on_lesson(page, NUMBER["trap"])
    page.locator(".skip").click()
    page.get_by_role("button", name="mine.csv", exact=True).click()
    page.get_by_label("Number of clusters").last.fill("1")
    expect(page.locator("figcaption", has_text="k = 3")).to_contain_text("farthest of all")
    page.get_by_role("link", name=re.compile(f"^Lesson {NUMBER['choose']}:")).click()
    on_lesson(page, NUMBER["choose"])
    page.locator(".skip").click()
    page.get_by_role("button", name="mine.csv", exact=True).click()
    expect(page.locator(".question .why")).to_contain_text("k = 3 is both")
    page.get_by_role("button", name="What does the verdict say?").click()
    expect(page.get_by_text("k-means: 3 clusters").first).to_be_visible()
    page.get_by_role("button", name="Go on in Explore").click()
    expect(page).not_to_have_url(re.compile("learn"))
    expect(page.get_by_text("36 objects").first).to_be_visible()


def test_a_lesson_in_a_frame_of_a_course_page(chromium: Browser) -> None:
    """The operator names the page's site; there is the lesson and nothing else."""
    ready = threading.Event()

    class Course(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            ready.wait()
            address = f"{server.url}/learn?lesson=ties&embed=true"
            body = f'<h1>Course</h1><iframe src="{address}" width=900 height=700></iframe>'
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_args: object) -> None:
            pass

    site = ThreadingHTTPServer(("127.0.0.1", 0), Course)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    origin = f"http://localhost:{site.server_port}"
    server = Server(AUCC_FRAMES=origin)
    context = chromium.new_context(reduced_motion="reduce")
    try:
        server.start()
        ready.set()
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(origin)
        frame = page.frame_locator("iframe")
        frame.locator(".question .options button").nth(LESSONS["ties"].question.right).click()
        expect(frame.locator(".question .why")).to_contain_text("Yes.")
        expect(frame.locator("[data-testid=stSidebar]")).not_to_be_visible()
        frame.locator(".aucc-learn footer a.step").last.click()
        expect(frame.locator(".aucc-learn h2")).to_contain_text(COURSE[NUMBER["ties"]].title)
        expect(frame.locator("[data-testid=stSidebar]")).not_to_be_visible()
    finally:
        context.close()
        server.stop()
        site.shutdown()
        site.server_close()


def test_a_new_draw_changes_seed_and_picture(student):
    page = student("lesson=overlap&seed=1&variance=500", reduced_motion="reduce")
    page.locator(".skip").click()
    before = page.url
    page.get_by_role("button", name="New draw").click()
    wait_until(page, f"location.href !== {before!r}")
    assert "lesson=overlap&" in page.url
    assert "variance=500" in page.url


def test_worksheet_and_solutions(student):
    page = student("lesson=under_over&seed=1&for=instructor")
    page.get_by_role("button", name="Worksheet").click()
    expect(page.locator(".aucc-learn")).to_have_class(re.compile("printing"))
    expect(page.get_by_role("heading", name="Teacher notes")).to_have_count(0)
    expect(page.locator(".stage .veiled")).to_have_count(0)
    expect(page.locator(".question .why")).to_be_empty()
    page.emulate_media(media="print")
    expect(page.locator("[data-testid=stSidebar]")).not_to_be_visible()
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Back to the lesson").click()
    page.get_by_role("button", name="Solutions").click()
    expect(page.get_by_role("heading", name="Teacher notes")).to_be_visible()
    expect(page.locator(".question .why")).to_contain_text("Merged groups")
    page.get_by_role("button", name="Back to the lesson").click()
    expect(page.get_by_role("button", name="Worksheet")).to_be_visible()
    expect(page.locator(".question .why")).to_be_empty()


def test_a_phone_in_the_dark_scrolls_one_way_only(student):
    page = student(
        f"lesson={COURSE[0].name}",
        width=390,
        height=844,
        color_scheme="dark",
        has_touch=True,
    )
    for number, lesson in enumerate(COURSE, start=1):
        on_lesson(page, number)
        if lesson.question is not None:
            page.locator(".question .options button").first.click()
        assert page.evaluate(WIDE) <= 0, number
        widest = page.evaluate(
            "Math.max(...[...document.querySelectorAll('.aucc-learn *')]"
            ".filter(node => !node.closest('svg, .scroll'))"
            ".map(node => node.getBoundingClientRect().right))"
        )
        assert widest <= 390, number
        if number < len(COURSE):
            page.locator(".aucc-learn footer a.step").last.click()
