"""Rooms of a live class: what each may do, what counts once, what is forgotten, and the limits."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from pages.ui.classroom import rooms
from pages.ui.classroom.rooms import Question, RoomError, Rooms
from tests.load.client import to_the_end

TRAP = Question("trap", "choice", 0, 0)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def all_rooms(clock: Clock) -> Rooms:
    return Rooms(clock)


def state(all_rooms: Rooms, code: str, key: str, since: int = 0) -> dict[str, Any]:
    return json.loads(to_the_end(all_rooms.watch(code, key, since, hold=0)))


def follow(all_rooms: Rooms, code: str, secret: str, since: int = 0) -> dict[str, Any]:
    return to_the_end(all_rooms.follow(code, secret, since, hold=0))


def status(act, *args: Any, **named: Any) -> int:
    def do() -> None:
        done = act(*args, **named)
        if asyncio.iscoroutine(done):
            to_the_end(done)

    with pytest.raises(RoomError) as refused:
        do()
    assert str(refused.value).endswith(".")
    return refused.value.status


def test_answers_gather_and_the_newest_of_each_counts(all_rooms: Rooms) -> None:
    """Against a plain dictionary: messages doubled, late and in any order."""
    code, key = all_rooms.open(["trap", "quiz"])
    students = [all_rooms.join(code) for _ in range(7)]
    chance = random.Random(0)
    newest: dict[Any, tuple[int, int]] = {}
    sent = [
        (who, order, Question(lesson, "choice", question, 0), chance.randrange(4))
        for who in range(7)
        for order in range(1, 30)
        for lesson, question in [(chance.choice(["trap", "quiz"]), chance.randrange(3))]
    ]
    sent += chance.sample(sent, 60)
    chance.shuffle(sent)
    seen: dict[Any, int] = {}
    version = 0
    for who, order, asked, value in sent:
        all_rooms._rooms[code].people[rooms._digest(students[who])].credit = rooms.BURST
        all_rooms.answer(code, students[who], order, asked, value)
        if order > newest.get((who + 1, asked), (0, 0))[0]:
            newest[who + 1, asked] = order, value
        if chance.random() < 0.2:  # what is new since the last look is enough
            version = look(all_rooms, code, key, version, seen)
    look(all_rooms, code, key, version, seen)
    assert seen == {given: value for given, (_, value) in newest.items()}


def look(all_rooms: Rooms, code: str, key: str, version: int, seen: dict[Any, int]) -> int:
    news = state(all_rooms, code, key, version)
    for one in news["answers"]:
        asked = Question(one["lesson"], one["kind"], one["question"], one["draw"])
        seen[one["person"], asked] = one["value"]
    return news["version"]


def test_the_code_lets_in_and_nothing_else(all_rooms: Rooms) -> None:
    code, key = all_rooms.open(["trap"])
    secret = all_rooms.join(code)
    assert set(code) <= set(rooms.LETTERS)
    assert len(key) >= 32 > len(code)
    for wrong in ("", "guess", code, secret, key[:-1], "é" * 32):
        assert status(all_rooms.watch, code, wrong, 0, hold=0) == 403
        assert status(all_rooms.steer, code, wrong, together=False) == 403
        assert status(all_rooms.close, code, wrong) == 403
    for wrong in ("", "guess", code, key):
        assert status(all_rooms.answer, code, wrong, 1, TRAP, 0) == 403
        assert status(all_rooms.follow, code, wrong, 0, hold=0) == 403
    assert status(all_rooms.join, "NOROOM") == 404
    other, _ = all_rooms.open(["trap"])
    assert status(all_rooms.answer, other, secret, 1, TRAP, 0) == 403
    assert status(all_rooms.steer, other, key, together=False) == 403
    assert state(all_rooms, code, key)["answers"] == []


def test_nothing_that_was_handed_out_is_kept(all_rooms: Rooms) -> None:
    code, key = all_rooms.open(["trap"])
    secret = all_rooms.join(code)
    assert key not in repr(all_rooms.__dict__)
    assert secret not in repr(all_rooms.__dict__)


def test_students_see_where_the_lecturer_leads_and_no_answers(all_rooms: Rooms) -> None:
    code, key = all_rooms.open(["trap"])
    one, two = all_rooms.join(code), all_rooms.join(code)
    all_rooms.answer(code, one, 1, TRAP, 2)
    all_rooms.steer(code, key, place={"lesson": "6", "seed": "3"})
    all_rooms.steer(code, key, together=False, show=["trap", 0])
    assert follow(all_rooms, code, two) == {
        "turn": 2, "together": False, "place": {"lesson": "6", "seed": "3"}, "placeTurn": 1,
        "shown": [("trap", 0)],
    }  # fmt: skip


def test_waiting_ends_when_something_comes(all_rooms: Rooms) -> None:
    async def story() -> None:
        code, key = all_rooms.open(["trap"])
        secret = all_rooms.join(code)
        version = json.loads(await all_rooms.watch(code, key, 0, hold=0))["version"]
        watching = asyncio.create_task(all_rooms.watch(code, key, version, hold=180))
        following = asyncio.create_task(all_rooms.follow(code, secret, 0, hold=180))
        await asyncio.sleep(0)
        all_rooms.answer(code, secret, 1, TRAP, 1)
        assert [one["value"] for one in json.loads(await watching)["answers"]] == [1]
        assert not following.done()
        all_rooms.steer(code, key, together=False)
        assert (await following)["together"] is False
        last = asyncio.create_task(all_rooms.follow(code, secret, 1, hold=180))
        await asyncio.sleep(0)
        all_rooms.close(code, key)
        with pytest.raises(RoomError, match="lecturer has closed"):
            await last

    to_the_end(story())


def test_a_room_is_gone_when_closed_old_or_left_alone(all_rooms: Rooms, clock: Clock) -> None:
    code, key = all_rooms.open(["trap"])
    all_rooms.answer(code, all_rooms.join(code), 1, TRAP, 2)
    assert all_rooms.close(code, key) == (1, 1)
    assert len(all_rooms) == 0
    with pytest.raises(RoomError, match="lecturer has closed"):
        all_rooms.join(code)

    unused, _ = all_rooms.open(["trap"])
    used, key = all_rooms.open(["trap"])
    all_rooms.join(used)
    clock.now += rooms.UNUSED_SECONDS + 1
    assert all_rooms.forget_old() == [(0, 0)]
    with pytest.raises(RoomError, match="gone for too long"):
        all_rooms.join(unused)
    clock.now += rooms.ALONE_SECONDS - rooms.UNUSED_SECONDS - 2
    state(all_rooms, used, key)
    clock.now += rooms.ALONE_SECONDS - 1
    assert all_rooms.forget_old() == []
    while clock.now < 1000 + rooms.OPEN_SECONDS:
        state(all_rooms, used, key)
        clock.now += rooms.ALONE_SECONDS - 1
    assert all_rooms.forget_old() == [(1, 0)]
    with pytest.raises(RoomError, match="four hours"):
        all_rooms.join(used)


def test_who_is_here(all_rooms: Rooms, clock: Clock) -> None:
    code, key = all_rooms.open(["trap"])
    one, two = all_rooms.join(code), all_rooms.join(code)
    assert state(all_rooms, code, key)["here"] == [1, 2]
    clock.now += rooms.AWAY_SECONDS + 1
    all_rooms.answer(code, two, 1, TRAP, 0)
    assert state(all_rooms, code, key)["here"] == [2]
    follow(all_rooms, code, one)
    assert state(all_rooms, code, key)["here"] == [1, 2]
    all_rooms.leave(code, two)
    news = state(all_rooms, code, key)
    assert (news["here"], len(news["answers"])) == ([1], 1)


# Limits


def test_rooms_and_people_are_limited(all_rooms: Rooms, clock: Clock) -> None:
    code, _ = all_rooms.open(["trap"])
    for _ in range(rooms.ROOMS - 1):
        all_rooms.open(["trap"])
    assert status(all_rooms.open, ["trap"]) == 503
    answering = [all_rooms.join(code) for _ in range(rooms.PEOPLE)]
    assert status(all_rooms.join, code) == 503
    for secret in answering[1:]:
        all_rooms.answer(code, secret, 1, TRAP, 0)
    clock.now += rooms.AWAY_SECONDS + 1
    all_rooms.join(code)  # in the place of the one who never answered and went
    assert status(all_rooms.follow, code, answering[0], 0, hold=0) == 403
    assert status(all_rooms.join, code) == 503
    clock.now += rooms.ALONE_SECONDS
    all_rooms.open(["trap"])


def test_messages_of_one_person_are_limited_in_rate(all_rooms: Rooms, clock: Clock) -> None:
    code, _ = all_rooms.open(["trap"])
    one, two = all_rooms.join(code), all_rooms.join(code)
    for order in range(1, int(rooms.BURST) + 1):
        all_rooms.answer(code, one, order, TRAP, 0)
    assert status(all_rooms.answer, code, one, 99, TRAP, 0) == 429
    all_rooms.answer(code, two, 1, TRAP, 0)
    clock.now += 1
    for order in range(100, 100 + int(rooms.RATE)):
        all_rooms.answer(code, one, order, TRAP, 0)
    assert status(all_rooms.answer, code, one, 200, TRAP, 0) == 429


def test_answers_are_limited_in_number_and_size(
    all_rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "BURST", 1e9)
    code, key = all_rooms.open(["trap"])
    one, two = all_rooms.join(code), all_rooms.join(code)
    for draw in range(rooms.ANSWERS_EACH):
        all_rooms._rooms[code].people[rooms._digest(one)].credit = 2
        all_rooms.answer(code, one, draw + 1, Question("trap", "number", 0, draw), 0.5)
    assert status(all_rooms.answer, code, one, 9999, Question("trap", "number", 1, 0), 0.5) == 413
    monkeypatch.setattr(rooms, "ANSWER_BYTES", all_rooms._rooms[code].size + 20)
    sketch = Question("trap", "sketch", 0, 0)
    assert status(all_rooms.answer, code, two, 1, sketch, [[0.5, 0.5]] * 9) == 413
    all_rooms.answer(code, two, 2, sketch, [[0, 0], [1, 1]])
    all_rooms.answer(code, two, 3, sketch, [[0, 1], [1, 0]])  # in the place of the one before
    assert len(state(all_rooms, code, key)["answers"]) == rooms.ANSWERS_EACH + 1


def test_a_page_leaves_few_requests_open(all_rooms: Rooms) -> None:
    async def story() -> None:
        code, key = all_rooms.open(["trap"])
        waiting = [
            asyncio.create_task(all_rooms.watch(code, key, 99, hold=180))
            for _ in range(rooms.WAITS)
        ]
        await asyncio.sleep(0)
        with pytest.raises(RoomError) as refused:
            await all_rooms.watch(code, key, 99, hold=180)
        assert refused.value.status == 429
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await all_rooms.watch(code, key, 99, hold=0)

    to_the_end(story())


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        (Question("elsewhere", "choice", 0, 0), 0),
        (Question("trap", "essay", 0, 0), 0),
        (Question("trap", "choice", -1, 0), 0),
        (Question("trap", "choice", 10**6, 0), 0),
        (TRAP, "<b>"),
        (TRAP, True),
        (TRAP, 1.0),
        (TRAP, 20),
        (TRAP, -1),
        (TRAP, None),
        (Question("trap", "number", 0, 1), float("nan")),
        (Question("trap", "number", 0, 1), float("inf")),
        (Question("trap", "number", 0, 1), "0.5"),
        (Question("trap", "sketch", 0, 0), [[0, 0]]),
        (Question("trap", "sketch", 0, 0), [[0, 0], [0, 1.1]]),
        (Question("trap", "sketch", 0, 0), [[0, 0], [0, "1"]]),
        (Question("trap", "sketch", 0, 0), [[0, 0]] * 65),
        (Question("trap", "sketch", 0, 0), {"0": [0, 0]}),
    ],
)
def test_what_is_no_answer_is_refused(all_rooms: Rooms, asked: Question, value: Any) -> None:
    code, key = all_rooms.open(["trap"])
    secret = all_rooms.join(code)
    assert status(all_rooms.answer, code, secret, 1, asked, value) == 400
    assert state(all_rooms, code, key)["answers"] == []


@pytest.mark.parametrize(
    "wish",
    [
        {"place": {"lesson": 3}},
        {"place": {"lesson": "x" * 401}},
        {"place": {str(i): "" for i in range(21)}},
        {"place": "lesson=3"},
        {"show": ["elsewhere", 0]},
        {"show": ["trap"]},
        {"show": ["trap", "0"]},
        {"together": 1},
    ],
)
def test_what_cannot_be_steered_is_refused(all_rooms: Rooms, wish: dict[str, Any]) -> None:
    code, key = all_rooms.open(["trap"])
    before = follow(all_rooms, code, all_rooms.join(code))
    assert status(all_rooms.steer, code, key, **wish) == 400
    assert follow(all_rooms, code, all_rooms.join(code)) == before


@pytest.mark.parametrize("lessons", [[], [1], [""], ["x" * 61], ["x"] * 61])
def test_a_room_needs_names_of_lessons(all_rooms: Rooms, lessons: list[Any]) -> None:
    assert status(all_rooms.open, lessons) == 400
