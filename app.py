"""The server: ``streamlit run app.py``.

`pages/frame.py` is the app; `pages/ui/server` adds what is around it: security headers, upload
limits, plotly.js from the installed package, /health, warm-up, and a clean stop. Options of the
web server are in .streamlit/config.toml; the environment variables AUCC_JOB_MEMORY_MB,
AUCC_STORE_MB and AUCC_SESSION_UPLOAD_MB set how much memory all calculations, shared data and one
session's uploads may take.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
if str(ROOT) not in sys.path:  # when started from elsewhere by another ASGI server
    sys.path.insert(0, str(ROOT))

import streamlit as st  # noqa: E402

from pages.ui.explore.ahead import examine_examples  # noqa: E402
from pages.ui.server import surroundings  # noqa: E402

app = st.App(ROOT / "pages" / "frame.py", **surroundings(after_start=examine_examples))

if __name__ == "__main__":
    app.run()
