"""Encodings, separators, headers and other rows that are no data."""

import io

import numpy as np
import pandas as pd
import pytest

from aucc_core.ingest import inspect_table, read_table
from aucc_core.score.inputs import InputError
from tests.core.ingest.samples import CSV, LABELS, X


def has(dataset, text):
    assert any(text in n for n in dataset.notices), dataset.notices


def same(dataset):
    assert dataset.X.tolist() == X.tolist()
    assert dataset.feature_names == ("x", "y")
    assert dataset.labels.tolist() == LABELS


def test_plain_csv_from_bytes_and_from_a_path(tmp_path):
    same(read_table(CSV.encode()))
    path = tmp_path / "my data.csv"
    path.write_text(CSV)
    data = read_table(path)
    same(data)
    assert data.name == "my data.csv"


def test_missing_path_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match="There is no file"):
        read_table(tmp_path / "nothing.csv")


def test_bom_is_accepted_without_a_word():
    data = read_table(CSV.encode("utf-8-sig"))
    same(data)
    assert data.notices == read_table(CSV.encode()).notices


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf16_and_utf32_are_named(encoding):
    data = read_table(CSV.encode(encoding))
    same(data)
    has(data, "Text encoding: ")


def test_windows_1252_is_guessed_and_named():
    data = read_table("größe,y\n1,2\n3,5\n4,4\n".encode("cp1252"))
    assert data.feature_names == ("größe", "y")
    has(data, "guessed Windows-1252")
    utf8 = read_table("größe,y\n1,2\n3,5\n4,4\n".encode(), encoding="cp1252")
    assert utf8.feature_names[0] == "grÃ¶ÃŸe"  # the choice wins, right or wrong
    with pytest.raises(InputError, match="Unknown text encoding"):
        read_table(CSV.encode(), encoding="klingon")


@pytest.mark.parametrize(
    ("separator", "name"), [(";", "semicolon"), ("\t", "tab"), ("|", "pipe"), ("   ", "spaces")]
)
def test_other_separators_where_pandas_sees_one_text_column(separator, name):
    text = CSV.replace(",", separator)
    data = read_table(text.encode())
    same(data)
    has(data, f"Columns are separated by {name} (guessed).")
    assert pd.read_csv(io.StringIO(text)).shape[1] == 1


def test_separator_can_be_chosen():
    data = read_table(CSV.replace(",", "~").encode(), delimiter="~")
    same(data)
    with pytest.raises(InputError, match="delimiter must be one plain character"):
        read_table(CSV.encode(), delimiter="ab")


def test_spaces_with_quoted_names():
    data = read_table(b'x y class\n1 2 "New York"\n3 4 "New York"\n5 7 "Los Angeles"\n')
    assert data.labels.tolist() == ["New York", "New York", "Los Angeles"]


def test_old_mac_newlines():
    same(read_table(CSV.replace("\n", "\r").encode()))
    same(read_table(CSV.replace("\n", "\r\n").encode()))


def test_no_header_keeps_the_first_row_that_pandas_loses():
    text = "5.1,3.5\n4.9,3.0\n4.7,3.2\n"
    data = read_table(text.encode())
    assert data.X.tolist() == [[5.1, 3.5], [4.9, 3.0], [4.7, 3.2]]
    assert data.feature_names == ("column 1", "column 2")
    has(data, "The first row holds numbers, so it is read as data")
    assert len(pd.read_csv(io.StringIO(text))) == 2
    assert read_table(text.encode() + b"1,2\n", header=True).n == 3


def test_numbers_written_by_pandas_as_names_are_names():
    text = pd.DataFrame(X).to_csv(index=False)
    assert text.startswith("0,1\n")
    data = read_table(text.encode())
    assert data.X.tolist() == X.tolist()


def test_units_row():
    text = "length,width\ncm,[kg]\n1,2\n3,4\n5,7\n"
    data = read_table(text.encode())
    assert data.X.tolist() == [[1, 2], [3, 4], [5, 7]]
    has(data, "The row below the header holds units and is skipped: cm, [kg].")
    assert pd.read_csv(io.StringIO(text)).dtypes.astype(str).tolist() == ["str", "str"]
    with pytest.raises(InputError, match="no column of numbers"):
        read_table(text.encode(), units=False, mixed="text")


def test_title_rows():
    data = read_table(b"Survey 2020\n\nx,y\n1,2\n3,4\n5,7\n")
    assert data.X.tolist() == [[1, 2], [3, 4], [5, 7]]
    has(data, "Title line above the table skipped: “Survey 2020”.")
    padded = read_table(b"Survey 2020,,\n,,\nx,y,z\n1,2,3\n3,4,5\n5,7,6\n")
    assert padded.feature_names == ("x", "y", "z")
    has(padded, "Title row above the table skipped: “Survey 2020”.")
    chosen = read_table(b"a\nb\nx,y\n1,2\n3,4\n5,7\n", skip_rows=2)
    assert chosen.feature_names == ("x", "y")
    has(chosen, "2 lines at the top left out (chosen).")


def test_total_row():
    text = "name,x,y\nann,1,2\nbob,3,4\ncid,5,7\nTotal,9,13\n"
    data = read_table(text.encode())
    assert data.n == 3
    has(data, "The last row is a total (“Total”) and is left out.")
    assert read_table(text.encode(), total=False).n == 4


def test_comment_preamble_and_sep_line():
    data = read_table(b"# made by a machine\n# 2020\nx;y\n1;2\n3;4\n5;7\n")
    assert data.feature_names == ("x", "y")
    has(data, "2 lines starting with # at the top skipped.")
    data = read_table(b"sep=;\nx;y\n1;2\n3;4\n5;7\n")
    assert data.X.tolist() == [[1, 2], [3, 4], [5, 7]]
    has(data, "(sep=) is skipped")


def test_header_that_numpy_writes_as_a_comment():
    out = io.BytesIO()
    np.savetxt(out, X, header="width height")
    data = read_table(out.getvalue())
    assert data.feature_names == ("width", "height")
    assert data.X.tolist() == X.tolist()


def test_row_names_without_a_header_as_r_writes_them():
    data = read_table(b'"x" "y"\n"r1" 1 2\n"r2" 3 4\n"r3" 5 7\n')
    assert data.feature_names == ("x", "y")
    assert data.object_names == ("r1", "r2", "r3")
    has(data, "row names first")


def test_separator_at_the_end_of_every_data_line_shifts_nothing():
    text = "x,y\n1,2,\n3,4,\n5,7,\n"
    data = read_table(text.encode())
    assert data.X.tolist() == [[1, 2], [3, 4], [5, 7]]
    assert pd.read_csv(io.StringIO(text))["x"].tolist() == [2, 4, 7]  # pandas shifts


def test_blank_rows_are_left_out():
    data = read_table(b"x,y\n1,2\n\n3,4\n,\n5,7\n")
    assert data.X.tolist() == [[1, 2], [3, 4], [5, 7]]
    has(data, "1 empty row left out.")


def test_duplicate_empty_long_and_multiline_names():
    text = 'x,x,,"two\nlines",' + "n" * 20_000 + "\n1,2,3,4,5\n2,3,4,5,6\n9,3,1,5,2\n"
    data = read_table(text.encode())
    assert data.feature_names[:4] == ("x", "x (2)", "column 3", "two lines")
    assert data.feature_names[4] == "n" * 59 + "…"
    has(data, "Repeated column names got a number: x.")
    has(data, "Columns without a name are named by position: 3.")
    has(data, "1 column name shortened to 60 characters (longest: 20,000).")


def test_quoted_cells_may_hold_the_separator_and_newlines():
    data = read_table(b'x,y,class\n1,2,"a,b"\n3,4,"a,b"\n5,7,"c\nd"\n')
    assert data.labels.tolist() == ["a,b", "a,b", "c\nd"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,y\n1,2\n3\n5,6\n7,8\n", "Line 3 has 1 cell, the table has 2 columns"),
        ("x,y\n1,2\n3,4,5\n5,6\n", "Line 3 has 3 cells, the table has 2 columns"),
        ('x,y\n1,2\n3,"4"\n5,6,9\n', "Line 4 has 3 cells, the table has 2 columns"),
        ('x,y\n1,2\n3,"4\n5,6\n7,8\n', "quote opened in the row at line 3 is never closed"),
        ('x,y\n1,"2"2\n3,4\n5,6\n', "Quotes in the row at line 2 do not match"),
        ("x,y\n1,2\n3,\x004\n5,6\n", "Line 3 holds a NUL byte"),
        ("# c\n\nx,y\n1,2\n3\n5,6\n7,8\n", "Line 5 has 1 cell"),
    ],
)
def test_broken_rows_are_refused_by_line(text, message):
    with pytest.raises(InputError, match=message):
        read_table(text.encode())


def test_one_endless_line_is_refused():
    with pytest.raises(InputError, match=r"Line 2 has more than 8,388,608 characters"):
        read_table(b"x,y\n" + b"1," * 5_000_000)


def test_five_thousand_columns_are_read_with_a_notice():
    rng = np.random.default_rng(0)
    text = pd.DataFrame(rng.normal(size=(4, 5000)).round(3)).add_prefix("g").to_csv(index=False)
    data = read_table(text.encode())
    assert data.X.shape == (4, 5000)
    has(data, "There are 5,000 features.")


def test_more_columns_than_the_limit_are_refused():
    with pytest.raises(InputError, match="20,001 columns; the limit is 20,000"):
        read_table((",".join(["1"] * 20_001) + "\n").encode() * 3)


def test_names_of_files_are_for_display_only():
    for name, shown in [
        ("../../etc/x.csv", "x.csv"),
        ("C:\\data\\x.csv", "x.csv"),
        ("📈 <b>.csv", "📈 <b>.csv"),
        ("a\x00\x1bb.csv", "ab.csv"),
    ]:
        assert read_table(CSV.encode(), name=name).name == shown
    long = read_table(CSV.encode(), name="n" * 300 + ".csv").name
    assert len(long) <= 85
    assert long.endswith("….csv")


def test_preview_shows_guesses_rows_and_questions():
    view = inspect_table(b"id;x;class\n1;1,5;a\n2;2,5;a\n3;7,25;b\n4;;b\n")
    assert view.guesses["delimiter"] == ";"
    assert view.guesses["decimal"] == ","
    assert view.guesses["header"] is True
    assert [(c.name, c.role) for c in view.columns] == [
        ("id", "id"),
        ("x", "feature"),
        ("class", "label"),
    ]
    assert view.head["x"].tolist() == ["1,5", "2,5", "7,25", ""]
    asked = {q.key: q for q in view.questions}
    assert asked["decimal"].open
    assert asked["decimal"].default == ","
    assert asked["missing"].default == "drop_rows"
    assert view.looks_like == "features"


def test_unknown_choices_and_columns_are_named():
    with pytest.raises(InputError, match="Unknown choice 'seperator'"):
        read_table(CSV.encode(), seperator=";")
    with pytest.raises(InputError, match=r"no column 'klass'\. The columns are: x, y, class"):
        read_table(CSV.encode(), label="klass")
    with pytest.raises(InputError, match="missing must be one of"):
        read_table(CSV.encode(), missing="ignore")
