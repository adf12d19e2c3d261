"""`Preview`: what a file looks like and what was guessed, for a person to confirm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from aucc_core.ingest.analysis import Analysis
from aucc_core.ingest.choices import CELLS, DELIMITERS
from aucc_core.ingest.columns import Column
from aucc_core.ingest.labels import only_labels
from aucc_core.ingest.matrix import guess_diagonal, is_asymmetric
from aucc_core.ingest.names import listed
from aucc_core.ingest.table import RawTable
from aucc_core.prepare.dominance import about_dominance

# Answered last, as they depend on what each column is for.
VALUES = ("missing", "standardize", "asymmetric", "diagonal")
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

    @property
    def stage(self) -> str:
        """What the answer decides: "cells", what "columns" hold and are for, or "values"."""
        if self.key in CELLS:
            return "cells"
        return "values" if self.key in VALUES else "columns"


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
    # Nothing is measured: the file can only be labels for the objects of another.
    only_labels: bool = False


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
        only_labels=analysis.matrix is None and only_labels(analysis.columns, analysis.roles),
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
        _header_question(analysis.table),
    ]
    for key, text in (("units", "Row below the header"), ("total", "Last row")):
        if guesses.get(key):
            options = {True: f"{key.rstrip('s')} row: leave out", False: "data"}
            found.append(ImportQuestion(key, text, options, True, open=True))
    return found


def _matrix_questions(matrix: Sequence[Column]) -> list[ImportQuestion]:
    """What to do where a matrix is not what distances are."""
    found = []
    if is_asymmetric(matrix):
        halves = {
            "average": "the average of the two",
            "upper": "the value above the diagonal",
            "lower": "the value below the diagonal",
        }
        found.append(
            ImportQuestion(
                "asymmetric", "Both halves differ: each pair gets", halves, "average", open=True
            )
        )
    diagonal = guess_diagonal(matrix)
    if diagonal:
        ways = {
            "similarity": "similarities: the larger, the closer",
            "zero": "distances: ignore the diagonal",
            "refuse": "distances: the diagonal must be 0",
        }
        if diagonal != "refuse":
            del ways["refuse"]
        found.append(ImportQuestion("diagonal", "The values are", ways, diagonal, open=True))
    return found


def _sentinel_question(features: Sequence[Column]) -> list[ImportQuestion]:
    """Whether numbers such as -999 stand for gaps."""
    numbers = sorted({value for c in features for value in c.sentinels})
    if not numbers:
        return []
    shown = listed([f"{n:g}" for n in numbers])
    options = {"missing": "no value", (): "a number like others"}
    return [ImportQuestion("sentinels", f"{shown} stands for", options, "missing", open=True)]


def _scale_question(analysis: Analysis) -> ImportQuestion:
    """Whether to scale, open when one feature would drown the others."""
    features = [c for c in analysis.with_role("feature") if c.kind == "number"]
    numbers = [c.numbers for c in features if c.numbers is not None]
    found = about_dominance(np.column_stack(numbers), [c.name for c in features]) if numbers else ""
    text = f"Scale: {found.partition(';')[0]}" if found else "Scale of the features"
    options = {False: "as they are", True: "standardised, so that all weigh alike"}
    return ImportQuestion("standardize", text, options, False, open=bool(found))


def _codes_question(names: Sequence[str], role: str) -> ImportQuestion:
    """What columns of few whole numbers are for."""
    options = {
        "label": "labels: clusterings to score",
        "feature": "features: distances use them",
    }
    return ImportQuestion("codes", f"Few whole numbers: {listed(names)}", options, role, open=True)


def _header_question(table: RawTable) -> ImportQuestion:
    """Which of the first rows holds the names."""
    first, end = table.header_rows
    rows = {i + 1: f"row {i + 1}: {_excerpt(row)}" for i, row in enumerate(table.top)}
    default = first + 1 if end > first else 0
    if end - first > 1:
        rows[default] = f"rows {default} and {end}: {_excerpt(table.top[first])}"
    named = "a comment above" if table.guesses.get("header") else "no row: number them"
    # What looks like a row of units may be names below a title.
    doubtful = default != 1 or bool(table.guesses.get("units"))
    return ImportQuestion(
        "header_row", "Names of the columns", {0: named, **rows}, default, open=doubtful
    )


def _excerpt(row: Sequence[str]) -> str:
    """The first cells of a row that hold something."""
    shown = ", ".join([c.strip()[:20] for c in row if c.strip()][:4])
    return shown or "blank"


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
    if analysis.matrix is not None:
        return [*found, *_matrix_questions(analysis.matrix)]
    found.append(_scale_question(analysis))
    coded = [name for name, role in analysis.roles.items() if role.codes]
    if coded:
        found.append(_codes_question(coded, analysis.roles[coded[0]].role))
    features = analysis.with_role("feature")
    found += _sentinel_question(features)
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
