"""Number cells: decimal marks, thousands, signs, scripts, and what is no number."""

import io

import numpy as np
import pandas as pd
import pytest

from aucc_core.ingest import read_table
from aucc_core.ingest.numbers import read_number
from aucc_core.score.inputs import InputError
from tests.core.ingest.test_read_layout import has


def one_column(cells, **choices):
    lines = "\n".join(f'"{c}"' for c in cells)
    return read_table(f"v;w\n{lines.replace(chr(10), ';0' + chr(10))};0\n".encode(), **choices)


def test_decimal_comma_in_semicolon_files():
    text = "x;y\n1,5;2,25\n2,5;3,75\n10,25;0,5\n"
    data = read_table(text.encode())
    assert data.X.tolist() == [[1.5, 2.25], [2.5, 3.75], [10.25, 0.5]]
    has(data, "Decimal comma (1,5 is 1.5): x, y.")


def test_decimal_comma_that_pandas_turns_into_other_numbers():
    text = "x;y\n1,500;2\n2,500;3\n1,250;9\n"
    wrong = pd.read_csv(io.StringIO(text), sep=";", thousands=",")
    assert wrong["x"].tolist() == [1500, 2500, 1250]
    data = read_table(text.encode())
    assert data.X[:, 0].tolist() == [1.5, 2.5, 1.25]
    assert read_table(text.encode(), decimal=".").X[:, 0].tolist() == [1500, 2500, 1250]


def test_quoted_decimal_commas():
    data = read_table(b'x,y\n"1,5","2,25"\n"2,5","3"\n"0,25","4"\n')
    assert data.X.tolist() == [[1.5, 2.25], [2.5, 3], [0.25, 4]]


def test_quoted_thousands_in_comma_files():
    data = read_table(b'x,y\n"1,234",2\n"2,345",3\n"1,500",9\n')
    assert data.X[:, 0].tolist() == [1234, 2345, 1500]
    has(data, "Thousands separators are removed: x.")
    assert read_table(b'x,y\n"1,234",2\n"2,345",3\n"1,5",9\n').X[:, 0].tolist() == [
        1.234,
        2.345,
        1.5,
    ]


def test_points_group_thousands_beside_decimal_commas():
    data = read_table(b"x;y\n1.234,5;1.234\n2.000,25;2.345\n0,5;1.500\n")
    assert data.X.tolist() == [[1234.5, 1234], [2000.25, 2345], [0.5, 1500]]


@pytest.mark.parametrize(
    ("cell", "decimal", "value"),
    [
        ("1.234.567,5", ",", 1234567.5),
        ("1,234,567.5", ".", 1234567.5),
        ("1'234.5", ".", 1234.5),
        ("1 234,5", ",", 1234.5),
        ("1\u202f234,5", ",", 1234.5),
        ("$1,234", ".", 1234.0),
        ("-$5", ".", -5.0),
        ("$-5", ".", -5.0),
        ("5 €", ".", 5.0),
        ("12.5%", ".", 0.125),
        ("−3.5", ".", -3.5),
        ("–2", ".", -2.0),
        ("٣٫٥", ".", 3.5),
        ("१२", ".", 12.0),
        ("１２.５", ".", 12.5),
        ("1e-3", ".", 0.001),
        ("1E5", ".", 1e5),
        (".5", ".", 0.5),
        ("5.", ".", 5.0),
    ],
)
def test_one_cell(cell, decimal, value):
    assert read_number(cell, decimal)[0] == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    "cell",
    ["1,23,4", "12,34.5", "1.2.3", "0x1A", "1_000", "e5", "1e", "--5", "5-", "1 2", "$", "%", "+"],
)
def test_what_is_no_number(cell):
    assert read_number(cell, ".") is None


def test_python_only_spellings_are_text():
    # float("1_000") is 1000 in Python; nobody writes that in a table.
    data = one_column(["1_0", "2", "3", "4", "5", "6", "7"])
    has(data, "Column 'v' holds text among its numbers (data rows 1: '1_0')")


def test_currency_and_percent_are_noted():
    data = read_table(b"p,q\n$5,10%\n$7,20%\n$9,5%\n")
    assert data.X.tolist() == [[5, 0.1], [7, 0.2], [9, 0.05]]
    has(data, "Currency signs are removed: p.")
    has(data, "Percentages are read as shares (5% is 0.05): q.")


def test_unicode_minus_and_arabic_digits_are_converted():
    data = read_table("x,y\n−1,١\n2,٢\n3,٣\n".encode())
    assert data.X.tolist() == [[-1, 1], [2, 2], [3, 3]]
    has(data, "Minus signs or digits of another script are converted: x, y.")


@pytest.mark.parametrize("cell", ["inf", "-inf", "Infinity", "∞", "1e400", "-1e400", "1e200"])
def test_infinite_numbers_are_refused_with_row_and_column(cell):
    with pytest.raises(InputError) as caught:
        read_table(f"x,speed\n1,2\n3,{cell}\n5,6\n".encode())
    assert f"Column 'speed', data row 2: {cell} is infinite or too large" in str(caught.value)


def test_infinite_label_or_ignored_columns_do_no_harm():
    data = read_table(b"x,y\n1,2\n3,inf\n5,6\n", ignore="y")
    assert data.X.tolist() == [[1], [3], [5]]


def test_large_whole_numbers_keep_their_digits_as_ids():
    ids = ["90071992547409931", "90071992547409932", "90071992547409933"]
    rows = "".join(f"{i},{v}\n" for v, i in enumerate(ids))
    data = read_table(f"account,x\n{rows}".encode())
    assert data.feature_names == ("x",)
    assert data.object_names == tuple(ids)  # as numbers the first two would be equal
    has(data, "Column 'account' has whole numbers beyond 2^53, which would lose digits")
    thirty = read_table(b"serial,x\n" + b"".join(b"1%029d,%d\n" % (i, i) for i in range(4)))
    assert thirty.feature_names == ("x",)


def test_leading_zeros_are_codes():
    data = read_table(b"zip,x\n01234,1\n00234,2\n91234,5\n")
    assert data.feature_names == ("x",)
    assert data.object_names == ("01234", "00234", "91234")
    has(data, "Column 'zip' has leading zeros, which numbers would lose")
    assert read_table(b"zip,x\n01,1\n02,2\n9,5\n", roles={"zip": "feature"}).X[0, 0] == 1


def test_float_digits_survive_exactly():
    values = np.random.default_rng(1).normal(size=50) * 10.0 ** np.arange(-25, 25)
    text = "x,y\n" + "".join(f"{v!r},1\n" for v in values.tolist())
    assert read_table(text.encode()).X[:, 0].tolist() == values.tolist()


def test_many_rows():
    X = np.random.default_rng(2).integers(0, 999, size=(1_000_000, 1)) / 8
    text = "x\n" + "\n".join(map(str, X[:, 0].tolist())) + "\n"
    data = read_table(text.encode())
    assert data.n == 1_000_000
    assert np.array_equal(data.X, X)
    has(data, "1,000,000 objects make 499,999,500,000 pairs")
    has(data, "Certain bounds")
