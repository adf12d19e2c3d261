"""`Grid`: the cells of a table as the file has them, header rows and all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa


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
    numbers: npt.NDArray[np.float64] | None = None
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

    @property
    def height(self) -> int:
        """Number of data rows."""
        return len(self.columns[0]) if self.columns else 0


def text_array(values: list[str]) -> pa.Array:
    """Text cells as an Arrow array."""
    return pa.array(values, type=pa.large_string())
