"""Delimited text to a grid of cells, refusing uneven rows and unclosed quotes by line."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter

import pyarrow as pa
import pyarrow.csv as arrow_csv

from aucc_core.ingest.choices import DELIMITERS, Choices
from aucc_core.ingest.delimiter import guess_delimiter, is_triangle, split_rows
from aucc_core.ingest.grid import Grid
from aucc_core.ingest.limits import Limits, check_shape
from aucc_core.ingest.preamble import skip_preamble
from aucc_core.ingest.uneven import first_table_line, refuse_uneven
from aucc_core.validate import InputError

_ONE_COLUMN = "\x1f"


def text_grid(text: str, choices: Choices) -> Grid:
    """Cells of a delimited text."""
    check_lines(text, choices.limits)
    body, preamble = skip_preamble(text, choices)
    lines = body.split("\n", 400)[:400]
    delimiter = choices.delimiter or preamble.delimiter or guess_delimiter(lines)
    notes = [*preamble.notes]
    if delimiter not in (",", ""):
        how = "chosen" if choices.delimiter else "named in the file" if preamble.delimiter else ""
        name = DELIMITERS.get(delimiter, repr(delimiter))
        notes.append(f"Columns are separated by {name} ({how or 'guessed'}).")
    start, title = first_table_line(split_rows(lines, delimiter or _ONE_COLUMN), lines, choices)
    if start:
        body = body.split("\n", start)[start]
        notes.append(title)
    line = preamble.lines + start + 1
    body = _plain_text(body, delimiter)
    delimiter_used = "\t" if delimiter == " " else delimiter or _ONE_COLUMN
    columns, row_names = _cells(body, delimiter_used, line, choices.limits)
    names = preamble.names if len(preamble.names) == len(columns) else ()
    return Grid(
        columns=columns,
        delimiter=delimiter,
        notes=tuple(notes),
        row_names_first=row_names,
        names=names,
    )


def check_lines(text: str, limits: Limits) -> None:
    """Refuse a line so long that the file cannot be a table."""
    start, longest = 0, limits.line_characters
    # Only files longer than one limit can hold such a line.
    while len(text) - start > longest:
        end = text.rfind("\n", start, start + longest + 1)
        if end < 0:
            line = text.count("\n", 0, start) + 1
            raise InputError(
                f"Line {line} has more than {longest:,} characters. A table has one row a line; "
                "is this the right file?"
            )
        start = end + 1


def _plain_text(body: str, delimiter: str) -> str:
    """Blanks at the end gone; runs of blanks turned into tabs where blanks separate."""
    if "\n " in body:
        body = re.sub(r"(?m)^ +$", "", body)
    if delimiter != " ":
        return body.rstrip("\n ") if delimiter != "\t" else body.rstrip("\n")
    if '"' not in body:
        tidy = re.sub(r"(?m)^[ \t]+|[ \t]+$", "", body)
        return re.sub(r"[ \t]+", "\t", tidy).rstrip("\n")
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    lines = re.sub(r"(?m)^[ \t]+|[ \t]+$", "", body).replace("\t", " ")
    for row in csv.reader(io.StringIO(lines), delimiter=" ", skipinitialspace=True):
        writer.writerow([c.replace("\n", " ") for c in row])
    return out.getvalue().rstrip("\n")


def _cells(
    body: str, delimiter: str, line: int, limits: Limits
) -> tuple[tuple[pa.Array, ...], bool]:
    """Columns of text cells, and whether the header lacks the name of a first column."""
    rows = split_rows(body.split("\n", 60)[:60], delimiter)
    widths = [len(r) for r in rows]
    width = Counter(widths).most_common(1)[0][0] if rows else 0
    row_names = False
    if is_triangle(widths) and body.count("\n") < limits.columns:
        body, width = _pad_triangle(body, delimiter)
    elif len(widths) > 1 and widths[0] == width - 1 and set(widths[1:]) == {width}:
        # One name fewer than cells: R leaves the row names without one, others end every
        # data line with a separator.
        trailing = all(r[-1].strip() == "" for r in rows[1:])
        first, rest = body.split("\n", 1)
        body = f"{first}{delimiter}\n{rest}" if trailing else f"{delimiter}{first}\n{rest}"
        row_names = not trailing
    if width == 0:
        raise InputError("The file holds no rows. Upload a table with 3 rows or more.")
    check_shape(0, width, limits)
    if '"' in body:
        refuse_uneven(body, delimiter, width, line)
    try:
        return _parse(body, delimiter, width, limits), row_names
    except pa.ArrowInvalid as error:
        refuse_uneven(body, delimiter, width, line)
        raise InputError(f"The text cannot be split into cells: {error}.") from error


def _pad_triangle(body: str, delimiter: str) -> tuple[str, int]:
    lines = [line for line in body.split("\n") if line.strip()]
    width = lines[-1].count(delimiter) + 1
    return "\n".join(f + delimiter * (width - 1 - f.count(delimiter)) for f in lines), width


def _parse(body: str, delimiter: str, width: int, limits: Limits) -> tuple[pa.Array, ...]:
    data = body.encode("utf-8", "replace") + b"\n"
    text = pa.large_string()
    parse = arrow_csv.ParseOptions(
        delimiter=delimiter,
        quote_char='"' if '"' in body else False,
        newlines_in_values='"' in body,
        ignore_empty_lines=delimiter != _ONE_COLUMN,
    )
    convert = arrow_csv.ConvertOptions(
        column_types={f"f{i}": text for i in range(width)}, strings_can_be_null=False
    )
    # One block holds any line; blocks of the whole file only when a quoted cell is very long.
    for block in (max(1 << 20, min(len(data), 2 * limits.line_characters)), len(data) + 1):
        read = arrow_csv.ReadOptions(
            autogenerate_column_names=True, block_size=block, use_threads=len(data) > 1 << 20
        )
        try:
            table = arrow_csv.read_csv(io.BytesIO(data), read, parse, convert)
            break
        except pa.ArrowInvalid as error:
            problem = error
    else:
        raise problem
    check_shape(table.num_rows, width, limits)
    return tuple(_one_chunk(c) for c in table.columns)


def _one_chunk(column: pa.ChunkedArray) -> pa.Array:
    array = column.combine_chunks()
    return array.chunk(0) if isinstance(array, pa.ChunkedArray) else array
