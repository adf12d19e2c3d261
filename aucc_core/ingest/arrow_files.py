"""Parquet and Feather files to columns, read in a child process."""

from __future__ import annotations

import json

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.limits import check_shape, run_child
from aucc_core.ingest.names import listed, tidy_names
from aucc_core.ingest.table import RawColumn, RawTable
from aucc_core.score.inputs import NEEDS_OBJECTS, InputError

_SAVED_INDEX = "__index_level_0__"


def read_parquet(data: bytes, choices: Choices) -> RawTable:
    """Columns of a Parquet file."""
    if len(data) < 12 or data[-4:] not in (b"PAR1", b"PARE"):
        raise InputError(
            "The Parquet file is truncated: its end mark is missing. Copy or write it again."
        )
    footer = int.from_bytes(data[-8:-4], "little")
    if footer > len(data) - 12:
        raise InputError(
            f"The Parquet file is damaged: it declares a footer of {footer:,} "
            "bytes, larger than the file. Write it again."
        )
    return _read("parquet", data, choices)


def read_feather(data: bytes, choices: Choices) -> RawTable:
    """Columns of a Feather (Arrow IPC) file."""
    if len(data) < 18 or data[-6:] != b"ARROW1":
        raise InputError(
            "The Feather file is truncated: its end mark is missing. Copy or write it again."
        )
    return _read("feather", data, choices)


def _read(kind: str, data: bytes, choices: Choices) -> RawTable:
    output = run_child(kind, data, choices.limits)
    table = pa.ipc.open_stream(output).read_all()
    check_shape(table.num_rows, table.num_columns, choices.limits)
    dropped = json.loads((table.schema.metadata or {}).get(b"dropped", b"[]"))
    notes = (
        [f"Columns of nested or binary types are dropped: {listed(dropped)}."] if dropped else []
    )
    if not table.num_columns:
        raise InputError("The file has no column of numbers or text.")
    if not table.num_rows:
        raise InputError(f"The file has columns but no rows. {NEEDS_OBJECTS}.")
    names = list(table.column_names)
    order = sorted(range(len(names)), key=lambda i: names[i] != _SAVED_INDEX)
    tidy, name_notes = tidy_names([names[i] for i in order])
    columns = tuple(
        _column(name, table.schema.field(i), table.column(i))
        for name, i in zip(tidy, order, strict=True)
    )
    decimals = [c.name for c in columns if c.declared == "decimal"]
    if decimals:
        notes.append(f"Decimal numbers are read as floating point: {listed(decimals)}.")
    return RawTable(columns, (*notes, *name_notes), row_names_first=_SAVED_INDEX in names)


def _column(name: str, field: pa.Field, column: pa.ChunkedArray) -> RawColumn:
    declared = (field.metadata or {}).get(b"declared", b"").decode()
    if pa.types.is_large_string(column.type):
        array = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
        return RawColumn(name, cells=pc.fill_null(array, ""), declared=declared)
    if pa.types.is_integer(column.type) and _beyond_double(column):
        # Digits matter in such ids, and floating point would lose them.
        text = pc.fill_null(column.cast(pa.large_string()), "")
        return RawColumn(name, cells=pa.concat_arrays(text.chunks), declared=declared)
    numbers = column.cast(pa.float64(), safe=False).to_numpy()
    return RawColumn(name, numbers=np.asarray(numbers, dtype=np.float64), declared=declared)


def _beyond_double(column: pa.ChunkedArray) -> bool:
    ends = pc.min_max(column).as_py()
    return ends["max"] is not None and max(abs(ends["min"]), abs(ends["max"])) > 2**53
