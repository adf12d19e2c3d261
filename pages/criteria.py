"""Criteria: thirty ways to judge the same clusterings, side by side."""

from __future__ import annotations

import streamlit as st

from aucc_core.validate import InputError
from pages.ui import comparing, criteria_view, side_panel, widgets
from pages.ui.plain import plain, plain_sentence

try:
    study, _, run = side_panel.ask("criteria", "Compare criteria on this table")
    st.title(plain(f"Criteria · {widgets.headline(study, run)}", 200))
    side_panel.require_algorithm(run)
    families = criteria_view.ask_families()
    comparison = comparing.compared(study, run)
except InputError as error:
    st.error(plain_sentence(error), icon=":material/error:")
    st.stop()
if comparison is not None:
    criteria_view.show(comparison, families)
