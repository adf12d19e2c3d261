"""A table before anyone decides what it means: a grid of cells, then named columns."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from aucc_core.ingest.names import plural
from aucc_core.score.inputs import Floats


@dataclass(frozen=True)
class Grid:
    """Cells as text, column by column; every column has the same length.

    `delimiter` and `sheets` say where the cells came from; both may be empty. `notes` are
    notices about how the cells were reached.
    """

    columns: tuple[pa.Array, ...]
    delimiter: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    # Cell positions (row, column) that spreadsheets merge into one, first to last, 0-based.
    merged: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    row_names_first: bool = False
    # Names found above the cells (a commented header line), when there are any.
    names: tuple[str, ...] = ()

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.columns[0]) if self.columns else 0

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.columns)

    def row(self, i: int) -> list[str]:
        """Cells of one row."""
        return [column[i].as_py() or "" for column in self.columns]


@dataclass(frozen=True)
class RawColumn:
    """One column below its header: either text cells or numbers, never both."""

    name: str
    cells: pa.Array | None = None
    numbers: Floats | None = None
    # What the file itself says about typed columns: "date", "boolean", "integer", …
    declared: str = ""

    def __len__(self) -> int:
        return len(self.cells if self.cells is not None else self.numbers)  # type: ignore[arg-type]


@dataclass(frozen=True)
class RawTable:
    """Named columns, before anyone decides what they mean."""

    columns: tuple[RawColumn, ...]
    notes: tuple[str, ...] = ()
    guesses: Mapping[str, object] = field(default_factory=dict)
    sheets: tuple[str, ...] = ()
    row_names_first: bool = False
    # What `sniff` found: "text", "xlsx", …; of a table in an archive, what that table is.
    format: str = ""
    packed: bool = False
    # The first rows as they stood, and which of them (from, to) were taken as names.
    top: tuple[tuple[str, ...], ...] = ()
    header_rows: tuple[int, int] = (0, 0)
    # There were no names at all: columns are called by position.
    unnamed: bool = False

    @property
    def height(self) -> int:
        """Number of data rows."""
        return len(self.columns[0]) if self.columns else 0

    @property
    def header_row(self) -> tuple[str, ...]:
        """The one row that was taken as names, as it stood."""
        first, end = self.header_rows
        return self.top[first] if end - first == 1 else ()

    def headless(self) -> RawTable:
        """The same with its row of names as the first row of data."""
        columns = tuple(
            RawColumn(f"column {i + 1}", pa.concat_arrays([text_array([cell]), c.cells]))
            for i, (cell, c) in enumerate(zip(self.header_row, self.columns, strict=True))
        )
        return dataclasses.replace(
            self,
            columns=columns,
            guesses={**self.guesses, "header": False},
            row_names_first=False,
            header_rows=(0, 0),
            unnamed=True,
        )


def text_array(values: list[str]) -> pa.Array:
    """Text cells as an Arrow array."""
    return pa.array(values, type=pa.large_string())


def drop_empty_rows(table: RawTable) -> RawTable:
    """Table without its blank rows, which spreadsheets leave behind, and a note on them.

    A file of one column keeps its blank lines: there they are missing values.
    """
    if len(table.columns) < 2:
        return table
    filled = np.zeros(table.height, dtype=bool)
    for column in table.columns:
        filled |= _filled(column)
        if filled.all():
            return table
    keep = pa.array(filled)
    columns = tuple(
        dataclasses.replace(c, cells=pc.filter(c.cells, keep))
        if c.cells is not None
        else dataclasses.replace(c, numbers=np.asarray(c.numbers)[filled])
        for c in table.columns
    )
    note = f"{plural(int((~filled).sum()), 'empty row')} left out."
    return dataclasses.replace(table, columns=columns, notes=(*table.notes, note))


def _filled(column: RawColumn) -> np.ndarray:
    if column.numbers is not None:
        return ~np.isnan(column.numbers)
    blank = pc.equal(pc.utf8_trim_whitespace(column.cells), "")
    return ~np.asarray(pc.fill_null(blank, True).to_numpy(zero_copy_only=False), dtype=bool)
