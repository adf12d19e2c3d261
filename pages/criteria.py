"""Criteria: all ways to judge the same clusterings, side by side."""

from __future__ import annotations

from functools import partial

import streamlit as st

from aucc_core.report.escape import plain
from pages.ui.criteria import view, work
from pages.ui.side_panel import ask

study, _, run = ask.ask("criteria", "Compare criteria on this table")
st.title(plain(f"Criteria · {ask.headline(study, run)}", 200))
ask.require_algorithm(run)
families = view.ask_families()
comparison = work.compared(study, run)
if comparison is not None:
    drawable = study.dataset.distances is None and study.dataset.mixed is None
    ask_null = partial(work.without_clusters, study, run, comparison)
    view.show_comparison(comparison, families, ask_null if drawable else None)
