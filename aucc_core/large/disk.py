"""Tables that stay on disk: rows are picked out of them without loading the rest.

A memory-mapped ``.npy`` array is one already; :func:`open_table` opens ``.npy`` and Parquet files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from aucc_core.score.inputs import Floats, InputError, Integers, require_finite, require_objects

# Rows read at a time from a mapped file.
_CHUNK = 65_536


class RowSource(Protocol):
    """A table of n rows from which rows are taken by number."""

    @property
    def n(self) -> int:
        """Number of rows."""

    def take(self, rows: Integers) -> Floats:
        """The rows in the order asked for."""


@dataclass(frozen=True)
class MappedRows:
    """An array, in memory or mapped from a file."""

    array: npt.NDArray

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.array.shape[0])

    def take(self, rows: Integers) -> Floats:
        """The rows in the order asked for; the file is read from front to back."""
        order = np.argsort(rows, kind="stable")
        out = np.empty((rows.size, self.array.shape[1]))
        for start in range(0, rows.size, _CHUNK):
            part = order[start : start + _CHUNK]
            out[part] = self.array[rows[part]]
        require_finite(out, rows=rows)
        return out


@dataclass(frozen=True)
class ParquetRows:
    """Numeric columns of a Parquet file, read group of rows by group of rows."""

    path: Path
    columns: tuple[str, ...]
    n: int

    def take(self, rows: Integers) -> Floats:
        """The rows in the order asked for; groups without any of them are not read."""
        from pyarrow import parquet

        order = np.argsort(rows, kind="stable")
        ascending = rows[order]
        out = np.empty((rows.size, len(self.columns)))
        with parquet.ParquetFile(self.path) as file:
            start = 0
            for group in range(file.num_row_groups):
                stop = start + file.metadata.row_group(group).num_rows
                first, last = np.searchsorted(ascending, (start, stop))
                if last > first:
                    table = file.read_row_group(group, columns=list(self.columns))
                    picked = table.take(ascending[first:last] - start)
                    for c, name in enumerate(self.columns):
                        out[order[first:last], c] = picked[name].to_numpy()
                start = stop
        require_finite(out, self.columns, rows)
        return out


def open_table(
    path: str | Path,
    *,
    labels: str | None = None,
    leave_out: Sequence[str] = (),
) -> tuple[RowSource, npt.NDArray | None]:
    """Open a ``.npy`` or Parquet file: its rows, and the label column when one is named.

    All numeric columns but the labels and ``leave_out`` are features.
    """
    path = Path(path)
    if path.suffix == ".npy":
        if labels is not None:
            raise InputError("A .npy file has no named columns; give its labels as an array.")
        return MappedRows(_require_table(np.load(path, mmap_mode="r"))), None
    if path.suffix not in (".parquet", ".pq"):
        raise InputError(f"{path.name!r} cannot be read row by row; use .npy or .parquet.")
    return _open_parquet(path, labels, leave_out)


def as_source(X: Any) -> RowSource | None:
    """X as a source when its rows stay on disk, else None."""
    if isinstance(X, MappedRows | ParquetRows):
        return X
    if isinstance(X, np.memmap):
        return MappedRows(_require_table(X))
    return None


def _require_table(array: npt.NDArray) -> npt.NDArray:
    if array.ndim != 2 or array.shape[1] == 0 or array.dtype.kind not in "fiub":
        raise InputError(
            f"A table of numbers (n, d) is needed; got {array.dtype} with shape {array.shape}."
        )
    require_objects(array.shape[0])
    return array


def _open_parquet(
    path: Path, labels: str | None, leave_out: Sequence[str]
) -> tuple[ParquetRows, npt.NDArray | None]:
    import pyarrow as pa
    from pyarrow import parquet

    with parquet.ParquetFile(path) as file:
        schema, n = file.schema_arrow, file.metadata.num_rows
        asked = [labels] if labels is not None else []
        missing = [c for c in [*asked, *leave_out] if c not in schema.names]
        if missing:
            raise InputError(
                f"{path.name!r} has no column {missing[0]!r}; there are {', '.join(schema.names)}."
            )
        numeric = (pa.types.is_integer, pa.types.is_floating)
        fields = [f for f in schema if f.name not in (labels, *leave_out)]
        columns = [f.name for f in fields if any(kind(f.type) for kind in numeric)]
        if not columns:
            raise InputError(f"{path.name!r} has no numeric columns.")
        found = file.read(columns=asked)[labels].to_numpy() if asked else None
    require_objects(n)
    return ParquetRows(path, tuple(columns), n), found
