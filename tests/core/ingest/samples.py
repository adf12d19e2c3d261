"""Files as people have them, made by code: one small valid table in every format.

The bytes are the same in every run, so that damaging them gives the same damaged files.
"""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from collections.abc import Mapping

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq

ROWS = ((1.5, 2.25, "a"), (1.75, 3.5, "a"), (8.0, 9.5, "b"), (8.5, 9.0, "b"), (2.0, 2.0, "a"))
CSV = "x,y,class\n" + "".join(f"{x},{y},{c}\n" for x, y, c in ROWS)
X = np.array([[x, y] for x, y, _ in ROWS])
LABELS = [c for *_, c in ROWS]


def frame() -> pd.DataFrame:
    return pd.DataFrame(ROWS, columns=["x", "y", "class"])


def xlsx(
    sheets: dict[str, list[list[object]]] | None = None,
    merge: str = "",
    hidden: Mapping[str, str] | None = None,
) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    default = {"Sheet1": [["x", "y", "class"], *[list(r) for r in ROWS]]}
    for name, rows in (sheets or default).items():
        sheet = book.create_sheet(name)
        sheet.sheet_state = (hidden or {}).get(name, "visible")
        for row in rows:
            sheet.append(row)
        if merge:
            sheet.merge_cells(merge)
    out = io.BytesIO()
    book.save(out)
    with zipfile.ZipFile(out) as archive:
        about = archive.read("docProps/core.xml")
    undated = re.sub(rb"[\d-]+T[\d:]+Z", b"2000-01-01T00:00:00Z", about)
    return rezip(out.getvalue(), {"docProps/core.xml": undated})


def parquet(table: pa.Table | None = None) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pandas(frame()) if table is None else table, out)
    return out.getvalue()


def feather_file(table: pa.Table | None = None) -> bytes:
    out = io.BytesIO()
    feather.write_feather(pa.Table.from_pandas(frame()) if table is None else table, out)
    return out.getvalue()


def npy(array: object = X) -> bytes:
    out = io.BytesIO()
    np.save(out, np.asarray(array), allow_pickle=True)
    return out.getvalue()


def npz(**arrays: object) -> bytes:
    out = io.BytesIO()
    np.savez(out, **(arrays or {"X": X, "labels": np.array([0, 0, 1, 1, 0])}))
    return out.getvalue()


def rezip(data: bytes, change: dict[str, bytes]) -> bytes:
    """The archive with some parts replaced or added."""
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        return zipped({n: old.read(n) for n in old.namelist()} | change, zipfile.ZIP_DEFLATED)


def zipped(parts: Mapping[str, bytes | str], compression: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            # A part that is given by its name alone would be dated now.
            archive.writestr(zipfile.ZipInfo(name), content, compression)
    return out.getvalue()


def json_records() -> bytes:
    return frame().to_json(orient="records").encode()


def arff() -> bytes:
    rows = "".join(f"{x},{y},'{c}'\n" for x, y, c in ROWS)
    head = "@attribute 'x 1' numeric\n@attribute y real\n@attribute class {a,b}\n"
    return f"% made by code\n@relation r\n{head}@data\n{rows}".encode()


def gz(data: bytes = CSV.encode()) -> bytes:
    return gzip.compress(data, mtime=0)


def zip_of_tables() -> bytes:
    parts = {"train.csv": CSV, "test.csv": "x,y\n1,2\n3,4\n5,7\n", "notes.txt": "none"}
    return zipped(parts, zipfile.ZIP_DEFLATED)


def ods() -> bytes:
    """A minimal OpenDocument sheet."""
    cells = "".join(
        f'<table:table-row><table:table-cell office:value-type="float" office:value="{x}"/>'
        f'<table:table-cell office:value-type="float" office:value="{y}"/>'
        f'<table:table-cell office:value-type="string"><text:p>{c}</text:p></table:table-cell>'
        "</table:table-row>"
        for x, y, c in ROWS
    )
    names = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{n}</text:p></table:table-cell>'
        for n in ("x", "y", "class")
    )
    content = (
        '<?xml version="1.0"?><office:document-content '
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>'
        f'<office:spreadsheet><table:table table:name="S"><table:table-row>{names}'
        f"</table:table-row>{cells}</table:table></office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    manifest = (
        '<?xml version="1.0"?><manifest:manifest '
        'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    )
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": content,
        "META-INF/manifest.xml": manifest,
    }
    return zipped(parts, zipfile.ZIP_STORED)
