"""One exploration: from what was asked to the linked view, by way of a job when it takes long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import streamlit as st

from aucc_core.criteria import CRITERIA
from aucc_core.dataset import Dataset
from aucc_core.project import Projection
from aucc_core.verdict import Verdict
from pages.ui import (
    address,
    answers,
    cached,
    drawing,
    figures,
    jobs_ui,
    judging,
    linked,
    takeaway,
    widgets,
)
from pages.ui.linked import Settled, payload
from pages.ui.linked.payload import ViewSettings
from pages.ui.plain import plain_sentence
from pages.ui.run_cost import run_memory, run_seconds
from pages.ui.solutions import Run, Solution
from pages.ui.takeaway import Source

JOB = "explore.job"
VIEW = "explore.view"
TAKE_AWAY = "explore.takeaway"
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
    seconds = run_seconds(study.dataset, run)
    if seconds <= INSTANT_SECONDS and not run.is_large:
        return cached.solutions(study, run)
    worker = "solutions_large:solve_large" if run.is_large else "solutions:solve"
    return jobs_ui.run(
        JOB,
        f"pages.ui.{worker}",
        {"dataset": study.dataset, "run": run},
        digest=cached.run_digest(study, run),
        cost=jobs_ui.Cost(run_memory(study.dataset, run), seconds),
        label=f"{len(run.algorithms) * len(run.ks)} solutions of {study.dataset.n:,} objects",
        on_partial=lambda some: draw(asked, latest(some)),
        while_asking=lambda: preview(asked),
    )


def preview(asked: Exploration) -> None:
    """The objects before anything is clustered, so that there is something to look at."""
    picture = asked.picture
    if asked.study.dataset.n > drawing.MOST_DRAWN:
        picture = drawing.drawn_picture(picture, cached.drawn_rows(asked.study))
    st.plotly_chart(figures.objects(picture), config={"displaylogo": False}, key="explore.preview")
    st.caption(f"The objects before they are clustered. {plain_sentence(picture.note)}")


def latest(some: Sequence[Solution]) -> Sequence[Solution]:
    """The last word on each solution: a first look gives way to what was counted."""
    return tuple({s.id: s for s in some}.values())


def draw(asked: Exploration, solutions: Sequence[Solution]) -> Settled:
    """The linked view of what there is so far, and Python's answers to it; what has settled."""
    dataset, shown, picture = drawn_part(asked, solutions)
    data = payload.build(
        dataset,
        shown,
        picture,
        asked.settings,
        title=widgets.headline(asked.study, asked.run),
        data_key=asked.study.digest,
        second=CRITERIA[asked.run.second].label if asked.run.second else None,
        own_scores=own_scores(asked, solutions),
        of=asked.study.dataset.n,
    )
    settled = linked.show(data, key=VIEW) or _from_link(asked.settings, solutions)
    address.keep(settled)
    linked.answer(answers.answer(asked.study, asked.run, solutions, settled), key="explore.answer")
    return settled


def drawn_part(
    asked: Exploration, solutions: Sequence[Solution]
) -> tuple[Dataset, Sequence[Solution], Projection]:
    """What the scatter plots show: everything, or some objects of very many."""
    dataset = asked.study.dataset
    if not asked.run.is_large:
        return dataset, solutions, asked.picture
    rows = cached.drawn_rows(asked.study)
    return (
        cached.drawn_dataset(asked.study),
        drawing.drawn_solutions(solutions, rows),
        drawing.drawn_picture(asked.picture, rows),
    )


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
    if asked.settings.colour_by != "score" or not scores_objects(asked):
        return None
    return {s.id: cached.own_scores(asked.study, asked.run.metric, s) for s in solutions}


def scores_objects(asked: Exploration) -> bool:
    """Whether each object's own score can be had."""
    return not asked.run.is_large and asked.study.dataset.n <= answers.MOST_OBJECTS


@st.fragment
def view(asked: Exploration, solutions: Sequence[Solution]) -> None:
    """View, verdict and what to take away; only this runs again when something settles in it."""
    if asked.settings.colour_by == "score" and not scores_objects(asked):
        st.caption(
            f"Own scores are for up to {answers.MOST_OBJECTS:,} objects; clusters are shown."
        )
    settled = draw(asked, solutions)
    focus = judging.in_focus(solutions, settled.focus, asked.settings.reference)
    verdict = judging.show(asked.study, asked.run, solutions, focus)
    box = st.expander(
        "Take away: tables, figures, code",
        key=TAKE_AWAY,
        icon=":material/download:",
        on_change="rerun",
    )
    with box:
        offer(asked, solutions, focus, verdict)
        # Not before it is looked at: to colour it takes a script of 1.5 MB, which would hold up
        # the charts of a page that has just been opened.
        if box.open:
            st.caption("The same numbers in Python:")
            st.code(takeaway.snippet(asked.source, asked.run), language="python")


def offer(
    asked: Exploration, solutions: Sequence[Solution], focus: Solution, verdict: Verdict | None
) -> None:
    """Downloads."""
    dataset = asked.study.dataset
    few, shown, picture = drawn_part(asked, solutions)
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
            lambda: figures.standalone_page(few, shown, picture, verdict=verdict),
            file_name=f"{dataset.name}-figures.html",
            mime="text/html",
            on_click="ignore",
        )
