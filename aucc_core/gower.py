"""Gower's distance for tables that mix numbers and categories (Gower 1971)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.validate import InputError, require_objects


@dataclass(frozen=True)
class GowerTable:
    """Numeric columns scaled to their range, and category codes; ready for blocks of distances."""

    scaled: npt.NDArray[np.float64]
    codes: npt.NDArray[np.int64]

    @classmethod
    def of(cls, X: Any) -> GowerTable:
        """Split a table (DataFrame or array) into scaled numbers and category codes."""
        frame = X if isinstance(X, pd.DataFrame) else pd.DataFrame(np.asarray(X))
        require_objects(len(frame))
        if frame.shape[1] == 0:
            raise InputError("Features need at least one column; got none.")
        scaled, codes = [], []
        for name in frame.columns:
            column = frame[name]
            if column.isna().any():
                row = int(column.isna().to_numpy().argmax())
                raise InputError(f"Features must not be missing; row {row}, column {name!r} is.")
            if pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column):
                scaled.append(_to_unit_range(column, name))
            else:
                codes.append(pd.factorize(column)[0])
        n = len(frame)
        return cls(
            np.column_stack(scaled) if scaled else np.empty((n, 0)),
            np.column_stack(codes).astype(np.int64) if codes else np.empty((n, 0), np.int64),
        )

    @property
    def n(self) -> int:
        """Number of objects."""
        return self.scaled.shape[0]

    def block(self, rows: slice, columns: slice) -> npt.NDArray[np.float64]:
        """Mean over features of the scaled difference, or of 1 where categories differ."""
        total = np.zeros((len(range(*rows.indices(self.n))), len(range(*columns.indices(self.n)))))
        for values in self.scaled.T:
            total += np.abs(values[rows, None] - values[None, columns])
        for values in self.codes.T:
            total += values[rows, None] != values[None, columns]
        return total / (self.scaled.shape[1] + self.codes.shape[1])


def _to_unit_range(column: pd.Series, name: Any) -> npt.NDArray[np.float64]:
    values = column.to_numpy(dtype=np.float64)
    if not np.isfinite(values).all():
        row = int((~np.isfinite(values)).argmax())
        raise InputError(f"Features must be finite; row {row}, column {name!r} is {values[row]}.")
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)
