"""Rooms of a live class: who is there, what they answered, where the lecturer leads.

In memory only, and limited in everything: rooms, people, age, size and rate. Nobody is asked for a
name. A room has a short code, which lets in, a key, which only the browser tab that opened it has,
and for everybody who joins a secret of their own, by which the same answer that comes twice counts
once. Of keys and secrets only digests are kept. Nothing that a student sends is free text: an
answer is a number for one of the lessons that the lecturer's page named.

All of it runs on the server's event loop, so nothing here needs a lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import math
import secrets
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

ROOMS = 20
PEOPLE = 200
OPEN_SECONDS = 4 * 3600.0
# The lecturer's page asks every few seconds; a room without it is nobody's.
ALONE_SECONDS = 30 * 60.0
UNUSED_SECONDS = 300.0  # the same for a room that nobody has ever joined
AWAY_SECONDS = 20.0  # who has not asked for so long is not counted as here
ANSWER_BYTES = 4 << 20  # all answers of a room, as text
ANSWERS_EACH = 500
RATE, BURST = 5.0, 30.0  # messages a second of one person, and at once
WAITS = 4  # questions "what is new?" that one person may leave open
LETTERS = "BCDFGHJKMNPQRSTVWXZ23456789"  # none that looks like another, no words
CODE_LENGTH = 6
SKETCH_POINTS = 64
LARGEST = 100_000  # of any number that names a question or a draw
SERVER = uuid.uuid4().hex  # another one after every start
_LESSONS, _NAME = 60, 60
_PLACE_ITEMS, _PLACE_TEXT = 20, 400


class RoomError(Exception):
    """What cannot be done, as a sentence for a person, with an HTTP status."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True)
class Question:
    """What an answer is to: the kind says what its value is.

    Attributes
    ----------
    kind : "choice" (number of the option), "sketch" (points in the unit square) or "number".
    question : which one of its kind in the lesson; 0 is the prediction.
    draw : for a number, the seed it belongs to; else 0.
    """

    lesson: str
    kind: str
    question: int
    draw: int


@dataclass
class _Answer:
    value: str  # JSON
    order: int  # the sender's own count; an older or equal one changes nothing
    version: int
    at: float


@dataclass
class _Person:
    number: int
    seen: float
    credit: float = BURST
    paid: float = 0.0
    waiting: int = 0
    answers: dict[Question, _Answer] = field(default_factory=dict)


@dataclass
class _Room:
    code: str
    key: bytes
    lessons: frozenset[str]
    opened: float
    led: float
    people: dict[bytes, _Person] = field(default_factory=dict)
    joined: int = 0
    size: int = 0
    version: int = 0  # of what the lecturer sees
    turn: int = 0  # of what the students follow
    together: bool = True
    place: dict[str, str] | None = None
    place_turn: int = 0
    shown: list[tuple[str, int]] = field(default_factory=list)
    waiting: int = 0
    closed: str = ""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    orders: asyncio.Event = field(default_factory=asyncio.Event)

    def tell_lecturer(self) -> None:
        """Something was answered, or somebody came or went."""
        self.version += 1
        self.news.set()
        self.news = asyncio.Event()

    def tell_students(self) -> None:
        """The lecturer did something."""
        self.turn += 1
        self.orders.set()
        self.orders = asyncio.Event()


class Rooms:
    """All rooms of this server process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rooms: dict[str, _Room] = {}
        self._ended: dict[str, str] = {}  # why the last ones ended, by code

    def __len__(self) -> int:
        return len(self._rooms)

    # For everybody

    def forget_old(self) -> list[tuple[int, int]]:
        """Close rooms that are too old or that nobody leads; people and answers of each."""
        now, closed = self._clock(), []
        for room in list(self._rooms.values()):
            patience = ALONE_SECONDS if room.people else UNUSED_SECONDS
            if now - room.opened > OPEN_SECONDS:
                closed.append(self._end(room, "The class was open for four hours and has ended."))
            elif now - room.led > patience:
                closed.append(self._end(room, "The lecturer's page was gone for too long."))
        return closed

    # For the lecturer's tab

    def open(self, lessons: Sequence[str]) -> tuple[str, str]:
        """A new room: its code and its key."""
        self.forget_old()
        names = [name for name in lessons if isinstance(name, str) and 0 < len(name) <= _NAME]
        if not names or len(names) != len(lessons) or len(names) > _LESSONS:
            raise RoomError(400, "A room needs the names of its lessons.")
        if len(self._rooms) >= ROOMS:
            raise RoomError(503, f"All {ROOMS} rooms of this server are taken. Try again later.")
        code = _new_code()
        while code in self._rooms or code in self._ended:
            code = _new_code()
        key, now = secrets.token_urlsafe(24), self._clock()
        self._rooms[code] = _Room(code, _digest(key), frozenset(names), now, now)
        return code, key

    def steer(
        self,
        code: str,
        key: str,
        *,
        together: bool | None = None,
        place: Mapping[str, str] | None = None,
        show: Sequence[Any] | None = None,
    ) -> None:
        """Set the pace, take everybody to a place, reveal a question."""
        room = self._led(code, key)
        checked = None if place is None else _checked_place(place)
        shown = None if show is None else _checked_shown(show, room.lessons)
        if together is not None:
            if not isinstance(together, bool):
                raise RoomError(400, "The pace is set by true or false.")
            room.together = together
        if checked is not None:
            room.place, room.place_turn = checked, room.turn + 1
        if shown is not None and shown not in room.shown:
            room.shown.append(shown)
        room.tell_students()
        room.tell_lecturer()

    async def watch(self, code: str, key: str, since: int, *, hold: float) -> str:
        """What is new since a version, as JSON; waits for something for up to ``hold`` seconds."""
        room = self._led(code, key)
        with _place_in_line(room):
            await _wait(lambda: room.version > since or bool(room.closed), lambda: room.news, hold)
        if not room.closed:
            room.led = self._clock()
        return self._state(room, since)

    def close(self, code: str, key: str) -> tuple[int, int]:
        """End a room; how many people and answers it had."""
        return self._end(self._led(code, key), "The lecturer has closed the class.")

    # For students

    def join(self, code: str) -> str:
        """Come in; the secret of the one who does."""
        room, now = self._room(code), self._clock()
        if len(room.people) >= PEOPLE:
            _make_room(room, now)
        secret = secrets.token_urlsafe(18)
        room.joined += 1
        room.people[_digest(secret)] = _Person(room.joined, now, paid=now)
        room.tell_lecturer()
        return secret

    async def follow(self, code: str, secret: str, since: int, *, hold: float) -> dict[str, Any]:
        """Where the lecturer leads, once that is newer than a turn or ``hold`` seconds are over."""
        room, person = self._person(code, secret)
        self._seen(room, person)
        with _place_in_line(person):
            await _wait(lambda: room.turn > since or bool(room.closed), lambda: room.orders, hold)
        if room.closed:
            raise RoomError(404, room.closed)
        self._seen(room, person)
        return {
            "turn": room.turn,
            "together": room.together,
            "place": room.place,
            "placeTurn": room.place_turn,
            "shown": room.shown,
        }

    def answer(self, code: str, secret: str, order: int, asked: Question, value: Any) -> int:
        """Take an answer; the version from which on the lecturer sees it.

        ``order`` counts what this person has sent: the same answer again changes nothing.
        """
        room, person = self._person(code, secret)
        self._seen(room, person)
        self._pay(person)
        _check_question(asked, room.lessons)
        text = json.dumps(_checked_value(asked.kind, value), separators=(",", ":"))
        before = person.answers.get(asked)
        if before is not None and order <= before.order:
            return before.version
        if before is None and len(person.answers) >= ANSWERS_EACH:
            raise RoomError(413, f"A person may give {ANSWERS_EACH} answers in one class.")
        size = room.size + len(text) - (len(before.value) if before else 0)
        if size > ANSWER_BYTES:
            raise RoomError(413, "This room holds no more answers.")
        room.size = size
        room.tell_lecturer()
        at = self._clock() - room.opened
        person.answers[asked] = _Answer(text, order, room.version, at)
        return room.version

    def leave(self, code: str, secret: str) -> None:
        """No longer count as here; the answers stay."""
        room, person = self._person(code, secret)
        person.seen = -math.inf
        room.tell_lecturer()

    # Inside

    def _room(self, code: str) -> _Room:
        room = self._rooms.get(code)
        if room is None:
            raise RoomError(404, self._ended.get(code, f"There is no class {code[:12]}."))
        return room

    def _led(self, code: str, key: str) -> _Room:
        room = self._room(code)
        if not hmac.compare_digest(room.key, _digest(key)):
            raise RoomError(403, "Only the tab that opened this room can do that.")
        return room

    def _person(self, code: str, secret: str) -> tuple[_Room, _Person]:
        room = self._room(code)
        person = room.people.get(_digest(secret))
        if person is None:
            raise RoomError(403, "Join the class first.")
        return room, person

    def _seen(self, room: _Room, person: _Person) -> None:
        now = self._clock()
        back, person.seen = now - person.seen > AWAY_SECONDS, now
        if back:
            room.tell_lecturer()

    def _pay(self, person: _Person) -> None:
        now = self._clock()
        person.credit = min(BURST, person.credit + RATE * (now - person.paid))
        person.paid = now
        if person.credit < 1:
            raise RoomError(429, "Too many messages at once. Wait a moment.")
        person.credit -= 1

    def _end(self, room: _Room, reason: str) -> tuple[int, int]:
        del self._rooms[room.code]
        self._ended[room.code] = reason
        while len(self._ended) > 10 * ROOMS:
            del self._ended[next(iter(self._ended))]
        counts = len(room.people), sum(len(p.answers) for p in room.people.values())
        room.closed = reason
        room.tell_students()
        room.tell_lecturer()
        return counts

    def _state(self, room: _Room, since: int) -> str:
        if room.closed:
            raise RoomError(404, room.closed)
        now = self._clock()
        here = [p.number for p in room.people.values() if now - p.seen <= AWAY_SECONDS]
        head = {
            "version": room.version,
            "here": here,
            "together": room.together,
            "shown": room.shown,
        }
        new = (
            f'{{"person":{person.number},"lesson":{json.dumps(asked.lesson)},'
            f'"kind":"{asked.kind}","question":{asked.question},"draw":{asked.draw},'
            f'"value":{given.value},"at":{given.at:.1f}}}'
            for person in room.people.values()
            for asked, given in person.answers.items()
            if given.version > since
        )
        return f'{json.dumps(head)[:-1]},"answers":[{",".join(new)}]}}'


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _digest(secret: str) -> bytes:
    return hashlib.blake2b(secret.encode("utf-8", "replace"), digest_size=24).digest()


def _make_room(room: _Room, now: float) -> None:
    """Forget one who came, gave no answer and left."""
    for digest, person in room.people.items():
        if not person.answers and now - person.seen > AWAY_SECONDS:
            del room.people[digest]
            return
    raise RoomError(503, f"The room is full: {PEOPLE} people.")


@contextlib.contextmanager
def _place_in_line(one: _Room | _Person) -> Iterator[None]:
    if one.waiting >= WAITS:
        raise RoomError(429, "This page asks too often.")
    one.waiting += 1
    try:
        yield
    finally:
        one.waiting -= 1


async def _wait(
    come: Callable[[], bool], event: Callable[[], asyncio.Event], seconds: float
) -> None:
    """Until something has come, or the time is over; without time it is only looked."""
    if seconds <= 0:
        return
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not come():
                await event().wait()


def _whole(value: Any) -> bool:
    return type(value) is int and 0 <= value <= LARGEST


def _check_question(asked: Question, lessons: frozenset[str]) -> None:
    known = asked.lesson in lessons and asked.kind in ("choice", "sketch", "number")
    if not known or not _whole(asked.question) or not _whole(asked.draw):
        raise RoomError(400, "That question is not asked here.")


def _checked_value(kind: str, value: Any) -> Any:
    if kind == "choice" and type(value) is int and 0 <= value < 20:
        return value
    if kind == "number" and _finite(value):
        return float(f"{value:.6g}")
    if kind == "sketch" and isinstance(value, list) and 2 <= len(value) <= SKETCH_POINTS:
        points = [p for p in value if isinstance(p, list) and len(p) == 2 and all(map(_share, p))]
        if len(points) == len(value):
            return [[round(x, 3), round(y, 3)] for x, y in points]
    raise RoomError(400, "That is no answer to this question.")


def _finite(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < 1e12  # no NaN passes this either


def _share(value: Any) -> bool:
    return _finite(value) and 0 <= value <= 1


def _checked_place(place: Mapping[str, str]) -> dict[str, str]:
    """The part of an address behind the question mark, as names and texts."""
    if isinstance(place, Mapping) and len(place) <= _PLACE_ITEMS:
        texts = [*place.keys(), *place.values()]
        if all(isinstance(text, str) and len(text) <= _PLACE_TEXT for text in texts):
            return dict(place)
    raise RoomError(400, "That is no place in the course.")


def _checked_shown(show: Sequence[Any], lessons: frozenset[str]) -> tuple[str, int]:
    if isinstance(show, list) and len(show) == 2:
        lesson, question = show
        if isinstance(lesson, str) and lesson in lessons and _whole(question):
            return lesson, question
    raise RoomError(400, "That question is not asked here.")
