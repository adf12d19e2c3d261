"""Paper: its whole evaluation computed again, beside what was printed."""

from __future__ import annotations

import streamlit as st

from aucc_core.report.escape import plain_sentence
from aucc_core.score.inputs import InputError
from pages.ui.paper import view, work

st.title("Paper: computed again, beside what was printed")
section = view.ask_section()
try:
    if section.of_the_paper:
        work.run_again()
    section.show()
except InputError as error:
    st.error(plain_sentence(error), icon=":material/error:")
