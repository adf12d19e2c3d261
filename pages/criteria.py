"""Criteria: thirty ways to judge the same clusterings, side by side."""

from __future__ import annotations

import streamlit as st

from aucc_core.validate import InputError
from pages.ui import comparing, criteria_view, importing, panel, widgets
from pages.ui.plain import plain, plain_sentence

try:
    panel.arrive("criteria")
    top = st.sidebar.container()
    with st.sidebar:
        uploads = widgets.ask_files()
    if uploads:
        st.title("Your table")
        importing.import_step("explore", uploads, "Compare criteria on this table")
        st.stop()
    with top:
        dataset = widgets.ask_dataset()
    if dataset is None:
        widgets.say_own_is_gone()
        st.stop()
    with st.sidebar:
        study, _ = widgets.ask_study(dataset)
        run = widgets.ask_run(study)
        panel.keep()
    st.title(plain(f"Criteria · {widgets.headline(study, run)}", 200))
    if not run.algorithms:
        st.info("Choose at least one algorithm in the side panel.", icon=":material/arrow_back:")
        st.stop()
    families = criteria_view.ask_families()
    comparison = comparing.compared(study, run)
except InputError as error:
    st.error(plain_sentence(error), icon=":material/error:")
    st.stop()
if comparison is not None:
    criteria_view.show(comparison, families)
