"""`Analysis`: a file understood, before it becomes a dataset or a preview."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy.typing as npt

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.columns import Column
from aucc_core.ingest.grid import RawTable
from aucc_core.ingest.roles import Role


@dataclass(frozen=True, eq=False)
class Analysis:
    """Columns with what they hold and what they are for.

    `matrix` holds the columns of a distance matrix, None for feature tables.
    """

    name: str
    format: str
    table: RawTable
    columns: tuple[Column, ...]
    roles: dict[str, Role]
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
