"""Explore: which number of clusters fits, and why; scatter plots, curves and scores, linked."""

from __future__ import annotations

import streamlit as st

from aucc_core.validate import InputError
from pages.ui import cached, linked, text, widgets
from pages.ui.linked import payload

with st.sidebar:
    try:
        dataset = widgets.ask_dataset()
        study = widgets.ask_study(dataset)
        run = widgets.ask_run(study)
        with st.expander("View"):
            settings, kind, axes = widgets.ask_view(study, run)
    except InputError as error:
        st.error(str(error))
        st.stop()

st.title("Explore")
if not run.algorithms:
    st.info("Choose at least one algorithm in the side panel.")
    st.stop()

try:
    solutions = cached.solutions(study, run)
    picture = cached.projection(study, run.metric, kind, axes)
except InputError as error:
    st.error(str(error))
    st.stop()

data = payload.build(
    study.dataset, solutions, picture, settings, data_key=study.digest, second=run.second
)
linked.show(data, key="linked")
with st.expander("How to read this"):
    st.markdown(text.HOW_TO_READ)
