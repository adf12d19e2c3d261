"""Puts a lesson on the screen: one browser component for the whole course.

It is the same component for every lesson, so that one lesson turns into the next in place.

Everything that moves runs in the browser. Python hears of three things only: another lesson or
seed was chosen, a picture was changed by hand and let go, or the print view was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.lessons.lesson import Lesson

KEY = "learn_stage"
_FOLDER = Path(__file__).parent


@cache
def _renderer(lesson_keys: tuple[str, ...]) -> Callable[..., Any]:
    scripts = ("shared.js", "charts.js", *(f"{key}.js" for key in lesson_keys))
    return st.components.v2.component(
        "aucc_course",
        html='<div class="aucc-learn"></div>',
        css=(_FOLDER / "course.css").read_text(encoding="utf-8"),
        js="\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in scripts),
        isolate_styles=False,  # print rules must reach what is around the lesson
    )


def show(
    lessons: Sequence[Lesson],
    data: dict[str, Any],
    *,
    on_go: Callable[[], None],
    on_move: Callable[[], None],
) -> None:
    """Mount the lesson that ``data`` describes; callbacks read ``sent("go")``, ``sent("move")``."""
    render = _renderer(tuple(lesson.key for lesson in lessons))
    render(key=KEY, data=data, on_go_change=on_go, on_move_change=on_move)


def sent(name: str) -> Any:
    """What the browser sent last under this name, inside a callback."""
    state = st.session_state.get(KEY)
    return None if state is None else state.get(name)
