"""Rows that do not fit: title lines above a table, uneven rows, quotes never closed."""

from __future__ import annotations

import csv
import io
from collections import Counter

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.delimiter import is_triangle
from aucc_core.validate import InputError

_MOST_TITLES = 10


def first_table_line(rows: list[list[str]], lines: list[str], choices: Choices) -> tuple[int, str]:
    """Number of title lines above the table and the notice about them.

    A title is one cell where the table below has several.
    """
    widths = [len(r) for r in rows]
    if choices.header is False or len(widths) < 4 or is_triangle(widths[:60]):
        return 0, ""
    width = Counter(widths).most_common(1)[0][0]
    if width < 2:
        return 0, ""
    titles = 0
    while titles < min(_MOST_TITLES, len(rows)) and len(rows[titles]) == 1 < width:
        titles += 1
    if not titles or any("\n" in cell for row in rows[:titles] for cell in row):
        return 0, ""
    # Blank lines between titles and table count as lines, not as rows.
    found, at = 0, 0
    while found < titles:
        found += bool(lines[at].strip())
        at += 1
    shown = rows[0][0].strip()[:60]
    more = f" and {titles - 1} more" if titles > 1 else ""
    return at, f"Title line above the table skipped: “{shown}”{more}."


def refuse_uneven(body: str, delimiter: str, width: int, first_line: int) -> None:
    """Raise with the line of the first row whose cells cannot be told apart or counted."""
    if '"' not in body:
        _refuse_uneven_plain(body, delimiter, width, first_line)
        return
    reader = csv.reader(io.StringIO(body), delimiter=delimiter, strict=True)
    start = 0
    try:
        for row in reader:
            if row and len(row) != width:
                raise InputError(_uneven(first_line + start, len(row), width))
            start = reader.line_num
    except csv.Error as error:
        line = first_line + start
        if "end of data" in str(error):
            raise InputError(
                f"A quote opened in the row at line {line} is never closed. Close it, or remove "
                "the quote character."
            ) from error
        raise InputError(
            f"Quotes in the row at line {line} do not match ({error}). A quote inside a quoted "
            "cell must be doubled."
        ) from error


def _refuse_uneven_plain(body: str, delimiter: str, width: int, first_line: int) -> None:
    for i, line in enumerate(body.split("\n")):
        cells = line.count(delimiter) + 1
        if cells != width and line:
            raise InputError(_uneven(first_line + i, cells, width))


def _uneven(line: int, cells: int, width: int) -> str:
    plural = "cell" if cells == 1 else "cells"
    return (
        f"Line {line} has {cells} {plural}, the table has {width} columns. Give every row the "
        "same number of cells, and quote cells that hold the separator."
    )
