"""Around every screen: settings, style sheet, watch over the connection, menu, refusals."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import streamlit as st

from aucc_core.score.inputs import InputError
from pages.ui.components import connection, tab
from pages.ui.server import errors
from pages.ui.state import link, session

HERE = Path(__file__).resolve().parent
STYLES = HERE.parent / "assets" / "styles" / "app.css"
PICTURE = HERE.parent / "assets" / "pictures" / "icon.png"
# In the page itself: as a file of a run it is gone when the next run begins before it is fetched.
ICON = f"data:image/png;base64,{b64encode(PICTURE.read_bytes()).decode()}"

# File, menu entry and icon, in menu order; the first is the start page.
SCREENS = (
    ("explore.py", "Explore", ":material/scatter_plot:"),
    ("score.py", "Score", ":material/fact_check:"),
    ("learn.py", "Learn", ":material/school:"),
    ("criteria.py", "Criteria", ":material/leaderboard:"),
    ("paper.py", "Paper", ":material/article:"),
)

link.arrive()
st.set_page_config(page_title="AUCC", page_icon=ICON, layout="wide")
st.html(f"<style>{STYLES.read_text('utf-8')}</style>")
connection.watch()
tab.remember()
session.keep_choices()
screen = st.navigation(
    [
        st.Page(file, title=title, icon=icon, default=file == "explore.py")
        for file, title, icon in SCREENS
    ]
)
# A refusal is an answer. Left to the server's handler of errors it would be logged as a failure.
try:
    screen.run()
except InputError as error:
    errors.complain(error)
    st.stop()
link.arrived()
