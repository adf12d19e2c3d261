"""Missing values: which rows or columns go, or what fills them, said in plain words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aucc_core.ingest.words import listed, row_numbers
from aucc_core.validate import MIN_OBJECTS, InputError


@dataclass(frozen=True)
class Closed:
    """Features without gaps: which columns and rows stay, and what was done."""

    X: npt.NDArray[np.float64]
    columns: npt.NDArray[np.bool_]
    rows: npt.NDArray[np.bool_]
    notices: tuple[str, ...] = ()


def close_gaps(X: npt.NDArray[np.float64], names: list[str], policy: str | None) -> Closed:
    """Apply the policy; None leaves out columns more than half empty, then rows with gaps."""
    gaps = np.isnan(X)
    n, d = X.shape
    keep_columns, keep_rows = np.ones(d, dtype=bool), np.ones(n, dtype=bool)
    if not gaps.any():
        return Closed(X, keep_columns, keep_rows)
    notices = []
    share = gaps.mean(axis=0)
    if policy == "impute":
        filled = np.where(gaps, np.nanmedian(X, axis=0), X)
        where = listed([names[i] for i in np.flatnonzero(share)])
        notices.append(
            f"{int(gaps.sum()):,} missing values are filled with their column's median ({where})."
        )
        return Closed(filled, keep_columns, keep_rows, tuple(notices))
    too_empty = share > (0.5 if policy is None else 1.0 if policy == "drop_rows" else 0.0)
    if too_empty.any() and not too_empty.all():
        keep_columns = ~too_empty
        what = "with missing values" if policy else "more than half empty"
        notices.append(
            f"Left out, {what}: {listed([names[i] for i in np.flatnonzero(too_empty)])}."
        )
    elif policy == "drop_column":
        raise InputError(
            "Every feature column has missing values, so none would be left. Choose to leave out "
            "rows or to fill the gaps instead."
        )
    keep_rows = np.asarray(~gaps[:, keep_columns].any(axis=1))
    dropped = int((~keep_rows).sum())
    if dropped:
        with_gaps = np.flatnonzero(gaps[:, keep_columns].any(axis=0))
        where = listed([names[i] for i in np.flatnonzero(keep_columns)[with_gaps]])
        notices.append(
            f"{dropped:,} of {n:,} rows have missing values ({where}) and are left out: data "
            f"rows {row_numbers(~keep_rows)}. Filling the gaps is the alternative."
        )
    if keep_rows.sum() < MIN_OBJECTS:
        raise InputError(
            f"Only {int(keep_rows.sum())} of {n:,} rows have no missing value; AUCC needs "
            f'{MIN_OBJECTS} objects or more. Fill the gaps (missing="impute") or leave out the '
            'columns with gaps (missing="drop_column").'
        )
    return Closed(X[np.ix_(keep_rows, keep_columns)], keep_columns, keep_rows, tuple(notices))
