"""Draw a job: queue position, progress, Cancel; and rerun the page when it is done.

>>> state = show(handle)                       # doctest: +SKIP
>>> if state.status == "done":                 # doctest: +SKIP
...     draw(state.result)

`show` draws nothing for a job that is done, an error box for one that failed, and otherwise a
small panel that looks again every second on its own without rerunning the page. With
``on_partial`` the panel also draws intermediate results as they come in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.ui.jobs.memory import in_words
from pages.ui.jobs.state import JobHandle, JobState

LOOK_EVERY = 1.0  # seconds between two looks at a running job


def session_id() -> str:
    """The id of the browser session that runs this script."""
    context = get_script_run_ctx()
    return context.session_id if context is not None else "script"


def show(
    handle: JobHandle,
    *,
    key: str = "job",
    on_partial: Callable[[tuple[Any, ...]], object] | None = None,
) -> JobState:
    """Draw the job behind `handle` and return its state; see the module's text."""
    state = handle.poll()
    if state.finished:
        _say_ending(state)
    else:
        _panel(handle, key, on_partial)
    return state


def cost_line(memory: int, seconds: float | None = None) -> str:
    """One line for under a Run button: what a job will take."""
    time = f"about {in_time(seconds)}, " if seconds is not None else ""
    return f"Takes {time}{in_words(memory)} of memory."


def in_time(seconds: float) -> str:
    """A duration for people.

    >>> in_time(0.2), in_time(75), in_time(4000)
    ('1 s', '1 min 15 s', '1 h 7 min')
    """
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {round(whole % 3600 / 60)} min"


def _say_ending(state: JobState) -> None:
    if state.status == "failed":
        st.error(state.error, icon=":material/error:")
    elif state.status == "gone":
        st.info(state.error, icon=":material/info:")


@st.fragment(run_every=LOOK_EVERY)
def _panel(
    handle: JobHandle, key: str, on_partial: Callable[[tuple[Any, ...]], object] | None
) -> None:
    state = handle.poll()
    if state.finished:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(state.fraction, text=_progress_text(state))
        st.button(
            "Cancel",
            key=f"{key}.cancel",
            on_click=handle.cancel,
            icon=":material/close:",
            type="tertiary",
            help="Stop this calculation. Nothing else changes.",
        )
    if on_partial is not None and state.partial_results:
        on_partial(state.partial_results)


def _progress_text(state: JobState) -> str:
    if state.status == "queued":
        ahead = state.position - 1
        if ahead == 0:
            return "Waiting for a free place. You are next."
        return f"Waiting for a free place. {ahead} ahead of you."
    steps = f"{state.done:g} of {state.total:g}" if state.total else ""
    parts = [state.message or state.label or "Calculating", steps, in_time(state.seconds)]
    return " · ".join(part for part in parts if part)
