"""Score: bring a table with clusterings and see which is best, and how sure that is."""

from __future__ import annotations

import streamlit as st

from aucc_core.dataset import Dataset
from aucc_core.validate import InputError
from pages.ui import importing, scoreboard, session
from pages.ui.examples import EXAMPLES, TEMPLATE, load_example
from pages.ui.plain import plain, plain_sentence
from pages.ui.score_ask import ask_run
from pages.ui.scores import scored

OWN = "own"


def ask_data() -> Dataset:
    """The person's table, or an example; stops the script while files wait for a confirmation."""
    left, right = st.columns([3, 2], vertical_alignment="top")
    with left:
        uploads = importing.ask_files("score")
    waiting = bool(uploads) and not importing.confirmed("score", uploads)
    with right:
        chosen = ask_example()
    if waiting:
        importing.import_step("score", uploads, "Score this table")
        st.stop()
    own = session.upload()
    if chosen == OWN and own is not None:
        importing.show_notices(own.notices)
        return own
    return load_example(chosen)


def ask_example() -> str:
    """One click shows an example; the own table is one of the choices once there is one."""
    own = session.upload()
    options = [*([OWN] if own is not None else []), *EXAMPLES]
    titles = {OWN: own.name if own is not None else "", **{k: e.title for k, e in EXAMPLES.items()}}
    if st.session_state.pop("score.fresh", False):
        st.session_state["score.source"] = OWN
    chosen = st.segmented_control(
        "Your table, or an example" if own is not None else "Or look at an example",
        options,
        default=options[0],
        format_func=lambda name: plain(titles[name], 24),
        key="score.source",
        required=True,
    )
    if chosen in EXAMPLES:
        st.caption(EXAMPLES[chosen].about)
    st.download_button(
        "Template to fill in",
        TEMPLATE.content,
        file_name="aucc-template.csv",
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        help="A CSV with an id, two features and two clusterings.",
    )
    return str(chosen)


st.title("Score: how good is this clustering?")
try:
    data = ask_data()
    run = ask_run(data)
    result = scored(data, run) if run is not None else None
except InputError as error:
    st.error(plain_sentence(error), icon=":material/error:")
    st.stop()
if result is not None and run is not None:
    scoreboard.show(result, run)
