"""A live class in real browsers: one lecturer, two students, and whoever else tries."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.load.server import Server
from tests.waiting import PATIENCE, wait_until

KEPT = "JSON.parse(window.sessionStorage.getItem('aucc.class'))"
ASK = """async ([act, room, key]) => {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
  const body = JSON.stringify({ room, since: 0, together: false });
  return (await fetch(`class/${act}`, { method: "POST", headers, body })).status;
}"""
TURN = "Number(document.querySelector('.aucc-class').dataset.turn)"  # of what students follow
PHONE = {"width": 390, "height": 844, "dark": True, "touch": True}
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def class_page(chromium: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """A page for each person; any complaint of the browser fails the test.

    But what it says of an answer of the live class: a refusal has the status of one, and some tests
    lose answers on purpose.
    """
    complaints: list[str] = []
    contexts = []

    def hear(message) -> None:
        where = message.location["url"]
        if message.type == "error" and "/class/" not in where and "/_stcore/" not in where:
            complaints.append(message.text)

    def make(*, width: int = 1280, height: int = 800, dark: bool = False, touch: bool = False):
        contexts.append(
            chromium.new_context(
                base_url=server,
                viewport={"width": width, "height": height},
                color_scheme="dark" if dark else "light",
                has_touch=touch,
                is_mobile=touch,
            )
        )
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


def bar(page: Page):
    return page.locator(".aucc-class .strip")


def button(page: Page, name: str):
    return page.get_by_role("button", name=name, exact=True)


def open_room(page: Page, lesson: str = "under_over", seed: int = 1) -> str:
    """Open a room; the link for students."""
    page.goto(f"/learn?lesson={lesson}&seed={seed}")
    page.locator(".aucc-class-door summary").click()
    button(page, "Open a room").click()
    expect(page.locator(".aucc-class .join-picture")).to_be_visible()
    link = page.locator(".aucc-class .join a").get_attribute("href")
    page.keyboard.press("Escape")
    expect(page.locator(".aucc-class .join")).to_be_hidden()
    expect(button(page, "How to join")).to_be_focused()
    return str(link)


def join(page: Page, link: str) -> Page:
    page.goto(link)
    expect(bar(page)).to_contain_text("without a name")
    return page


def sketch(page: Page) -> None:
    box = page.locator("svg.sketching").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + 0.7 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.2 * box["height"], steps=8)
    page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + 0.1 * box["height"], steps=8)
    page.mouse.up()


def option(page: Page, number: int):
    return page.locator(".question .options button").nth(number)


def counts(page: Page, kind: str = "choice", question: int = 0) -> list[str | None]:
    block = f".asked[data-kind={kind}][data-question='{question}'] .bars li"
    return [one.get_attribute("data-count") for one in page.locator(block).all()]


def revealed(page: Page):
    return expect(page.locator(".aucc-learn"))


def test_a_class_predicts_sketches_and_sees(class_page: Callable[..., Page]) -> None:
    lecturer = class_page(width=1440, height=900)
    link = open_room(lecturer)
    expect(bar(lecturer)).to_contain_text("nobody here yet")
    one, two = join(class_page(), link), join(class_page(**PHONE), link)
    expect(bar(lecturer)).to_contain_text("2 here · 0 answered · 2 still thinking")
    for student in (one, two):  # they came to the lecturer's lesson by themselves
        expect(student.locator(".aucc-learn h2")).to_contain_text("Too few, too many")
        assert student.evaluate(WIDE) <= 0

    # What they say shows up before anything is revealed, to anybody.
    button(lecturer, "Answers").click()
    expect(lecturer.locator(".panel .close")).to_be_focused()
    one.locator(".skip").click()  # nothing is shown, and nothing said that is not so
    expect(bar(one)).to_contain_text("The lecturer reveals the answer for all at once.")
    option(one, 0).click()
    expect(bar(lecturer)).to_contain_text("1 answered · 1 still thinking")
    expect(bar(one)).to_contain_text("Your answer is in")
    sketch(one)
    option(two, 2).click()
    expect(bar(lecturer)).to_contain_text("2 answered · 0 still thinking")
    assert counts(lecturer) == ["1", "0", "1"]
    option(two, 1).click()  # changed, not added
    expect(lecturer.locator(".asked[data-question='0'] li").nth(1)).to_have_attribute(
        "data-count", "1"
    )
    assert counts(lecturer) == ["1", "1", "0"]
    expect(lecturer.locator(".sketches .line")).to_have_count(1)
    for page in (lecturer, one, two):
        revealed(page).not_to_have_class(re.compile("revealed"))
    expect(lecturer.locator(".panel .right")).to_have_count(0)

    button(lecturer, "Reveal").click()
    for page in (lecturer, one, two):
        revealed(page).to_have_class(re.compile("revealed"))
    expect(one.locator(".question .why")).to_contain_text("Not quite.")
    expect(two.locator(".question .why")).to_contain_text("Yes.")
    expect(lecturer.locator(".panel .right")).to_contain_text("later: it creeps to the top")
    expect(button(lecturer, "Revealed")).to_be_focused()

    # A reload of the lecturer's page loses nothing and moves nobody.
    one.get_by_label("Clusters k").press("ArrowRight")
    assert "k=3" in one.url
    lecturer.reload()
    expect(bar(lecturer)).to_contain_text("2 here · 2 answered")
    button(lecturer, "Answers").click()
    assert counts(lecturer) == ["1", "1", "0"]
    expect(lecturer.locator(".sketches .line")).to_have_count(1)
    with lecturer.expect_download() as saved:
        button(lecturer, "Save as CSV").click()
    rows = list(csv.DictReader(io.StringIO(Path(saved.value.path()).read_text("utf-8"))))
    said = {(row["person"], row["kind"], row["value"], row["answer"]) for row in rows}
    assert ("1", "choice", "1", "at the start: it leans right") in said
    assert ("2", "choice", "2", "later: it creeps to the top") in said
    assert sum(row["kind"] == "sketch" for row in rows) == 1
    assert len(rows) == 3
    lecturer.keyboard.press("Escape")

    assert "k=3" in one.url

    # Everyone follows; then all at their own pace.
    lecturer.get_by_role("link", name=re.compile("^Lesson .*: Overlap")).click()
    for page in (one, two):
        expect(page.locator(".aucc-learn h2")).to_contain_text("Overlap")
    button(lecturer, "Answers").click()
    turn = one.evaluate(TURN)
    button(lecturer, "Own pace").click()
    expect(button(lecturer, "Reveal")).to_be_hidden()
    expect(button(lecturer, "Own pace")).to_have_attribute("aria-pressed", "true")
    wait_until(one, f"{TURN} > {turn}")
    option(one, 1).click()
    expect(one.locator(".question .why")).to_contain_text("Yes.")
    expect(lecturer.locator(".draws circle").first).to_be_visible()  # what the draw gave
    expect(lecturer.locator(".panel .right")).to_have_count(0)
    lecturer.locator(".skip").dispatch_event("click")
    expect(lecturer.locator(".panel .right")).to_have_count(1)
    wait_until(two, f"{TURN} > {turn + 1}")
    revealed(two).not_to_have_class(re.compile("revealed"))  # still thinking, at their own pace

    # Closed: everybody is told, and nothing is left to come back to.
    button(lecturer, "Close the class").click()
    button(lecturer, "Close it: all answers go").click()
    expect(lecturer.locator(".aucc-class-door .answer")).to_contain_text("The class is closed")
    for page in (one, two):
        expect(bar(page)).to_contain_text("The lecturer has closed the class.")
    button(one, "OK").click()
    expect(one.locator(".aucc-class")).to_have_count(0)
    assert one.evaluate(KEPT) is None
    assert lecturer.evaluate(KEPT) is None
    assert "room=" not in one.url


def test_the_quiz_gathers_question_by_question(class_page: Callable[..., Page]) -> None:
    lecturer = class_page()
    link = open_room(lecturer, "quiz", seed=3)
    student = join(class_page(), link)
    button(lecturer, "Answers").click()
    expect(student.locator(".answers b")).to_have_text("Curve 1")
    for key in ("1", "Enter", "3"):
        student.keyboard.press(key)
    expect(lecturer.locator(".asked[data-question='2']")).to_be_visible()
    assert counts(lecturer, question=1) == ["1", "0", "0"]
    assert counts(lecturer, question=2) == ["0", "0", "1"]
    expect(lecturer.locator(".asked[data-question='3']")).to_have_count(0)


class BrokenWay:
    """Loses answers: every second time before the server has it, else before it can say so."""

    def __init__(self, times: int) -> None:
        self.left = times
        self.lost = 0

    def __call__(self, route: Route) -> None:
        if self.left == 0:
            route.continue_()
            return
        self.left -= 1
        self.lost += 1
        if self.left % 2:
            route.fetch()
        route.abort()


def test_a_lost_connection_loses_no_answer(
    class_page: Callable[..., Page],
) -> None:
    lecturer = class_page()
    link = open_room(lecturer, "quiz", seed=3)
    button(lecturer, "Answers").click()
    student = join(class_page(), link)
    way = BrokenWay(6)
    student.route("**/class/answer", way)
    expect(student.locator(".answers b")).to_have_text("Curve 1")  # where the lecturer is
    for key in ("1", "Enter", "2", "Enter", "3", "Enter"):
        student.keyboard.press(key)
    expect(lecturer.locator(".asked[data-question='3']")).to_be_visible()
    assert way.lost == 6
    assert [counts(lecturer, question=i) for i in (1, 2, 3)] == [
        ["1", "0", "0"],
        ["0", "1", "0"],
        ["0", "0", "1"],
    ]

    # Also what a page could not send before it was reloaded.
    way.left = 10**6
    student.keyboard.press("1")
    wait_until(student, f"{KEPT}.unsent.length === 1")
    student.reload()
    expect(bar(student)).to_contain_text("Class")
    way.left = 0
    expect(lecturer.locator(".asked[data-question='4']")).to_be_visible()
    assert counts(lecturer, question=4) == ["1", "0", "0"]
    wait_until(student, f"{KEPT}.unsent.length === 0")


def test_strangers_and_students_cannot_lead(
    class_page: Callable[..., Page],
) -> None:
    lecturer = class_page()
    asked: list[str] = []
    lecturer.on("request", lambda request: asked.append(request.url))
    link = open_room(lecturer)
    student = join(class_page(), link)
    kept, own = lecturer.evaluate(KEPT), student.evaluate(KEPT)
    assert kept["key"] not in json.dumps(own)
    assert own["part"] == "student"
    assert not [url for url in [*asked, link, student.url] if kept["key"] in url]
    assert student.locator(".panel").count() == 0
    # The link in a second tab of the lecturer's browser is a student's, too.
    second = lecturer.context.new_page()
    join(second, link)
    assert second.evaluate(KEPT)["part"] == "student"
    # Neither the code, nor what a student has, nor a guess reads or leads the room.
    stranger = class_page()
    stranger.goto("/learn")
    expect(stranger.locator(".aucc-class-door summary")).to_be_visible()
    for act in ("watch", "steer", "close"):
        for key in ("guess", kept["room"], own["key"]):
            assert stranger.evaluate(ASK, [act, kept["room"], key]) == 403
    button(lecturer, "Answers").click()  # and the room stands
    option(student, 0).click()
    expect(bar(lecturer)).to_contain_text("1 answered")


def test_joining_by_code_and_a_code_that_is_none(
    class_page: Callable[..., Page],
) -> None:
    lecturer = class_page()
    link = open_room(lecturer)
    code = link.rpartition("=")[2]
    student = class_page()
    student.goto("/learn?lesson=points_to_curve")
    student.locator(".aucc-class-door summary").click()
    student.get_by_label("Code").fill("XXXXXX")
    student.keyboard.press("Enter")
    expect(student.get_by_role("alert").filter(has_text="There is no class")).to_be_visible()
    student.get_by_label("Code").fill(f"{code[:3]} {code[3:]}".lower())
    student.keyboard.press("Enter")
    expect(bar(student)).to_contain_text("without a name")
    expect(student.locator(".aucc-learn h2")).to_contain_text("Too few, too many")
    button(student, "Leave").click()
    expect(student.locator(".aucc-class-door summary")).to_be_focused()
    expect(bar(lecturer)).to_contain_text("nobody here yet")


def test_a_restart_says_so_on_both_sides(chromium: Browser, tmp_path: Path) -> None:
    server = Server(log=tmp_path / "log")
    server.start()
    contexts = [chromium.new_context(base_url=server.url) for _ in range(2)]
    try:
        lecturer, student = (context.new_page() for context in contexts)
        for page in (lecturer, student):
            page.set_default_timeout(PATIENCE * 1000)
        join(student, open_room(lecturer))
        expect(student.locator(".aucc-learn h2")).to_contain_text("Too few, too many")
        option(student, 0).click()
        expect(bar(lecturer)).to_contain_text("1 answered")
        server.stop()
        for page in (lecturer, student):
            expect(bar(page)).to_contain_text("No connection")
        server.start()
        for page in (lecturer, student):
            expect(bar(page)).to_contain_text("The server was restarted")
        expect(bar(lecturer)).to_contain_text("This page still has what it had received.")
        button(lecturer, "Answers").click()
        assert counts(lecturer) == ["1", "0", "0"]
        button(lecturer, "Done").first.click()
        expect(lecturer.locator(".aucc-class")).to_have_count(0)
    finally:
        for context in contexts:
            context.close()
        server.stop()
