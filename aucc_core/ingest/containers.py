"""The table inside a zip or gzip archive: which file it is, and its bytes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import PurePosixPath

from aucc_core.ingest.archives import check_archive, gunzip, open_archive, unzip
from aucc_core.ingest.choices import Choices
from aucc_core.ingest.names import listed
from aucc_core.score.inputs import InputError

GZ = "the gzip archive"


@dataclass(frozen=True)
class Inside:
    """A file of an archive, and all files of it that may hold a table."""

    name: str
    data: bytes
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def open_gz(data: bytes, choices: Choices) -> Inside:
    """The one file of a gzip archive, which does not tell its name."""
    return Inside(GZ, gunzip(data, choices.limits))


def open_zip(data: bytes, choices: Choices, endings: Collection[str]) -> Inside:
    """The chosen file of a zip archive, or its largest table."""
    check_archive(data, choices.limits, "zip archive")
    with open_archive(data) as archive:
        sizes = {m.filename: m.file_size for m in archive.infolist() if _is_shown(m.filename)}
        # Files called like tables; notes in .txt only when there is nothing else.
        tables = [n for n in sizes if _ending(n) in endings and _ending(n) != ".txt"]
        names = tables or [n for n in sizes if _ending(n) in (".txt", "")]
        if not names:
            what = listed([repr(n[:60]) for n in sizes]) or "nothing"
            raise InputError(f"The zip archive holds no table; it holds {what}.")
        wanted = choices.sheet
        if wanted is None or len(names) == 1:
            wanted = max(names, key=lambda name: sizes[name])
        elif isinstance(wanted, int) and -len(names) <= wanted < len(names):
            wanted = names[wanted]
        if wanted not in names:
            raise InputError(f"There is no table {wanted!r} in the zip archive: {listed(names)}.")
        notes = []
        if len(names) > 1:
            how = "chosen" if choices.sheet is not None else "the largest"
            notes.append(
                f"Table {str(wanted)!r} is read ({how}) of: {listed(names)}. If another one holds "
                "its labels or distances, unpack the archive and add both files."
            )
        content = unzip(archive, str(wanted), choices.limits)
    return Inside(str(wanted), content, tuple(names) if len(names) > 1 else (), tuple(notes))


def _is_shown(name: str) -> bool:
    """A file, and none that systems hide or put there for themselves."""
    parts = PurePosixPath(name).parts
    hidden = any(p.startswith(".") and p != ".." for p in parts) or "__MACOSX" in parts
    return bool(parts) and not name.endswith("/") and not hidden


def _ending(name: str) -> str:
    return PurePosixPath(name).suffix.lower()
