"""POST /class/<act>: the live class, for the lecturer's tab and for students' pages.

Who asks says so by a secret in the Authorization header, never in an address or a cookie, so no
other site can ask in somebody's name; requests that a browser marks as another site's are refused
all the same. What is new is waited for: a page leaves one request open and gets its answer as soon
as there is one. The log has one line for each event, without codes, answers or addresses.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pages.ui.classroom.join_picture import join_picture
from pages.ui.classroom.rooms import SERVER, Question, RoomError, Rooms

LARGEST_BODY = 8 << 10  # of any message
HOLD_SECONDS = 5.0  # a server that is asked to stop waits for as long
LONGEST_LINK = 300
rooms = Rooms()
_log = logging.getLogger(__name__)
Message = dict[str, Any]


async def act(request: Request) -> Response:
    """One act, as JSON in and out; a refusal has a sentence for a person."""
    name = request.path_params["act"]
    try:
        _refuse_other_sites(request)
        if name not in ACTS:
            raise RoomError(404, "There is no such act.")
        work = ACTS[name](await _message(request), _secret(request))
        answer = await _while_somebody_waits(request, work)
    except RoomError as error:
        if error.status not in (404, 429):
            _log.info("Live class: %s refused (%d)", name, error.status)
        answer = JSONResponse({"error": str(error), "server": SERVER}, error.status)
    except ClientDisconnect:
        answer = Response(status_code=400)  # nobody reads it
    answer.headers["Cache-Control"] = "no-store"
    return answer


async def _while_somebody_waits(request: Request, work: Coroutine[Any, Any, Response]) -> Response:
    """Do the work, but not for a page that has gone: its place in the line is another's then."""
    task, gone = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ClientDisconnect
    finally:
        task.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _refuse_other_sites(request: Request) -> None:
    """Newer browsers say whose page asks; others at least its address."""
    headers = request.headers
    says, origin = headers.get("sec-fetch-site"), headers.get("origin")
    own = (headers.get("host"), headers.get("x-forwarded-host"))
    other = says != "same-origin" if says else origin is not None and _host(origin) not in own
    if other or not headers.get("content-type", "").startswith("application/json"):
        raise RoomError(403, "Only a page of this dashboard can ask that.")


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc or origin
    except ValueError:
        return origin


async def _message(request: Request) -> Message:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            raise RoomError(413, "That message is too long.")
    try:
        message = json.loads(bytes(body))
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise RoomError(400, "That message cannot be read.")
    return message


def _secret(request: Request) -> str:
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def _code(message: Message) -> str:
    """As typed: spaces, hyphens and small letters do not matter."""
    text = str(message.get("room", ""))[:40]
    return "".join(letter for letter in text.upper() if letter.isalnum())


def _count(message: Message, name: str) -> int:
    value = message.get(name)
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise RoomError(400, f"{name} must be a whole number.")
    return value


# The lecturer's tab


async def _open(message: Message, _: str) -> Response:
    link, lessons = message.get("link"), message.get("lessons")
    if not isinstance(link, str) or len(link) > LONGEST_LINK or not isinstance(lessons, list):
        raise RoomError(400, "A room needs its address and its lessons.")
    code, key = rooms.open(lessons)
    _log.info("Live class: a room was opened, %d open", len(rooms))
    link = f"{link}?room={code}"
    picture = await run_in_threadpool(join_picture, link)
    return JSONResponse(
        {"room": code, "key": key, "server": SERVER, "link": link, "picture": picture}
    )


async def _watch(message: Message, key: str) -> Response:
    state = await rooms.watch(_code(message), key, _count(message, "since"), hold=HOLD_SECONDS)
    return Response(state, media_type="application/json")


async def _steer(message: Message, key: str) -> Response:
    wish = {name: message.get(name) for name in ("together", "place", "show")}
    rooms.steer(_code(message), key, **wish)
    return JSONResponse({})


async def _close(message: Message, key: str) -> Response:
    people, answers = rooms.close(_code(message), key)
    _log.info("Live class: a room was closed, people: %d, answers: %d", people, answers)
    return JSONResponse({})


# Students' pages


async def _join(message: Message, _: str) -> Response:
    secret = rooms.join(_code(message))
    _log.info("Live class: somebody joined")
    return JSONResponse({"room": _code(message), "key": secret, "server": SERVER})


async def _follow(message: Message, secret: str) -> Response:
    found = rooms.follow(_code(message), secret, _count(message, "since"), hold=HOLD_SECONDS)
    return JSONResponse(await found)


async def _answer(message: Message, secret: str) -> Response:
    lesson, kind = (str(message.get(name, "")) for name in ("lesson", "kind"))
    asked = Question(lesson, kind, _count(message, "question"), _count(message, "draw"))
    order = _count(message, "order")
    version = rooms.answer(_code(message), secret, order, asked, message.get("value"))
    return JSONResponse({"version": version})


async def _leave(message: Message, secret: str) -> Response:
    rooms.leave(_code(message), secret)
    return JSONResponse({})


ACTS: dict[str, Callable[[Message, str], Coroutine[Any, Any, Response]]] = {
    "open": _open,
    "watch": _watch,
    "steer": _steer,
    "close": _close,
    "join": _join,
    "follow": _follow,
    "answer": _answer,
    "leave": _leave,
}


def log_events() -> None:
    """Let the events of this file appear in the server's log, which else holds warnings only."""
    if not _log.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        _log.addHandler(handler)
        _log.setLevel(logging.INFO)


def forget_old() -> None:
    """Close rooms that are too old or left alone; housekeeping calls it."""
    for people, answers in rooms.forget_old():
        _log.info("Live class: a room was forgotten, people: %d, answers: %d", people, answers)


# Also below a path of its own, where the dashboard has one (server.baseUrlPath).
routes = [
    Route("/class/{act}", act, methods=["POST"]),
    Route("/{base:path}/class/{act}", act, methods=["POST"]),
]
