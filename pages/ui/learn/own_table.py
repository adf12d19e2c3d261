"""The person's own table in a lesson: where it is asked for, and what a lesson takes of it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from aucc_core.pairs import Pairs
from aucc_core.prepare.projection import project
from aucc_core.report.escape import plain, shortened
from aucc_core.score.inputs import Dataset, Floats
from pages.ui.side_panel.data import PRIVACY
from pages.ui.state import cache, session
from pages.ui.upload import import_step

OWN = "own"  # as links name it
MOST = 400  # objects: so many dots can be told apart, and so many pairs take no time
FEWEST = 20
Refusal = Callable[[Dataset], str]  # why a lesson cannot use a table; empty where it can


def table() -> Dataset | None:
    """The table of this session, as lessons take it; None where there is none."""
    own = session.upload()
    if own is None or own.n <= MOST:
        return own
    return cache.sampled(own, MOST)


def numbers_only(own: Dataset) -> str:
    """Why a table cannot be drawn and clustered by a lesson; empty where it can."""
    if own.distances is not None or own.d == 0:
        return "This lesson needs columns of numbers."
    different = len({*map(tuple, own.X.tolist())})
    if different < FEWEST:
        return f"This lesson needs {FEWEST} different objects or more; got {different}."
    return ""


def groups_between(low: int, high: int) -> Refusal:
    """The same, for a lesson that needs known groups, so many of them."""

    def refusal(own: Dataset) -> str:
        found = 0 if own.labels is None else len({*own.labels.tolist()})
        if low <= found <= high:
            return numbers_only(own)
        return (
            f"This lesson needs a column with {low} to {high} known groups; got {found or 'none'}. "
            "*Edit columns* says which column that is."
        )

    return refusal


def title(own: Dataset) -> str:
    """What the browser calls it."""
    return shortened(own.name, 30)


def plane(data: Dataset) -> Floats:
    """Two dimensions to look at; scores use all of them."""
    return project(data, Pairs(data), "features" if data.d <= 2 else "pca").points


def offer(refusal: Refusal) -> None:
    """The fold with the uploader; the import step opens in it."""
    own = session.upload()
    with st.expander("Use your own table in this lesson", icon=":material/upload_file:"):
        uploads = import_step.waiting("learn", import_step.ask_files("learn"))
        st.caption(PRIVACY)
        if uploads:
            import_step.import_step("learn", uploads, "Use it in this lesson")
        elif own is not None:
            st.markdown(f"**{plain(own.name)}**: {own.n:,} objects, {own.d:,} features.")
            taken = table()
            if taken is not None and (said := refusal(taken)):
                st.info(said, icon=":material/info:")
            elif own.n > MOST:
                st.caption(f"Lessons take a sample of {MOST} objects.")
            import_step.offer_edit()
    taken = table()
    if st.session_state.pop("learn.fresh", False) and taken is not None and not refusal(taken):
        st.query_params["data"] = OWN
        st.rerun()
