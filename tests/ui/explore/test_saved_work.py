"""Work in one file: what goes in comes out, and nothing else gets in."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from aucc_core.score.inputs import InputError
from pages.ui.components.linked import Hand, Inset, Settled
from pages.ui.explore import saved_work
from pages.ui.explore.saved_work import Work, from_bytes, to_bytes
from pages.ui.upload.files import Import, Upload

TABLE = Import(
    (Upload("../../etc/mine;.csv", b"a,b\n1,2\n3,4\n5,7\n"), Upload("truth.csv", b"c\n1\n1\n2\n")),
    {"import.abc.header": True, "import.abc.roles": {"shown": "", "set": {"a": "feature"}}},
    ("features", "labels"),
    {"roles": {"a": "feature"}, "header": True},
)
SETTLED = Settled(
    focus="hand",
    shown="hand",
    selected=(0, 2),
    max_fpr=0.25,
    log=True,
    held=1.5,
    inset=Inset(False, 0.1, 0.2, 0.3, 0.4),
    pins=("kmeans-2", "hand"),
    hand=Hand("kmeans-2", (0, 1, -1)),
)
CHOICES = {"data.chosen": "your-data", "algorithms": ["kmeans", "ward"], "k.wish": [2, 5]}


def changed(data: bytes, **entries: Any) -> bytes:
    """The file with other entries of work.json, or without one (None)."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    content = {**json.loads(files["work.json"]), **entries}
    files["work.json"] = json.dumps(content).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, inside in files.items():
            archive.writestr(name, inside)
    return buffer.getvalue()


def test_what_is_saved_is_opened_again() -> None:
    opened = from_bytes(to_bytes(Work(CHOICES, SETTLED, TABLE)))
    assert opened.choices == CHOICES
    assert opened.settled == SETTLED
    assert opened.table == TABLE
    assert opened.table is not None
    assert opened.table.dataset().n == 3


def test_work_on_an_example_has_no_table() -> None:
    opened = from_bytes(to_bytes(Work({"data.chosen": "iris"})))
    assert (opened.table, opened.settled) == (None, Settled())


@given(some.binary(max_size=200))
def test_what_is_no_work_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(InputError, match="no file that"):
        from_bytes(data)


@given(cut=some.integers(0, 2_000), other=some.integers(0, 255))
def test_a_damaged_file_is_refused_or_means_what_it_did(cut: int, other: int) -> None:
    data = bytearray(to_bytes(Work(CHOICES, SETTLED, TABLE)))
    data[cut % len(data)] = other
    try:
        opened = from_bytes(bytes(data))
    except InputError:
        return
    assert isinstance(opened, Work)


@pytest.mark.parametrize(
    "entries",
    [
        {"choices": 5},
        {"table": {"files": ["a.csv"], "parts": [], "choices": {}, "answers": {}}},
        {"table": {"files": ["a"] * 9, "parts": ["labels"] * 9, "choices": {}, "answers": {}}},
        {"table": {"files": ["a"], "parts": ["program"], "choices": {}, "answers": {}}},
        {"table": {"files": ["a", "b", "c"], "parts": ["labels"] * 3, "choices": 1, "answers": {}}},
    ],
)
def test_odd_entries_are_refused(entries: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        from_bytes(changed(to_bytes(Work(CHOICES, SETTLED, TABLE)), **entries))


def test_a_later_version_says_so() -> None:
    with pytest.raises(InputError, match="another version"):
        from_bytes(changed(to_bytes(Work({})), aucc_work=99))


def test_answers_reach_only_the_controls_of_the_import() -> None:
    table = Import(TABLE.uploads, {"session.secret": 1, **TABLE.answers}, TABLE.parts, {})
    opened = from_bytes(to_bytes(Work({}, table=table)))
    assert opened.table is not None
    assert opened.table.answers == TABLE.answers


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_work, "_MOST_BYTES", 1_000)
    bomb = Import((Upload("zeros.csv", b"0" * 1_000_000),), {}, ("features",), {})
    data = to_bytes(Work({}, table=bomb))
    assert len(data) < 5_000
    with pytest.raises(InputError, match="larger than what can be opened"):
        from_bytes(data)
