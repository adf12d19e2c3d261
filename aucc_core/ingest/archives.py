"""Zip and gzip: opened, read piece by piece, bombs refused."""

from __future__ import annotations

import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator

from aucc_core.ingest.child import PROTECTED
from aucc_core.ingest.limits import Limits, megabytes
from aucc_core.ingest.sniff import SAVE_AGAIN, UNPACK
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
_UNREADABLE = f"The workbook or archive is truncated or damaged. {SAVE_AGAIN}"


def check_archive(data: bytes, limits: Limits, what: str) -> None:
    """Refuse archives that unpack to far more than they are; ``what`` is what they are."""
    with open_archive(data) as archive:
        members = archive.infolist()
        if len(members) > _MOST_MEMBERS:
            raise InputError(
                f"The {what} has {len(members):,} parts; the limit is {_MOST_MEMBERS:,}. "
                "Save the table alone."
            )
        if any(m.flag_bits & 1 for m in members):
            if what == "workbook":
                raise InputError(PROTECTED)
            raise InputError(f"The {what} is locked with a password. {UNPACK}")
        total = sum(m.file_size for m in members)
        if _is_bomb(len(data), total, limits):
            raise _bomb(what, len(data), megabytes(total), limits)


def refuse_entities(data: bytes) -> None:
    """Refuse a workbook whose parts declare XML entities."""
    with open_archive(data) as archive:
        for member in archive.infolist():
            if member.filename.lower().endswith((".xml", ".rels")):
                for chunk in chunks(archive, member):
                    if b"<!DOCTYPE" in chunk or b"<!ENTITY" in chunk:
                        raise InputError(
                            f"Part {member.filename!r} of the workbook declares XML entities, "
                            "which no spreadsheet program writes. The file is refused."
                        )


def _is_bomb(packed: int, unpacked: int, limits: Limits) -> bool:
    return unpacked > limits.unpacked_bytes or (
        unpacked > _SMALL and unpacked > limits.unpack_ratio * packed
    )


def _bomb(what: str, packed: int, unpacked: str, limits: Limits) -> InputError:
    return InputError(
        f"The {what} unpacks from {megabytes(packed)} to {unpacked}, "
        f"which is not what a table does (limits: {megabytes(limits.unpacked_bytes)}, "
        f"{limits.unpack_ratio} times its size). Save the table as CSV."
    )


def unzip(archive: zipfile.ZipFile, name: str, limits: Limits) -> bytes:
    """One file of an archive; what is declared smaller than it is stops at the limit."""
    try:
        with archive.open(name) as stream:
            data = stream.read(limits.unpacked_bytes + 1)
    except ZIP_PROBLEMS as error:
        raise InputError(_UNREADABLE) from error
    if len(data) > limits.unpacked_bytes:
        raise _bomb("zip archive", archive.getinfo(name).compress_size, "more", limits)
    return data


def gunzip(data: bytes, limits: Limits) -> bytes:
    """Content of a gzip file, of all its parts; a bomb stops at the limit."""
    pieces: list[bytes] = []
    size = 0
    try:
        with gzip.open(io.BytesIO(data)) as stream:
            while piece := stream.read(_CHUNK):
                size += len(piece)
                pieces.append(piece)
                if _is_bomb(len(data), size, limits):
                    raise _bomb("gzip archive", len(data), f"{megabytes(size)} or more", limits)
    except ZIP_PROBLEMS as error:
        if isinstance(error, InputError):
            raise
        raise InputError(_UNREADABLE) from error
    return b"".join(pieces)


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
