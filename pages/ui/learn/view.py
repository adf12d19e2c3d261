"""What Learn shows: the lesson that the link names, its picture, notes and what is below it."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from aucc_core.score.inputs import Dataset
from pages.ui.components import course
from pages.ui.learn import own_table
from pages.ui.learn.lesson import (
    MAX_SEED,
    Lesson,
    Payload,
    Route,
    Settings,
    read_choice,
    read_int,
    read_seed,
)
from pages.ui.state.cache import remembered, table_digest
from pages.ui.store.digest import digest_of

_REPLY = "learn.reply"
INSTRUCTOR = "instructor"  # who the link is for, when not for students
# As it is; a sheet without answers to print; the same with answers; on the big screen.
VIEWS = ("", "print", "solutions", "present")
# What links meant that were made when they still counted the lessons.
EARLIER = (
    "points_to_curve",
    "under_over",
    "quiz",
    "overlap",
    "chance",
    "trap",
    "ties",
    "cost",
)
# A class that opens a link at the same moment waits for the first who did.
_one_at_a_time = threading.Lock()


@dataclass(frozen=True)
class Asked:
    """What the link says; numbers count from 1."""

    lessons: Sequence[Lesson]
    routes: Sequence[Route]
    number: int
    seed: int
    view: str
    route: str
    instructor: bool
    settings: Settings
    own: Dataset | None = None  # the person's table, where the lesson can use it

    @property
    def lesson(self) -> Lesson:
        """The lesson to show."""
        return self.lessons[self.number - 1]

    @property
    def printing(self) -> bool:
        """Whether it is laid out for paper."""
        return self.view in ("print", "solutions")

    @property
    def on_route(self) -> list[int]:
        """The numbers of the lessons on the chosen route; all without one."""
        names = next((r.lessons for r in self.routes if r.name == self.route), None)
        return [i for i, one in enumerate(self.lessons, 1) if names is None or one.name in names]


def ask(
    lessons: Sequence[Lesson],
    routes: Sequence[Route],
    query: Mapping[str, str],
    own: Dataset | None = None,
) -> Asked:
    """Read the link; what makes no sense in it is dropped, also a table that is not here."""
    number = number_of(lessons, str(query.get("lesson", "")))
    refuses = lessons[number - 1].refuses
    if own is not None and (refuses is None or refuses(own)):
        own = None
    if own is None and query.get("data") == own_table.OWN:
        query = {**query, "data": ""}
    instructor = query.get("for") == INSTRUCTOR
    view = read_choice(query, "view", VIEWS)
    if view == "solutions" and not instructor:
        view = "print"
    return Asked(
        lessons,
        routes,
        number,
        read_seed(query),
        view,
        read_choice(query, "route", ("", *(route.name for route in routes))),
        instructor,
        lessons[number - 1].settings(query),
        own,
    )


def number_of(lessons: Sequence[Lesson], asked: str) -> int:
    """Which lesson a link calls by its name, or by its number as an earlier link did; else 1."""
    number = read_int({"n": asked}, "n", low=1, high=len(lessons), default=0)
    if 0 < number <= len(EARLIER):
        asked = EARLIER[number - 1]
    places = {one.name: at for at, one in enumerate(lessons, 1)}
    return places.get(asked, number or 1)


def built(asked: Asked) -> Payload:
    """A lesson's picture: the same link gives a whole class the same, so it is computed once."""
    lesson, settings, own = asked.lesson, asked.settings, asked.own
    more = {} if own is None else {"own": own}

    def make() -> Payload:
        with st.spinner("Computing the lesson …"):
            return lesson.build(**settings, **more)

    table = None if own is None else table_digest(own)
    with _one_at_a_time:
        return remembered(digest_of("lesson", lesson.name, settings, table), make)


def show_lesson(asked: Asked, picture: Payload) -> None:
    """The lesson on its stage, and what stands below it."""
    lesson, top = asked.lesson, st.container()
    if asked.view == "solutions":
        st.markdown(f"#### Teacher notes\n{lesson.notes}")
    elif asked.view == "" and asked.instructor:
        with st.expander("Teacher notes"):
            st.markdown(lesson.notes)
    if lesson.below is not None and asked.view == "":
        picture = lesson.below(asked.settings, picture)
    if lesson.refuses is not None and asked.view == "":
        own_table.offer(lesson.refuses)
    with top:
        course.mount_lesson(
            [one.name for one in asked.lessons],
            described(asked, picture),
            on_move=partial(_move, lesson),
        )


def described(asked: Asked, picture: Payload) -> dict[str, Any]:
    """Everything the browser needs: words, question, picture, and what stands around it."""
    lesson = asked.lesson
    question = lesson.question if picture.get("asks", True) else None
    facts = picture.get("facts", {})
    for_lesson, reply = st.session_state.get(_REPLY, (None, None))
    return {
        "lesson": asked.number,
        "key": lesson.name,
        "lessons": [
            {"name": one.name, "title": one.title, "minutes": one.minutes} for one in asked.lessons
        ],
        "routes": [
            {
                "name": route.name,
                "label": route.label,
                "lessons": [
                    i for i, one in enumerate(asked.lessons, 1) if one.name in route.lessons
                ],
            }
            for route in asked.routes
        ],
        "route": asked.on_route,
        "around": {
            "view": asked.view,
            "route": asked.route,
            "for": INSTRUCTOR if asked.instructor else "",
        },
        "instructor": asked.instructor,
        "title": lesson.title,
        "idea": lesson.idea,
        "seeded": lesson.seeded,
        "fixed": {name: list(values) for name, values in lesson.fixed.items()},
        "seed": asked.seed,
        "maxSeed": MAX_SEED,
        "table": "" if asked.own is None else table_digest(asked.own),
        "print": asked.printing,
        "solutions": asked.view == "solutions",
        "present": asked.view == "present",
        "settings": asked.settings,
        "picture": picture,
        "reply": reply if for_lesson == lesson.name else None,
        "question": question
        and {
            "text": question.text.format(**facts),
            "options": [option.format(**facts) for option in question.options],
            "right": question.right,
            "why": question.why.format(**facts),
        },
    }


def _move(lesson: Lesson) -> None:
    """The reader changed the picture by hand: the core says what it is worth."""
    if lesson.answer_move is not None:
        st.session_state[_REPLY] = (lesson.name, lesson.answer_move(course.sent("move")))
