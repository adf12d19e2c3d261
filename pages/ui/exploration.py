"""One exploration: from what was asked to the linked view, by way of a job when it takes long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import streamlit as st

from aucc_core.criteria import CRITERIA
from aucc_core.project import Projection
from aucc_core.verdict import Verdict
from pages.ui import (
    address,
    answers,
    cached,
    figures,
    jobs,
    jobs_ui,
    judging,
    linked,
    takeaway,
    widgets,
)
from pages.ui.linked import Settled, payload
from pages.ui.linked.payload import ViewSettings
from pages.ui.solutions import Run, Solution, memory_estimate, seconds_estimate
from pages.ui.takeaway import Source

JOB = "explore.job"
VIEW = "explore.view"
# Longer runs become a job in a child process, with progress and Cancel.
INSTANT_SECONDS = 1.0


@dataclass(frozen=True, eq=False)
class Exploration:
    """Everything that was asked for."""

    study: cached.Study
    source: Source
    run: Run
    settings: ViewSettings
    picture: Projection


def solutions_of(asked: Exploration) -> Sequence[Solution] | None:
    """All solutions; None while a job works on them or after it was stopped."""
    study, run = asked.study, asked.run
    if seconds_estimate(study.dataset, run) <= INSTANT_SECONDS:
        return cached.solutions(study, run)
    digest = cached.run_digest(study, run)
    handle = st.session_state.get(JOB)
    if handle is None or handle.digest != digest:
        handle = jobs.submit(
            jobs_ui.session_id(),
            "pages.ui.solutions:solve",
            {"dataset": study.dataset, "run": run},
            digest=digest,
            memory=memory_estimate(study.dataset, run),
            label=f"{len(run.algorithms) * len(run.ks)} solutions of {study.dataset.n:,} objects",
        )
        st.session_state[JOB] = handle
    state = jobs_ui.show(handle, on_partial=lambda some: draw(asked, some))
    if state.status == "done":
        return state.result
    if state.finished:
        if state.status == "cancelled":
            st.info("Stopped. Change something in the side panel, or run it again.")
        if st.button("Run again", icon=":material/refresh:"):
            del st.session_state[JOB]
            st.rerun()
    return None


def draw(asked: Exploration, solutions: Sequence[Solution]) -> Settled:
    """The linked view of what there is so far, and Python's answers to it; what has settled."""
    data = payload.build(
        asked.study.dataset,
        solutions,
        asked.picture,
        asked.settings,
        title=widgets.headline(asked.study, asked.run),
        data_key=asked.study.digest,
        second=CRITERIA[asked.run.second].label if asked.run.second else None,
        own_scores=own_scores(asked, solutions),
    )
    settled = linked.show(data, key=VIEW) or _from_link(asked.settings, solutions)
    address.keep(settled)
    linked.answer(answers.answer(asked.study, asked.run, solutions, settled), key="explore.answer")
    return settled


def _from_link(settings: ViewSettings, solutions: Sequence[Solution]) -> Settled:
    """What the link that opened the page says, as long as nothing else was chosen."""
    known = settings.focus in {s.id for s in solutions}
    return Settled(
        focus=settings.focus if known else None, max_fpr=settings.max_fpr, log=settings.log
    )


def own_scores(
    asked: Exploration, solutions: Sequence[Solution]
) -> dict[str, npt.NDArray[np.float64]] | None:
    """Each object's own score in each solution, when it is to be drawn."""
    if asked.settings.colour_by != "score" or asked.study.dataset.n > answers.MOST_OBJECTS:
        return None
    return {s.id: cached.own_scores(asked.study, asked.run.metric, s) for s in solutions}


@st.fragment
def view(asked: Exploration, solutions: Sequence[Solution]) -> None:
    """View, verdict and what to take away; only this runs again when something settles in it."""
    settled = draw(asked, solutions)
    focus = judging.in_focus(solutions, settled.focus, asked.settings.reference)
    verdict = judging.show(asked.study, asked.run, solutions, focus)
    with st.expander("Take away: tables, figures, code", icon=":material/download:"):
        offer(asked, solutions, focus, verdict)


def offer(
    asked: Exploration, solutions: Sequence[Solution], focus: Solution, verdict: Verdict | None
) -> None:
    """Downloads, and the code that makes the same numbers."""
    dataset = asked.study.dataset
    names = {s.id: f"{s.label}, k = {s.k}" for s in solutions}
    chosen = st.selectbox(
        "Labels of",
        list(names),
        index=list(names).index(focus.id),
        format_func=lambda id_: names[id_],
        help="The solution whose labels to download; the one in focus unless you choose another.",
    )
    solution = next(s for s in solutions if s.id == chosen)
    with st.container(horizontal=True):
        st.download_button(
            "Labels (CSV)",
            lambda: takeaway.csv(takeaway.labels_table(dataset, solution)),
            file_name=f"{dataset.name}-{solution.id}-labels.csv",
            mime="text/csv",
            on_click="ignore",
        )
        st.download_button(
            "Scores (CSV)",
            lambda: takeaway.csv(takeaway.scores_table(solutions)),
            file_name=f"{dataset.name}-scores.csv",
            mime="text/csv",
            on_click="ignore",
        )
        st.download_button(
            "All figures (HTML)",
            lambda: figures.standalone_page(dataset, solutions, asked.picture, verdict=verdict),
            file_name=f"{dataset.name}-figures.html",
            mime="text/html",
            on_click="ignore",
        )
    st.caption("The same numbers in Python:")
    st.code(takeaway.snippet(asked.source, asked.run), language="python")
