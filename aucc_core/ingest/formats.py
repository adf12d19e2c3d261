"""One entry per file format: from bytes to named columns."""

from __future__ import annotations

from collections.abc import Callable

from aucc_core.ingest.arrow_files import read_feather, read_parquet
from aucc_core.ingest.choices import Choices
from aucc_core.ingest.decode import decode_text
from aucc_core.ingest.excel import read_spreadsheet
from aucc_core.ingest.grid import RawTable
from aucc_core.ingest.layout import lay_out
from aucc_core.ingest.numpy_files import read_npy, read_npz
from aucc_core.ingest.textgrid import text_grid


def _read_text(data: bytes, choices: Choices) -> RawTable:
    text, notes = decode_text(data, choices.encoding)
    table = lay_out(text_grid(text, choices), choices)
    return RawTable(
        columns=table.columns,
        notes=(*notes, *table.notes),
        guesses=table.guesses,
        row_names_first=table.row_names_first,
    )


def _spreadsheet(kind: str) -> Callable[[bytes, Choices], RawTable]:
    return lambda data, choices: lay_out(read_spreadsheet(kind, data, choices), choices)


READERS: dict[str, Callable[[bytes, Choices], RawTable]] = {
    "text": _read_text,
    "xlsx": _spreadsheet("xlsx"),
    "xls": _spreadsheet("xls"),
    "ods": _spreadsheet("ods"),
    "parquet": read_parquet,
    "feather": read_feather,
    "npy": read_npy,
    "npz": read_npz,
}


def raw_table(kind: str, data: bytes, choices: Choices) -> RawTable:
    """Columns of a file of this format."""
    return READERS[kind](data, choices)
