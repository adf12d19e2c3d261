"""``make load``: a live class of sixty. Prints how long an answer takes to the lecturer's chart.

The lecturer is a real Chromium with the panel open, the students are plain HTTP. `Lecturer` and
`Student` are also what the tests of the server use; a student may lose the connection half way.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.load.figures import Figure, percentile, seconds
from tests.load.server import running
from tests.waiting import PATIENCE

LIMIT = 1.0  # seconds from a click to the lecturer's chart
KEPT_UP_TO = "document.querySelector('.aucc-class').dataset.version"
# When which version of the answers stood on the screen.
WATCH = """
window.drawn = [];
new MutationObserver(() => window.drawn.push([Number(BAR.dataset.version), Date.now()]))
  .observe(BAR, { attributes: true, attributeFilter: ['data-version'] });
""".replace("BAR", "document.querySelector('.aucc-class')")


class RefusedError(Exception):
    """The server's no."""

    def __init__(self, status: int, said: dict[str, Any]) -> None:
        super().__init__(f"{status}: {said}")
        self.status = status
        self.said = said


async def send(
    address: str,
    act: str,
    message: Any,
    key: str = "",
    *,
    cut: str = "",
    headers: dict[str, str] | None = None,
) -> Any:
    """One message and its answer; with ``cut`` the connection is lost before or after the server
    has the message ("half", "unread")."""
    body = json.dumps(message).encode()
    lines = {
        "Host": address,
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **({"Authorization": f"Bearer {key}"} if key else {}),
        **(headers or {}),
    }
    head = "".join(f"{name}: {text}\r\n" for name, text in lines.items())
    data = f"POST /class/{act} HTTP/1.1\r\n{head}\r\n".encode() + body
    async with asyncio.timeout(PATIENCE):
        host, port = address.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(data[: -len(body) // 2] if cut == "half" else data)
            await writer.drain()
            if cut:
                raise ConnectionError("cut on purpose")
            answer = await reader.read()
        finally:
            writer.close()
    top, _, rest = answer.partition(b"\r\n\r\n")
    if not top:
        raise ConnectionError("no answer")
    status, said = int(top.split()[1]), json.loads(_whole(top, rest))
    if status != 200:
        raise RefusedError(status, said)
    return said


def _whole(top: bytes, rest: bytes) -> bytes:
    """The body, also where it comes in pieces."""
    if b"chunked" not in top.lower():
        return rest
    body = b""
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        body, rest = body + rest[: int(size, 16)], rest[int(size, 16) + 2 :]
    return body


Given = tuple[int, str, str, int, int]  # person, lesson, kind, question, draw


@dataclass
class Lecturer:
    """Opens a room, watches it, has all answers that came."""

    address: str
    room: str = ""
    key: str = ""
    version: int = 0
    here: list[int] = field(default_factory=list)
    answers: dict[Given, Any] = field(default_factory=dict)

    async def open(self, *lessons: str) -> None:
        wish = {"link": f"http://{self.address}/learn", "lessons": list(lessons)}
        said = await send(self.address, "open", wish)
        self.room, self.key = said["room"], said["key"]

    async def watch(self) -> None:
        """Take what is new, once."""
        wish = {"room": self.room, "since": self.version}
        news = await send(self.address, "watch", wish, self.key)
        self.version, self.here = news["version"], news["here"]
        for one in news["answers"]:
            given = one["person"], one["lesson"], one["kind"], one["question"], one["draw"]
            self.answers[given] = one["value"]

    async def steer(self, **wish: Any) -> None:
        await send(self.address, "steer", {"room": self.room, **wish}, self.key)


@dataclass
class Student:
    """Joins a room and answers, again and again until the server has it, as the page does."""

    address: str
    room: str
    key: str = ""
    order: int = 0

    async def join(self) -> None:
        said = await send(self.address, "join", {"room": self.room})
        self.key = said["key"]

    async def follow(self, since: int = 0) -> dict[str, Any]:
        wish = {"room": self.room, "since": since}
        return dict(await send(self.address, "follow", wish, self.key))

    async def answer(self, cuts: Iterator[str] | None = None, **answer: Any) -> int:
        """The version from which on the lecturer has it."""
        self.order += 1
        message = {"room": self.room, "order": self.order, "question": 0, "draw": 0, **answer}
        while True:
            try:
                cut = next(cuts, "") if cuts else ""
                said = await send(self.address, "answer", message, self.key, cut=cut)
                return int(said["version"])
            except (OSError, json.JSONDecodeError):
                await asyncio.sleep(random.uniform(0.01, 0.1))
            except RefusedError as refusal:
                if refusal.status != 429:
                    raise
                await asyncio.sleep(0.5)


async def a_class_answers(
    address: str, room: str, *, lesson: str, people: int, within: float
) -> list[tuple[int, float]]:
    """Everybody joins, asks what to follow, and answers some time; version and moment of each."""
    sent: list[tuple[int, float]] = []

    async def one(seed: int) -> None:
        chance = random.Random(seed)
        student = Student(address, room)
        await student.join()
        following = asyncio.create_task(_keep_following(student))
        for question, spread in ((0, within), (1, within), (2, 1.0)):
            await asyncio.sleep(chance.uniform(0, spread))
            begin = time.time()
            value = chance.randrange(3)
            answer = {"lesson": lesson, "kind": "choice", "question": question, "value": value}
            sent.append((await student.answer(**answer), begin))
        line = [[i / 63, chance.random()] for i in range(64)]
        begin = time.time()
        sent.append((await student.answer(lesson=lesson, kind="sketch", value=line), begin))
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)

    await asyncio.gather(*(one(seed) for seed in range(people)))
    return sent


async def _keep_following(student: Student) -> None:
    turn = 0
    while True:
        turn = (await student.follow(turn))["turn"]


def measure(address: str, *, people: int, within: float) -> Figure:
    """Open a room in a browser, let a class answer, compare when each was drawn."""
    from playwright.sync_api import sync_playwright

    from tests.browser.chromium import ARGS, MISSING, find

    path = find()
    if path is None:
        raise SystemExit(MISSING)
    with sync_playwright() as playwright, ThreadPoolExecutor(1) as pool:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGS))
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(f"http://{address}/learn?lesson=under_over")  # too few, too many: it has a sketch
        page.locator(".aucc-class-door summary").click()
        page.get_by_role("button", name="Open a room").click()
        code = page.locator(".aucc-class .join .large").inner_text().replace(" ", "")
        page.get_by_role("button", name="Answers").click()
        lesson = page.evaluate("window.auccAsked.lesson")
        page.evaluate(WATCH)
        story = a_class_answers(address, code, lesson=lesson, people=people, within=within)
        done = pool.submit(lambda: asyncio.run(story))
        while not done.done():
            page.wait_for_timeout(100)
        sent = done.result()
        while int(page.evaluate(KEPT_UP_TO)) < max(version for version, _ in sent):
            page.wait_for_timeout(50)
        drawn = page.evaluate("window.drawn")
        browser.close()
    took = [
        next(at for shown, at in drawn if shown >= version) / 1000 - begin
        for version, begin in sent
    ]
    return Figure(
        f"{people} students: answer to the lecturer's chart",
        f"{seconds(took)}, {len(took)} answers",
        f"p95 ≤ {LIMIT:g} s",
        len(took) == 4 * people and percentile(took, 0.95) <= LIMIT,
    )


def main() -> int:
    """Run against a server of our own, or one given by address."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", help="host:port of a running server; default: start one")
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--within", type=float, default=15.0)
    options = parser.parse_args()
    settings = {"people": options.people, "within": options.within}
    if options.address:
        figure = measure(options.address, **settings)
    else:
        with tempfile.TemporaryDirectory() as folder, running(log=Path(folder, "log")) as server:
            figure = measure(server.address, **settings)
    print(figure)
    return 0 if figure.good else 1


if __name__ == "__main__":
    sys.exit(main())
