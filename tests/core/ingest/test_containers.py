"""Zip and gzip archives: the table inside is read as if it had been uploaded itself."""

from __future__ import annotations

import gzip
import zipfile

import pytest

from aucc_core.ingest import Limits, inspect_table, read_table
from aucc_core.score.inputs import InputError
from tests.core.ingest import samples
from tests.core.ingest.test_read_layout import has

SMALL = "x,y\n1,2\n3,4\n5,7\n"


def packed(**parts: bytes | str) -> bytes:
    """A zip archive; two underscores stand for the point of a name."""
    named = {name.replace("__", "."): content for name, content in parts.items()}
    return samples.zipped(named, zipfile.ZIP_DEFLATED)


FORMATS = {
    "csv": samples.CSV.encode(),
    "xlsx": samples.xlsx(),
    "ods": samples.ods(),
    "parquet": samples.parquet(),
    "feather": samples.feather_file(),
    "json": samples.frame().to_json(orient="records").encode(),
}


@pytest.mark.parametrize("ending", FORMATS)
def test_a_packed_table_is_that_table(ending: str) -> None:
    plain = read_table(FORMATS[ending])
    for data in (gzip.compress(FORMATS[ending]), packed(**{f"my__{ending}": FORMATS[ending]})):
        read = read_table(data, name="my.csv.gz")
        assert read.X.tolist() == plain.X.tolist()
        assert {k: v.tolist() for k, v in read.label_columns.items()} == {
            k: v.tolist() for k, v in plain.label_columns.items()
        }
        assert not any("The name ends in" in note for note in read.notices)


def test_of_several_tables_the_largest_is_read_and_any_can_be_chosen() -> None:
    archive = packed(
        data_description__txt="Column x is a length, column y a width. " * 50,
        train__csv=samples.CSV,
        test__csv=SMALL,
        **{"__MACOSX/._train__csv": "x", ".hidden__csv": samples.CSV * 9},
    )
    asked = next(q for q in inspect_table(archive).questions if q.key == "sheet")
    assert list(asked.options) == ["train.csv", "test.csv"]
    assert (asked.default, asked.open) == ("train.csv", True)
    read = read_table(archive)
    assert read.n == len(samples.ROWS)
    has(read, "Table 'train.csv' is read (the largest) of: train.csv, test.csv.")
    other = read_table(archive, sheet="test.csv")
    assert other.n == 3
    has(other, "Table 'test.csv' is read (chosen)")
    assert read_table(archive, sheet=1).n == 3
    with pytest.raises(InputError, match=r"no table 'mine\.csv' in the zip archive: train"):
        read_table(archive, sheet="mine.csv")


def test_the_sheet_of_a_packed_workbook_can_be_chosen() -> None:
    rows = [["x", "y"], [1, 2.5], [3, 4.5], [5, 7.5]]
    archive = packed(book__xlsx=samples.xlsx({"A": [["a", "b"], *rows[1:]], "B": rows}))
    assert read_table(archive).feature_names == ("a", "b")
    assert read_table(archive, sheet="B").feature_names == ("x", "y")


REFUSED = {
    "zip in zip": (packed(b__zip=packed(a__csv=SMALL)), "holds no table; it holds 'b.zip'"),
    "zip called csv": (packed(b__csv=packed(a__csv=SMALL)), "another archive. Unpack that one"),
    "gz in gz": (gzip.compress(gzip.compress(SMALL.encode())), "another archive. Unpack that one"),
    "pictures": (packed(a__png="x", b__png="y"), "holds no table; it holds 'a.png', 'b.png'"),
    "cut gz": (gzip.compress(samples.CSV.encode())[:-9], "truncated or damaged"),
    "cut zip": (packed(a__csv=SMALL)[:-9], "truncated or damaged"),
    "gz of nothing": (gzip.compress(b""), "no content"),
    "gz of a picture": (gzip.compress(b"\x89PNG\r\n"), "PNG picture"),
    "gz bomb": (gzip.compress(b"1,2\n" * 10_000_000), "unpacks from .* not what a table does"),
    "zip bomb": (packed(a__csv=b"1,2\n" * 10_000_000), "unpacks from .* not what a table does"),
    "many files": (packed(**{f"a{i}__csv": "x" for i in range(5001)}), "has 5,001 parts"),
    "tar": (b"a" * 257 + b"ustar" + b"0" * 500, "is a tar archive"),
    "bzip2": (b"BZh91AY", "bzip2 archive"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_holds_no_table_or_a_bomb_is_refused(case: str) -> None:
    data, message = REFUSED[case]
    with pytest.raises(InputError, match=message):
        read_table(data)


def test_a_member_larger_than_it_declares_is_stopped() -> None:
    honest = packed(a__csv=SMALL * 40_000)
    size = len(SMALL) * 40_000
    lying = honest.replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert lying != honest
    with pytest.raises(InputError):
        read_table(lying)


def test_limits_of_what_is_unpacked_hold() -> None:
    limits = Limits(unpacked_bytes=1000)
    rows = "".join(f"{i},{i * i % 89}\n" for i in range(2000)).encode()
    for data in (gzip.compress(rows), packed(a__csv=rows)):
        with pytest.raises(InputError, match="unpacks from"):
            read_table(data, limits=limits)


def test_a_zip_with_a_password_is_told_from_a_workbook() -> None:
    data = bytearray(packed(a__csv=SMALL))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    with pytest.raises(InputError, match="zip archive is locked with a password"):
        read_table(bytes(data))
