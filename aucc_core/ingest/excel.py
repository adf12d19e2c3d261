"""Workbooks (xlsx, xls, ods) to a grid of cells: checked first, then parsed in a child process."""

from __future__ import annotations

import json

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.excel_guard import Findings, check_archive, inspect_xlsx
from aucc_core.ingest.grid import Grid, text_array
from aucc_core.ingest.limits import check_shape
from aucc_core.ingest.sandbox import run_child
from aucc_core.ingest.words import listed
from aucc_core.validate import InputError


def read_spreadsheet(kind: str, data: bytes, choices: Choices) -> Grid:
    """Cells of the chosen sheet, or of the first one with a table."""
    findings: dict[str, Findings] = {}
    if kind != "xls":
        check_archive(data, choices.limits)
    if kind == "xlsx":
        findings = inspect_xlsx(data)
    output = run_child("child_sheet.py", data, {"sheet": choices.sheet}, choices.limits)
    result = json.loads(output)
    columns = tuple(text_array(c) for c in result["columns"])
    if not columns:
        raise InputError(
            f"Sheet {result['sheet']!r} is empty. The sheets are: {', '.join(result['sheets'])}."
        )
    check_shape(len(columns[0]), len(columns), choices.limits)
    sheet = result["sheet"]
    notes = []
    if len(result["sheets"]) > 1:
        how = "chosen" if choices.sheet is not None else "the first one with a table"
        notes.append(f"Sheet {sheet!r} is read ({how}) of: {listed(result['sheets'])}.")
    notes += _cell_notes(sheet, findings.get(sheet, Findings()))
    merged = tuple(((a, b), (c, d)) for (a, b), (c, d) in result["merged"])
    return Grid(
        columns=columns,
        sheet=sheet,
        sheets=tuple(result["sheets"]),
        notes=tuple(notes),
        merged=merged,
    )


def _cell_notes(sheet: str, found: Findings) -> list[str]:
    if found.not_computed:
        raise InputError(
            f"Sheet {sheet!r} holds formulas that were never computed (cells "
            f"{listed(found.not_computed)}), so their values are unknown. Open the file in a "
            "spreadsheet program, save it again with values, and upload that."
        )
    if found.errors:
        note = (
            f"Sheet {sheet!r}: cells with errors such as #DIV/0! count as missing "
            f"({listed(found.errors)}). Correct them and re-save with values if they matter."
        )
        return [note]
    return []
