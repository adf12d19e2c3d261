"""Decimal comma or decimal point, decided from all cells and not from a sample."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.numbers import comma_evidence

_POINT_THOUSANDS = r"^[+-]?[1-9]\d{0,2}(\.\d{3})+$"
_POINT_DECIMAL = r"^[+-]?\d*\.\d*$"


def decide_decimals(columns: list[pa.Array], delimiter: str, choices: Choices) -> list[str]:
    """Decimal mark of each column. Unclear columns follow the clear ones, then the delimiter."""
    if choices.decimal:
        return [choices.decimal] * len(columns)
    evidence = [comma_evidence(c) for c in columns]
    commas = sum(e[0] for e in evidence)
    thousands = sum(e[1] for e in evidence)
    return [
        _decide(c, e, commas - thousands, columns, delimiter)
        for c, e in zip(columns, evidence, strict=True)
    ]


def _decide(
    cells: pa.Array,
    evidence: tuple[int, int, int],
    file_lean: int,
    columns: list[pa.Array],
    delimiter: str,
) -> str:
    comma, thousands, unclear = evidence
    if comma != thousands:
        return "," if comma > thousands else "."
    if not unclear and not comma:
        # A column such as 1.234 in a file with decimal commas: those points group thousands.
        return "," if file_lean > 0 and _points_group_thousands(cells) else "."
    if file_lean:
        return "," if file_lean > 0 else "."
    # "1,234" and nothing else to go by: a semicolon file comes from a decimal-comma country.
    return "," if delimiter == ";" and not any(_has_point(c) for c in columns) else "."


def _points_group_thousands(cells: pa.Array) -> bool:
    pointed = pc.filter(cells, pc.match_substring_regex(cells, _POINT_DECIMAL))
    grouped = pc.match_substring_regex(cells, _POINT_THOUSANDS)
    n_grouped = pc.sum(grouped).as_py() or 0
    return n_grouped > 0 and n_grouped >= len(pointed)


def _has_point(cells: pa.Array) -> bool:
    return bool(pc.any(pc.match_substring_regex(cells, _POINT_DECIMAL)).as_py())
