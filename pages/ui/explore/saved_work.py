"""Work in one file, to go on with it elsewhere: table, how it was read, choices, labels by hand.

The file is a zip with the table's own files and a `work.json`. It comes from people, so nothing in
it is trusted: sizes are limited before anything is unpacked, and only plain values are taken.
"""

from __future__ import annotations

import io
import json
import lzma
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aucc_core.score.inputs import InputError
from pages.ui.components.linked import Settled, settled_of, told
from pages.ui.upload.files import MOST_FILES, PARTS, Import, Upload

ENDING = "aucc"
_WORK = "work.json"
_VERSION = 1
_MOST_BYTES = 500 << 20  # of all files together, unpacked
_MOST_JSON = 50 << 20
# What reading a zip and the entries of a JSON file raises when they are not as they should be.
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError,
    NotImplementedError, RuntimeError, LookupError, ValueError, TypeError, AttributeError,
    OverflowError,
)  # fmt: skip
_NOT_OURS = "This is no file that “Save work” has made, or it is damaged. Save the work again."


@dataclass(frozen=True, eq=False)
class Work:
    """What is saved.

    Attributes
    ----------
    choices : what the controls are set to, by key of the session's state.
    settled : what was chosen in the linked view, labels by hand among it.
    table : the person's own files; None for an example.
    """

    choices: Mapping[str, Any]
    settled: Settled = field(default_factory=Settled)
    table: Import | None = None


def to_bytes(work: Work) -> bytes:
    """The file."""
    content: dict[str, Any] = {
        "aucc_work": _VERSION,
        "choices": dict(work.choices),
        "settled": told(work.settled),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        if work.table is not None:
            content["table"] = {
                "files": [upload.name for upload in work.table.uploads],
                "parts": list(work.table.parts),
                "choices": dict(work.table.choices),
                "answers": dict(work.table.answers),
            }
            for at, upload in enumerate(work.table.uploads):
                archive.writestr(_place(at), upload.data)
        archive.writestr(_WORK, json.dumps(content))
    return buffer.getvalue()


def from_bytes(data: bytes) -> Work:
    """Read the file; InputError when it is none of ours."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            content = json.loads(_read(archive, _WORK, _MOST_JSON))
            return _work(content, archive)
    except InputError:
        raise
    except _DAMAGED as error:
        raise InputError(_NOT_OURS) from error


def _work(content: Any, archive: zipfile.ZipFile) -> Work:
    if content["aucc_work"] != _VERSION:
        raise InputError(
            "This work was saved by another version of the dashboard, which this one cannot read."
        )
    table = content.get("table")
    return Work(
        {str(key): _plain(value) for key, value in dict(content["choices"]).items()},
        settled_of(content["settled"]),
        None if table is None else _table(table, archive),
    )


def _table(content: Any, archive: zipfile.ZipFile) -> Import:
    names, parts = list(content["files"]), tuple(content["parts"])
    if not 0 < len(names) <= MOST_FILES or len(names) != len(parts) or set(parts) - set(PARTS):
        raise InputError(_NOT_OURS)
    left, uploads = _MOST_BYTES, []
    for at, name in enumerate(names):
        uploads.append(Upload(str(name), _read(archive, _place(at), left)))
        left -= len(uploads[-1].data)
    answers = {
        str(key): _plain(value)
        for key, value in dict(content["answers"]).items()
        if str(key).startswith("import.")
    }
    choices = {str(key): value for key, value in dict(content["choices"]).items()}
    return Import(tuple(uploads), answers, parts, choices)


def _place(at: int) -> str:
    """Where a file of the table stands in the archive; its own name may be anything."""
    return f"table-{at}"


def _read(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """One file of the archive, and never more than so many bytes, whatever it says of itself."""
    with archive.open(name) as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise InputError("This work is larger than what can be opened here.")
    return found


def _plain(value: Any) -> Any:
    """A value that a control can be set to."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise InputError(_NOT_OURS)
