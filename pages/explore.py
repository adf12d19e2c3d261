"""Explore: which number of clusters fits, and why; scatter plots, curves and scores, linked."""

from __future__ import annotations

import streamlit as st

from aucc_core.validate import InputError
from pages.ui import cached, exploration, importing, linked, panel, text, widgets
from pages.ui.plain import plain

linked.hurry()
try:
    panel.arrive("explore")
    top = st.sidebar.container()
    with st.sidebar:
        uploads = widgets.ask_files()
    if uploads:
        st.title("Your table")
        importing.import_step("explore", uploads, "Explore this table")
        st.stop()
    with top:
        dataset = widgets.ask_dataset()
    if dataset is None:
        widgets.say_own_is_gone()
        st.stop()
    with st.sidebar:
        study, source = widgets.ask_study(dataset)
        run = widgets.ask_run(study)
        panel.keep()
        with st.expander("View", icon=":material/tune:"):
            settings, kind, axes = widgets.ask_view(study, run)
    st.title(plain(widgets.headline(study, run), 200))
    if not run.algorithms:
        st.info("Choose at least one algorithm in the side panel.", icon=":material/arrow_back:")
        st.stop()
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
