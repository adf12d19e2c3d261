"""The tabs below the linked view; only the open one computes anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from aucc_core.report.escape import plain_sentence
from aucc_core.score.inputs import InputError
from pages.ui.explore import all_solutions, clusters, evidence, objects, takeaway, weak_places
from pages.ui.explore.on_screen import OnScreen

KEY = "tab"
ShowTab = Callable[[OnScreen], None]
# The first is open at first. Titles are in addresses: keep them.
TABS: Mapping[str, ShowTab] = {
    "Evidence": evidence.show_evidence,
    "Where is it wrong": weak_places.show_weak_places,
    "Clusters": clusters.show_clusters,
    "Objects": objects.show_objects,
    "All solutions": all_solutions.show_all_solutions,
    "Take away": takeaway.show_takeaway,
}
# Switches that links of earlier versions turn on, and the tabs that hold what was behind them.
_FORMER = {"structure": "Where is it wrong"}


def show_tabs(on_screen: OnScreen) -> None:
    """The row of tabs and the body of the open one; a refusal there is said in its place."""
    _open_former()
    bodies = st.tabs(list(TABS), key=KEY, on_change="rerun", bind="query-params")
    for show, body in zip(TABS.values(), bodies, strict=True):
        if body.open:
            with body:
                try:
                    show(on_screen)
                except InputError as error:
                    st.error(plain_sentence(error), icon=":material/error:")


def _open_former() -> None:
    """Open the tab that a link of an earlier version means; its switch leaves the address."""
    for switch, title in _FORMER.items():
        if st.query_params.get(switch) == "true":
            del st.query_params[switch]
            if KEY not in st.session_state:
                st.session_state[KEY] = title
