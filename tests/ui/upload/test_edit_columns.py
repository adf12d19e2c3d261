"""*Edit columns*: the import step comes back as it was left, from Score and from Explore."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.store.store import store
from tests.ui.upload.test_import_step import PATIENCE, button, drop

PANEL = Path(__file__).resolve().parents[3] / "pages" / "explore.py"
N = 12
TABLE = "id,x,income,city,batch,group\n" + "".join(
    f"c{i},{i % 4 + 0.5},{1000 * i}.5,{('Rome', 'Oslo')[i % 2]},{i % 3},{'ab'[i % 2]}\n"
    for i in range(N)
)
KEPT = ("upload.digest", "upload.import")
FILE = ("mine.csv", TABLE.encode())


@pytest.fixture(autouse=True)
def empty_store() -> None:
    store.forget_sessions(store.sessions())


def box(app: AppTest, label: str):
    return next(s for s in app.selectbox if s.label.startswith(label))


def press(app: AppTest, label: str) -> AppTest:
    return next(b for b in app.button if b.label.startswith(label)).click().run()


def understood(app: AppTest) -> str:
    return next(m.value for m in app.markdown if m.value.startswith("Understood as"))


def corrected() -> AppTest:
    """The table with standardised features and two columns made features at once."""
    app = drop(FILE)
    box(app, "Scale").select(True).run()
    box(app, "Many at once").select("columns from … to").run()
    box(app, "From").select("city").run()
    box(app, "To").select("batch").run()
    return press(app, "Set 2")


def test_many_columns_get_a_role_at_once() -> None:
    assert understood(drop(FILE)) == "Understood as **12 objects, 2 features, 3 label columns**."
    app = corrected()
    # The two towns become a column each.
    assert understood(app) == "Understood as **12 objects, 5 features, 1 label column**."
    box(app, "Many at once").select("columns named like").run()
    app.text_input[0].input("*O*").run()
    box(app, "Use as").select("ignore").run()
    press(app, "Set 2")  # income, group
    assert understood(app) == "Understood as **12 objects, 4 features, no labels**."


def test_corrections_outlive_the_answer_to_another_question() -> None:
    app = corrected()
    box(app, "Names of the columns").select(2).run()
    box(app, "Names of the columns").select_index(0).run()
    assert understood(app) == "Understood as **12 objects, 5 features, 1 label column**."


def test_the_import_step_comes_back_as_it_was() -> None:
    app = corrected()
    before = understood(app)
    button(app).click().run()
    assert app.metric
    press(app, "Edit columns")
    assert not app.metric
    assert understood(app) == before
    assert box(app, "Scale").value is True
    press(app, "Keep it as it was")
    assert app.metric
    press(app, "Edit columns")
    box(app, "Scale").select_index(0).run()
    button(app).click().run()
    assert app.metric
    assert not app.exception
    press(app, "Edit columns")
    assert box(app, "Scale").value is None
    assert understood(app) == before


def test_the_import_step_comes_back_on_another_screen() -> None:
    app = corrected()
    before = understood(app)
    button(app).click().run()
    other = AppTest.from_file(str(PANEL), default_timeout=PATIENCE)
    for key in KEPT:
        other.session_state[key] = app.session_state[key]
    other.run()
    box(other, "Data").select("your-data").run()
    press(other, "Edit columns")
    assert understood(other) == before
    assert not other.exception


def test_files_pushed_out_of_the_store_cannot_be_corrected() -> None:
    app = drop(FILE)
    button(app).click().run()
    digest = app.session_state["upload.import"]
    store._remove(digest)
    app.run()
    assert app.metric
    assert not [b for b in app.button if b.label == "Edit columns"]


def test_forgetting_leaves_nothing() -> None:
    app = drop(FILE)
    button(app).click().run()
    assert app.metric

    def forget() -> None:
        import streamlit as st

        from pages.ui.state import session
        from pages.ui.upload import import_step

        import_step.forget()
        st.write(session.upload(), session.imported())

    forgetful = AppTest.from_function(forget, default_timeout=PATIENCE)
    for key in (*KEPT, "score.taken", "score.files.turn"):
        forgetful.session_state[key] = app.session_state[key]
    forgetful.run()
    assert store.stats()["entries"] == 0
    assert not any(key in forgetful.session_state for key in (*KEPT, "score.taken"))
    assert forgetful.session_state["score.files.turn"] == 1
