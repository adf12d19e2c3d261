"""What a person may correct: the row of names, columns of words, columns of few whole numbers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from aucc_core.ingest import inspect_table, read_table
from aucc_core.score.inputs import InputError
from tests.core.ingest import samples
from tests.core.ingest.test_read_layout import has

TITLED = [
    ["Sales report", None, None, None],
    ["Region", "North", None, None],
    ["Source", "office", None, None],
    [None, None, None, None],
    ["customer", "age", "income", "visits"],
    *[[f"c{i}", 20.5 + i, 1000.0 * i, i % 5 + 0.5] for i in range(12)],
]


def questions(data: bytes, **choices) -> dict:
    return {q.key: q for q in inspect_table(data, **choices).questions}


def test_names_below_several_title_rows_are_found() -> None:
    data = read_table(samples.xlsx({"S": TITLED}))
    assert data.feature_names == ("age", "income", "visits")
    assert data.n == 12
    asked = questions(samples.xlsx({"S": TITLED}))["header_row"]
    assert asked.default == 5
    assert asked.open
    assert asked.options[5] == "row 5: customer, age, income, visits"
    assert asked.options[4] == "row 4: blank"


@pytest.mark.parametrize("row", range(1, 6))
def test_any_row_can_be_chosen_for_the_names(row: int) -> None:
    rows = [[f"{i}{j}" for j in range(3)] for i in range(1, 9)]
    data = read_table(samples.xlsx({"S": rows}), header_row=row)
    assert data.feature_names == tuple(rows[row - 1])
    assert data.X.tolist() == [[float(c) for c in r] for r in rows[row:]]


def test_no_row_can_be_chosen_for_the_names() -> None:
    data = read_table(b"1,2\n3,4\n5,7\n", header_row=0)
    assert data.feature_names == ("column 1", "column 2")
    assert data.n == 3
    with pytest.raises(InputError, match="no data below row 7; the table has 3 rows"):
        read_table(b"1,2\n3,4\n5,7\n", header_row=7)
    with pytest.raises(InputError, match="number of a row"):
        read_table(b"1,2\n3,4\n5,7\n", header_row=-1)


def test_partly_empty_first_rows_of_data_are_no_titles() -> None:
    rows = "".join(f"{'' if i < 3 else i},{'' if i < 3 else i / 2},,{i}\n" for i in range(20))
    assert read_table(("a,b,c,d\n" + rows).encode(), missing="impute").n == 20
    assert read_table(rows.encode(), missing="impute").n == 20


# Columns of words as features


WORDS = ["red", "blue", "", "red", "green"]
TABLE = ("x,colour\n" + "".join(f"{i}.5,{w}\n" for i, w in enumerate(WORDS))).encode()


@pytest.mark.parametrize("missing", [None, "drop_rows", "impute"])
def test_each_word_gets_a_column_and_no_row_is_lost_unseen(missing: str | None) -> None:
    data = read_table(TABLE, roles={"colour": "feature"}, missing=missing)
    rows = [(i, w or "red") for i, w in enumerate(WORDS) if w or missing == "impute"]
    named = dict(zip(data.feature_names, data.X.T.tolist(), strict=True))
    assert named.pop("x") == [i + 0.5 for i, _ in rows]
    words = sorted({w for w in WORDS if w})
    assert named == {f"colour={w}": [float(w == c) for _, c in rows] for w in words}
    assert data.mixed["colour"].tolist() == [c for _, c in rows]
    has(data, "Words in 'colour' become 3 columns of 0 and 1, one per word (blue, green, red)")
    if missing != "impute":
        has(data, "1 of 5 rows have missing values (colour) and are left out: data rows 3.")


def test_a_column_of_words_may_be_the_only_feature() -> None:
    data = read_table(TABLE, roles={"colour": "feature", "x": "ignore"})
    assert data.feature_names == ("colour=blue", "colour=green", "colour=red")


def test_too_many_words_are_left_to_gower_and_that_is_told() -> None:
    rows = "".join(f"{i}.5,w{i % 40}\n" for i in range(120))
    data = read_table(("x,word\n" + rows).encode(), roles={"word": "feature"})
    assert data.feature_names == ("x",)
    assert data.mixed["word"].nunique() == 40
    has(data, "Column 'word' has 40 different words, too many for columns of 0 and 1")
    with pytest.raises(InputError, match="no column of numbers to measure"):
        read_table(("x,word\n" + rows).encode(), roles={"word": "feature", "x": "ignore"})


def test_hostile_words_stay_text() -> None:
    words = ["<b>x</b>", "=cmd()", "a" * 500]
    rows = "".join(f"{i}.5,{words[i % 3]}\n" for i in range(9))
    data = read_table(("x,w\n" + rows).encode(), roles={"w": "feature"})
    assert all(len(name) <= 60 for name in data.feature_names)
    assert len(set(data.feature_names)) == 4


# Few whole numbers beside measured features


def table_of(columns: dict[str, list]) -> bytes:
    rows = itertools.chain([columns], zip(*columns.values(), strict=True))
    return "".join(",".join(map(str, row)) + "\n" for row in rows).encode()


N = 60
MEASURED = {"x": [i / 7 for i in range(N)], "y": [i * i % 13 + 0.5 for i in range(N)]}
LABELS = {
    "random": [i % 4 for i in range(N)],
    "batch": [i % 3 + 1 for i in range(N)],
    "found": [i % 5 - 1 for i in range(N)],
    **{f"sol_{k}": [i % k for i in range(N)] for k in range(2, 31)},
}
NO_LABELS = {
    "flag": [i % 2 for i in range(N)],
    "cylinders": [(3, 4, 5, 6, 8)[i % 5] for i in range(N)],
    "year": [1970 + i % 5 for i in range(N)],
    "count": [(i * 37) % 50 for i in range(N)],
}


def test_few_whole_numbers_beside_measured_ones_are_probably_labels() -> None:
    data = table_of({**MEASURED, **LABELS, **NO_LABELS})
    read = read_table(data)
    assert set(read.label_columns) == set(LABELS)
    assert set(read.feature_names) == {*MEASURED, *NO_LABELS}
    has(read, "Taken as labels, as they hold few whole numbers: random, batch, found, sol_2, sol_3")
    asked = questions(data)["codes"]
    assert asked.open
    assert asked.default == "label"
    assert "random, batch, found, sol_2, sol_3 and 27 more" in asked.text


def test_the_answer_or_a_role_overrules_that() -> None:
    data = table_of({**MEASURED, **LABELS, **NO_LABELS})
    assert not read_table(data, codes="feature").label_columns
    assert questions(data, codes="feature")["codes"].default == "feature"
    one = read_table(data, codes="feature", roles={"batch": "label"})
    assert list(one.label_columns) == ["batch"]
    # Who names the labels has named all of them.
    assert list(read_table(data, label="batch").label_columns) == ["batch"]


def test_without_measured_columns_whole_numbers_are_answers_not_labels() -> None:
    survey = {f"q{i}": np.random.default_rng(i).integers(1, 6, N).tolist() for i in range(8)}
    assert not read_table(table_of(survey)).label_columns
    assert "codes" not in questions(table_of(survey))


# What a matrix or a column leaves open


def test_both_halves_of_a_matrix_are_asked_about_only_where_they_differ() -> None:
    halves = b"0,1,2,3,4\n9,0,4,5,6\n2,4,0,6,7\n3,5,6,0,8\n4,6,7,8,0\n"
    assert questions(halves)["asymmetric"].default == "average"
    wanted = {"average": 5, "upper": 1, "lower": 9}
    for answer in questions(halves)["asymmetric"].options:
        assert read_table(halves, asymmetric=answer).distances[0] == wanted[answer]
    for same in (halves.replace(b"9", b"1"), b"0\n1,0\n2,3,0\n4,5,6,0\n"):
        assert "asymmetric" not in questions(same)


def test_a_diagonal_that_is_not_0_is_asked_about() -> None:
    odd = b"0,1,2,3\n1,5,4,5\n2,4,0,6\n3,5,6,0\n"
    assert questions(odd, kind="distances")["diagonal"].default == "refuse"
    with pytest.raises(InputError, match="diagonal"):
        read_table(odd, kind="distances")
    assert read_table(odd, kind="distances", diagonal="zero").distances.tolist() == [
        1, 2, 3, 4, 5, 6
    ]  # fmt: skip
    alike = b"1,.5,.2,.1\n.5,1,.3,.2\n.2,.3,1,.4\n.1,.2,.4,1\n"
    assert questions(alike)["diagonal"].default == "similarity"
    assert "diagonal" not in questions(b"0,1,2\n1,0,3\n2,3,0\n")


def test_numbers_that_may_stand_for_gaps_are_asked_about() -> None:
    data = b"x,y\n1,2\n-999,4\n5,3\n7,9\n"
    asked = questions(data)["sentinels"]
    assert asked.text == "-999 stands for"
    assert list(asked.options) == ["missing", ()]
    assert read_table(data, sentinels=()).n == 4
    assert "sentinels" not in questions(b"x,y\n1,2\n3,4\n5,7\n")
