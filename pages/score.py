"""Score: bring a table with clusterings and see which is best, and how sure that is."""

from __future__ import annotations

import streamlit as st

from pages.ui.score import ask, onward, view, work

st.title("Score: how good is this clustering?")
data = ask.ask_data()
run = ask.ask_run(data)
if run is None:
    onward.offer_explore(data, run)
result = None if run is None else work.scored(data, run)
if run is not None and result is not None:
    view.show_scores(data, result, run)
