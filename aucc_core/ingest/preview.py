"""`Preview`: what a file looks like and what was guessed, for a person to confirm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from aucc_core.ingest.analysis import Analysis
from aucc_core.ingest.choices import DELIMITERS

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


@dataclass(frozen=True)
class ImportQuestion:
    """One choice: the keyword of `read_table`, options by value, and the default."""

    key: str
    text: str
    options: dict[Any, str]
    default: Any
    # Worth asking: the file leaves real doubt. Others can stay folded away.
    open: bool = False


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
    questions: tuple[ImportQuestion, ...]
    notices: tuple[str, ...]
    sheets: tuple[str, ...] = ()
    looks_like: str = "features"


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
        format=analysis.table.format,
        n_rows=analysis.n_rows,
        n_columns=len(analysis.columns),
        head=head,
        columns=columns,
        guesses={**analysis.table.guesses, "decimal": decimal},
        questions=_questions(analysis, decimal),
        notices=analysis.notices,
        sheets=analysis.table.sheets,
        looks_like="distances" if analysis.matrix is not None else "features",
    )


def _questions(analysis: Analysis, decimal: str) -> tuple[ImportQuestion, ...]:
    """Everything that can be overruled for this file."""
    asked: list[ImportQuestion] = []
    guesses = analysis.table.guesses
    if analysis.table.format == "text":
        delimiter = str(guesses.get("delimiter") or ",")
        names = {**DELIMITERS, delimiter: DELIMITERS.get(delimiter, repr(delimiter))}
        asked.append(ImportQuestion("delimiter", "Columns are separated by", names, delimiter))
    if len(analysis.table.sheets) > 1:
        sheets = {s: s for s in analysis.table.sheets}
        asked.append(ImportQuestion("sheet", "Sheet", sheets, guesses.get("sheet"), open=True))
    if "header" in guesses:
        asked += _layout_questions(analysis, decimal)
    asked += _content_questions(analysis)
    return tuple(asked)


def _layout_questions(analysis: Analysis, decimal: str) -> list[ImportQuestion]:
    guesses = analysis.table.guesses
    odd = any(c.decimal == "," or "thousands" in c.tricks for c in analysis.columns)
    marks = {".": "point (1.5)", ",": "comma (1,5)"}
    found = [
        ImportQuestion("decimal", "Decimal mark", marks, decimal, open=odd),
        ImportQuestion(
            "header",
            "First row",
            {True: "names of the columns", False: "data"},
            bool(guesses["header"]),
            open=not guesses["header"],
        ),
    ]
    for key, text in (("units", "Row below the header"), ("total", "Last row")):
        if guesses.get(key):
            options = {True: f"{key.rstrip('s')} row: leave out", False: "data"}
            found.append(ImportQuestion(key, text, options, True, open=True))
    return found


def _content_questions(analysis: Analysis) -> list[ImportQuestion]:
    kinds = {"features": "features, one object per row", "distances": "distances between objects"}
    is_matrix = analysis.matrix is not None
    square = len(analysis.columns) - analysis.n_rows in (0, 1, 2)
    found = [
        ImportQuestion(
            "kind",
            "The table holds",
            kinds,
            "distances" if is_matrix else "features",
            open=is_matrix or square,
        )
    ]
    if is_matrix:
        return found
    features = analysis.with_role("feature")
    if any(c.missing.any() and not np.all(c.missing) for c in features):
        policies = {
            "drop_rows": "leave out rows with gaps",
            "impute": "fill gaps with the column's median",
            "drop_column": "leave out columns with gaps",
        }
        found.append(ImportQuestion("missing", "Missing values", policies, "drop_rows", open=True))
    if any(c.bad is not None for c in features):
        options = {"missing": "treat the text as missing", "text": "treat the columns as text"}
        found.append(
            ImportQuestion("mixed", "Columns with numbers and text", options, "missing", open=True)
        )
    return found
