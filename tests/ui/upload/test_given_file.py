"""The file that the server was started with: who gets it, and what becomes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from aucc_core.cli import app as command
from pages.ui.upload import given_file
from tests.waiting import PATIENCE

FRAME = Path(__file__).resolve().parents[3] / "pages" / "frame.py"
KEY = "k" * 22
TABLE = "x,y,group\n" + "".join(
    f"{9 * (i % 2) + i / 50},{i % 5 / 3},{'ab'[i % 2]}\n" for i in range(20)
)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "mine_*.csv"
    path.write_text(TABLE)
    monkeypatch.setenv(given_file.FILE_VARIABLE, str(path))
    monkeypatch.setenv(given_file.KEY_VARIABLE, KEY)
    monkeypatch.setattr(given_file, "for_this_machine_only", lambda: True)
    return path


def visit(**query: str) -> AppTest:
    app = AppTest.from_file(str(FRAME), default_timeout=PATIENCE)
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def data(app: AppTest):
    return next(s for s in app.selectbox if s.label == "Data")


def words(app: AppTest) -> str:
    return " ".join(e.value for e in (*app.title, *app.caption, *app.error, *app.markdown))


def test_server_and_command_mean_the_same() -> None:
    assert given_file.FILE_VARIABLE == command.FILE_VARIABLE
    assert given_file.KEY_VARIABLE == command.KEY_VARIABLE


def test_who_has_the_key_sees_the_table_at_once(table: Path) -> None:
    app = visit(open=KEY)
    assert data(app).value == "your-data"
    assert "20 objects, 2 features" in words(app)
    app.run()
    assert data(app).value == "your-data"


@pytest.mark.parametrize("key", ["", "k", KEY + "k", KEY[:-1] + "é"])
def test_who_has_not_sees_nothing_of_it(table: Path, key: str) -> None:
    app = visit(**({"open": key} if key else {}))
    assert data(app).value == "ruspini"
    assert "your-data" not in data(app).options
    assert "mine" not in words(app)


def test_a_server_for_others_gives_it_to_nobody(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(given_file, "for_this_machine_only", lambda: False)
    assert data(visit(open=KEY)).value == "ruspini"


def test_without_a_key_nothing_is_given(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(given_file.KEY_VARIABLE)
    assert data(visit(open="")).value == "ruspini"


def test_a_link_that_names_other_data_shows_those(table: Path) -> None:
    app = visit(open=KEY, data="iris")
    assert data(app).value == "iris"
    data(app).select("your-data").run()
    assert "20 objects, 2 features" in words(app)


def test_forgotten_is_forgotten(table: Path) -> None:
    app = visit(open=KEY)
    next(b for b in app.button if b.label == "Forget my data now").click().run()
    assert data(app).value == "ruspini"
    assert "open" not in app.query_params
    app.run()
    assert "Your data" not in data(app).options


def test_a_file_that_has_gone_is_said(table: Path) -> None:
    table.unlink()
    app = visit(open=KEY)
    assert "No such file or directory" in words(app)
    assert data(app).value == "ruspini"


def test_a_file_above_the_limit_is_said(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(given_file, "file_megabytes", lambda: 0)
    assert "has more than 0 MB" in words(visit(open=KEY))


def test_what_cannot_be_read_waits_in_the_import_step(table: Path) -> None:
    table.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    app = visit(open=KEY)
    assert [t.value for t in app.title] == ["Your table"]
    assert app.error
    app.run()
    assert [t.value for t in app.title] == ["Your table"]
