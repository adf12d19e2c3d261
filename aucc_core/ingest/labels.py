"""Label columns as arrays, and files that hold labels for the objects of another."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.columns import LARGEST_EXACT, Column, read_columns
from aucc_core.ingest.names import display_name, row_numbers
from aucc_core.ingest.roles import assign_roles, object_names
from aucc_core.ingest.table import RawTable
from aucc_core.score.inputs import Bools, InputError


def label_array(column: Column) -> npt.NDArray:
    """Labels of one column: whole numbers as integers, other cells as text, None where missing."""
    n = len(column.missing)
    if column.kind in ("number", "boolean") and column.numbers is not None and column.bad is None:
        if column.kind == "boolean" and column.cells is not None:
            return _text(column, n)
        values = column.numbers
        if column.integer and np.nanmax(np.abs(values)) < LARGEST_EXACT:
            whole = np.where(column.missing, 0, values).astype(np.int64)
            return _with_gaps(whole, column.missing)
        return _with_gaps(values, column.missing)
    return _text(column, n)


def label_notices(column: Column, labels: npt.NDArray) -> list[str]:
    """What a reader should know about this label column."""
    notices = []
    gaps = column.missing
    if gaps.any():
        notices.append(
            f"Label column {column.name!r}: {int(gaps.sum()):,} rows have no label (data rows "
            f"{row_numbers(gaps)}); they count as noise."
        )
    if column.kind == "number" and not column.integer and column.distinct > 20:
        notices.append(
            f"Label column {column.name!r} looks continuous ({column.distinct:,} different "
            f"values in {column.n_known:,} rows); every value is taken as a cluster of its own."
        )
    if column.integer and np.any(labels == -1):
        count = int(np.sum(labels == -1))
        notices.append(
            f"Label column {column.name!r}: {count:,} rows have the label -1, usually noise."
        )
    return notices


@dataclass(frozen=True, eq=False)
class LabelFile:
    """Labels by column name, and the ids of their rows where the file has them."""

    name: str
    labels: dict[str, npt.NDArray]
    ids: tuple[str, ...] | None


def label_file(table: RawTable, file_name: str, choices: Choices) -> LabelFile:
    """Every column of a file that is no id, and the ids; -999 may well be somebody's label."""
    columns = read_columns(table, dataclasses.replace(choices, sentinels=()))
    roles = assign_roles(columns, choices, first_unnamed=table.row_names_first)
    name = display_name(file_name)
    labels = {
        c.name: label_array(c)
        for c in columns
        if c.kind != "empty" and (len(columns) == 1 or roles[c.name].role != "id")
    }
    if not labels:
        raise InputError(f"{name} holds no labels. Give one label per row.")
    return LabelFile(name, labels, object_names(columns, roles) if len(columns) > 1 else None)


def match_labels(
    file: LabelFile, n: int, object_names: Sequence[str] | None
) -> tuple[dict[str, npt.NDArray], list[str]]:
    """Labels of another file in the order of the n objects: by id where both files have it."""
    labels, ids = file.labels, file.ids
    size = len(next(iter(labels.values())))
    if ids is not None and object_names is not None and len(set(ids)) == len(ids):
        position = {name: i for i, name in enumerate(ids)}
        if all(name in position for name in object_names):
            order = np.array([position[name] for name in object_names])
            note = f"Labels from {file.name} are matched by id."
            return {k: v[order] for k, v in labels.items()}, [note]
    if size != n:
        raise InputError(
            f"{file.name} has {size:,} labels, the data has {n:,} rows. Give one label per row, in "
            "the same order, or an id column that both files share."
        )
    return dict(labels), [f"Labels from {file.name} are matched by row order."]


def _text(column: Column, n: int) -> npt.NDArray:
    out = np.empty(n, dtype=object)
    out[:] = column.cells.to_pylist() if column.cells is not None else [None] * n
    if column.cells is None and column.numbers is not None:
        out[:] = [f"{v:.0f}" if v == v else None for v in column.numbers.tolist()]
    out[column.missing if column.bad is None else column.missing & ~column.bad] = None
    return out


def _with_gaps(values: npt.NDArray, missing: Bools) -> npt.NDArray:
    if not missing.any():
        return values
    out = values.astype(object)
    out[missing] = None
    return out
