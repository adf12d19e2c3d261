"""Zip archives (workbooks, npz): opened, read piece by piece, bombs refused."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator

from aucc_core.ingest.child import PROTECTED
from aucc_core.ingest.limits import Limits, megabytes
from aucc_core.ingest.sniff import SAVE_AGAIN
from aucc_core.score.inputs import InputError

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
_MOST_MEMBERS = 5_000
_SMALL = 1 << 20
_UNREADABLE = f"The workbook is truncated or damaged. {SAVE_AGAIN}"


def check_archive(data: bytes, limits: Limits, what: str) -> None:
    """Refuse archives that unpack to far more than they are, or that hold XML entities.

    ``what`` they are: "workbook", for example.
    """
    with open_archive(data) as archive:
        members = archive.infolist()
        if len(members) > _MOST_MEMBERS:
            raise InputError(
                f"The {what} has {len(members):,} parts; the limit is {_MOST_MEMBERS:,}. "
                "Save the table alone."
            )
        if any(m.flag_bits & 1 for m in members):
            raise InputError(PROTECTED)
        total = sum(m.file_size for m in members)
        if total > limits.unpacked_bytes or (
            total > _SMALL and total > limits.unpack_ratio * len(data)
        ):
            raise InputError(
                f"The {what} unpacks from {megabytes(len(data))} to {megabytes(total)}, "
                f"which is not what a table does (limits: {megabytes(limits.unpacked_bytes)}, "
                f"{limits.unpack_ratio} times its size). Save the table as CSV."
            )
        for member in members:
            if member.filename.lower().endswith((".xml", ".rels")):
                for chunk in chunks(archive, member):
                    if b"<!DOCTYPE" in chunk or b"<!ENTITY" in chunk:
                        raise InputError(
                            f"Part {member.filename!r} of the workbook declares XML entities, "
                            "which no spreadsheet program writes. The file is refused."
                        )


def open_archive(data: bytes) -> zipfile.ZipFile:
    """The archive, or a refusal when it is damaged."""
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except ZIP_PROBLEMS as error:
        raise InputError(_UNREADABLE) from error


def chunks(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[bytes]:
    """Content piece by piece, each with the end of the one before, so that no match is cut."""
    tail = b""
    try:
        with archive.open(member) as stream:
            while piece := stream.read(_CHUNK):
                yield tail + piece
                tail = piece[-_OVERLAP:]
    except ZIP_PROBLEMS as error:
        raise InputError(_UNREADABLE) from error


def read_start(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """The first 8 MB of a part, more than any list of sheets takes."""
    try:
        with archive.open(member) as stream:
            return stream.read(8 * _CHUNK)
    except ZIP_PROBLEMS as error:
        raise InputError(_UNREADABLE) from error
