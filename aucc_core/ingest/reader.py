"""`read_table`, `inspect_table` and `read_labels`: the doors for files."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy.typing as npt

from aucc_core.dataset import Dataset
from aucc_core.ingest.analysis import Analysis
from aucc_core.ingest.build import build, object_names
from aucc_core.ingest.choices import Choices, make_choices
from aucc_core.ingest.columns import read_columns
from aucc_core.ingest.formats import raw_table
from aucc_core.ingest.labels import label_array, match_labels
from aucc_core.ingest.limits import Limits, check_file_size, check_shape
from aucc_core.ingest.matrix import beside_matrix, matrix_columns
from aucc_core.ingest.names import display_name
from aucc_core.ingest.notices import reading_notices, role_notices
from aucc_core.ingest.preview import Preview, make_preview
from aucc_core.ingest.roles import Role, assign_roles
from aucc_core.ingest.sniff import extension_notice, sniff
from aucc_core.ingest.tidy import drop_empty_rows
from aucc_core.validate import InputError


def read_table(source: bytes | str | Path, **choices: Any) -> Dataset:
    """Read a table of any kind people have into a `Dataset`.

    CSV, TSV and other delimited text, Excel, OpenDocument, Parquet, Feather and NumPy files are
    told apart by content. Every guess is recorded in ``Dataset.notices`` and can be overruled by
    a keyword; see `Choices` for all of them.

    Raises `InputError` with the row, the column and the remedy when the file cannot be used.
    """
    data, name = load(source, choices)
    return build(analyse(data, name, make_choices(choices)))


def inspect_table(source: bytes | str | Path, **choices: Any) -> Preview:
    """What `read_table` would do with this file: guesses, first rows, column roles, questions."""
    data, name = load(source, choices)
    return make_preview(analyse(data, name, make_choices(choices)))


def read_labels(source: bytes | str | Path, **choices: Any) -> dict[str, npt.NDArray]:
    """Labels of a file with one or more label columns, by column name."""
    data, name = load(source, choices)
    labels, _ = _labels_of(data, name, make_choices(choices))
    return labels


def load(source: bytes | str | Path, choices: Mapping[str, Any]) -> tuple[bytes, str]:
    """Content and display name of a path or of bytes."""
    limits = choices.get("limits") or Limits()
    given = choices.get("name")
    if isinstance(source, bytes | bytearray | memoryview):
        data = bytes(source)
        check_file_size(len(data), limits)
        return data, str(given or "table")
    path = Path(source)
    try:
        check_file_size(path.stat().st_size, limits)
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"There is no file {str(path)!r}.") from error
    except (OSError, ValueError) as error:
        raise InputError(f"The file {str(path)!r} cannot be opened: {error}.") from error
    return data, str(given or path.name)


def analyse(data: bytes, file_name: str, choices: Choices) -> Analysis:
    """Understand a file: format, columns, roles, labels of a second file."""
    kind = sniff(data)
    notices = [n for n in [extension_notice(kind, file_name)] if n]
    table = raw_table(kind, data, choices)
    notices += table.notes
    check_shape(table.height, len(table.columns), choices.limits)
    table, tidy_notes = drop_empty_rows(table)
    notices += tidy_notes
    columns = read_columns(table, choices)
    roles = assign_roles(columns, choices, first_unnamed=table.row_names_first)
    matrix = matrix_columns(columns, roles, table.height, choices)
    for name in beside_matrix(columns, matrix) if matrix else ():
        if not roles[name].asked:
            roles[name] = Role("label")
    notices += role_notices([c for c in columns if c not in (matrix or [])], roles)
    notices += reading_notices(columns, roles)
    analysis = Analysis(
        name=display_name(file_name),
        format=kind,
        table=table,
        columns=columns,
        roles=roles,
        choices=choices,
        matrix=matrix,
        notices=tuple(notices),
    )
    return _with_label_file(analysis) if choices.labels_file is not None else analysis


def _with_label_file(analysis: Analysis) -> Analysis:
    options = {"limits": analysis.choices.limits}
    source = analysis.choices.labels_file
    name = "the label file"
    if isinstance(source, tuple):
        name, source = source
    data, found = load(source, options)
    name = display_name(found if found != "table" else name)
    labels, ids = _labels_of(data, name, make_choices(options))
    matched, notes = match_labels(labels, ids, analysis.n_rows, object_names(analysis), name)
    taken = {c.name for c in analysis.columns}
    renamed = {k if k not in taken else f"{k} ({name})": v for k, v in matched.items()}
    return dataclasses.replace(analysis, extra_labels=renamed, notices=(*analysis.notices, *notes))


def _labels_of(
    data: bytes, name: str, choices: Choices
) -> tuple[dict[str, npt.NDArray], tuple[str, ...] | None]:
    """Every column of a label file that is no id, and the ids."""
    table, _ = drop_empty_rows(raw_table(sniff(data), data, choices))
    columns = read_columns(table, dataclasses.replace(choices, sentinels=()))
    roles = assign_roles(columns, choices, first_unnamed=table.row_names_first)
    analysis = Analysis(
        display_name(name), "labels", table, columns, roles, choices, notices=table.notes
    )
    ids = object_names(analysis) if len(columns) > 1 else None
    labels = {
        c.name: label_array(c)
        for c in columns
        if c.kind != "empty" and (len(columns) == 1 or roles[c.name].role != "id")
    }
    if not labels:
        raise InputError(f"{analysis.name} holds no labels. Give one label a row.")
    return labels, ids
