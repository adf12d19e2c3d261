"""What Learn shows: the lesson that the link names, its picture, notes and what is below it."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from pages.ui.components import course
from pages.ui.learn.lesson import MAX_SEED, Lesson, Payload, Settings, read_int, read_seed
from pages.ui.state.cache import remembered
from pages.ui.store.digest import digest_of

_REPLY = "learn.reply"
# A class that opens a link at the same moment waits for the first who did.
_one_at_a_time = threading.Lock()


@dataclass(frozen=True)
class Asked:
    """What the link says; numbers count from 1."""

    lessons: Sequence[Lesson]
    number: int
    seed: int
    printing: bool
    settings: Settings

    @property
    def lesson(self) -> Lesson:
        """The lesson to show."""
        return self.lessons[self.number - 1]


def ask(lessons: Sequence[Lesson], query: Mapping[str, str]) -> Asked:
    """Read the link; what makes no sense in it is dropped."""
    number = read_int(query, "lesson", low=1, high=len(lessons), default=1)
    return Asked(
        lessons,
        number,
        read_seed(query),
        query.get("view") == "print",
        lessons[number - 1].settings(query),
    )


def built(lesson: Lesson, settings: Settings) -> Payload:
    """A lesson's picture: the same link gives a whole class the same, so it is computed once."""

    def make() -> Payload:
        with st.spinner("Computing the lesson …"):
            return lesson.build(**settings)

    with _one_at_a_time:
        return remembered(digest_of("lesson", lesson.name, settings), make)


def show_lesson(asked: Asked, picture: Payload) -> None:
    """The lesson on its stage, and what stands below it."""
    lesson, top = asked.lesson, st.container()
    if asked.printing:
        st.markdown(f"#### Teacher notes\n{lesson.notes}")
    else:
        with st.expander("Teacher notes"):
            st.markdown(lesson.notes)
        if lesson.below is not None:
            picture = lesson.below(asked.settings, picture)
    with top:
        course.mount_lesson(
            [one.name for one in asked.lessons],
            described(asked, picture),
            on_go=partial(_go, asked),
            on_move=partial(_move, lesson),
        )


def described(asked: Asked, picture: Payload) -> dict[str, Any]:
    """Everything the browser needs: words, question, picture, and what stands around it."""
    lesson, question = asked.lesson, asked.lesson.question
    facts = picture.get("facts", {})
    for_lesson, reply = st.session_state.get(_REPLY, (None, None))
    return {
        "lesson": asked.number,
        "key": lesson.name,
        "titles": [one.title for one in asked.lessons],
        "title": lesson.title,
        "idea": lesson.idea,
        "seeded": lesson.seeded,
        "seed": asked.seed,
        "maxSeed": MAX_SEED,
        "print": asked.printing,
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


def _go(asked: Asked) -> None:
    """Another lesson, another seed, or the print view."""
    wish = course.sent("go") or {}
    query = {key: str(value) for key, value in wish.items() if isinstance(key, str)}
    last = len(asked.lessons)
    st.query_params.from_dict(
        {
            "lesson": str(read_int(query, "lesson", low=1, high=last, default=asked.number)),
            "seed": str(read_int(query, "seed", low=0, high=MAX_SEED, default=asked.seed)),
            **({"view": "print"} if query.get("view") == "print" else {}),
        }
    )


def _move(lesson: Lesson) -> None:
    """The reader changed the picture by hand: the core says what it is worth."""
    if lesson.answer_move is not None:
        st.session_state[_REPLY] = (lesson.name, lesson.answer_move(course.sent("move")))
