"""`FORMATS`, and a file of any of them as named columns of cells."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath

from aucc_core.ingest.arff_files import read_arff
from aucc_core.ingest.arrow_files import read_feather, read_parquet
from aucc_core.ingest.choices import Choices
from aucc_core.ingest.containers import GZ, Inside, open_gz, open_zip
from aucc_core.ingest.excel import read_spreadsheet
from aucc_core.ingest.json_files import read_json
from aucc_core.ingest.large_text import read_grid
from aucc_core.ingest.layout import lay_out
from aucc_core.ingest.limits import check_shape
from aucc_core.ingest.numpy_files import read_npy, read_npz
from aucc_core.ingest.sniff import sniff
from aucc_core.ingest.table import RawTable, drop_empty_rows
from aucc_core.ingest.text_grid import decode_text
from aucc_core.score.inputs import InputError, registry


def read_cells(data: bytes, choices: Choices) -> RawTable:
    """Named columns of a file of any format; only `Choices.for_cells` matters here."""
    kind = sniff(data)
    choices = choices.for_cells()
    table = FORMATS[kind].read(data, choices)
    check_shape(table.height, len(table.columns), choices.limits)
    return dataclasses.replace(drop_empty_rows(table), format=table.format or kind)


def _read_text(data: bytes, choices: Choices) -> RawTable:
    grid, notes = read_grid(data, choices)
    table = lay_out(grid, choices)
    return dataclasses.replace(table, notes=(*notes, *table.notes))


def _read_arff(data: bytes, choices: Choices) -> RawTable:
    text, notes = decode_text(data, choices.encoding)
    table = read_arff(text, choices)
    return dataclasses.replace(table, notes=(*notes, *table.notes))


def _read_inside(inside: Inside, choices: Choices) -> RawTable:
    """The table of an archive; archives in archives are not opened."""
    kind = sniff(inside.data)
    if kind == "zip" or (kind == "gz" and not inside.names and inside.name == GZ):
        raise InputError(f"In {inside.name[:80]} is another archive. Unpack that one first.")
    # The choice of a sheet was one of a file, if there are several.
    inner = dataclasses.replace(choices, sheet=None) if inside.names else choices
    table = read_cells(inside.data, inner)
    return dataclasses.replace(
        table,
        notes=(*inside.notes, *table.notes),
        guesses={**table.guesses, "sheet": inside.name} if inside.names else table.guesses,
        sheets=inside.names or table.sheets,
        packed=True,
    )


def _read_gz(data: bytes, choices: Choices) -> RawTable:
    return _read_inside(open_gz(data, choices), choices)


def _read_zip(data: bytes, choices: Choices) -> RawTable:
    endings = {ending for row in FORMATS.values() for ending in row.endings} - {".zip"}
    return _read_inside(open_zip(data, choices, endings), choices)


def _read_spreadsheet(kind: str, data: bytes, choices: Choices) -> RawTable:
    return lay_out(read_spreadsheet(kind, data, choices), choices)


@dataclass(frozen=True)
class Format:
    """One row of the registry: what `sniff` calls it, what people do, endings, how it is read."""

    name: str
    label: str
    endings: tuple[str, ...]
    read: Callable[[bytes, Choices], RawTable]


FORMATS: Mapping[str, Format] = registry(
    Format(
        "text",
        "text table",
        (".csv", ".tsv", ".txt", ".dat", ".data", ".tab", ".asc", ".psv"),
        _read_text,
    ),
    Format("xlsx", "Excel workbook", (".xlsx", ".xlsm"), partial(_read_spreadsheet, "xlsx")),
    Format("xls", "Excel 97 workbook", (".xls",), partial(_read_spreadsheet, "xls")),
    Format("ods", "OpenDocument sheet", (".ods",), partial(_read_spreadsheet, "ods")),
    Format("parquet", "Parquet file", (".parquet", ".pq"), read_parquet),
    Format("feather", "Feather file", (".feather", ".arrow", ".ipc"), read_feather),
    Format("npy", "NumPy array", (".npy",), read_npy),
    Format("npz", "NumPy archive", (".npz",), read_npz),
    Format("json", "JSON file", (".json", ".jsonl", ".ndjson", ".geojson"), read_json),
    Format("arff", "ARFF file", (".arff",), _read_arff),
    Format("gz", "gzip archive", (".gz",), _read_gz),
    Format("zip", "zip archive", (".zip",), _read_zip),
)


def extension_notice(table: RawTable, file_name: str) -> str | None:
    """Say so when the name promises another format than the content is."""
    kind = table.format
    ending = PurePath(file_name).suffix.lower()
    known = [row.name for row in FORMATS.values() if ending in row.endings]
    if not known or kind in known or table.packed:
        return None
    label = FORMATS[kind].label
    return f"The name ends in {ending}, but the content is a {label}: read as that."
