"""The line under the title: which clustering to believe, and what else to know at a glance."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from aucc_core.cost import about_seconds
from aucc_core.partitions import ALGORITHMS
from aucc_core.prepare.dominance import about_dominance
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.report.escape import plain
from aucc_core.sweeps.solutions import Solution
from aucc_core.verdicts.weigh import Verdict
from pages.ui.components import verdict_card
from pages.ui.components.linked import leading
from pages.ui.explore import examination
from pages.ui.explore.ask import Exploration
from pages.ui.jobs import JobState, panel
from pages.ui.side_panel import k_range

WHAT_AUCC_IS = "AUCC: how often pairs put together are closer"


def show_answer(asked: Exploration, solutions: Sequence[Solution], how_to_read: str) -> None:
    """The line; it looks again by itself while the verdict is on its way."""
    state = examination.examine(asked)
    found = examination.examination_of(asked)
    verdict = None if found is None else found.verdict
    with st.container(key="answer", horizontal=True, vertical_alignment="center", gap="small"):
        _say_verdict(asked, state, verdict)
        st.space("stretch")
        st.caption(WHAT_AUCC_IS, width="content")
        with st.popover("How to read this", icon=":material/help:", type="tertiary"):
            st.markdown(how_to_read)
    with st.container(key="answer-rest", horizontal=True, vertical_alignment="center", gap="small"):
        _say_rest(asked, solutions, verdict)
    if state is not None and not state.finished:
        _look_again(asked)


@st.fragment(run_every=panel.LOOK_EVERY)
def _look_again(asked: Exploration) -> None:
    """Begin the page anew once the verdict is there."""
    state = examination.state_of(asked)
    if state is None or state.finished:
        st.rerun()


def _say_verdict(asked: Exploration, state: JobState | None, verdict: Verdict | None) -> None:
    """What to believe, or how to come to know it."""
    if verdict is not None:
        st.markdown(f"**{plain(verdict.answer, 200)}**", width="content")
        _offer_more_k(asked, verdict)
    elif state is not None and not state.finished:
        waits = "waiting for its turn" if state.status == "queued" else "being weighed"
        st.markdown(f"Which to believe is {waits} …", width="content")
    elif not examination.is_possible(asked.study, asked.run):
        st.markdown("Which to believe: take a sample of the objects to know.", width="content")
    else:
        offer(asked, key="answer.examine")


def offer(asked: Exploration, *, key: str) -> None:
    """A button that asks for the verdict, with what it takes."""
    request = verdict_card.examination_request(asked.study, asked.run)
    st.button(
        f"Which to believe? Takes {about_seconds(request.cost.seconds)}",
        key=key,
        icon=":material/balance:",
        help="Looks at every clustering in several ways, makes them again on other draws of the "
        f"objects, and compares with data without clusters. {request.cost.line}",
        on_click=examination.want,
        args=(request.digest,),
    )


def _offer_more_k(asked: Exploration, verdict: Verdict) -> None:
    """A suggestion at the end of the range says so: beyond it might be a better one."""
    if verdict.algorithm is None or not ALGORITHMS[verdict.algorithm].takes_k:
        return
    ks = asked.run.ks
    low, high = ks[0], ks[-1]
    most = k_range.most_clusters(asked.study.dataset.n)
    if low == high > 2:
        where, wider = "the only k tried", (2, min(2 * high, most))
    elif verdict.k == high and high < most:
        where, wider = "the largest k tried", (low, min(2 * high, most))
    elif verdict.k == low and low > 2:
        where, wider = "the smallest k tried", (2, high)
    else:
        return
    st.button(
        f"{where}: try {wider[0]} to {wider[1]}",
        key="answer.wider",
        type="tertiary",
        icon=":material/unfold_more:",
        on_click=k_range.widen,
        args=wider,
        help="A suggestion at the end of the range may be there for want of others.",
    )


def _say_rest(asked: Exploration, solutions: Sequence[Solution], verdict: Verdict | None) -> None:
    """The highest AUCC where it is another one, and what was done to the data."""
    believed = None if verdict is None else leading.believed_of(solutions, verdict)
    highest = leading.highest_of(solutions)
    if believed is None or believed.id != highest.id:
        several = len(asked.run.algorithms) > 1
        name = f"{highest.label}, k = {highest.k}" if several else f"k = {highest.k}"
        end = ", the largest tried" if highest.k == asked.run.ks[-1] else ""
        alike = sum(s.aucc == highest.aucc for s in solutions)
        said = f"{alike} solutions alike" if alike > 1 else f"{name}{end}"
        st.caption(f"Highest AUCC: {said}", width="content")
    scaling = asked.source.scaling
    if asked.study.dataset.distances is not None:
        st.caption("Distances as given", width="content")
    elif scaling == "none":
        with st.container(key="answer-scaling", horizontal=True, gap=None, width="content"):
            st.caption(_unscaled(asked), width="content")
            st.button(
                ":primary[[z-score]]",
                key="answer.zscore",
                type="tertiary",
                on_click=st.session_state.__setitem__,
                args=("scaling", "zscore"),
                help="Distances depend on the units of the features. "
                f"{SCALINGS['zscore'].label}: {SCALINGS['zscore'].help}",
            )
    else:
        st.caption(f"{SCALINGS[scaling].label} scaling", width="content")


def _unscaled(asked: Exploration) -> str:
    """That nothing is scaled, and whether it should be: one feature may make all the distances."""
    dataset = asked.study.dataset
    told = asked.run.metric == "euclidean" and about_dominance(
        dataset.X, dataset.feature_names, of="all squared distances"
    )
    if not told:
        return "No scaling"
    return f":orange[No scaling: {plain(told.partition(';')[0], 90)}]"
