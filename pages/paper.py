"""Paper: its whole evaluation computed again, beside what was printed."""

from __future__ import annotations

import streamlit as st

from pages.ui.paper import view, work

st.title("Paper: computed again, beside what was printed")
section = view.ask_section()
if section.of_the_paper:
    work.run_again()
section.show()
