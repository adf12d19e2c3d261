"""Explore: which number of clusters fits, and why; scatter plots, curves and scores, linked."""

from __future__ import annotations

import streamlit as st

from aucc_core.validate import InputError
from pages.ui import cached, exploration, linked, side_panel, text, widgets
from pages.ui.plain import plain

linked.hurry()
try:
    study, source, run = side_panel.ask("explore", "Explore this table")
    with st.sidebar, st.expander("View", icon=":material/tune:"):
        settings, kind, axes = widgets.ask_view(study, run)
    st.title(plain(widgets.headline(study, run), 200))
    side_panel.require_algorithm(run)
    picture = cached.projection(study, run.metric, kind, axes)
    asked = exploration.Exploration(study, source, run, settings, picture)
    solutions = exploration.solutions_of(asked)
except InputError as error:
    st.error(str(error), icon=":material/error:")
    st.stop()

if solutions:
    for notice in dict.fromkeys(n for s in solutions for n in s.notices):
        st.caption(notice)
    exploration.view(asked, solutions)
elif solutions is not None:
    st.info("None of these solutions can be scored. Try other numbers of clusters.")
with st.expander("How to read this", icon=":material/help:"):
    st.markdown(text.HOW_TO_READ)
