"""Which character separates the cells: the one that gives even rows full of numbers."""

from __future__ import annotations

import csv
import io
from collections import Counter
from itertools import pairwise

from aucc_core.ingest.choices import DELIMITERS
from aucc_core.ingest.numbers import MISSING, looks_numeric

_SAMPLE_ROWS = 60
_SAMPLE_CELLS = 1500


def guess_delimiter(lines: list[str]) -> str:
    """Best separator for these lines; "" when every line is one single cell."""
    sample = [line for line in lines if line.strip()][:_SAMPLE_ROWS]
    best, best_score = "", 0.0
    for delimiter in DELIMITERS:
        score = _score(split_rows(sample, delimiter), delimiter)
        if score > best_score + 1e-9:
            best, best_score = delimiter, score
    return best


def split_rows(lines: list[str], delimiter: str) -> list[list[str]]:
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


def is_triangle(widths: list[int]) -> bool:
    """Rows that grow by one cell each: the lower half of a distance matrix."""
    return len(widths) >= 3 and all(b - a == 1 for a, b in pairwise(widths))


def _score(rows: list[list[str]], delimiter: str) -> float:
    if not rows:
        return 0.0
    widths = [len(row) for row in rows]
    width, count = Counter(w for w in widths).most_common(1)[0]
    triangle = is_triangle(widths)
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
