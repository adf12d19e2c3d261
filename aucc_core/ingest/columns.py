"""What each column holds: numbers, yes/no, dates, codes, text or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.numbers import (
    MISSING_TEXT,
    ParsedNumbers,
    decide_decimals,
    is_missing,
    parse_numbers,
    trim,
)
from aucc_core.ingest.table import RawColumn, RawTable
from aucc_core.score.inputs import Bools, Floats

# From 2**53 on, double precision skips integers, so digits would be lost silently.
LARGEST_EXACT = 2**53
_TOO_LARGE = "whole numbers beyond 2^53, which would lose digits"
# Numbers that people write where a value is missing.
_SENTINELS = (-999.0, -9999.0, -99999.0, -999.9, -9999.9, -999.99)
_MOSTLY = 0.8
_TRUE = ("true", "yes", "y", "t")
_BOOLEANS = ({"true", "false"}, {"yes", "no"}, {"y", "n"}, {"t", "f"})
_MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = (
    r"(?i)^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})|"
    rf"\d{{1,2}}[ -.]{_MONTH}[ -.,]+\d{{2,4}}|{_MONTH} \d{{1,2}},? \d{{4}})"
    r"([ T]+\d{1,2}:\d{2}.*)?$|^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?$"
)


@dataclass(frozen=True, eq=False)
class Column:
    """One column and what it holds.

    kind : "number", "boolean", "date", "code" (digits that are names), "text" or "empty".
    numbers : NaN where missing; None for dates and text.
    cells : the trimmed text; None for columns that came as numbers.
    missing, bad : rows without a value, and rows whose text is no number.
    """

    name: str
    kind: str
    missing: Bools
    numbers: Floats | None = None
    cells: pa.Array | None = None
    bad: Bools | None = None
    tricks: frozenset[str] = frozenset()
    decimal: str = "."
    sentinels: tuple[float, ...] = ()
    reason: str = ""

    @cached_property
    def integer(self) -> bool:
        """All known values are whole numbers."""
        if self.numbers is None:
            return False
        known = self.numbers[~np.isnan(self.numbers)]
        return bool(known.size) and bool(np.all(np.isfinite(known) & (known == np.round(known))))

    @cached_property
    def distinct(self) -> int:
        """Number of distinct known values."""
        if self.kind in ("number", "boolean") and self.numbers is not None:
            return int(np.unique(self.numbers[~np.isnan(self.numbers)]).size)
        known = self.known_cells()
        return int(pc.count_distinct(known).as_py()) if known is not None else 0

    @property
    def n_known(self) -> int:
        """Number of rows with a value."""
        return int((~self.missing).sum())

    def known_cells(self) -> pa.Array | None:
        """Text of the rows with a value."""
        return None if self.cells is None else pc.filter(self.cells, pa.array(~self.missing))

    def text(self, row: int) -> str:
        """Cell as the file shows it."""
        if self.cells is not None:
            return str(self.cells[row].as_py())
        return f"{self.numbers[row]:g}" if self.numbers is not None else ""


def read_columns(table: RawTable, choices: Choices) -> tuple[Column, ...]:
    """Classify every column."""
    texts = [c if c.cells is None else trim(c.cells) for c in table.columns]
    cells = [t for t in texts if isinstance(t, pa.Array)]
    decimals = iter(decide_decimals(cells, str(table.guesses.get("delimiter", "")), choices))
    return tuple(
        _typed_column(raw, choices)
        if raw.cells is None
        else _text_column(raw, text, next(decimals), choices)
        for raw, text in zip(table.columns, texts, strict=True)
    )


def _text_column(raw: RawColumn, cells: pa.Array, decimal: str, choices: Choices) -> Column:
    parsed = parse_numbers(cells, decimal)
    if parsed.missing.all():
        errors = parsed.tricks & {"errors"}
        return Column(raw.name, "empty", parsed.missing, tricks=frozenset(errors), cells=cells)
    known = ~parsed.missing
    bad = int(parsed.bad.sum())
    if bad:
        blank = is_missing(cells, MISSING_TEXT)
        kind = _kind_of_text(cells, blank)
        if kind == "boolean":
            return _boolean(raw.name, cells, blank)
        numeric = int(known.sum()) - bad
        stays_text = choices.mixed == "text" or numeric < _MOSTLY * known.sum()
        if kind == "date" or stays_text:
            some = numeric * 5 >= known.sum()
            reason = f"{numeric} of {known.sum()} cells are numbers" if some else ""
            return Column(raw.name, kind, blank, cells=cells, reason=reason)
    return _number_column(raw.name, cells, parsed, choices)


def _number_column(name: str, cells: pa.Array, parsed: ParsedNumbers, choices: Choices) -> Column:
    values = parsed.numbers
    whole = parsed.digits > 15 and np.nanmax(np.abs(values)) > LARGEST_EXACT
    reason = ""
    if whole:
        reason = _TOO_LARGE
    elif parsed.leading_zeros:
        reason = "leading zeros, which numbers would lose"
    sentinels = _find_sentinels(values, choices)
    missing = parsed.missing | parsed.bad
    if sentinels:
        gaps = np.isin(values, sentinels)
        values = np.where(gaps, np.nan, values)
        missing = missing | gaps
    return Column(
        name=name,
        kind="code" if reason else "number",
        missing=missing,
        numbers=values,
        cells=cells,
        bad=parsed.bad if parsed.bad.any() else None,
        tricks=frozenset(parsed.tricks),
        decimal=parsed.decimal,
        sentinels=sentinels,
        reason=reason,
    )


def _typed_column(raw: RawColumn, choices: Choices) -> Column:
    assert raw.numbers is not None
    values = np.asarray(raw.numbers, dtype=np.float64)
    missing = np.isnan(values)
    if raw.declared == "date":
        return Column(raw.name, "date", missing, numbers=values)
    if missing.all():
        return Column(raw.name, "empty", missing)
    if raw.declared == "boolean":
        return Column(raw.name, "boolean", missing, numbers=values, tricks=frozenset({"boolean"}))
    sentinels = _find_sentinels(values, choices)
    if sentinels:
        values = np.where(np.isin(values, sentinels), np.nan, values)
        missing = np.isnan(values)
    big = raw.declared == "integer" and float(np.nanmax(np.abs(values))) > LARGEST_EXACT
    return Column(
        name=raw.name,
        kind="code" if big else "number",
        missing=missing,
        numbers=values,
        sentinels=sentinels,
        reason=_TOO_LARGE if big else "",
    )


def _find_sentinels(values: Floats, choices: Choices) -> tuple[float, ...]:
    """Numbers in this column that mean "missing".

    A guess needs the number to be far below everything else in the column.
    """
    if choices.sentinels is not None:
        return tuple(float(s) for s in choices.sentinels if np.any(values == s))
    known = values[~np.isnan(values)]
    if known.size < 2 or known.min() > -999:
        return ()
    lowest = float(known.min())
    rest = known[known != lowest]
    if lowest in _SENTINELS and rest.size and rest.min() > lowest / 5:
        return (lowest,)
    return ()


def _kind_of_text(cells: pa.Array, blank: Bools) -> str:
    known = pc.filter(cells, pa.array(~blank))
    if len(known) == 0:
        return "text"
    some = known.slice(0, 1000)
    words = {w.lower() for w in pc.unique(some).to_pylist()}
    if any(words <= pair for pair in _BOOLEANS):
        everything = set(pc.unique(pc.utf8_lower(known)).to_pylist())
        if any(everything <= pair for pair in _BOOLEANS):
            return "boolean"
    dates = pc.match_substring_regex(some, _DATE)
    return "date" if pc.sum(dates).as_py() >= 0.9 * len(some) else "text"


def _boolean(name: str, cells: pa.Array, blank: Bools) -> Column:
    wanted = pa.array(_TRUE, type=cells.type)
    true = pc.is_in(pc.utf8_lower(cells), value_set=wanted).to_numpy(zero_copy_only=False)
    values = np.where(blank, np.nan, true.astype(np.float64))
    return Column(name, "boolean", blank, values, cells, tricks=frozenset({"boolean"}))
