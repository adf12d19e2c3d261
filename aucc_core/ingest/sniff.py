"""What a file is, told from its content and never from its name."""

from __future__ import annotations

import io
import re
import zipfile

from aucc_core.ingest.child import PROTECTED
from aucc_core.score.inputs import InputError

SAVE_AS = "Save the table as CSV or xlsx and upload that."
SAVE_AGAIN = "Download or save it again."
UPLOAD_ROWS = "Upload a table with 3 rows or more."
UNPACK = "Unpack it and upload the table inside."

_REFUSED = (
    (b"\x89PNG", "The file is a PNG picture, not a table."),
    (b"\xff\xd8\xff", "The file is a JPEG picture, not a table."),
    (b"GIF8", "The file is a GIF picture, not a table."),
    (b"BM\x00", "The file is a bitmap picture, not a table."),
    (b"%PDF", "The file is a PDF document, not a table."),
    (b"{\\rtf", "The file is an RTF document, not a table."),
    (b"BZh", "The file is a bzip2 archive, not a table."),
    (b"\xfd7zXZ", "The file is an xz archive, not a table."),
    (b"\x28\xb5\x2f\xfd", "The file is a zstd archive, not a table."),
    (b"7z\xbc\xaf", "The file is a 7z archive, not a table."),
    (b"Rar!", "The file is a RAR archive, not a table."),
    (b"\x89HDF", "The file is an HDF5 file, not a table."),
    (b"SQLite format 3", "The file is an SQLite database, not a table."),
    (b"MATLAB 5.0", "The file is a MATLAB file, not a table."),
    (b"$FL2", "The file is an SPSS file, not a table."),
    (b"FEA1", "The file is a Feather file of the old version 1, not a table."),
    ((b"\x7fELF", b"MZ\x90"), "The file is a program, not a table."),
)
_MARKUP = re.compile(rb"^\s*<(!doctype\s+html|html|head|body|table|\?xml|svg)\b", re.IGNORECASE)

_JSON = re.compile(rb'^\s*(\{\s*("([^"\\]|\\.)*"\s*:|\})|\[\s*\{)')
_ARFF = re.compile(rb"^(\s*(%[^\n]*)?\n)*\s*@relation\b", re.IGNORECASE)


def sniff(data: bytes) -> str:
    """Name of the format (a row of `cells.FORMATS`), or a refusal with what the file really is."""
    if not data.strip(b" \t\r\n\x0b\x0c\xef\xbb\xbf"):
        if data:
            raise InputError(f"The file holds only blanks. {UPLOAD_ROWS}")
        raise InputError(f"The file has no content. {UPLOAD_ROWS}")
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
    if data[:2] == b"\x1f\x8b":
        return "gz"
    _refuse_known(data)
    return _sniff_text(data)


def _sniff_text(data: bytes) -> str:
    """Text by its first characters; what is no other kind is a delimited table."""
    text = data[3:] if data[:3] == b"\xef\xbb\xbf" else data
    if _JSON.match(text[:10_000]):
        return "json"
    # A list can be the first cell of a table, so it must end as one too.
    if text[:200].lstrip()[:1] == b"[" and text[-200:].rstrip()[-1:] == b"]":
        return "json"
    return "arff" if _ARFF.match(text[:100_000]) else "text"


def _refuse_known(data: bytes) -> None:
    for magic, what in _REFUSED:
        if data.startswith(magic):
            remedy = UNPACK if "archive" in what else SAVE_AS
            raise InputError(f"{what} {remedy}")
    if data[:1] == b"\x80" and data[1:2] in b"\x02\x03\x04\x05" and data.rstrip()[-1:] == b".":
        raise InputError(
            "The file is a Python pickle. "
            f"Pickles can run code when opened, so they are never read. {SAVE_AS}"
        )
    text = data[3:] if data[:3] == b"\xef\xbb\xbf" else data
    if _MARKUP.match(text[:200]):
        raise InputError(
            "The file is a web page or XML, whatever its name says. "
            f"Open it in a browser or a spreadsheet program. {SAVE_AS}"
        )
    if data[257:262] == b"ustar":
        raise InputError(f"The file is a tar archive, not a table. {UNPACK}")


def _sniff_zip(data: bytes) -> str:
    try:
        names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise InputError(
            "The file starts like a zip archive or an Excel workbook but is truncated or damaged. "
            f"{SAVE_AGAIN}"
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
    return "zip"


def _sniff_ole(data: bytes) -> str:
    """Old Office container: an Excel 97 workbook, or a newer one behind a password."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise InputError(PROTECTED)
    if any(n.encode("utf-16-le") in data for n in ("Workbook", "Book")):
        return "xls"
    raise InputError(f"The file is an old Office document without an Excel sheet. {SAVE_AS}")
