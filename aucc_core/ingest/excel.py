"""Workbooks (xlsx, xls, ods) to a grid of cells.

The archive is checked first, cells that a parser would silently return empty are looked up, and
the chosen sheet is parsed in a child process.
"""

from __future__ import annotations

import html
import json
import re
import zipfile
from dataclasses import dataclass

from aucc_core.ingest.archives import (
    check_archive,
    chunks,
    open_archive,
    read_start,
    refuse_entities,
)
from aucc_core.ingest.choices import Choices
from aucc_core.ingest.limits import check_shape, run_child
from aucc_core.ingest.names import listed
from aucc_core.ingest.table import Grid, text_array
from aucc_core.score.inputs import InputError

_TAG = rb"<(?:\w+:)?"
_NOT_COMPUTED = re.compile(
    _TAG + rb"c\b([^>]*)>\s*" + _TAG + rb"f\b[^>]*(?:/>|>[^<]*</(?:\w+:)?f>)\s*"
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_ERROR_CELL = re.compile(_TAG + rb'c\b([^>]*\bt="e"[^>]*)>')
_REFERENCE = re.compile(rb'\br="([A-Z]{1,3}\d{1,7})"')
_SHEET = re.compile(rb"<(?:\w+:)?sheet\b([^>]*)>")
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\b([^>]*)>")


def read_spreadsheet(kind: str, data: bytes, choices: Choices) -> Grid:
    """Cells of the chosen sheet, or of the first one with a table."""
    findings: dict[str, Findings] = {}
    if kind != "xls":
        check_archive(data, choices.limits, "workbook")
        refuse_entities(data)
    if kind == "xlsx":
        findings = inspect_xlsx(data)
    output = run_child("workbook", data, choices.limits, sheet=choices.sheet)
    result = json.loads(output)
    columns = tuple(text_array(c) for c in result["columns"])
    if not columns:
        raise InputError(
            f"Sheet {result['sheet']!r} is empty; the workbook has the sheets: "
            f"{', '.join(result['sheets'])}."
        )
    check_shape(len(columns[0]), len(columns), choices.limits)
    sheet = result["sheet"]
    notes = []
    if len(result["sheets"]) > 1:
        how = "chosen" if choices.sheet is not None else "the first visible one with a table"
        notes.append(f"Sheet {sheet!r} is read ({how}) of: {listed(result['sheets'])}.")
    passed_over = [name for name in result["hidden"] if name != sheet]
    if passed_over:
        notes.append(f"Hidden in the workbook and passed over: {listed(passed_over)}.")
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
            f"{listed(found.not_computed)}), so their values are unknown. "
            "Open the file in a spreadsheet program, save it again with values, and upload that."
        )
    if found.errors:
        note = (
            f"Sheet {sheet!r}: cells with errors such as #DIV/0! count as missing "
            f"({listed(found.errors)}). Correct them and re-save with values if they matter."
        )
        return [note]
    return []


@dataclass(frozen=True)
class Findings:
    """Cells of one sheet that a parser would silently return empty."""

    not_computed: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


def inspect_xlsx(data: bytes) -> dict[str, Findings]:
    """By sheet: formulas without a value, and error cells."""
    with open_archive(data) as archive:
        by_name = {m.filename.lower(): m for m in archive.infolist()}
        return {
            name: _inspect_sheet(archive, by_name[part])
            for name, part in _sheet_parts(archive, by_name).items()
            if part in by_name
        }


def _inspect_sheet(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Findings:
    formulas: dict[str, None] = {}
    errors: dict[str, None] = {}
    for chunk in chunks(archive, member):
        for pattern, found in ((_NOT_COMPUTED, formulas), (_ERROR_CELL, errors)):
            for match in pattern.finditer(chunk):
                reference = _REFERENCE.search(match[1])
                if reference and len(found) < 1000:
                    found[reference[1].decode()] = None
    return Findings(tuple(formulas), tuple(errors))


def _sheet_parts(archive: zipfile.ZipFile, by_name: dict[str, zipfile.ZipInfo]) -> dict[str, str]:
    relations = by_name.get("xl/_rels/workbook.xml.rels")
    if relations is None:
        return {}
    targets = {}
    for match in _RELATION.finditer(read_start(archive, relations)):
        key, target = _attribute(match[1], rb"Id"), _attribute(match[1], rb"Target")
        if key and target:
            path = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
            targets[key] = path.lower()
    parts = {}
    for match in _SHEET.finditer(read_start(archive, by_name["xl/workbook.xml"])):
        name, key = _attribute(match[1], rb"name"), _attribute(match[1], rb"\w+:id")
        if name and key in targets:
            parts[name] = targets[key]
    return parts


def _attribute(tag: bytes, name: bytes) -> str:
    match = re.search(rb"\b" + name + rb'="([^"]*)"', tag)
    return html.unescape(match[1].decode("utf-8", "replace")) if match else ""
