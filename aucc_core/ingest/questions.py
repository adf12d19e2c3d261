"""What a person may want to overrule about a file, with the guess as default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from aucc_core.ingest.analysis import Analysis
from aucc_core.ingest.choices import DELIMITERS


@dataclass(frozen=True)
class Question:
    """One choice: the keyword of `read_table`, options by value, and the default."""

    key: str
    text: str
    options: dict[Any, str]
    default: Any
    # Worth asking: the file leaves real doubt. Others can stay folded away.
    open: bool = False


def questions(analysis: Analysis, decimal: str) -> tuple[Question, ...]:
    """Everything that can be overruled for this file."""
    asked: list[Question] = []
    guesses = analysis.table.guesses
    if analysis.format == "text":
        delimiter = str(guesses.get("delimiter") or ",")
        names = {**DELIMITERS, delimiter: DELIMITERS.get(delimiter, repr(delimiter))}
        asked.append(Question("delimiter", "Columns are separated by", names, delimiter))
    if len(analysis.table.sheets) > 1:
        sheets = {s: s for s in analysis.table.sheets}
        asked.append(Question("sheet", "Sheet", sheets, guesses.get("sheet"), open=True))
    if "header" in guesses:
        asked += _layout_questions(analysis, decimal)
    asked += _content_questions(analysis)
    return tuple(asked)


def _layout_questions(analysis: Analysis, decimal: str) -> list[Question]:
    guesses = analysis.table.guesses
    odd = any(c.decimal == "," or "thousands" in c.tricks for c in analysis.columns)
    marks = {".": "point (1.5)", ",": "comma (1,5)"}
    found = [
        Question("decimal", "Decimal mark", marks, decimal, open=odd),
        Question(
            "header",
            "First row",
            {True: "names of the columns", False: "data"},
            bool(guesses["header"]),
            open=not guesses["header"],
        ),
    ]
    for key, text in (("units", "Row below the header"), ("total", "Last row")):
        if guesses.get(key):
            words = {True: f"{key.rstrip('s')} row: leave out", False: "data"}
            found.append(Question(key, text, words, True, open=True))
    return found


def _content_questions(analysis: Analysis) -> list[Question]:
    kinds = {"features": "features, one object a row", "distances": "distances between objects"}
    is_matrix = analysis.matrix is not None
    square = len(analysis.columns) - analysis.n_rows in (0, 1, 2)
    found = [
        Question(
            "kind",
            "The table holds",
            kinds,
            "distances" if is_matrix else "features",
            open=is_matrix or square,
        )
    ]
    if is_matrix:
        return found
    features = [c for c in analysis.columns if analysis.roles[c.name].role == "feature"]
    if any(c.missing.any() and not np.all(c.missing) for c in features):
        policies = {
            "drop_rows": "leave out rows with gaps",
            "impute": "fill gaps with the column's median",
            "drop_column": "leave out columns with gaps",
        }
        found.append(Question("missing", "Missing values", policies, "drop_rows", open=True))
    if any(c.bad is not None for c in features):
        words = {"missing": "treat the text as missing", "text": "treat the columns as text"}
        found.append(
            Question("mixed", "Columns with numbers and text", words, "missing", open=True)
        )
    return found
