"""Learn: a course of lessons that people play with; every lesson has a link of its own."""

from __future__ import annotations

import streamlit as st

from pages.ui.components import classroom
from pages.ui.learn import LESSONS, ROUTES, own_table, view

asked = view.ask(tuple(LESSONS.values()), ROUTES, st.query_params, own_table.table())
view.show_lesson(asked, view.built(asked))
classroom.mount({name: lesson.title for name, lesson in LESSONS.items()})
