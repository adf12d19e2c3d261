"""Explore: which number of clusters fits, and why; scatter plots, curves and scores, linked."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.ui.components import linked
from pages.ui.explore import answer, ask, given_labels, view, work

linked.hurry()
asked = ask.ask_exploration()
line = st.container(key="answer-place")
solutions = work.solutions_of(
    asked,
    on_partial=partial(view.show_partial, asked),
    while_asking=partial(view.show_preview, asked),
)

if solutions:
    own = given_labels.own_solutions(asked.study, asked.run, asked.own, solutions)
    solutions = (*solutions, *own)
    with line:
        answer.show_answer(asked, solutions, view.HOW_TO_READ)
    view.show_solutions(asked, solutions)
elif solutions is not None:
    st.info("None of these solutions can be scored. Try other numbers of clusters.")
