"""The verdict below the score board: the switch, the job behind it, and the card."""

from __future__ import annotations

import streamlit as st

from aucc_core.report.escape import plain
from aucc_core.report.labels_verdict import (
    MOST_OBJECTS,
    QUESTION,
    Inquiry,
    ScoreVerdict,
    compared,
    inquiry_of,
)
from aucc_core.report.score_card import ScoreReport
from aucc_core.score.inputs import InputError
from aucc_core.verdicts.weigh import examine_cost
from pages.ui.components import verdict_card
from pages.ui.jobs import panel
from pages.ui.store.digest import digest_of

KEY = "score.verdict"
SEED = 0
TOO_LARGE = (
    f"Whether there is structure, and how many clusters, is examined for up to {MOST_OBJECTS:,} "
    "objects. For more, bring a random part of the table."
)
EXPLAIN = (
    "A high score alone does not say that there are clusters, or how many: on plain noise, too, an "
    "algorithm scores higher the more clusters it may make."
)
WITH_BAND = (
    "So an algorithm makes clusters of its own, also on data of the same size without clusters "
    "(the grey band) and on other draws of your objects (the blue ribbon)."
)
WITHOUT_BAND = (
    "So an algorithm makes clusters of its own, also on other draws of your objects (the blue "
    "ribbon)."
)


def show_verdict(report: ScoreReport) -> ScoreVerdict | None:
    """The switch with what is behind it; the verdict once there is one."""
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
    except InputError:
        st.info(TOO_LARGE, icon=":material/info:")
        return None
    st.caption(f"{EXPLAIN} {WITH_BAND if inquiry.has_band else WITHOUT_BAND} {inquiry.how}")
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


def _digest(inquiry: Inquiry) -> str:
    data = inquiry.dataset
    return digest_of(
        "score verdict",
        (data.X, data.distances, data.mixed, inquiry.keep),
        (inquiry.spec, inquiry.reference),
    )
