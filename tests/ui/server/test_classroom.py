"""A live class on a real server: sixty students, lost connections, strangers, a restart.

The students are plain HTTP clients (tests/load/classroom.py); tests/browser/test_classroom.py has
the pages.
"""

from __future__ import annotations

import asyncio
import random
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pages.ui.server import classroom
from tests.load.classroom import Lecturer, RefusedError, Student, send
from tests.load.client import to_the_end
from tests.load.server import Server

JOB_APP = "tests/load/job_app.py"
PEOPLE, QUESTIONS, CUTS = 60, 5, 50
pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(JOB_APP, log=tmp_path_factory.mktemp("classroom") / "log")
    server.start()
    yield server
    server.stop()


async def refused(*args: Any, **named: Any) -> tuple[int, str]:
    with pytest.raises(RefusedError) as refusal:
        await send(*args, **named)
    return refusal.value.status, refusal.value.said["error"]


def test_sixty_students_lose_no_answer_in_fifty_lost_connections(server: Server) -> None:
    async def story() -> None:
        lecturer = Lecturer(server.address)
        await lecturer.open("trap", "quiz")
        chance = random.Random(1)
        # Half of them before the server has the whole message, half before it could say so.
        cut_at = chance.sample(range(PEOPLE * QUESTIONS), CUTS)
        cuts = {at: "half" if i % 2 else "unread" for i, at in enumerate(cut_at)}
        happened = []
        expected: dict[int, dict[int, int]] = {}

        async def one(number: int) -> None:
            student = Student(server.address, lecturer.room)
            await student.join()
            given = expected.setdefault(number, {})
            for question in range(QUESTIONS):
                cut = cuts.get(number * QUESTIONS + question, "")
                given[question] = random.Random(f"{number} {question}").randrange(4)
                await student.answer(
                    notes(cut), lesson="quiz", kind="choice", question=question,
                    value=given[question],
                )  # fmt: skip

        def notes(cut: str) -> Iterator[str]:
            if cut:
                happened.append(cut)
                yield cut

        async def look() -> None:
            while len(lecturer.answers) < PEOPLE * QUESTIONS:
                await lecturer.watch()

        await asyncio.gather(look(), *(one(number) for number in range(PEOPLE)))
        assert sorted(happened) == ["half"] * (CUTS // 2) + ["unread"] * (CUTS // 2)
        found: dict[int, dict[int, int]] = {}
        for (person, *_, question, _), value in lecturer.answers.items():
            found.setdefault(person, {})[question] = value
        # Who is who nobody knows; the answers of each stay together.
        assert sorted(map(sorted_items, found.values())) == sorted(
            map(sorted_items, expected.values())
        )
        whole = Lecturer(server.address, lecturer.room, lecturer.key)  # as after a reload
        await whole.watch()
        assert whole.answers == lecturer.answers

    to_the_end(story())


def sorted_items(answers: dict[int, int]) -> list[tuple[int, int]]:
    return sorted(answers.items())


def test_strangers_can_neither_read_nor_steer(server: Server) -> None:
    async def story() -> None:
        lecturer = Lecturer(server.address)
        await lecturer.open("trap")
        student = Student(server.address, lecturer.room)
        await student.join()
        await student.answer(lesson="trap", kind="choice", value=1)
        room = {"room": lecturer.room, "since": 0, "together": False}
        for key in ("", student.key, lecturer.room, lecturer.key[:-1]):
            for act in ("watch", "steer", "close"):
                assert (await refused(server.address, act, room, key))[0] == 403, act
        answer = {**room, "order": 1, "lesson": "trap", "kind": "choice", "question": 0, "draw": 0}
        for act in ("follow", "answer", "leave"):
            assert (await refused(server.address, act, answer, lecturer.key))[0] == 403
        said = await student.follow()
        assert set(said) == {"turn", "together", "place", "placeTurn", "shown"}
        await lecturer.watch()
        assert list(lecturer.answers.values()) == [1]

    to_the_end(story())


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.test"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
    ],
)
def test_other_sites_are_refused(server: Server, headers: dict[str, str]) -> None:
    wish = {"link": "http://x/learn", "lessons": ["trap"]}
    status, _ = to_the_end(refused(server.address, "open", wish, headers=headers))
    assert status == 403
    own = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    assert to_the_end(send(server.address, "open", wish, headers=own))["room"]
    assert to_the_end(send(server.address, "open", wish, headers={"Origin": server.url}))["room"]


def test_messages_are_limited_in_size_and_must_be_readable(server: Server) -> None:
    async def story() -> None:
        wish = {"link": "http://x/learn", "lessons": ["trap"]}
        assert await refused(server.address, "open", {**wish, "more": "x" * 9000}) == (
            413,
            "That message is too long.",
        )
        for wrong in ([1], {}, {**wish, "link": "x" * 301}, {**wish, "lessons": "trap"}):
            assert (await refused(server.address, "open", wrong))[0] == 400
        assert (await refused(server.address, "dance", {}))[0] == 404
        assert (await refused(server.address, "join", {"room": "no such room"}))[0] == 404

    to_the_end(story())


def test_a_code_is_read_as_people_type_it(server: Server) -> None:
    async def story() -> None:
        lecturer = Lecturer(server.address)
        await lecturer.open("trap")
        code = lecturer.room
        await Student(server.address, f" {code[:3].lower()}-{code[3:].lower()} ").join()

    to_the_end(story())


def test_an_address_alone_gives_the_start_page(server: Server) -> None:
    for act in classroom.ACTS:
        headers, body = server.get(f"/class/{act}")
        assert headers["Content-Type"].startswith("text/html")
        assert b"<!doctype html>" in body.lower()


def test_a_restart_closes_the_room_and_says_so(tmp_path: Path) -> None:
    server = Server(JOB_APP, log=tmp_path / "log")
    server.start()
    lecturer = Lecturer(server.address)
    to_the_end(lecturer.open("trap"))
    student = Student(server.address, lecturer.room)
    to_the_end(student.join())
    first = to_the_end(send(server.address, "open", {"link": "x", "lessons": ["trap"]}))["server"]
    server.stop()
    server.start()
    try:
        for act, key in (("watch", lecturer.key), ("follow", student.key)):
            with pytest.raises(RefusedError) as refusal:
                to_the_end(send(server.address, act, {"room": lecturer.room, "since": 0}, key))
            assert refusal.value.status == 404
            assert refusal.value.said["server"] != first
    finally:
        server.stop()


def test_below_a_path_of_its_own(tmp_path: Path) -> None:
    server = Server(JOB_APP, log=tmp_path / "log")
    server.start()
    try:
        request = urllib.request.Request(
            f"{server.url}/some/where/class/open",
            data=b'{"link": "http://x/learn", "lessons": ["trap"]}',
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Cache-Control"] == "no-store"
            assert b'"room"' in answer.read()
    finally:
        server.stop()


def test_the_log_has_a_line_for_each_event_and_no_data(server: Server) -> None:
    async def story() -> tuple[str, ...]:
        lecturer = Lecturer(server.address)
        await lecturer.open("trap-canary")
        student = Student(server.address, lecturer.room)
        await student.join()
        await student.answer(lesson="trap-canary", kind="number", draw=4711, value=0.8675309)
        await refused(server.address, "close", {"room": lecturer.room}, "wrong")
        await send(server.address, "close", {"room": lecturer.room}, lecturer.key)
        return lecturer.room, lecturer.key, student.key, "trap-canary", "8675309", "4711"

    secrets = to_the_end(story())
    assert server.log is not None
    log = server.log.read_text()
    for line in ("a room was opened,", "somebody joined", "close refused (403)"):
        assert log.count(f"Live class: {line}") >= 1
    assert log.count("Live class: a room was closed, people: 1, answers: 1") == 1
    assert [secret for secret in secrets if secret in log] == []
