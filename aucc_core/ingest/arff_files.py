"""ARFF, the format of Weka and OpenML: attributes, then rows of cells."""

from __future__ import annotations

import re

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.limits import check_shape
from aucc_core.ingest.names import plural, tidy_names
from aucc_core.ingest.table import RawColumn, RawTable, text_array
from aucc_core.score.inputs import NEEDS_OBJECTS, InputError

_NAME = r"""(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s'"{]+))"""
_ATTRIBUTE = re.compile(rf"^@attribute\s+{_NAME}\s+\S", re.IGNORECASE)
_CELL = {
    sign: re.compile(
        rf"""[^\S{sign}]*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^'"{sign}][^{sign}]*|))"""
        rf"""[^\S{sign}]*({sign}|$)"""
    )
    for sign in (",", "\t")
}
_ESCAPED = re.compile(r"\\(.)")


def read_arff(text: str, choices: Choices) -> RawTable:
    """Columns of an ARFF file, named by its attributes."""
    names: list[str] = []
    lines = text.split("\n")
    for at, line in enumerate(lines):
        word = line.lstrip()[:10].lower()
        if word.startswith("@attribute"):
            names.append(_attribute(line.strip(), at + 1))
        elif word.startswith("@data"):
            return _read_rows(lines, at + 1, names, choices)
    raise InputError("The ARFF file has no @data line, so it is cut short. Write it again.")


def _attribute(line: str, number: int) -> str:
    match = _ATTRIBUTE.match(line)
    if match is None:
        raise InputError(
            f"Line {number} of the ARFF file declares no attribute: {line[:60]!r}. "
            "Write @attribute, a name and a type."
        )
    return _ESCAPED.sub(r"\1", next(g for g in match.groups() if g is not None))


def _read_rows(lines: list[str], start: int, names: list[str], choices: Choices) -> RawTable:
    check_shape(0, len(names), choices.limits)
    columns: list[list[str]] = [[] for _ in names]
    for number, line in enumerate(lines[start:], start + 1):
        if not line.strip() or line.lstrip()[0] == "%":
            continue
        if line.lstrip()[0] == "{":
            raise InputError(
                f"Line {number} holds a sparse row of ARFF. Save the table with all its zeros."
            )
        cells = _cells(line, number)
        if len(cells) != len(names):
            raise InputError(
                f"Line {number} has {plural(len(cells), 'cell')}, the ARFF file declares "
                f"{plural(len(names), 'attribute')}. Give every row one cell per attribute."
            )
        for column, cell in zip(columns, cells, strict=True):
            column.append(cell)
    if not names or not columns[0]:
        raise InputError(f"The ARFF file has no rows after @data. {NEEDS_OBJECTS}.")
    tidy, notes = tidy_names(names)
    return RawTable(
        tuple(RawColumn(name, text_array(c)) for name, c in zip(tidy, columns, strict=True)),
        tuple(notes),
    )


def _cells(line: str, number: int) -> list[str]:
    """Cells between commas, or tabs; either quote around those that hold one."""
    cell = _CELL["," if "," in line else "\t"]
    cells, at = [], 0
    while True:
        match = cell.match(line, at)
        if match is None:
            raise InputError(
                f"Line {number} of the ARFF file has text beside a quoted cell, or an open quote."
            )
        single, double, bare, end = match.groups()
        quoted = single if single is not None else double
        cells.append(bare.strip() if quoted is None else _ESCAPED.sub(r"\1", quoted))
        if not end:
            return cells
        at = match.end()
