"""Workbooks, Parquet, Feather and NumPy files, and everything that only pretends to be a table."""

import bz2
import decimal
import io
import pickle
import time
import zipfile

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from aucc_core.ingest import Limits, inspect_table, read_table
from aucc_core.score.inputs import InputError
from tests.core.ingest import samples
from tests.core.ingest.test_read_layout import has, same


def refused(data, message, **choices):
    with pytest.raises(InputError, match=message):
        read_table(data, **choices)


@pytest.mark.parametrize("make", [samples.xlsx, samples.ods, samples.parquet, samples.feather_file])
def test_every_format_gives_the_same_table(make):
    same(read_table(make()))


def test_samples_have_the_same_bytes_in_every_run():
    makers = (samples.xlsx, samples.ods, samples.parquet, samples.feather_file, samples.npz)
    before = [make() for make in makers]
    time.sleep(2.1)  # archives count time in steps of two seconds
    assert [make() for make in makers] == before


def test_numpy_array_and_archive():
    assert read_table(samples.npy()).X.tolist() == samples.X.tolist()
    data = read_table(samples.npz())
    assert data.X.tolist() == samples.X.tolist()
    assert data.label_columns["labels"].tolist() == [0, 0, 1, 1, 0]
    other = read_table(samples.npz(a=samples.X, b=np.arange(30.0).reshape(5, 6) ** 2), sheet="a")
    assert other.X.tolist() == samples.X.tolist()
    refused(samples.npz(), "There is no array 'Z'. The arrays are: X", sheet="Z")
    text = read_table(samples.npy(np.array([["1,5"], ["2,5"], ["9"]])))
    assert text.X.tolist() == [[1.5], [2.5], [9]]


def test_wrong_extension_is_read_by_content():
    data = read_table(samples.xlsx(), name="table.csv")
    same(data)
    has(data, "The name ends in .csv, but the content is a Excel workbook: read as that.")
    has(read_table(samples.CSV.encode(), name="t.xlsx"), "the content is a text table")


def test_several_sheets():
    rows = [["x", "y"], [1, 2], [3, 4], [5, 7]]
    book = samples.xlsx({"Notes": [["hello"]], "Data": rows, "Old": [*rows, [9, 9]]})
    data = read_table(book)
    assert data.n == 3
    has(data, "Sheet 'Data' is read (the first visible one with a table) of: Notes, Data, Old.")
    assert read_table(book, sheet="Old").n == 4
    assert read_table(book, sheet=-1).n == 4
    refused(book, "There is no sheet 'Nope'. The sheets are: Notes, Data, Old", sheet="Nope")
    asked = {q.key: q for q in inspect_table(book).questions}
    assert asked["sheet"].default == "Data"
    assert list(asked["sheet"].options) == ["Notes", "Data", "Old"]


def test_merged_header():
    rows = [["id", "Size", None, "class"], [None, "w", "h", None]]
    rows += [[1, 2, 3, "a"], [2, 3, 4, "a"], [3, 9, 8, "b"]]
    data = read_table(samples.xlsx({"S": rows}, merge="B1:C1"))
    assert data.feature_names == ("Size w", "Size h")
    assert data.X.tolist() == [[2, 3], [3, 4], [9, 8]]
    has(data, "The header takes 2 rows; their names are joined.")


def test_title_dates_booleans_and_big_numbers_in_a_workbook():
    day = pd.Timestamp("2020-01-31").to_pydatetime()
    rows = [["Report"], [], ["serial", "x", "when", "ok"]]
    rows += [[10**17 + i * 100, i * i, day, i > 1] for i in range(4)]
    data = read_table(samples.xlsx({"S": rows}))
    assert data.feature_names == ("x", "ok")
    assert data.X.tolist() == [[0, 0], [1, 0], [4, 1], [9, 1]]
    has(data, "Column 'when' holds dates or times")
    has(data, "Title row above the table skipped: “Report”.")
    has(data, "Column 'serial' has whole numbers beyond 2^53")


def test_formulas_never_computed_are_refused_by_cell():
    rows = [["x", "y"], [1, "=A2*2"], [3, "=A3*2"], [5, "=A4*2"]]
    refused(samples.xlsx({"S": rows}), r"never computed \(cells B2, B3, B4\)")


def test_error_cells_are_missing_and_named():
    book = samples.xlsx({"S": [["x", "y"], [1, 2], [3, 4], [5, 7], [6, 6]]})
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml")
    cell = b'<c r="B3" t="n"><v>4</v></c>'
    assert cell in sheet
    broken = sheet.replace(cell, b'<c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c>')
    data = read_table(samples.rezip(book, {"xl/worksheets/sheet1.xml": broken}))
    assert data.X.tolist() == [[1, 2], [5, 7], [6, 6]]
    has(data, "count as missing (B3)")


def ole(*names):
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
    return head + b"".join(n.encode("utf-16-le") for n in names) + bytes(2000)


def test_workbooks_that_cannot_be_read_have_distinct_texts():
    refused(ole("EncryptedPackage"), "protected with a password")
    refused(samples.xlsx()[:2000], "truncated or damaged")
    refused(ole("WordDocument"), "old Office document without an Excel sheet")
    refused(ole("Workbook"), "cannot be read|damaged")
    refused(
        samples.rezip(samples.xlsx(), {"xl/workbook.xml": b"junk"}), "cannot be read|no visible"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("picture.png", "hello")
    refused(out.getvalue(), "zip archive holds no table")
    refused(samples.xlsx({"S": [[None]]}), "no visible sheet with cells|is empty")


def test_zip_bomb_is_refused_before_it_is_unpacked():
    bomb = samples.rezip(samples.xlsx(), {"xl/worksheets/sheet1.xml": bytes(60 * 1024**2)})
    assert len(bomb) < 200_000
    refused(bomb, "The workbook unpacks from 0.1 MB to 60.0 MB")
    zeros = io.BytesIO()
    np.savez_compressed(zeros, X=np.zeros((10**6, 7)))
    refused(zeros.getvalue(), "The NumPy archive unpacks from 0.1 MB to 53.4 MB")


def test_an_archive_of_too_many_parts_is_refused():
    parts = samples.npz(**{f"a{i}": np.zeros(1) for i in range(5_001)})
    refused(parts, "The NumPy archive has 5,001 parts; the limit is 5,000")


def test_xml_entity_bomb_is_refused_before_it_is_parsed():
    entities = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    for i in range(8):
        entities += b'<!ENTITY a%d "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">' % i
    bomb = samples.rezip(samples.xlsx(), {"xl/sharedStrings.xml": entities + b"]><sst>&a7;</sst>"})
    refused(bomb, "declares XML entities")
    outside = b'<?xml version="1.0"?><!DOCTYPE sst SYSTEM "file:///etc/hosts"><sst/>'
    reaching_out = samples.rezip(samples.xlsx(), {"xl/sharedStrings.xml": outside})
    refused(reaching_out, "declares XML entities")


def test_cell_far_away_does_not_cost_memory():
    book = samples.xlsx()
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml")
    far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    big = samples.rezip(book, {"xl/worksheets/sheet1.xml": sheet.replace(b"</sheetData>", far)})
    refused(big, "spans|damaged, or needs more memory")


def test_child_process_stops_at_its_time_limit():
    refused(samples.xlsx(), "took longer than 0.0001 s", limits=Limits(child_seconds=0.0001))


def test_parquet_types():
    table = pa.table(
        {
            "x": pa.array([1.0, 2.0, None, 4.0]),
            "small": pa.array([1, 2, 3, 9], pa.int8()),
            "price": pa.array([decimal.Decimal("1.50")] * 3 + [None], pa.decimal128(9, 2)),
            "nested": [[1], [2], [3], [4]],
            "raw": pa.array([b"\xff"] * 4),
            "kind": pa.array(["a", "b", "b", "a"]).dictionary_encode(),
            "when": pa.array([1, 2, 3, 4], pa.timestamp("s")),
            "ok": [True, False, True, True],
            "serial": [2**60 + i for i in range(4)],
        }
    )
    data = read_table(samples.parquet(table), missing="impute")
    assert data.feature_names == ("x", "small", "price", "ok")
    assert data.X[:, 0].tolist() == [1, 2, 2, 4]
    assert data.X[:, 2].tolist() == [1.5] * 4
    assert data.labels.tolist() == ["a", "b", "b", "a"]
    assert data.object_names == tuple(str(2**60 + i) for i in range(4))
    has(data, "Columns of nested or binary types are dropped: nested (list<element: int64>), raw")
    has(data, "Decimal numbers are read as floating point: price.")
    has(data, "Column 'when' holds dates or times")


def test_pandas_index_in_parquet_is_no_feature():
    out = io.BytesIO()
    pd.DataFrame({"x": [1.0, 2.0, 9.0]}, index=[7, 3, 5]).to_parquet(out)
    data = read_table(out.getvalue())
    assert data.feature_names == ("x",)
    assert data.object_names == ("7", "3", "5")


def test_infinite_number_in_parquet_is_refused_by_cell():
    refused(samples.parquet(pa.table({"x": [1.0, float("inf"), 3.0]})), "'x', data row 2: inf is")


def test_truncated_binary_files():
    refused(samples.parquet()[:-20], "Parquet file is truncated")
    refused(samples.parquet()[:-8] + b"\xff\xff\xff\x7fPAR1", "declares a footer of")
    refused(samples.feather_file()[:-20], "Feather file is truncated")
    refused(samples.npy()[:-8], "does not fit the size of the NumPy file")
    refused(samples.npy()[:20], "truncated or damaged")
    middle = bytearray(samples.parquet())
    middle[-60:-10] = bytes(50)
    refused(bytes(middle), "Parquet file is damaged or cut short|damaged, or needs more")


def test_parquet_that_declares_far_too_many_rows_is_refused_by_its_footer():
    lying = samples.parquet(pa.table({"x": pa.nulls(200_000_000)}))
    assert len(lying) < 1_000_000
    refused(lying, "declares 200,000,000 rows × 1 columns; the limits are 5,000,000 rows")


def test_numpy_header_that_lies_about_its_shape_is_refused():
    array = samples.npy(np.zeros((3, 2)))
    refused(array.replace(b"(3, 2), ", b"(3, 9), "), "does not fit the size of the NumPy file")
    refused(array.replace(b"(3, 2), }  ", b"(9999999, 2), }"), "declares 9,999,999 rows|damaged")


def test_numpy_text_beyond_unicode_is_refused():
    array = samples.npy(np.array(["a", "b", "c"]))
    refused(array[:-1] + b"\x7f", "truncated or damaged")


def test_objects_and_pickles_are_never_opened():
    class Bomb:
        def __reduce__(self):
            return (print, ("opened",))

    refused(pickle.dumps(Bomb()), "Python pickle. Pickles can run code")
    refused(pickle.dumps(samples.frame(), protocol=2), "Python pickle")
    refused(samples.npy(np.array([Bomb(), 1, 2], dtype=object)), "holds Python objects")
    refused(samples.npz(X=np.array([{}, 1, 2], dtype=object)), "holds Python objects")
    refused(samples.npy(np.ones((3, 2)) * 1j), "complex numbers")
    refused(samples.npy(np.ones((3, 2, 2))), "shape")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The file has no content"),
        (b" \n\t\r\n ", "holds only blanks"),
        (b"\xef\xbb\xbf\n", "holds only blanks"),
        (b"\x89PNG\r\n\x1a\n" + bytes(99), "a PNG picture"),
        (b"\xff\xd8\xff\xe0" + bytes(99), "a JPEG picture"),
        (bz2.compress(samples.CSV.encode()), "a bzip2 archive, not a table. Unpack it"),
        (b"%PDF-1.7 ...", "a PDF document"),
        (b"<!DOCTYPE html><html><table><tr><td>1</td></tr></table></html>", "a web page or XML"),
        (b"<?xml version='1.0'?><a/>", "a web page or XML"),
        (np.random.default_rng(0).bytes(5000), "not text and no format that is read here"),
        (bytes(range(1, 32)) * 50, "not text and no format that is read here"),
        (b"FEA1" + bytes(50), "Feather file of the old version 1"),
    ],
)
def test_other_things_named_csv_are_told_apart(data, message):
    refused(data, message, name="table.csv")


def test_file_above_the_size_limit_is_refused(tmp_path):
    refused(
        b"x\n1\n2\n3\n", "The file has 0.0 MB; the limit is 0.0 MB", limits=Limits(file_bytes=4)
    )
    path = tmp_path / "big.csv"
    path.write_bytes(b"x\n1\n2\n3\n")
    refused(path, "the limit is 0.0 MB", limits=Limits(file_bytes=4))


@pytest.mark.parametrize("how", ["hidden", "veryHidden"])
def test_a_hidden_sheet_is_passed_over_and_can_be_chosen(how):
    lookup = [["code", "v"], [1, 2.5], [2, 3.5], [3, 9.5]]
    shown = [["x", "y"], [3.5, 9.5], [2.5, 3.5], [1.5, 2.5]]
    book = samples.xlsx({"Lookup": lookup, "Data": shown}, hidden={"Lookup": how})
    data = read_table(book)
    assert data.X.tolist() == shown[1:]
    has(data, "Hidden in the workbook and passed over: Lookup.")
    assert read_table(book, sheet="Lookup").feature_names[-1] == "v"
