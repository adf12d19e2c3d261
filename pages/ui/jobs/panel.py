"""Draw a job: what it costs, queue position, progress, Cancel; rerun the page when it is done.

`run` does all that a page needs::

    request = JobRequest(solve, arguments, digest=digest, cost=cost, label="Solutions")
    result = run("explore.job", request)
    if result is not None:
        draw(result)

Where a button starts the work, `start_on_click` draws the button and `show_job` the job: nothing
for one that is done or was cancelled, an error box for one that failed, a note for a result that is
gone, and otherwise a small panel that looks again every second on its own without rerunning the
page. With ``on_partial`` the panel also draws intermediate results as they come in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from aucc_core.cost import Cost, format_duration
from aucc_core.report.escape import plain_sentence
from pages.ui.jobs import JobHandle, JobState, job_queue
from pages.ui.streamlit_internals import session_id

LOOK_EVERY = 1.0  # seconds between two looks at a running job
# Work that takes longer than this is for a job: in a child process, with progress and Cancel.
INSTANT_SECONDS = 1.0
# Work that takes longer than this is not started before someone has seen what it takes.
ASK_SECONDS = 60.0


@dataclass(frozen=True, eq=False)
class JobRequest:
    """What a job does, and what is known of it before it has begun.

    ``function`` is one that a child process can import, or its ``"module:function"``. Work of the
    same ``digest`` is done once for everyone.
    """

    function: str | Callable[..., Any]
    arguments: Mapping[str, Any]
    digest: str
    cost: Cost
    label: str


def run(
    key: str,
    request: JobRequest,
    *,
    stopped: str = "Stopped. Change something in the side panel, or run it again.",
    on_partial: Callable[[tuple[Any, ...]], object] | None = None,
    while_asking: Callable[[], object] | None = None,
) -> Any:
    """The result of a job; None while it waits, works, or after it was stopped.

    The job is kept in the session under ``key``, so it survives a page change. Long work asks
    first, with its cost; ``while_asking`` draws what there is to see without it.
    """
    handle = started(key)
    if handle is None or handle.digest != request.digest:
        long = request.cost.seconds > ASK_SECONDS
        # What would be refused need not be asked about: starting it says why.
        if long and not job_queue.refusal(request.cost.bytes) and not _agreed(key, request):
            if while_asking is not None:
                while_asking()
            return None
        handle = _start(key, request)
    state = show_job(handle, key=f"{key}.panel", cost=request.cost, on_partial=on_partial)
    if state.status == "done":
        return state.result
    if state.finished:
        if state.status == "cancelled":
            st.info(stopped)
        st.button(
            "Run again",
            icon=":material/refresh:",
            key=f"{key}.again",
            on_click=forget,
            args=(key,),
        )
    return None


def start_on_click(key: str, request: JobRequest, button: str) -> JobHandle | None:
    """Draw a button that starts a job; the one it started last, until `forget`.

    A callback remembers the click, because a script that is interrupted on its way to a button
    forgets it. The job itself starts here and not in the callback, which would have the choices of
    the run before: a choice and the click may come together.
    """
    st.button(
        button,
        type="primary",
        key=f"{key}.run",
        on_click=st.session_state.__setitem__,
        args=(f"{key}.pressed", True),
    )
    if st.session_state.pop(f"{key}.pressed", False):
        return _start(key, request)
    return started(key)


def started(key: str) -> JobHandle | None:
    """The job that this session keeps under a key."""
    handle: JobHandle | None = st.session_state.get(key)
    return handle


def forget(key: str) -> None:
    """Keep the job no longer; one that still runs goes on."""
    st.session_state.pop(key, None)


def _start(key: str, request: JobRequest) -> JobHandle:
    handle = job_queue.submit(
        session_id(),
        request.function,
        request.arguments,
        digest=request.digest,
        memory=request.cost.bytes,
        label=request.label,
    )
    st.session_state[key] = handle
    return handle


def _agreed(key: str, request: JobRequest) -> bool:
    """Whether the person wants long work to start, knowing what it takes.

    A callback remembers the click: a script that is interrupted on its way to a button forgets it.
    """
    if st.session_state.get(f"{key}.agreed") == request.digest:
        return True
    with st.container(border=True):
        st.markdown(f"**{request.label}.** {request.cost.line} You can cancel it at any time.")
        st.button(
            "Run",
            type="primary",
            icon=":material/play_arrow:",
            key=f"{key}.start",
            on_click=st.session_state.__setitem__,
            args=(f"{key}.agreed", request.digest),
        )
    return False


def show_job(
    handle: JobHandle,
    *,
    key: str,
    cost: Cost | None = None,
    on_partial: Callable[[tuple[Any, ...]], object] | None = None,
) -> JobState:
    """Draw the job behind `handle` and return its state; see the module's text."""
    state = handle.poll()
    if state.finished:
        _say_ending(state)
    else:
        _panel(handle, key, cost, on_partial)
    return state


def _say_ending(state: JobState) -> None:
    if state.status == "failed":
        st.error(plain_sentence(state.error), icon=":material/error:")
    elif state.status == "gone":
        st.info(state.error, icon=":material/info:")


@st.fragment(run_every=LOOK_EVERY)
def _panel(
    handle: JobHandle,
    key: str,
    cost: Cost | None,
    on_partial: Callable[[tuple[Any, ...]], object] | None,
) -> None:
    state = handle.poll()
    if state.finished:
        st.rerun()
    if cost is not None:
        st.caption(cost.line)
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
    if 0 < state.total <= 1:  # a share, not steps
        steps = f"{state.fraction:.0%}"
    parts = [state.message or state.label or "Calculating", steps, format_duration(state.seconds)]
    return " · ".join(part for part in parts if part)
