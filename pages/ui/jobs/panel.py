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

from aucc_core.cost import Cost, about_seconds, format_duration
from aucc_core.report.escape import plain_sentence
from pages.ui.jobs import JobHandle, JobState, job_queue
from pages.ui.store.digest import digest_of
from pages.ui.store.store import store
from pages.ui.streamlit_internals import session_id

LOOK_EVERY = 1.0  # seconds between two looks at a running job
# Work that takes longer than this is for a job: in a child process, with progress and Cancel.
INSTANT_SECONDS = 1.0
# Work that takes longer than this is not started before someone has seen what it takes.
ASK_SECONDS = 60.0
# The share of the steps after which their time says how long the rest will take.
_TELLING = 0.03


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
    keep: Callable[[tuple[Any, ...]], Any] | None = None,
) -> Any:
    """The result of a job; None while it waits, works, or after it was stopped.

    The job is kept in the session under ``key``, so it survives a page change. Long work asks
    first, with its cost; ``while_asking`` draws what there is to see without it. With ``keep`` a
    job that is stopped half-way gives what ``keep`` makes of the intermediate results.
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
    state = show_job(
        handle,
        key=f"{key}.panel",
        cost=request.cost,
        on_partial=on_partial,
        keeps=keep is not None,
    )
    if state.status == "done":
        return state.result
    if state.finished:
        kept = _kept(handle) if state.status == "cancelled" else None
        if kept is not None and keep is not None:
            _say_kept(key, kept)
            return keep(kept.found)
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


def start_behind(key: str, request: JobRequest) -> JobHandle | None:
    """Start work that nobody has asked for by hand; None when the queue has no time for it.

    It waits behind all that people have started.
    """
    if job_queue.refusal(request.cost.bytes) or not job_queue.has_time(request.digest):
        return None
    return _start(key, request, background=True)


def start(key: str, request: JobRequest) -> JobHandle:
    """Start a job that a person has asked for."""
    return _start(key, request)


def started(key: str) -> JobHandle | None:
    """The job that this session keeps under a key."""
    handle: JobHandle | None = st.session_state.get(key)
    return handle


def forget(key: str) -> None:
    """Keep the job no longer; one that still runs goes on."""
    st.session_state.pop(key, None)


def _start(key: str, request: JobRequest, *, background: bool = False) -> JobHandle:
    handle = job_queue.submit(
        session_id(),
        request.function,
        request.arguments,
        digest=request.digest,
        memory=request.cost.bytes,
        label=request.label,
        background=background,
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
    keeps: bool = False,
) -> JobState:
    """Draw the job behind `handle` and return its state; see the module's text.

    With ``keeps`` stopping it keeps the intermediate results for `run`.
    """
    state = handle.poll()
    if state.finished:
        _say_ending(state)
    else:
        _panel(handle, key, cost, on_partial, keeps)
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
    keeps: bool,
) -> None:
    state = handle.poll()
    if state.finished:
        st.rerun()
    # What it takes was guessed beforehand; what is left is seen from the progress.
    if cost is not None and time_left(state) is None:
        st.caption(cost.line)
    # The watch over the connection goes by the name: what comes by itself is no loss.
    name = f"{key}-{'background' if state.background else 'job'}"
    with st.container(key=name, horizontal=True, vertical_alignment="center"):
        st.progress(state.fraction, text=_progress_text(state))
        some = keeps and bool(state.partial_results)
        st.button(
            "Stop refining" if some else "Cancel",
            key=f"{key}.cancel",
            on_click=_stop,
            args=(handle, keeps),
            icon=":material/stop:" if some else ":material/close:",
            type="tertiary",
            help="Stop this calculation and keep what it has found so far."
            if some
            else "Stop this calculation. Nothing else changes.",
        )
    if on_partial is not None and state.partial_results:
        on_partial(state.partial_results)


@dataclass(frozen=True, eq=False)
class _Kept:
    """What a job had found when it was stopped, and how far it was."""

    found: tuple[Any, ...]
    fraction: float


def _stop(handle: JobHandle, keeps: bool) -> None:
    """Leave a job; with ``keeps`` what it has found so far stays in the store."""
    state = handle.poll()
    if keeps and state.partial_results:
        kept = _Kept(state.partial_results, state.fraction)
        store.put(_kept_digest(handle), kept, sessions=(session_id(),))
    handle.cancel()


def _kept(handle: JobHandle) -> _Kept | None:
    entry = store.get(_kept_digest(handle), session_id())
    return entry.value if entry is not None else None


def _kept_digest(handle: JobHandle) -> str:
    """Each session keeps its own: two may stop the same work at different places."""
    return digest_of("kept", handle.digest, session_id())


def _say_kept(key: str, kept: _Kept) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"Stopped when {kept.fraction:.0%} was done; what was found by then is kept.")
        st.button(
            "Do it all again",
            icon=":material/refresh:",
            key=f"{key}.again",
            type="tertiary",
            on_click=forget,
            args=(key,),
        )


def time_left(state: JobState) -> float | None:
    """Seconds to go, as the progress so far lets expect; None while it is too early to tell."""
    if state.status != "running" or state.fraction < _TELLING or state.seconds < 1:
        return None
    return state.seconds * (1 - state.fraction) / state.fraction


def _progress_text(state: JobState) -> str:
    if state.status == "queued":
        ahead = state.position - 1
        if ahead == 0:
            return "Waiting for a free place. You are next."
        return f"Waiting for a free place. {ahead} ahead of you."
    steps = f"{state.done:g} of {state.total:g}" if state.total else ""
    if 0 < state.total <= 1:  # a share, not steps
        steps = f"{state.fraction:.0%}"
    left = time_left(state)
    parts = [
        state.message or state.label or "Calculating",
        steps,
        format_duration(state.seconds),
        f"{about_seconds(left)} left" if left is not None else "",
    ]
    return " · ".join(part for part in parts if part)
