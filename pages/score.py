"""Score: bring a table with clusterings and see which is best, and how sure that is."""

from __future__ import annotations

import streamlit as st

from aucc_core.dataset import Dataset
from aucc_core.scorecard_large import LargeReport
from aucc_core.validate import InputError
from pages.ui import importing, scoreboard, scoreboard_large, session
from pages.ui.examples import EXAMPLES, TEMPLATE, load_example
from pages.ui.plain import plain, plain_sentence
from pages.ui.score_ask import ask_run
from pages.ui.scores import scored

OWN = "own"
KEY = "score.source"


def ask_data() -> Dataset:
    """The person's table, or an example; stops the script while files wait for a confirmation."""
    left, right = st.columns([3, 2], vertical_alignment="top")
    with left:
        uploads = importing.ask_files("score")
    if uploads and not importing.confirmed("score", uploads):
        with right:
            st.caption("Check how the file is read, then go on. Remove it to see the examples.")
            _offer_template()
        importing.import_step("score", uploads, "Score this table")
        st.stop()
    own = session.upload()
    with right:
        chosen = _ask_example(own)
        _offer_template()
    if chosen == OWN and own is not None:
        importing.show_notices(own.notices, open_up_to=0)
        return own
    return load_example(chosen)


def _ask_example(own: Dataset | None) -> str:
    """One click shows an example; the own table is one of the choices once there is one."""
    titles = {name: example.title for name, example in EXAMPLES.items()}
    if own is not None:
        titles = {OWN: own.name, **titles}
    if st.session_state.pop("score.fresh", False) or st.session_state.get(KEY) not in titles:
        st.session_state[KEY] = next(iter(titles))
    chosen = st.pills(
        "Your table, or an example" if own is not None else "Or look at an example",
        list(titles),
        format_func=lambda name: plain(titles[name], 24),
        key=KEY,
        required=True,
    )
    if chosen in EXAMPLES:
        st.caption(EXAMPLES[chosen].about)
    return str(chosen)


def _offer_template() -> None:
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


st.title("Score: how good is this clustering?")
try:
    data = ask_data()
    run = ask_run(data)
    result = scored(data, run) if run is not None else None
except InputError as error:
    st.error(plain_sentence(error), icon=":material/error:")
    st.stop()
if isinstance(result, LargeReport):
    scoreboard_large.show(result)
elif result is not None and run is not None:
    scoreboard.show(result, run)
