"""Lines above the table that are no rows: comments and the `sep=;` line of spreadsheets."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.delimiter import guess_delimiter, split_rows
from aucc_core.ingest.numbers import looks_numeric

_SEP = re.compile(r'^"?sep=([\t -~])"?$', re.IGNORECASE)
_MOST_LINES = 1000


@dataclass(frozen=True)
class Preamble:
    """What stood above the table."""

    lines: int = 0
    delimiter: str = ""
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def skip_preamble(text: str, choices: Choices) -> tuple[str, Preamble]:
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
    return body, Preamble(at, delimiter, names, tuple(notes))


def _commented_names(comments: list[str], rows: list[str], delimiter: str) -> tuple[str, ...]:
    """NumPy writes the header as a comment: names when the width fits and rows are numbers."""
    if not comments or not rows:
        return ()
    delimiter = delimiter or guess_delimiter(rows)
    if not delimiter:
        return ()
    first = split_rows(rows[:1], delimiter)
    names = split_rows([comments[-1].lstrip("# ")], delimiter)
    if not first or not names or len(first[0]) != len(names[0]) or len(first[0]) < 2:
        return ()
    if any(looks_numeric(c) for c in first[0]) and not any(looks_numeric(c) for c in names[0]):
        return tuple(n.strip() for n in names[0])
    return ()


def _lines(n: int) -> str:
    return "1 line" if n == 1 else f"{n} lines"
