"""Thousands of damaged files: the answer is a Dataset or an InputError, and it comes soon.

AUCC_FUZZ_FILES sets how many (5,000 by default) and AUCC_FUZZ_FIRST the first seed (0). A failure
prints the seed and the bytes of its file, to be pasted into TEXTS.
"""

import io
import json
import os
import random
import signal
import zipfile
from contextlib import contextmanager

import numpy as np
import pytest

from aucc_core.ingest import Limits, child, inspect_table, read_labels, read_table
from aucc_core.ingest.cells import FORMATS
from aucc_core.ingest.sniff import sniff
from aucc_core.score.inputs import Dataset, InputError
from tests.core.ingest import samples
from tests.core.ingest.test_read_matrix import D, csv

pytestmark = pytest.mark.fuzz
FILES = int(os.environ.get("AUCC_FUZZ_FILES", "5000"))
FIRST = int(os.environ.get("AUCC_FUZZ_FIRST", "0"))
SECONDS = 5  # of this process's own work: a busy machine does not count
# Binary formats start a child process each, so they get a smaller share of the files.
BINARY_SHARE = 0.02
TEXTS = [
    samples.CSV.encode(),
    samples.CSV.encode("utf-16"),
    samples.CSV.replace(",", ";").replace(".", ",").encode(),
    samples.CSV.replace(",", "\t").encode("utf-8-sig"),
    samples.CSV.replace(",", "  ").encode(),
    b"# a b\n# x y\n1 2\n3 4\n5 6\n7 7\n",
    b"sep=;\nx;y\n1;2\n3;4\n5;7\n",
    b'Title\n\nname,x,y\n"a, b",1,2\nc,3,?\nd,5,-999\ne,"1,234",8\nTotal,9,13\n',
    b"id,when,ok,zip,class\n1,2020-01-31,yes,01234,-1\n2,2020-02-01,no,00234,0\n3,,no,9,0\n",
    "größe;w\n−1,5;٣\n$2,5;10%\n1e400;1\ninf;#DIV/0!\n".encode("cp1252", "replace"),
    csv(D, header=True, index=True),
    csv(np.tril(D)),
    b"0\n1 0\n2 3 0\n4 5 6 0\n",
    samples.npy(),
    samples.npy(np.array(["a", "b", "c"])),
    samples.npz(),
    samples.arff(),
    samples.gz(),
    samples.zip_of_tables(),
]
# A child process reads these, too.
PARSED_IN_CHILD = {
    "xlsx": samples.xlsx(),
    "ods": samples.ods(),
    "parquet": samples.parquet(),
    "feather": samples.feather_file(),
    "json": samples.json_records(),
}
JSON = [
    samples.json_records(),
    samples.frame().to_json().encode(),
    samples.frame().to_json(orient="records", lines=True).encode(),
    b'{"data": {"items": [{"a": {"b": 1}, "c": [1, 2]}, {"a": {"b": 2.5}}, {"a": null}]}}',
    b'{"columns": ["a", "b"], "data": [[1, 2], [3, 4], [5, "x"]]}',
    b'[["a", "b"], [1, true], [2, false], [NaN, "z"]]',
    b'{"u": {"x": 1, "y": [2]}, "v": {"x": 3}}',
]
TOKENS = [
    b",", b";", b"\t", b"|", b'"', b"'", b"\n", b"\r\n", b"\n\n", b"\x00", b"\xff", b"#", b"NA",
    b"inf", b"1e999", b"-999", b"1,5", b"\xe2\x88\x92", b"=cmd()", b"<b>", b"   ", b"9" * 40,
    b"sep=|\n", b"Total,", b"0", b"nan", b"\xef\xbb\xbf", b"x" * 3000, b"(", b"-", b"\x1f",
]  # fmt: skip


def mutate(data: bytes, rng: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 12))):
        at = rng.randrange(len(out) + 1)
        kind = rng.randrange(7)
        if kind == 0 and out:
            out[min(at, len(out) - 1)] = rng.randrange(256)
        elif kind == 1:
            del out[at : at + rng.choice((1, 3, 20))]
        elif kind in (2, 3):
            out[at:at] = rng.choice(TOKENS)
        elif kind == 4:
            piece = out[at : at + rng.choice((2, 10, 60))]
            out[at:at] = bytes(piece) * rng.choice((1, 2, 30))
        elif kind == 5:
            out[at:] = rng.choice(TEXTS)[rng.randrange(20) :]
        elif rng.random() < 0.2:
            out = out[:at]
    return bytes(out)


@contextmanager
def hang_guard(what: str):
    def alarm(*_):
        raise TimeoutError(f"{what} took longer than {SECONDS} s")

    before = signal.signal(signal.SIGPROF, alarm)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def check(data: bytes, what: str, read=read_table, **choices) -> bool:
    """True when the file was accepted; anything but a sound answer fails the test."""
    refusal = None
    with hang_guard(what):
        try:
            result = read(data, limits=Limits(child_seconds=4), **choices)
        except InputError as error:
            refusal = str(error)
        except Exception as error:
            pytest.fail(f"{what}: {type(error).__name__}: {error}\n{data[:3000]!r}")
    if refusal is not None:
        assert refusal.strip()
        assert "Traceback" not in refusal
        return False
    if isinstance(result, Dataset):
        assert result.n >= 3
        assert np.isfinite(result.X).all()
        assert all(len(v) == result.n for v in result.label_columns.values())
        assert result.object_names is None or len(result.object_names) == result.n
    return True


@pytest.mark.parametrize("part", range(5))
def test_damaged_text_and_numpy_files(part):
    accepted = 0
    for i in range(FIRST + part, FIRST + int(FILES * (1 - BINARY_SHARE)), 5):
        rng = random.Random(i)
        data = mutate(rng.choice(TEXTS), rng)
        accepted += check(data, f"file {i}")
        if (i - FIRST) % 20 == part:
            check(data, f"preview {i}", inspect_table)
            check(data, f"labels {i}", read_labels)
            check(data, f"matrix {i}", kind="distances")
            check(data, f"impute {i}", missing="impute", header=bool((i - FIRST) % 40 == part))
    assert accepted > 0


def test_damaged_workbooks_and_columnar_files():
    originals = list(PARSED_IN_CHILD.values())
    for i in range(FIRST, FIRST + int(FILES * BINARY_SHARE)):
        rng = random.Random(i)
        data = bytearray(originals[i % len(originals)])
        for _ in range(rng.choice((1, 3, 8))):
            data[rng.randrange(8, len(data))] = rng.randrange(256)
        check(bytes(data), f"binary file {i}")


def test_damaged_parts_inside_a_sound_workbook():
    book, part = samples.xlsx(), "xl/worksheets/sheet1.xml"
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        sheet = archive.read(part)
    for i in range(FIRST, FIRST + int(FILES * BINARY_SHARE / 2)):
        rng = random.Random(1000 + i)
        check(samples.rezip(book, {part: mutate(sheet, rng)}), f"sheet {i}")


def test_damaged_tables_inside_sound_archives():
    for i in range(FIRST, FIRST + int(FILES / 10)):
        rng = random.Random(2000 + i)
        inside = mutate(rng.choice(TEXTS), rng)
        if i % 2:
            check(samples.gz(inside), f"gz {i}")
        else:
            parts = {"a.csv": inside, "b/c.csv": samples.CSV}
            check(samples.zipped(parts, zipfile.ZIP_DEFLATED), f"zip {i}", sheet="a.csv")


def test_damaged_json_as_the_child_reads_it():
    """In this process, as each child takes a tenth of a second to start."""
    limits, accepted = Limits(), 0
    options = {
        "max_rows": limits.rows,
        "max_columns": limits.columns,
        "max_cells": limits.cells,
    }
    for i in range(FIRST, FIRST + int(FILES / 5)):
        rng = random.Random(3000 + i)
        data, out = mutate(rng.choice(JSON), rng), io.BytesIO()
        with hang_guard(f"json {i}"):
            try:
                child.read_json(data, options, out)
            except child.RefusedError:
                continue
            except Exception as error:
                pytest.fail(f"json {i}: {type(error).__name__}: {error}\n{data[:3000]!r}")
        found = json.loads(out.getvalue())
        assert len({len(column) for column in found["columns"]}) == 1
        assert found["names"] is None or len(found["names"]) == len(found["columns"])
        accepted += 1
    assert accepted > 0


def test_every_format_is_damaged():
    """A new row of `FORMATS` needs a sound file here."""
    sound = [*TEXTS, *PARSED_IN_CHILD.values()]
    assert {sniff(data) for data in sound} | {"xls"} == set(FORMATS)  # no writer makes xls
