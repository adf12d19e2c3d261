"""Delimited text to a grid of cells, refusing uneven rows and unclosed quotes by line.

In order: the encoding (and is it text at all), lines above the table (comments, `sep=`), the
delimiter, title lines, the cells.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import pyarrow as pa
import pyarrow.csv as arrow_csv

from aucc_core.ingest.choices import DELIMITERS, Choices
from aucc_core.ingest.limits import Limits, check_shape
from aucc_core.ingest.numbers import MISSING, looks_numeric
from aucc_core.ingest.sniff import SAVE_AS, UPLOAD_ROWS
from aucc_core.ingest.table import Grid
from aucc_core.score.inputs import InputError

# C0 controls that no text table holds; tab, newline, form feed and return may.
_CONTROLS = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_BINARY_SHARE = 0.02
_ONE_COLUMN = "\x1f"
_SEP = re.compile(r'^"?sep=([\t -~])"?$', re.IGNORECASE)
_MOST_LINES = 1000
_SAMPLE_ROWS = 60
_SAMPLE_CELLS = 1500
_MOST_TITLES = 10
_SAVE_AS_UTF8 = "Save it again as CSV (UTF-8)."


def decode_text(data: bytes, encoding: str | None = None) -> tuple[str, list[str]]:
    """Return the text with Unix newlines, and a notice when the encoding was guessed."""
    text, notices = _guess(data) if encoding is None else (_decode_as(data, encoding), [])
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    at = text.find("\x00")
    if at >= 0:
        line = text.count("\n", 0, at) + 1
        raise InputError(
            f"Line {line} holds a NUL byte, so the file is damaged or not text. {_SAVE_AS_UTF8}"
        )
    return text, notices


def _guess(data: bytes) -> tuple[str, list[str]]:
    if data.startswith(codecs.BOM_UTF8):
        return _decode_as(data, "utf-8-sig"), []
    for mark, name in (
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF32_BE, "utf-32"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return _decode_as(data, name), [f"Text encoding: {name.upper()}."]
    wide = _utf16_without_mark(data)
    if wide:
        return _decode_as(data, wide), ["Text encoding: guessed UTF-16."]
    _refuse_binary(data)
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        pass
    try:
        text, name = data.decode("cp1252"), "Windows-1252 (Western European)"
    except UnicodeDecodeError:
        text, name = data.decode("latin-1"), "Latin-1"
    return text, [f"Text encoding: not UTF-8, guessed {name}. Check accented letters."]


def _decode_as(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except LookupError as error:
        raise InputError(f"Unknown text encoding {encoding!r}; try utf-8 or cp1252.") from error
    except (UnicodeDecodeError, UnicodeError) as error:
        raise InputError(
            f"The file is not valid {encoding.upper()} text. {_SAVE_AS_UTF8}"
        ) from error


def _utf16_without_mark(data: bytes) -> str | None:
    """Latin text in UTF-16 has a zero in every other byte."""
    head = data[:4096]
    if len(head) < 8 or len(data) % 2:
        return None
    even, odd = head[0::2].count(0) / len(head[0::2]), head[1::2].count(0) / len(head[1::2])
    if odd > 0.8 and even < 0.05:
        return "utf-16-le"
    if even > 0.8 and odd < 0.05:
        return "utf-16-be"
    return None


def _refuse_binary(data: bytes) -> None:
    head = data[:65536]
    odd = len(_CONTROLS.findall(head)) + (head.count(0) if head.count(0) > 8 else 0)
    if odd > _BINARY_SHARE * len(head) and odd > 2:
        raise InputError(
            "The file is not text and no format that is read here (CSV, TSV, Excel, OpenDocument, "
            f"Parquet, Feather, NumPy). {SAVE_AS}"
        )


def text_grid(text: str, choices: Choices) -> Grid:
    """Cells of a delimited text."""
    _check_lines(text, choices.limits)
    body, preamble = _skip_preamble(text, choices)
    lines = body.split("\n", 400)[:400]
    delimiter = choices.delimiter or preamble.delimiter or _guess_delimiter(lines)
    notes = [*preamble.notes]
    if delimiter not in (",", ""):
        how = "chosen" if choices.delimiter else "named in the file" if preamble.delimiter else ""
        name = DELIMITERS.get(delimiter, repr(delimiter))
        notes.append(f"Columns are separated by {name} ({how or 'guessed'}).")
    start, title = _first_table_line(_split_rows(lines, delimiter or _ONE_COLUMN), lines, choices)
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


def _check_lines(text: str, limits: Limits) -> None:
    """Refuse a line so long that the file cannot be a table."""
    start, longest = 0, limits.line_characters
    # Only files longer than one limit can hold such a line.
    while len(text) - start > longest:
        end = text.rfind("\n", start, start + longest + 1)
        if end < 0:
            line = text.count("\n", 0, start) + 1
            raise InputError(
                f"Line {line} has more than {longest:,} characters. A table has one row per line; "
                "is this the right file?"
            )
        start = end + 1


@dataclass(frozen=True)
class _Preamble:
    """What stood above the table."""

    lines: int = 0
    delimiter: str = ""
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def _skip_preamble(text: str, choices: Choices) -> tuple[str, _Preamble]:
    """Text from the first row on, and what was skipped."""
    lines = text.split("\n", _MOST_LINES)
    at, delimiter, comments, notes = 0, "", [], []
    if choices.skip_rows:
        at = min(choices.skip_rows, len(lines) - 1)
        notes.append(f"{_lines(at)} at the top left out (chosen).")
    while at < len(lines) - 1:
        line = lines[at].strip()
        separator = _SEP.match(lines[at].strip(" "))
        if separator and not delimiter:
            delimiter = separator.group(1)
            notes.append("The line that names the separator (sep=) is skipped.")
        elif line.startswith("#"):
            comments.append(line)
        elif line:
            break
        at += 1
    names = _commented_names(comments, lines[at : at + 20], choices.delimiter or delimiter)
    if comments:
        skipped = f"{_lines(len(comments))} starting with # at the top skipped"
        notes.append(f"{skipped}; the last one names the columns." if names else f"{skipped}.")
    body = "\n".join(lines[at:]) if at else text
    return body, _Preamble(at, delimiter, names, tuple(notes))


def _commented_names(comments: list[str], rows: list[str], delimiter: str) -> tuple[str, ...]:
    """NumPy writes the header as a comment: names when the width fits and rows are numbers."""
    if not comments or not rows:
        return ()
    delimiter = delimiter or _guess_delimiter(rows)
    if not delimiter:
        return ()
    first = _split_rows(rows[:1], delimiter)
    names = _split_rows([comments[-1].lstrip("# ")], delimiter)
    if not first or not names or len(first[0]) != len(names[0]) or len(first[0]) < 2:
        return ()
    if any(looks_numeric(c) for c in first[0]) and not any(looks_numeric(c) for c in names[0]):
        return tuple(n.strip() for n in names[0])
    return ()


def _lines(n: int) -> str:
    return "1 line" if n == 1 else f"{n} lines"


def _guess_delimiter(lines: list[str]) -> str:
    """Best separator for these lines; "" when every line is one single cell."""
    sample = [line for line in lines if line.strip()][:_SAMPLE_ROWS]
    best, best_score = "", 0.0
    for delimiter in DELIMITERS:
        score = _score(_split_rows(sample, delimiter), delimiter)
        if score > best_score + 1e-9:
            best, best_score = delimiter, score
    return best


def _score(rows: list[list[str]], delimiter: str) -> float:
    if not rows:
        return 0.0
    widths = [len(row) for row in rows]
    width, count = Counter(w for w in widths).most_common(1)[0]
    triangle = _is_triangle(widths)
    if triangle:
        width, count = max(widths), len(widths)
    even = count / len(rows)
    if width < 2 or (even < 0.5 and not triangle):
        return 0.0
    cells = [c.strip() for row in rows for c in row[:200]][:_SAMPLE_CELLS]
    filled = [c for c in cells if c.lower() not in MISSING]
    numeric = sum(len(c) < 60 and looks_numeric(c) for c in filled) / max(1, len(filled))
    # Blanks separate words too: they need numbers, and a first row that another separator does
    # not split better, to count as a separator.
    first = rows[0]
    other = len(first) == 1 and any(d in first[0] for d in DELIMITERS if d != " ")
    if delimiter == " " and (numeric < 0.4 or other):
        return 0.0
    return even * (0.2 + numeric)


def _split_rows(lines: list[str], delimiter: str) -> list[list[str]]:
    """Rows of cells for a guess: quotes respected, anything broken taken as it comes."""
    if delimiter == " ":
        lines = [" ".join(line.split()) for line in lines]
    reader = csv.reader(
        io.StringIO("\n".join(lines)), delimiter=delimiter, skipinitialspace=delimiter == " "
    )
    try:
        return [row for row in reader if row]
    except csv.Error:
        return [line.split(delimiter) for line in lines]


def _is_triangle(widths: list[int]) -> bool:
    """Rows that grow by one cell each: the lower half of a distance matrix."""
    return len(widths) >= 3 and all(b - a == 1 for a, b in pairwise(widths))


def _first_table_line(rows: list[list[str]], lines: list[str], choices: Choices) -> tuple[int, str]:
    """Number of title lines above the table and the notice about them.

    A title is one cell where the table below has several.
    """
    widths = [len(r) for r in rows]
    if choices.header is False or len(widths) < 4 or _is_triangle(widths[:60]):
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
    rows = _split_rows(body.split("\n", 60)[:60], delimiter)
    widths = [len(r) for r in rows]
    width = Counter(widths).most_common(1)[0][0] if rows else 0
    row_names = False
    if _is_triangle(widths) and body.count("\n") < limits.columns:
        body, width = _pad_triangle(body, delimiter)
    elif len(widths) > 1 and widths[0] == width - 1 and set(widths[1:]) == {width}:
        # One name fewer than cells: R leaves the row names without one, others end every
        # data line with a separator.
        trailing = all(r[-1].strip() == "" for r in rows[1:])
        first, rest = body.split("\n", 1)
        body = f"{first}{delimiter}\n{rest}" if trailing else f"{delimiter}{first}\n{rest}"
        row_names = not trailing
    if width == 0:
        raise InputError(f"The file holds no rows. {UPLOAD_ROWS}")
    check_shape(0, width, limits)
    if '"' in body:
        _refuse_uneven(body, delimiter, width, line)
    try:
        return _parse(body, delimiter, width, limits), row_names
    except pa.ArrowInvalid as error:
        _refuse_uneven(body, delimiter, width, line)
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


def _refuse_uneven(body: str, delimiter: str, width: int, first_line: int) -> None:
    """Raise with the line of the first row whose cells cannot be told apart or counted."""
    if '"' not in body:
        _refuse_uneven_plain(body, delimiter, width, first_line)
        return
    reader = csv.reader(io.StringIO(body), delimiter=delimiter, strict=True)
    start = 0
    try:
        for row in reader:
            if row and len(row) != width:
                raise _uneven(first_line + start, len(row), width)
            start = reader.line_num
    except csv.Error as error:
        line = first_line + start
        if "end of data" in str(error):
            raise InputError(
                f"A quote opened in the row at line {line} is never closed. "
                "Close it, or remove the quote character."
            ) from error
        raise InputError(
            f"Quotes in the row at line {line} do not match ({error}). "
            "A quote inside a quoted cell must be doubled."
        ) from error


def _refuse_uneven_plain(body: str, delimiter: str, width: int, first_line: int) -> None:
    for i, line in enumerate(body.split("\n")):
        cells = line.count(delimiter) + 1
        if cells != width and line:
            raise _uneven(first_line + i, cells, width)


def _uneven(line: int, cells: int, width: int) -> InputError:
    plural = "cell" if cells == 1 else "cells"
    return InputError(
        f"Line {line} has {cells} {plural}, the table has {width} columns. "
        "Give every row the same number of cells, and quote cells that hold the separator."
    )
