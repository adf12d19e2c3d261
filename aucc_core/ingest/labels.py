"""Label columns as arrays, and files that hold labels for the objects of another."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np
import numpy.typing as npt

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.columns import LARGEST_EXACT, Column, read_columns
from aucc_core.ingest.names import display_name, listed, plural, row_numbers
from aucc_core.ingest.roles import Role, assign_roles, names_labels, object_names
from aucc_core.ingest.table import RawTable
from aucc_core.score.inputs import Bools, InputError

_CALLED_ID = re.compile(r"(^|[_\s.-])id$", re.IGNORECASE)
# What pandas and R write above a column that nobody named.
_NO_NAMES = ("0", "x", "V1")


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


def label_notices(column: Column, labels: npt.NDArray, kept: Bools) -> list[str]:
    """What a reader should know about this label column; ``labels`` are those of the kept rows."""
    notices = []
    gaps = column.missing & kept
    if gaps.any():
        notices.append(
            f"Label column {column.name!r}: {plural(int(gaps.sum()), 'row')} without a label (data "
            f"row{'' if gaps.sum() == 1 else 's'} {row_numbers(gaps)}), counted as noise."
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
    """A file that holds labels: by column name, with the ids of their rows where it has them."""

    name: str
    table: RawTable
    labels: dict[str, npt.NDArray]
    ids: tuple[str, ...] | None

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(next(iter(self.labels.values())))


def only_labels(columns: Sequence[Column], roles: Mapping[str, Role]) -> bool:
    """Whether a table can hold nothing but labels: no measured number, and few different values."""
    labels = [c for c in columns if c.kind != "empty" and not _is_id(c, columns, roles)]
    cells = sum(c.n_known for c in labels)
    whole = all(c.kind in ("text", "code", "boolean") or c.integer for c in labels)
    return bool(labels) and whole and 2 * sum(_distinct_once(labels)) <= cells


def _distinct_once(columns: Sequence[Column]) -> list[int]:
    """Different values of each column; of a table of one or a few rows, those of all together."""
    if len(columns) <= max(len(c.missing) for c in columns):
        return [c.distinct for c in columns]
    return [len({c.text(i) for c in columns for i in range(len(c.missing))})]


def _is_id(column: Column, columns: Sequence[Column], roles: Mapping[str, Role]) -> bool:
    """Ids by role or name, or all different while the cells of another column are not."""
    if len(columns) == 1:
        return False
    named = roles[column.name].role == "id" or bool(_CALLED_ID.search(column.name))
    return named or (_all_different(column) and not all(_all_different(c) for c in columns))


def _all_different(column: Column) -> bool:
    whole = column.kind in ("text", "code") or column.integer
    return whole and column.n_known == len(column.missing) == column.distinct


def label_file(table: RawTable, file_name: str, choices: Choices) -> LabelFile:
    """Every column of a file that is no id, and the ids; -999 may well be somebody's label."""
    columns = read_columns(table, dataclasses.replace(choices, sentinels=()))
    roles = assign_roles(columns, choices, first_unnamed=table.row_names_first)
    name = display_name(file_name)
    ids = [c for c in columns if _is_id(c, columns, roles)]
    used = [c for c in columns if c.kind != "empty" and c not in ids]
    labels = {_label_name(c.name, name, used, table): label_array(c) for c in used}
    if not labels:
        raise InputError(f"{name} holds no labels. Give one label per row.")
    named = {c.name: Role("id") if c in ids[:1] else Role("label") for c in columns}
    return LabelFile(name, table, labels, object_names(columns, named))


def _label_name(column: str, file: str, used: Sequence[Column], table: RawTable) -> str:
    """A file without names of columns gives its own name to what it holds."""
    stem = PurePath(file).stem
    if len(used) == 1 and (table.unnamed or column in _NO_NAMES):
        return stem
    return f"{stem}, {column}" if table.unnamed else column


def match_labels(
    file: LabelFile, n: int, object_names: Sequence[str] | None
) -> tuple[dict[str, npt.NDArray], list[str]]:
    """Labels of another file in the order of the n objects: by id where both files have it."""
    by_id = _match_ids(file, n, object_names)
    if by_id is not None:
        order, note = by_id
        known = order >= 0
        return {k: _with_gaps(v[order], ~known) for k, v in file.labels.items()}, [note]
    if file.height == n - 1 and _starts_with_labels(file):
        first = ", ".join(file.table.header_row)
        with_first = label_file(file.table.headless(), file.name, Choices())
        labels, notes = match_labels(with_first, n, object_names)
        return labels, [
            f"The first row of {file.name} (“{first[:40]}”) is taken as labels.",
            *notes,
        ]
    if file.height == n:
        note = f"Labels from {file.name} are matched by row order."
        if file.ids is not None and len(set(file.ids)) < n:
            note += " Its ids stand there more than once, so they are not used."
        elif file.ids is not None and object_names is not None:
            note += " None of its ids is an id of the data."
        elif file.ids is not None:
            note += " Its ids are not used, as the data has none: check that the order is the same."
        return dict(file.labels), [note]
    if file.ids is None and len(file.labels) * file.height == n:
        whole = np.concatenate([v[None] for v in file.labels.values()]).T.ravel()
        stem = PurePath(file.name).stem
        return {stem: whole}, [f"Labels from {file.name} are read line by line, one per object."]
    raise InputError(
        f"{file.name} has {file.height:,} labels, the data has {n:,} rows. "
        f"{_remedy(file, object_names)}"
    )


def _starts_with_labels(file: LabelFile) -> bool:
    """The row that was taken for names may be labels: none of it is what people call columns."""
    names = file.table.header_row
    return bool(names) and file.ids is None and not any(names_labels(n) for n in names)


def _remedy(file: LabelFile, object_names: Sequence[str] | None) -> str:
    """What would make labels of another number fit, given which of the two files has ids."""
    if object_names is None and file.ids is None:
        return "Give one label per row in the same order, or add a column of ids to both files."
    if object_names is None:
        return "The label file has ids, the data has none: use its column of ids as id, or add one."
    if file.ids is None:
        return "The data has ids: put them beside the labels, then order and gaps do not matter."
    if len(set(file.ids)) < len(file.ids):
        return "Ids of the label file stand there more than once: keep one row per id."
    return "No id of the data is in the label file: write them alike in both."


def _match_ids(
    file: LabelFile, n: int, object_names: Sequence[str] | None
) -> tuple[npt.NDArray[np.int64], str] | None:
    """Row of each object in the label file (-1: none) and how it was found; None without ids."""
    if file.ids is None or len(set(file.ids)) < len(file.ids):
        return None
    position = {name: i for i, name in enumerate(file.ids)}
    if object_names is not None:
        order = np.array([position.get(name, -1) for name in object_names], dtype=np.int64)
        lost = order < 0
        if 2 * lost.sum() <= n:
            note = f"Labels from {file.name} are matched by id."
            if lost.any():
                shown = listed([object_names[i] for i in np.flatnonzero(lost).tolist()])
                note += f" {plural(int(lost.sum()), 'object')} without a label there: {shown}."
            more = len(position.keys() - set(object_names))
            if more:
                note += (
                    f" {plural(more, 'id')} of it {'is' if more == 1 else 'are'} not in the data."
                )
            return order, note
        if not lost.all():
            raise InputError(
                f"Only {n - int(lost.sum()):,} of {n:,} ids of the data are in {file.name}. "
                "Write the ids alike in both files, or leave them out and keep the order."
            )
    for first in (0, 1):
        names = [str(first + i) for i in range(n)]
        if len(position) == n and all(name in position for name in names):
            order = np.array([position[name] for name in names], dtype=np.int64)
            return order, f"Labels from {file.name} are matched by row number."
    return None


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
