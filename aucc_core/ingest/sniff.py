"""What a file is, told from its content and never from its name."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePath

from aucc_core.score.inputs import InputError

# Formats that are read, and the name endings people give them.
EXTENSIONS = {
    "text": (".csv", ".tsv", ".txt", ".dat", ".data", ".tab", ".asc", ".psv", ""),
    "xlsx": (".xlsx", ".xlsm"),
    "xls": (".xls",),
    "ods": (".ods",),
    "parquet": (".parquet", ".pq"),
    "feather": (".feather", ".arrow", ".ipc"),
    "npy": (".npy",),
    "npz": (".npz",),
}
FORMAT_NAMES = {
    "text": "text table",
    "xlsx": "Excel workbook",
    "xls": "Excel 97 workbook",
    "ods": "OpenDocument sheet",
    "parquet": "Parquet file",
    "feather": "Feather file",
    "npy": "NumPy array",
    "npz": "NumPy archive",
}
SAVE_AS = "Save the table as CSV or xlsx and upload that."

_REFUSED = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"BM\x00", "a bitmap picture"),
    (b"%PDF", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x89HDF", "an HDF5 file"),
    (b"SQLite format 3", "an SQLite database"),
    (b"MATLAB 5.0", "a MATLAB file"),
    (b"$FL2", "an SPSS file"),
    (b"FEA1", "a Feather file of the old version 1"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
)
_ARCHIVES = ("gzip", "bzip2", "xz", "zstd", "7z", "RAR")
_MARKUP = re.compile(rb"^\s*<(!doctype\s+html|html|head|body|table|\?xml|svg)\b", re.IGNORECASE)


def sniff(data: bytes) -> str:
    """Return the format ('text', 'xlsx', 'parquet', …) or refuse with what the file really is."""
    if not data.strip(b" \t\r\n\x0b\x0c\xef\xbb\xbf"):
        size = "has no content" if not data else "holds only blanks"
        raise InputError(f"The file {size}. Upload a table with 3 rows or more.")
    if data[:4] == b"PAR1":
        return "parquet"
    if data[:6] == b"ARROW1":
        return "feather"
    if data[:6] == b"\x93NUMPY":
        return "npy"
    if data[:4] == b"PK\x03\x04" or data[:4] == b"PK\x05\x06":
        return _sniff_zip(data)
    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        return _sniff_ole(data)
    _refuse_known(data)
    return "text"


def extension_notice(kind: str, file_name: str) -> str | None:
    """Say so when the name promises another format than the content is."""
    ending = PurePath(file_name).suffix.lower()
    known = [k for k, endings in EXTENSIONS.items() if ending and ending in endings]
    if not known or kind in known:
        return None
    return f"The name ends in {ending}, but the content is a {FORMAT_NAMES[kind]}: read as that."


def _refuse_known(data: bytes) -> None:
    for magic, what in _REFUSED:
        if data.startswith(magic):
            archive = any(a in what for a in _ARCHIVES)
            remedy = "Unpack it and upload the table inside." if archive else SAVE_AS
            raise InputError(f"The file is {what}, not a table. {remedy}")
    if data[:1] == b"\x80" and data[1:2] in b"\x02\x03\x04\x05" and data.rstrip()[-1:] == b".":
        raise InputError(
            "The file is a Python pickle. Pickles can run code when opened, so they are never "
            f"read. {SAVE_AS}"
        )
    text = data[3:] if data[:3] == b"\xef\xbb\xbf" else data
    if _MARKUP.match(text[:200]):
        raise InputError(
            f"The file is a web page or XML, whatever its name says. Open it in a browser or a "
            f"spreadsheet program. {SAVE_AS}"
        )
    head, tail = text[:200].lstrip()[:1], text[-200:].rstrip()[-1:]
    if (head, tail) in ((b"{", b"}"), (b"[", b"]")):
        raise InputError(f"The file is JSON, whatever its name says. {SAVE_AS}")


def _sniff_zip(data: bytes) -> str:
    try:
        names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise InputError(
            "The file starts like an Excel workbook (a zip archive) but is truncated or damaged. "
            "Download or save it again."
        ) from error
    lower = {n.lower().replace("\\", "/") for n in names}
    if "xl/workbook.xml" in lower:
        return "xlsx"
    if "xl/workbook.bin" in lower:
        raise InputError("The file is a binary Excel workbook (xlsb). Save it as xlsx or CSV.")
    if "content.xml" in lower:
        return "ods"
    if names and all(n.endswith(".npy") for n in names):
        return "npz"
    raise InputError(
        "The file is a zip archive without an Excel workbook in it. Unpack it and upload the "
        "table inside."
    )


def _sniff_ole(data: bytes) -> str:
    """Old Office container: an Excel 97 workbook, or a newer one behind a password."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise InputError(
            "The Excel workbook is protected with a password. Save it without one "
            "(File > Info > Protect Workbook) and upload again."
        )
    if any(n.encode("utf-16-le") in data for n in ("Workbook", "Book")):
        return "xls"
    raise InputError(f"The file is an old Office document without an Excel sheet. {SAVE_AS}")
