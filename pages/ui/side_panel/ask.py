"""The side panel as a whole: which data, which clusterings, and what they are called in a line."""

from __future__ import annotations

import streamlit as st

from aucc_core.datasets import DATASETS
from aucc_core.partitions import ALGORITHMS
from aucc_core.score.metrics import metric_row
from aucc_core.sweeps.solutions import ExploreRun
from pages.ui.side_panel import clustering, data
from pages.ui.side_panel.data import Source
from pages.ui.state import session
from pages.ui.state.cache import Study
from pages.ui.upload import given_file, import_step


def ask(page: str, button: str) -> tuple[Study, Source, ExploreRun]:
    """What is chosen; stops the script while a file waits to be taken in, or was lost.

    Raises InputError for a distance that so many objects cannot be compared by.
    """
    session.bring_choices(page)
    group("Data")
    top = st.sidebar.container()
    given = given_file.take_given("explore")
    with st.sidebar:
        uploads = data.ask_files() or given
    if uploads:
        st.title("Your table")
        import_step.import_step("explore", uploads, button)
        st.stop()
    with top:
        dataset = data.ask_dataset()
    if dataset is None:
        data.say_own_is_gone()
        st.stop()
    with st.sidebar:
        study, source = data.ask_study(dataset)
        group("Clustering")
        # Criteria shows all criteria anyway.
        run = clustering.ask_run(study, second=page != "criteria")
        session.keep_choices()
    metric_row(run.metric).require_few(study.dataset.n)
    return study, source, run


def group(title: str) -> None:
    """The heading of a group of controls."""
    st.sidebar.markdown(f"#### {title}")


def require_algorithm(run: ExploreRun) -> None:
    """Stop with advice when there is nothing to make clusterings with."""
    if not run.algorithms:
        st.info("Choose at least one algorithm in the side panel.", icon=":material/arrow_back:")
        st.stop()


def headline(study: Study, run: ExploreRun) -> str:
    """What is on screen, in one line."""
    entry = DATASETS.get(study.dataset.name)
    labels = ", ".join(ALGORITHMS[a].label for a in run.algorithms[:3])
    more = len(run.algorithms) - 3
    parts = [
        entry.title if entry else study.dataset.name,
        f"{study.dataset.n:,} objects",
        labels + (f" and {more} more" if more > 0 else ""),
    ]
    return " · ".join(part for part in parts if part)
