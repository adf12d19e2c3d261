"""The import step: a file is read once, and a click is not forgotten."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from streamlit.runtime.scriptrunner import StopException
from streamlit.testing.v1 import AppTest

from aucc_core.ingest import reader
from pages.ui.store.store import store
from pages.ui.upload import import_step
from tests.waiting import PATIENCE

PAGE = Path(__file__).resolve().parents[3] / "pages" / "score.py"
TABLE = b"x,y,group\n0,1,a\n1,0,a\n9,9,b\n8,9,b\n0,1,a\n"
LABELS = b"cluster\n1\n1\n2\n2\n1\n"
MATRIX = b"0,1,8,9\n1,0,7,8\n8,7,0,1\n9,8,1,0\n"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> dict[str, Counter]:
    """How often each content was split into cells, and each table of cells understood."""
    store.forget_sessions(store.sessions())
    counts = {"cells": Counter(), "columns": Counter()}
    read_cells, analyse = reader.read_cells, reader.analyse

    def count_cells(data, choices):
        counts["cells"][data] += 1
        return read_cells(data, choices)

    def count_columns(table, file_name, choices):
        counts["columns"][file_name] += 1
        return analyse(table, file_name, choices)

    monkeypatch.setattr(reader, "read_cells", count_cells)
    monkeypatch.setattr(reader, "analyse", count_columns)
    return counts


def drop(*files: tuple[str, bytes]) -> AppTest:
    app = AppTest.from_file(str(PAGE), default_timeout=PATIENCE).run()
    app.file_uploader[0].set_value([(name, data, "text/csv") for name, data in files])
    return app.run()


def button(app: AppTest):
    return next(b for b in app.button if b.label == "Score this table")


def test_a_file_is_read_once_from_drop_to_dataset(seen) -> None:
    app = drop(("one.csv", TABLE))
    button(app).click().run()
    assert app.metric
    assert not app.exception
    assert seen["cells"][TABLE] == 1
    assert seen["columns"]["one.csv"] == 1


def test_each_of_several_files_is_read_once(seen) -> None:
    app = drop(("one.csv", TABLE), ("labels.csv", LABELS))
    button(app).click().run()
    assert app.metric
    assert seen["cells"][TABLE] == seen["cells"][LABELS] == 1
    assert seen["columns"]["one.csv"] == 1


def test_a_distance_matrix_is_split_into_cells_once(seen) -> None:
    app = drop(("matrix.csv", MATRIX), ("labels.csv", LABELS[:-2]))
    assert "Read as a distance matrix of 4 objects" in " ".join(c.value for c in app.caption)
    assert seen["cells"][MATRIX] == 1
    assert seen["columns"]["matrix.csv"] == 1


def test_another_choice_is_one_more_reading(seen) -> None:
    app = drop(("one.csv", TABLE))
    next(s for s in app.selectbox if s.label == "Names of the columns").select(0).run()
    app.run()
    assert seen["cells"][TABLE] == 2


def test_a_click_is_not_forgotten_when_the_script_is_interrupted(monkeypatch) -> None:
    store.forget_sessions(store.sessions())
    app = drop(("one.csv", TABLE))

    def interrupted(*_: object, **__: object) -> None:
        raise StopException

    with monkeypatch.context() as broken:
        # As when another event arrives before the script has come to the button.
        broken.setattr(import_step, "ask_files", interrupted)
        button(app).click().run()
    assert not app.metric
    app.run()
    assert app.metric
    assert app.pills[0].value == "own"


def test_a_choice_and_a_click_may_come_together() -> None:
    store.forget_sessions(store.sessions())
    app = drop(("one.csv", TABLE))
    next(s for s in app.selectbox if s.label == "Names of the columns").select(0)
    button(app).click().run()
    assert app.metric
    assert not app.exception
