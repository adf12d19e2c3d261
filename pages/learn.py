"""Learn: a course of eight lessons that people play with; every lesson has a link of its own."""

from __future__ import annotations

import streamlit as st

from pages.ui import learn
from pages.ui.learn import view

asked = view.ask(learn.LESSONS, st.query_params)
view.show(asked, view.built(asked.lesson, asked.settings))
