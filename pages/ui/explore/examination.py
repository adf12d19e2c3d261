"""The examination behind the verdict: begun when it is time, one for all who ask the same.

Where it takes seconds it comes by itself, in the background; else somebody has to ask for it.
"""

from __future__ import annotations

import streamlit as st

from aucc_core.score.metrics import METRICS
from aucc_core.sweeps.solutions import ExploreRun
from aucc_core.verdicts.weigh import Examination
from pages.ui.components import verdict_card
from pages.ui.explore.ask import Exploration
from pages.ui.jobs import JobState, panel
from pages.ui.state import cache

# What takes longer than this is not begun before someone asks for it.
BY_ITSELF_SECONDS = 5.0
_WANTED = "verdict.wanted"  # the digest of what somebody has asked for
_FORMER_SWITCH = "verdict"  # in links of earlier versions


def is_possible(study: cache.Study, run: ExploreRun) -> bool:
    """Whether so many objects can be examined: large tables by features only."""
    has_features = study.dataset.distances is None and METRICS[run.metric].has_features
    return has_features or not run.is_large


def examine(asked: Exploration) -> JobState | None:
    """The state of the examination, begun if it is time; None as long as nobody has asked for it.

    Call it once in a run of the script, before anything asks for `examination_of`.
    """
    if not is_possible(asked.study, asked.run):
        return None
    request = verdict_card.examination_request(asked.study, asked.run)
    if st.query_params.get(_FORMER_SWITCH) == "true":
        del st.query_params[_FORMER_SWITCH]
        want(request.digest)
    wanted = st.session_state.pop(_WANTED, None) == request.digest
    state = state_of(asked)
    if wanted and (state is None or state.status != "done"):
        panel.start(verdict_card.JOB, request)
    elif (state is None or state.status == "gone") and request.cost.seconds <= BY_ITSELF_SECONDS:
        panel.start_behind(verdict_card.JOB, request)
    return state_of(asked)


def is_begun(asked: Exploration) -> bool:
    """Whether there is an examination, at whatever stage."""
    return state_of(asked) is not None


def want(digest: str) -> None:
    """For a callback: somebody has asked for this examination."""
    st.session_state[_WANTED] = digest


def examination_of(asked: Exploration) -> Examination | None:
    """What an examination of these clusterings has found; None as long as it is not there."""
    state = state_of(asked)
    found: Examination | None = state.result if state is not None else None
    return found if found is not None and found.verdict is not None else None


def state_of(asked: Exploration) -> JobState | None:
    """The examination's job as it stands; None when there is none of just these clusterings."""
    handle = panel.started(verdict_card.JOB)
    if handle is None:
        return None
    if handle.digest != verdict_card.examination_request(asked.study, asked.run).digest:
        return None
    return handle.poll()
