"""A file understood: what its columns hold and what they are for."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy.typing as npt

from aucc_core.ingest.cells import extension_notice
from aucc_core.ingest.choices import Choices
from aucc_core.ingest.columns import Column, read_columns
from aucc_core.ingest.labels import LabelFile, match_labels
from aucc_core.ingest.matrix import beside_matrix, matrix_columns
from aucc_core.ingest.names import display_name
from aucc_core.ingest.roles import Role, assign_roles, object_names, reading_notices, role_notices
from aucc_core.ingest.table import RawTable


@dataclass(frozen=True, eq=False)
class Analysis:
    """Columns with what they hold and what they are for.

    `matrix` holds the columns of a distance matrix, None for feature tables.
    """

    name: str
    table: RawTable
    columns: tuple[Column, ...]
    roles: Mapping[str, Role]
    choices: Choices
    matrix: list[Column] | None = None
    extra_labels: Mapping[str, npt.NDArray] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    @property
    def n_rows(self) -> int:
        """Number of data rows."""
        return len(self.columns[0].missing)

    @property
    def header(self) -> bool:
        """The file names its columns."""
        return bool(self.table.guesses.get("header", False))

    def with_role(self, role: str) -> list[Column]:
        """Columns of this role."""
        return [c for c in self.columns if self.roles[c.name].role == role]

    def with_labels(self, file: LabelFile) -> Analysis:
        """The same with the labels of a second file, in the order of this one's rows."""
        names = object_names(self.columns, self.roles)
        matched, notes = match_labels(file, self.n_rows, names)
        taken = {c.name for c in self.columns}
        renamed = {k if k not in taken else f"{k} ({file.name})": v for k, v in matched.items()}
        return dataclasses.replace(self, extra_labels=renamed, notices=(*self.notices, *notes))


def analyse(table: RawTable, file_name: str, choices: Choices) -> Analysis:
    """What the columns of a file hold, and which role each has."""
    columns = read_columns(table, choices)
    roles = assign_roles(columns, choices, first_unnamed=table.row_names_first)
    matrix = matrix_columns(columns, roles, table.height, choices)
    for name in beside_matrix(columns, matrix) if matrix else ():
        if not roles[name].asked:
            roles[name] = Role("label")
    extension = extension_notice(table, file_name)
    notices = [extension] if extension else []
    notices += table.notes
    notices += role_notices([c for c in columns if c not in (matrix or [])], roles)
    notices += reading_notices(columns, roles)
    return Analysis(
        name=display_name(file_name),
        table=table,
        columns=columns,
        roles=roles,
        choices=choices,
        matrix=matrix,
        notices=tuple(notices),
    )
