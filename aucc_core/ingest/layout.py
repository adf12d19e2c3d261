"""Which rows of a grid are names, units, titles or totals, and which are data."""

from __future__ import annotations

import re
from itertools import pairwise

import pyarrow.compute as pc

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.names import tidy_names
from aucc_core.ingest.numbers import MISSING, looks_numeric
from aucc_core.ingest.table import Grid, RawColumn, RawTable
from aucc_core.score.inputs import NEEDS_OBJECTS, InputError

_HEAD = 12
_SAMPLE = 40
_TOTAL = re.compile(
    r"^(grand |sub)?(total|totals|sum|mean|average|summe|somme|suma|soma)\b:?", re.I
)


def lay_out(grid: Grid, choices: Choices) -> RawTable:
    """Named columns of the data rows, with notes on the rows that are none."""
    notes = list(grid.notes)
    start = _first_row(grid, choices)
    notes += _title_notes(grid, start)
    head = [grid.row(i) for i in range(start, min(grid.height, start + _HEAD))]
    header = _chosen_header(choices)
    guessed = header is None
    if header is None:
        header = _has_header(head, grid, start)
    names, depth = _names(grid, choices, start, head if header else [])
    if depth > 1:
        notes.append(f"The header takes {depth} rows; their names are joined.")
    if not header and not grid.names and guessed and grid.width:
        numbers = bool(head) and any(looks_numeric(c) for c in head[0])
        why = "holds numbers" if numbers else "has values that stand below it too"
        notes.append(f"The first row {why}, so it is read as data; columns are named by position.")
    header_rows = (start, start + depth)
    start, head = start + depth, head[depth:]
    units = bool(header) and (choices.units if choices.units is not None else _is_units(head))
    if units and head:
        shown = ", ".join(c.strip() for c in head[0] if c.strip())[:60]
        notes.append(f"The row below the header holds units and is skipped: {shown}.")
        start += 1
    end = grid.height
    total = choices.total if choices.total is not None else _is_total(grid, start)
    if total and end > start:
        end -= 1
        cell = next((c.strip() for c in grid.row(end) if c.strip()), "")
        notes.append(f"The last row is a total (“{cell[:40]}”) and is left out.")
    if end <= start:
        raise InputError(f"The file has a header but no data rows. {NEEDS_OBJECTS}, one per row.")
    if grid.row_names_first:
        notes.append("The header has one name fewer than the rows have cells: row names first.")
    row_names = grid.row_names_first or bool(header and not names[0].strip() and grid.width > 1)
    tidy, name_notes = tidy_names(names)
    if row_names:
        name_notes = [n for n in name_notes if not n.endswith("position: 1.")]
    return RawTable(
        columns=tuple(
            RawColumn(name=n, cells=c.slice(start, end - start))
            for n, c in zip(tidy, grid.columns, strict=True)
        ),
        notes=(*notes, *name_notes),
        guesses={
            "delimiter": grid.delimiter,
            "sheet": grid.sheet,
            "header": bool(header or grid.names),
            "units": units,
            "total": total,
        },
        sheets=grid.sheets,
        row_names_first=row_names,
        top=tuple(tuple(grid.row(i)) for i in range(min(grid.height, _HEAD))),
        header_rows=header_rows,
        unnamed=not header and not grid.names,
    )


def _names(
    grid: Grid, choices: Choices, start: int, head: list[list[str]]
) -> tuple[list[str], int]:
    """Names of the columns, and how many rows of `head` (empty: no header) they take."""
    if grid.names:
        return list(grid.names), 0
    if not head:
        return [f"column {i + 1}" for i in range(grid.width)], 0
    depth = _header_depth(head, choices)
    return _header_names(grid, start, depth), depth


def _chosen_header(choices: Choices) -> bool | None:
    """Whether the caller said that there are names, or that there are none."""
    return choices.header if choices.header_row is None else choices.header_row > 0


def _first_row(grid: Grid, choices: Choices) -> int:
    """Where the table begins: at the row chosen for names, or below what looks like titles."""
    row = choices.header_row
    if row is None:
        return _title_rows(grid, choices)
    if row >= grid.height:
        raise InputError(f"There is no data below row {row}; the table has {grid.height:,} rows.")
    return max(0, row - 1)


def _title_notes(grid: Grid, rows: int) -> list[str]:
    titles = [c.strip() for i in range(rows) for c in grid.row(i) if c.strip()]
    return [f"Title row above the table skipped: “{titles[0][:60]}”."] if titles else []


def _filled(row: list[str]) -> list[str]:
    return [c for c in row if c.strip()]


def _known(cell: str) -> bool:
    return cell.strip().lower() not in MISSING


def _title_rows(grid: Grid, choices: Choices) -> int:
    """Rows at the top with nothing, or with one cell where the table has several."""
    if grid.width < 2 or choices.header is False or grid.names:
        return _blank_rows(grid)
    at = 0
    while at < min(10, grid.height - 2):
        row, following = _filled(grid.row(at)), _filled(grid.row(at + 1))
        title = len(row) == 1 and not looks_numeric(row[0]) and len(following) != 1
        # One name beside an empty corner: a saved index and a column.
        title &= grid.width > 2 or bool(grid.row(at)[0].strip())
        blank_next = len(row) == 1 and not following
        if row and not title and not blank_next:
            break
        if title and not _worth_skipping(grid, at):
            break
        at += 1
    return _full_row(grid, at)


def _full_row(grid: Grid, at: int) -> int:
    """The first row as full as those far below, if it holds names: what stands above is a title."""
    counts = [len(_filled(grid.row(i))) for i in range(at, min(grid.height, at + _SAMPLE))]
    if len(counts) < 4:
        return at
    usual = sorted(counts[len(counts) // 2 :])[len(counts) // 4]
    found = next((i for i, count in enumerate(counts[:_HEAD]) if count >= max(2, 0.7 * usual)), 0)
    if not found or max(counts[:found]) > usual / 2:
        return at
    rows = [grid.row(i) for i in range(at + found, at + min(len(counts), found + _HEAD))]
    numeric = _numeric_columns(rows[1:])
    names = bool(numeric) and not any(looks_numeric(rows[0][c]) for c in numeric)
    return at + found if names else at


def _worth_skipping(grid: Grid, at: int) -> bool:
    """A lone cell is a title only when a fuller row of names or data follows."""
    return any(len(_filled(grid.row(i))) >= 2 for i in range(at + 1, min(at + 4, grid.height)))


def _blank_rows(grid: Grid) -> int:
    at = 0
    while at < min(10, grid.height - 1) and not _filled(grid.row(at)):
        at += 1
    return at


def _numeric_columns(rows: list[list[str]]) -> list[int]:
    if not rows:
        return []
    found = []
    for c in range(len(rows[0])):
        cells = [r[c] for r in rows if _known(r[c])]
        if cells and sum(looks_numeric(x) for x in cells) * 2 > len(cells):
            found.append(c)
    return found


def _has_header(head: list[list[str]], grid: Grid, at: int) -> bool:
    if not head:
        return False
    first, body = head[0], head[1:]
    if grid.row_names_first:
        return True
    if not body:
        return not any(looks_numeric(c) for c in first)
    numeric = _numeric_columns(body[1:] if len(body) > 2 else body)
    if not numeric:
        return not any(looks_numeric(c) for c in first) and not _repeats(first, grid, at)
    names = [first[c] for c in numeric if _known(first[c]) and not looks_numeric(first[c])]
    numbers = [first[c].strip() for c in numeric if _known(first[c]) and looks_numeric(first[c])]
    if names:
        return len(names) >= len(numbers) or _counted(numbers)
    if not numbers:
        return any(_known(c) for c in first)
    # Numbers as names: pandas writes 0, 1, 2 … above unnamed columns, and leaves the corner
    # above a saved index empty.
    if not _counted(numbers):
        return False
    if not first[0].strip():
        return len(numbers) >= len(numeric) - 1
    return len(numbers) > 1 and int(numbers[0]) in (0, 1) and _measured(body, numeric)


def _repeats(first: list[str], grid: Grid, at: int) -> bool:
    """A cell of the first row stands again below it: a value rather than a name."""
    return any(
        _known(cell) and pc.any(pc.equal(column.slice(at + 1), cell)).as_py()
        for cell, column in zip(first, grid.columns, strict=True)
    )


def _counted(numbers: list[str]) -> bool:
    """0, 1, 2 … or 1, 2, 3 … or years: numbers that name columns rather than measure."""
    if not all(n.isdigit() and n.isascii() and len(n) < 9 for n in numbers):
        return False
    values = [int(n) for n in numbers]
    steps = all(b - a == 1 for a, b in pairwise(values))
    return steps or all(1800 <= v <= 2200 for v in values)


def _measured(body: list[list[str]], numeric: list[int]) -> bool:
    """Most columns hold fractions, so whole numbers in the first row stand out."""
    cells = [[r[c].strip() for r in body] for c in numeric]
    return sum(any(not x.isdigit() for x in column if x) for column in cells) * 2 > len(cells)


def _header_depth(head: list[list[str]], choices: Choices) -> int:
    """2 when group names stand above the column names (merged cells), 1 otherwise."""
    if len(head) < 3 or choices.units:
        return 1
    first, second = head[0], head[1]
    numeric = _numeric_columns(head[2:])
    gaps = [c for c in range(len(first)) if not first[c].strip()]
    named = [c for c in numeric if _known(second[c]) and not looks_numeric(second[c])]
    # Every number column has its name in one of the two rows, and some only in the second.
    complete = all(c in named or first[c].strip() for c in numeric)
    if named and complete and any(c in numeric for c in gaps):
        return 2
    return 1


def _header_names(grid: Grid, at: int, depth: int) -> list[str]:
    if depth == 1:
        return grid.row(at)
    groups, names = grid.row(at), grid.row(at + 1)
    for (top, left), (_, right) in grid.merged:
        if top == at:
            for c in range(left, min(right + 1, grid.width)):
                groups[c] = groups[left]
    if not grid.merged:
        for c in range(1, grid.width):
            groups[c] = groups[c].strip() or groups[c - 1]
    pairs = zip(groups, names, strict=True)
    return [f"{g.strip()} {n.strip()}".strip() if g != n else n for g, n in pairs]


def _is_units(head: list[list[str]]) -> bool:
    """Short words below the names where numbers follow: cm, kg, [s]."""
    if len(head) < 2:
        return False
    first, numeric = head[0], _numeric_columns(head[1:])
    known = [first[c].strip() for c in numeric if _known(first[c])]
    units = [c for c in known if not looks_numeric(c)]
    return (
        bool(units)
        and len(units) == len(known)
        and 2 * len(units) >= len(numeric)
        and all(len(u) <= 12 for u in units)
    )


def _is_total(grid: Grid, skip: int) -> bool:
    if grid.height - skip < 3:
        return False
    cells = _filled(grid.row(grid.height - 1))
    return len(cells) >= 2 and bool(_TOTAL.match(cells[0].strip()))
