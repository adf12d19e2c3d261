"""Learn: a course of eight lessons that people play with; every lesson has a link of its own."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.ui.lessons import LESSONS, Lesson, stage
from pages.ui.lessons.lesson import MAX_SEED, Settings, read_int, read_seed


@st.cache_data(max_entries=128, show_spinner="Computing the lesson …", ttl="1h")
def _payload(lesson_key: str, settings: Settings) -> dict[str, Any]:
    # The same link gives a whole class the same picture, so it is computed once for all.
    lesson = next(lesson for lesson in LESSONS if lesson.key == lesson_key)
    return lesson.build(**settings)


def _go() -> None:
    """Another lesson, another seed, or the print view."""
    wish = stage.sent("go") or {}
    query = {key: str(value) for key, value in wish.items() if isinstance(key, str)}
    st.query_params.from_dict(
        {
            "lesson": str(read_int(query, "lesson", low=1, high=len(LESSONS), default=number)),
            "seed": str(read_int(query, "seed", low=0, high=MAX_SEED, default=seed)),
            **({"view": "print"} if query.get("view") == "print" else {}),
        }
    )


def _move() -> None:
    """The reader changed the picture by hand: the core says what it is worth."""
    if lesson.answer_move is not None:
        st.session_state["learn_reply"] = (
            lesson.key,
            lesson.answer_move(stage.sent("move")),
        )


def _describe(lesson: Lesson, settings: Settings, payload: dict[str, Any]) -> dict[str, Any]:
    """Everything the browser needs: words, question, picture, and what stands around it."""
    facts = payload.get("facts", {})
    asked = lesson.question
    for_lesson, reply = st.session_state.get("learn_reply", (None, None))
    return {
        "lesson": number,
        "key": lesson.key,
        "titles": [other.title for other in LESSONS],
        "title": lesson.title,
        "idea": lesson.idea,
        "seeded": lesson.seeded,
        "seed": seed,
        "maxSeed": MAX_SEED,
        "print": printing,
        "settings": settings,
        "picture": payload,
        "reply": reply if for_lesson == lesson.key else None,
        "question": asked
        and {
            "text": asked.text.format(**facts),
            "options": [option.format(**facts) for option in asked.options],
            "right": asked.right,
            "why": asked.why.format(**facts),
        },
    }


number = read_int(st.query_params, "lesson", low=1, high=len(LESSONS), default=1)
seed = read_seed(st.query_params)
printing = st.query_params.get("view") == "print"
lesson = LESSONS[number - 1]
settings = lesson.settings(st.query_params)
payload = _payload(lesson.key, settings)

top = st.container()
if printing:
    st.markdown(f"#### Teacher notes\n{lesson.notes}")
else:
    with st.expander("Teacher notes"):
        st.markdown(lesson.notes)
    if lesson.below is not None:
        payload = lesson.below(settings, payload)
with top:
    stage.show(LESSONS, _describe(lesson, settings, payload), on_go=_go, on_move=_move)
