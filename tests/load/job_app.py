"""The server as in app.py around `job_page`."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import streamlit as st  # noqa: E402

from pages.ui.server import surroundings  # noqa: E402

app = st.App(ROOT / "tests" / "load" / "job_page.py", **surroundings())
