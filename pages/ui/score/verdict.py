"""The verdict below the score board: the switch, the job behind it, and the card."""

from __future__ import annotations

import streamlit as st

from aucc_core.report.escape import plain, plain_sentence
from aucc_core.report.labels_verdict import (
    QUESTION,
    Inquiry,
    ScoreVerdict,
    compared,
    inquiry_of,
)
from aucc_core.report.score_card import AnyReport
from aucc_core.score.inputs import InputError
from aucc_core.verdicts.weigh import Verdict, examine_cost
from pages.ui.components import verdict_card
from pages.ui.jobs import panel
from pages.ui.state import link
from pages.ui.store.digest import digest_of

KEY = "score.verdict"
SEED = 0
EXPLAIN = (
    "A high score alone does not say that there are clusters, or how many: on plain noise, too, an "
    "algorithm scores higher the more clusters it may make."
)
OF_ALL = (
    "So several algorithms make clusters of their own, also on other draws of your objects, "
    "and all of these clusterings are weighed."
)
WITH_BAND = (
    "Whether there are clusters at all is measured against data of the same size without any."
)


def show_verdict(report: AnyReport) -> ScoreVerdict | None:
    """The switch with what is behind it; the verdict once there is one."""
    _open_short_link()
    on = st.toggle(
        QUESTION,
        key=KEY,
        bind="query-params",
        help="Compares with data without clusters and with other runs, and says whether your "
        "clusterings have as many clusters as these suggest; takes seconds to minutes.",
    )
    if not on:
        return None
    try:
        inquiry = inquiry_of(report, seed=SEED)
    except InputError as error:
        st.info(plain_sentence(error), icon=":material/info:")
        return None
    band = [WITH_BAND] if inquiry.has_band else []
    st.caption(" ".join([EXPLAIN, OF_ALL, *band, inquiry.how]))
    request = panel.JobRequest(
        "aucc_core.report.labels_verdict:examine_inquiry",
        {"inquiry": inquiry},
        digest=_digest(inquiry),
        cost=examine_cost(inquiry.dataset, inquiry.spec),
        label=verdict_card.LABEL,
    )
    found = verdict_card.examined_by(request, KEY)
    if found is None or found.verdict is None:
        return None
    judged = compared(report, inquiry, found.verdict)
    verdict_card.card(found.verdict, judged.own_lines(plain))
    verdict_card.evidence(found, KEY)
    return judged


def _open_short_link() -> None:
    """`verdict=true` in a link asks for the verdict here, too, as it does on Explore."""
    if link.read("verdict") == ["true"]:
        link.write("verdict")
        st.session_state[KEY] = True


def known_verdict(report: AnyReport) -> Verdict | None:
    """The verdict that stands below, if it has been found; draws nothing and never waits."""
    handle = panel.started(f"{KEY}.job")
    if not st.session_state.get(KEY) or handle is None:
        return None
    try:
        inquiry = inquiry_of(report, seed=SEED)
    except InputError:
        return None
    state = handle.poll() if handle.digest == _digest(inquiry) else None
    return state.result.verdict if state is not None and state.status == "done" else None


def _digest(inquiry: Inquiry) -> str:
    data = inquiry.dataset
    return digest_of(
        "score verdict",
        (data.X, data.distances, data.mixed),
        (inquiry.spec, inquiry.reference),
    )
