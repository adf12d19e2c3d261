"""`Preview`: what a file looks like and what was guessed, for a person to confirm."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from aucc_core.ingest.analysis import Analysis
from aucc_core.ingest.questions import Question, questions

_SHOWN_ROWS = 12
_SHOWN_COLUMNS = 60


@dataclass(frozen=True)
class ColumnGuess:
    """One column: its guessed role and why."""

    name: str
    kind: str
    role: str
    missing: int
    distinct: int
    note: str = ""


@dataclass(frozen=True, eq=False)
class Preview:
    """First rows, guesses and open questions of a file."""

    name: str
    format: str
    n_rows: int
    n_columns: int
    head: pd.DataFrame
    columns: tuple[ColumnGuess, ...]
    guesses: dict[str, object]
    questions: tuple[Question, ...]
    notices: tuple[str, ...]
    sheets: tuple[str, ...] = ()
    looks_like: str = "features"

    @property
    def label_names(self) -> tuple[str, ...]:
        """Columns guessed to be labels."""
        return tuple(c.name for c in self.columns if c.role == "label")


def make_preview(analysis: Analysis) -> Preview:
    """Preview of an analysed file."""
    shown = analysis.columns[:_SHOWN_COLUMNS]
    head = pd.DataFrame(
        {c.name: [c.text(i) for i in range(min(_SHOWN_ROWS, analysis.n_rows))] for c in shown},
        dtype=object,
    )
    in_matrix = {c.name for c in analysis.matrix or []}
    columns = tuple(
        ColumnGuess(
            name=c.name,
            kind=c.kind,
            role="distance" if c.name in in_matrix else analysis.roles[c.name].role,
            missing=int(c.missing.sum()),
            distinct=c.distinct if c.kind != "number" or c.integer else -1,
            note=analysis.roles[c.name].why,
        )
        for c in analysis.columns
    )
    decimal = "," if any(c.decimal == "," for c in analysis.columns) else "."
    return Preview(
        name=analysis.name,
        format=analysis.format,
        n_rows=analysis.n_rows,
        n_columns=len(analysis.columns),
        head=head,
        columns=columns,
        guesses={**analysis.table.guesses, "decimal": decimal},
        questions=questions(analysis, decimal),
        notices=analysis.notices,
        sheets=analysis.table.sheets,
        looks_like="distances" if analysis.matrix is not None else "features",
    )
