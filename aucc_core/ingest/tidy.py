"""Rows without any value, which spreadsheets leave behind, taken out."""

from __future__ import annotations

import dataclasses

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from aucc_core.ingest.grid import RawColumn, RawTable
from aucc_core.ingest.words import plural


def drop_empty_rows(table: RawTable) -> tuple[RawTable, list[str]]:
    """Table without its blank rows, and a notice when there were some.

    A file of one column keeps its blank lines: there they are missing values.
    """
    if len(table.columns) < 2:
        return table, []
    filled = np.zeros(table.height, dtype=bool)
    for column in table.columns:
        filled |= _filled(column)
        if filled.all():
            return table, []
    keep = pa.array(filled)
    columns = tuple(
        dataclasses.replace(c, cells=pc.filter(c.cells, keep))
        if c.cells is not None
        else dataclasses.replace(c, numbers=np.asarray(c.numbers)[filled])
        for c in table.columns
    )
    note = f"{plural(int((~filled).sum()), 'empty row')} left out."
    return dataclasses.replace(table, columns=columns), [note]


def _filled(column: RawColumn) -> np.ndarray:
    if column.numbers is not None:
        return ~np.isnan(column.numbers)
    blank = pc.equal(pc.utf8_trim_whitespace(column.cells), "")
    return ~np.asarray(pc.fill_null(blank, True).to_numpy(zero_copy_only=False), dtype=bool)
