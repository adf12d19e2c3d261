"""A file of any format as named columns of cells: where the formats come together."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial

from aucc_core.ingest.arrow_files import read_feather, read_parquet
from aucc_core.ingest.choices import Choices
from aucc_core.ingest.excel import read_spreadsheet
from aucc_core.ingest.layout import lay_out
from aucc_core.ingest.limits import check_shape
from aucc_core.ingest.numpy_files import read_npy, read_npz
from aucc_core.ingest.sniff import sniff
from aucc_core.ingest.table import RawTable, drop_empty_rows
from aucc_core.ingest.text_grid import decode_text, text_grid


def read_cells(data: bytes, choices: Choices) -> RawTable:
    """Named columns of a file of any format; only `Choices.for_cells` matters here."""
    kind = sniff(data)
    choices = choices.for_cells()
    table = READERS[kind](data, choices)
    check_shape(table.height, len(table.columns), choices.limits)
    return dataclasses.replace(drop_empty_rows(table), format=kind)


def _read_text(data: bytes, choices: Choices) -> RawTable:
    text, notes = decode_text(data, choices.encoding)
    table = lay_out(text_grid(text, choices), choices)
    return dataclasses.replace(table, notes=(*notes, *table.notes))


def _read_spreadsheet(kind: str, data: bytes, choices: Choices) -> RawTable:
    return lay_out(read_spreadsheet(kind, data, choices), choices)


# One entry per file format: from bytes to named columns.
READERS: dict[str, Callable[[bytes, Choices], RawTable]] = {
    "text": _read_text,
    "xlsx": partial(_read_spreadsheet, "xlsx"),
    "xls": partial(_read_spreadsheet, "xls"),
    "ods": partial(_read_spreadsheet, "ods"),
    "parquet": read_parquet,
    "feather": read_feather,
    "npy": read_npy,
    "npz": read_npz,
}
