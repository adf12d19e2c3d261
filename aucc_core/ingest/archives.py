"""Checks on a workbook's archive before any parser sees it: bombs, entities, odd cells."""

from __future__ import annotations

import html
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from aucc_core.ingest.limits import Limits, megabytes
from aucc_core.validate import InputError

# Everything zipfile raises on a damaged or lying archive.
ZIP_PROBLEMS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    KeyError,
)
_CHUNK = 1 << 20
_OVERLAP = 4096
_MOST_MEMBERS = 5000
_SMALL = 1 << 20
_TAG = rb"<(?:\w+:)?"
_NOT_COMPUTED = re.compile(
    _TAG + rb"c\b([^>]*)>\s*" + _TAG + rb"f\b[^>]*(?:/>|>[^<]*</(?:\w+:)?f>)\s*"
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_ERROR_CELL = re.compile(_TAG + rb'c\b([^>]*\bt="e"[^>]*)>')
_REFERENCE = re.compile(rb'\br="([A-Z]{1,3}\d{1,7})"')
_SHEET = re.compile(rb"<(?:\w+:)?sheet\b([^>]*)>")
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\b([^>]*)>")
_UNREADABLE = "The workbook is truncated or damaged. Download or save it again."


@dataclass(frozen=True)
class Findings:
    """Cells of one sheet that a parser would silently return empty."""

    not_computed: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


def check_archive(data: bytes, limits: Limits) -> None:
    """Refuse archives that unpack to far more than they are, or that hold XML entities."""
    with _open(data) as archive:
        members = archive.infolist()
        if len(members) > _MOST_MEMBERS:
            raise InputError(f"The workbook has {len(members):,} parts; the limit is 5,000.")
        if any(m.flag_bits & 1 for m in members):
            raise InputError(
                "The workbook is protected with a password. Save it without one and upload again."
            )
        total = sum(m.file_size for m in members)
        if total > limits.unpacked_bytes or (
            total > _SMALL and total > limits.unpack_ratio * len(data)
        ):
            raise InputError(
                f"The workbook unpacks from {megabytes(len(data))} to {megabytes(total)}, which "
                "is not what a table does (limits: "
                f"{megabytes(limits.unpacked_bytes)}, {limits.unpack_ratio} times its size). Save "
                "the table as CSV."
            )
        for member in members:
            if member.filename.lower().endswith((".xml", ".rels")):
                for chunk in _chunks(archive, member):
                    if b"<!DOCTYPE" in chunk or b"<!ENTITY" in chunk:
                        raise InputError(
                            f"Part {member.filename!r} of the workbook declares XML entities, "
                            "which no spreadsheet program writes. The file is refused."
                        )


def inspect_xlsx(data: bytes) -> dict[str, Findings]:
    """By sheet: formulas without a value, and error cells."""
    with _open(data) as archive:
        by_name = {m.filename.lower(): m for m in archive.infolist()}
        return {
            name: _inspect_sheet(archive, by_name[part])
            for name, part in _sheet_parts(archive, by_name).items()
            if part in by_name
        }


def _sheet_parts(archive: zipfile.ZipFile, by_name: dict[str, zipfile.ZipInfo]) -> dict[str, str]:
    relations = by_name.get("xl/_rels/workbook.xml.rels")
    if relations is None:
        return {}
    targets = {}
    for match in _RELATION.finditer(_read(archive, relations)):
        key, target = _attribute(match[1], rb"Id"), _attribute(match[1], rb"Target")
        if key and target:
            path = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
            targets[key] = path.lower()
    parts = {}
    for match in _SHEET.finditer(_read(archive, by_name["xl/workbook.xml"])):
        name, key = _attribute(match[1], rb"name"), _attribute(match[1], rb"\w+:id")
        if name and key in targets:
            parts[name] = targets[key]
    return parts


def _inspect_sheet(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Findings:
    formulas: dict[str, None] = {}
    errors: dict[str, None] = {}
    for chunk in _chunks(archive, member):
        for pattern, found in ((_NOT_COMPUTED, formulas), (_ERROR_CELL, errors)):
            for match in pattern.finditer(chunk):
                reference = _REFERENCE.search(match[1])
                if reference and len(found) < 1000:
                    found[reference[1].decode()] = None
    return Findings(tuple(formulas), tuple(errors))


def _chunks(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[bytes]:
    """Content piece by piece, each with the end of the one before, so that no match is cut."""
    tail = b""
    try:
        with archive.open(member) as stream:
            while piece := stream.read(_CHUNK):
                yield tail + piece
                tail = piece[-_OVERLAP:]
    except ZIP_PROBLEMS as error:
        raise InputError(_UNREADABLE) from error


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    try:
        with archive.open(member) as stream:
            return stream.read(8 * _CHUNK)
    except ZIP_PROBLEMS as error:
        raise InputError(_UNREADABLE) from error


def _open(data: bytes) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except ZIP_PROBLEMS as error:
        raise InputError(_UNREADABLE) from error


def _attribute(tag: bytes, name: bytes) -> str:
    match = re.search(rb"\b" + name + rb'="([^"]*)"', tag)
    return html.unescape(match[1].decode("utf-8", "replace")) if match else ""
