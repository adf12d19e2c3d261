"""Criteria: all ways to judge the same clusterings, side by side."""

from __future__ import annotations

from functools import partial

import streamlit as st

from aucc_core.report.escape import plain
from aucc_core.verdicts.criteria_repeats import REPEATS, can_lose_clusters
from pages.ui.criteria import view, work
from pages.ui.side_panel import ask

study, _, run = ask.ask("criteria", "Compare criteria on this table")
st.title(plain(f"Criteria · {ask.headline(study, run)}", 200))
ask.require_algorithm(run)
families = view.ask_families()
comparison = work.compared(study, run)
if comparison is not None:
    again = partial(work.repeated, study, run)
    kinds = [n for n in REPEATS if n != "none" or can_lose_clusters(study.dataset)]
    view.show_comparison(comparison, families, {kind: partial(again, kind) for kind in kinds})
