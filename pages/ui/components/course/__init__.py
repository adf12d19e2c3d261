"""Puts a lesson on the screen: one browser component for the whole course.

It is the same component for every lesson, so that one lesson turns into the next in place.

Everything that moves runs in the browser. Python hears of two things only: the address is another
one (lesson, seed, view), and a picture was changed by hand and let go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.components.modules import join

KEY = "learn_stage"
_FOLDER = Path(__file__).parent


def script(lesson_keys: Sequence[str]) -> str:
    """The course as one module. Its entry is written here, from the lessons that there are."""
    names = {key: f"build{i}" for i, key in enumerate(lesson_keys)}
    lines = ['import { mountLesson } from "./frame.js";']
    lines += [f'import {{ build as {name} }} from "./{key}.js";' for key, name in names.items()]
    pictures = ", ".join(f"{key}: {name}" for key, name in names.items())
    lines += [f"const PICTURES = {{ {pictures} }};"]
    lines += ["export default function course(component) {"]
    lines += ["  return mountLesson(component, PICTURES);", "}"]
    return join(_FOLDER / "course.js", "\n".join(lines))


@cache
def _renderer(lesson_keys: tuple[str, ...]) -> Callable[..., Any]:
    return st.components.v2.component(
        "aucc_course",
        html='<div class="aucc-learn"></div>',
        css=(_FOLDER / "course.css").read_text(encoding="utf-8"),
        js=script(lesson_keys),
        isolate_styles=False,  # print rules must reach what is around the lesson
    )


def mount_lesson(
    lesson_keys: Sequence[str],
    data: dict[str, Any],
    *,
    on_move: Callable[[], None],
) -> None:
    """Mount the lesson that ``data`` describes; its callback reads ``sent("move")``."""
    render = _renderer(tuple(lesson_keys))
    render(key=KEY, data=data, on_move_change=on_move)


def sent(name: str) -> Any:
    """What the browser sent last under this name, inside a callback."""
    state = st.session_state.get(KEY)
    return None if state is None else state.get(name)
