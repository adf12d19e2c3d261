"""JSON as pandas, web services and loggers write it."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aucc_core.ingest import read_labels, read_table
from aucc_core.ingest.child import RefusedError, flatten, parse_json, records_of
from aucc_core.score.inputs import InputError
from tests.core.ingest import samples
from tests.core.ingest.test_read_layout import has

FRAME = samples.frame()


def read(value: object, **choices):
    text = value if isinstance(value, str) else json.dumps(value)
    return read_table(text.encode(), **choices)


@pytest.mark.parametrize("orient", ["records", "columns", "index", "split", "table", "values"])
def test_all_that_pandas_writes(orient: str) -> None:
    data = read(FRAME.to_json(orient=orient))
    assert data.X.tolist() == samples.X.tolist()
    assert data.labels.tolist() == samples.LABELS
    if orient != "values":
        assert data.feature_names == ("x", "y")


def test_lines_of_records() -> None:
    text = FRAME.to_json(orient="records", lines=True)
    assert read(text).X.tolist() == samples.X.tolist()
    assert read(text.replace("\n", "\n\n")).X.tolist() == samples.X.tolist()
    assert read("[1,2.5]\n[3,4.5]\n[5,7.5]\n").X.tolist() == [[1, 2.5], [3, 4.5], [5, 7.5]]


def test_lists_by_name_and_rows_under_names() -> None:
    assert read({k: v.tolist() for k, v in FRAME.items()}).X.tolist() == samples.X.tolist()
    rows = read([["x", "y", "class"], *map(list, samples.ROWS)])
    assert rows.feature_names == ("x", "y")
    assert rows.X.tolist() == samples.X.tolist()


def test_records_deep_in_the_answer_of_a_web_service() -> None:
    items = [
        {"id": f"n{i}", "at": {"x": x, "y": y}, "tags": ["a"], "class": c, "gap": None}
        for i, (x, y, c) in enumerate(samples.ROWS)
    ]
    data = read({"status": "ok", "errors": [], "data": {"total": 5, "items": items}})
    assert data.feature_names == ("at.x", "at.y")
    assert data.X.tolist() == samples.X.tolist()
    assert data.object_names == tuple(f"n{i}" for i in range(5))
    has(data, "Records are read from data › items.")
    has(data, "Lists inside of records are dropped: tags.")


def test_records_without_some_keys_have_gaps() -> None:
    data = read([{"a": 1.5, "b": 2}, {"b": 3}, {"a": 4.5, "b": 9}, {"a": 2.5, "b": 5}])
    assert data.object_names == ("1", "3", "4")
    has(data, "1 of 4 rows have missing values (a) and are left out: data rows 2.")


def test_numbers_too_long_for_a_computer_and_true_or_false_are_treated_as_in_a_csv() -> None:
    rows = [{"key": 10**20 + i, "x": i + 0.5, "ok": i % 2 == 0} for i in range(4)]
    data = read(rows)
    assert data.feature_names == ("x", "ok")
    assert data.X.tolist() == [[0.5, 1], [1.5, 0], [2.5, 1], [3.5, 0]]
    assert data.object_names == tuple(str(10**20 + i) for i in range(4))


def test_a_list_of_labels() -> None:
    ((found),) = read_labels(b'["a", "a", "b", "c"]').values()
    assert found.tolist() == ["a", "a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FRAME.to_json(orient="records")[:-9], "cannot be parsed"),
        ('{"a": 1}\n{"a": 2}\n{"a": }\n', "of line 3"),
        ("[" * 50_000 + "]" * 50_000, "nested too deeply"),
        ('{"a": 1, "b": "x"}', "no list of records"),
        ("[]", "no records"),
        ("{}", "no list of records"),
        ('[{"a": [1, 2]}, {"a": [3]}, {"a": []}]', "no records"),
        ('[{"x": 1}, {"x": Infinity}, {"x": 3}, {"x": 4}]', "data row 2: inf"),
        ('[{"x": ' + "9" * 5000 + "}]", "cannot be parsed"),
        ('{"columns": ["a"], "data": [[1, 2], [3, 4], [5, 6]]}', "other columns than"),
        ('[[1, {"a": 2}], [3, 4], [5, 6]]', "holds a list"),
    ],
)
def test_what_is_no_table_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=25,
)


@given(VALUES)
def test_any_value_is_rows_or_a_refusal(value: object) -> None:
    with suppress(RefusedError):
        path, rows, names = records_of(parse_json(json.dumps(value)))
        assert isinstance(rows, list)
        assert all(isinstance(p, str) for p in path)
        assert names is None or all(isinstance(row, list) for row in rows)
        for row in rows:
            if isinstance(row, dict):
                assert not any(isinstance(c, dict | list) for c in flatten(row, {}).values())
