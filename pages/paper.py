"""Paper: its whole evaluation computed again, beside what was printed."""

from __future__ import annotations

import streamlit as st

from aucc_core.validate import InputError
from pages.ui import own_study, paper_figures, paper_view, paper_work
from pages.ui.plain import plain_sentence

SECTIONS = {
    "overview": "Overview",
    "toy": "Toy and ties",
    "curves": "ROC curves",
    "overlap": "Overlap",
    "chance": "Expected value",
    "agreement": "Agreement",
    "timing": "Timing",
    "own": "Your own study",
}
CHANCE = (
    "Labels drawn at random deserve the same score whatever k is. Thin lines: one data set each; "
    "thick: their mean. Columns: random clusters of equal size, or one of 10 % or 60 % of all "
    "objects. This is a reduced design; lesson 5 of Learn runs the paper's full one. Movement is "
    "how far the mean goes over k, in standard deviations of a single random partition: below 1 "
    "is steady."
)
TIMING = (
    "Gamma compares every pair inside a cluster with every pair across clusters: of the order of "
    "n⁴ / k comparisons. Ranking all pairs once, of the order of n² log n steps, gives the same "
    "number. Seconds on this server, just now."
)

st.title("Paper: computed again, beside what was printed")
section = st.segmented_control(
    "Part",
    list(SECTIONS),
    default="overview",
    format_func=SECTIONS.__getitem__,
    key="part",
    bind="query-params",
    required=True,
    label_visibility="collapsed",
)
try:
    if section != "own":
        paper_work.run_again()
    if section == "toy":
        paper_view.curves(("toy", "ties"))
    elif section == "curves":
        paper_view.curves(("ruspini", "nine_gaussians"))
    elif section == "overlap":
        paper_view.curves(("overlap",))
    elif section == "chance":
        paper_view.with_picture("chance", paper_figures.chance, CHANCE)
    elif section == "agreement":
        paper_view.agreement()
    elif section == "timing":
        paper_view.with_picture("timing", paper_figures.timing, TIMING)
    elif section == "own":
        own_study.show()
    else:
        paper_view.overview()
except InputError as error:
    st.error(plain_sentence(error), icon=":material/error:")
