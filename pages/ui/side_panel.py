"""The side panel that Explore and Criteria share: which data, which clusterings."""

from __future__ import annotations

import streamlit as st

from pages.ui import importing, panel, widgets
from pages.ui.cached import Study
from pages.ui.solutions import Run
from pages.ui.takeaway import Source


def ask(page: str, button: str) -> tuple[Study, Source, Run]:
    """What is chosen; stops the script while a file waits to be taken in, or was lost."""
    panel.arrive(page)
    top = st.sidebar.container()
    with st.sidebar:
        uploads = widgets.ask_files()
    if uploads:
        st.title("Your table")
        importing.import_step("explore", uploads, button)
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
    return study, source, run


def require_algorithm(run: Run) -> None:
    """Stop with advice when there is nothing to make clusterings with."""
    if not run.algorithms:
        st.info("Choose at least one algorithm in the side panel.", icon=":material/arrow_back:")
        st.stop()
