"""Uploaded files put together: which holds data, which labels, which distances. No Streamlit."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pandas as pd

from aucc_core.ingest import Inspection, Preview, inspect_file
from aucc_core.ingest.choices import make_choices
from aucc_core.score.inputs import Dataset, InputError
from pages.ui.store.digest import digest_of

PARTS = {
    "features": "data: one object per row",
    "distances": "distance matrix",
    "labels": "labels for the data",
}
MOST_FILES = 3


@dataclass(frozen=True)
class Upload:
    """One file of the person."""

    name: str
    data: bytes

    @cached_property
    def digest(self) -> str:
        """Stands for name and content."""
        return digest_of("upload", self.name, self.data)


@dataclass(frozen=True)
class Import:
    """Files that were taken in, and what was answered about them, by key of the session's state.

    ``parts`` says what each file is for, ``choices`` how the main one is read.
    """

    uploads: tuple[Upload, ...]
    answers: Mapping[str, Any]
    parts: tuple[str, ...] = ()
    choices: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        """Stands for the files, whatever was answered."""
        return digest_of("uploads", [u.digest for u in self.uploads])

    @property
    def how_read(self) -> HowRead:
        """What a script needs to read the same."""
        names = {part: u.name for part, u in zip(self.parts, self.uploads, strict=True)}
        return HowRead(names, self.choices)

    def dataset(self) -> Dataset:
        """The files read again, as they were taken in."""
        return read_uploads(self.uploads, self.parts, self.choices, Readings())

    def original(self) -> pd.DataFrame:
        """The cells of the main file as they stand there, a row for each of its rows."""
        main = next(i for i, part in enumerate(self.parts) if part != "labels")
        columns = Readings().of(self.uploads[main], self.choices).analysis.columns
        return pd.DataFrame(
            {c.name: c.numbers if c.cells is None else c.cells.to_pylist() for c in columns}
        )


@dataclass(frozen=True)
class HowRead:
    """What a script needs to read the same files the same way.

    ``files`` are names by part, ``choices`` what was decided for the main one.
    """

    files: Mapping[str, str]
    choices: Mapping[str, Any]


class Readings:
    """Files inspected so far: cells are read once, and understood once per set of choices.

    It holds the cells themselves, so it lives no longer than one run of a script; what a later
    run needs (previews, the data) is small and goes to the store.
    """

    def __init__(self) -> None:
        self._known: dict[str, list[Inspection]] = {}

    def of(self, upload: Upload, choices: Mapping[str, Any]) -> Inspection:
        """A file under some choices."""
        options = {**choices, "name": upload.name}
        wanted = make_choices(options)
        known = self._known.setdefault(upload.digest, [])
        for inspection in known:
            if inspection.choices == wanted:
                return inspection
        same_cells = [i for i in known if i.choices.for_cells() == wanted.for_cells()]
        if same_cells:
            known.append(same_cells[0].under(wanted))
        else:
            known.append(inspect_file(upload.data, **options))
        return known[-1]


def guess_parts(previews: Sequence[Preview]) -> list[str]:
    """What each file is for: the one with features or distances, and label files beside it."""
    if len(previews) == 1:
        return [previews[0].looks_like]
    parts = [
        p.looks_like
        if p.looks_like == "distances" or (_measures(p) and not p.only_labels)
        else "labels"
        for p in previews
    ]
    if all(part == "labels" for part in parts):
        widest = max(range(len(parts)), key=lambda i: previews[i].n_columns)
        parts[widest] = "features"
    while parts.count("features") > 1:
        # Two tables of numbers: the narrower one most likely holds labels.
        named = [i for i, part in enumerate(parts) if part == "features"]
        parts[min(named, key=lambda i: previews[i].n_columns)] = "labels"
    return parts


def _measures(preview: Preview) -> bool:
    return any(c.role == "feature" and c.kind == "number" for c in preview.columns)


def read_upload(upload: Upload) -> Dataset:
    """One file by itself, as it is guessed to be."""
    readings = Readings()
    parts = guess_parts([readings.of(upload, {}).preview])
    return read_uploads([upload], parts, {}, readings)


def read_uploads(
    uploads: Sequence[Upload],
    parts: Sequence[str],
    choices: Mapping[str, Any],
    readings: Readings,
) -> Dataset:
    """One dataset from all files; `choices` are for the main one."""
    by_part: dict[str, Upload] = {}
    for upload, part in zip(uploads, parts, strict=True):
        if part in by_part:
            raise InputError(
                f"Two files are given as {PARTS[part]}. Say for each file what it holds, or "
                "remove one."
            )
        by_part[part] = upload
    features, distances = by_part.get("features"), by_part.get("distances")
    if features is not None:
        main = readings.of(features, choices)
    elif distances is not None:
        main = _as_distances(distances, choices, readings)
    else:
        raise InputError(
            "There are labels, but no data to score them on. Add the table or the distance matrix."
        )
    labels = readings.of(by_part["labels"], {}).labels() if "labels" in by_part else None
    data = main.dataset(labels)
    if features is None or distances is None:
        return data
    return _with_distances(data, _as_distances(distances, {}, readings).dataset())


def _as_distances(upload: Upload, choices: Mapping[str, Any], readings: Readings) -> Inspection:
    guessed = readings.of(upload, choices)
    if guessed.preview.looks_like == "distances":
        return guessed
    return readings.of(upload, {**choices, "kind": "distances"})


def _with_distances(data: Dataset, matrix: Dataset) -> Dataset:
    if matrix.n != data.n:
        raise InputError(
            f"The distance matrix has {matrix.n:,} objects, the data has {data.n:,} rows. "
            "Both must list the same objects in the same order."
        )
    note = f"Distances come from {matrix.name}; the features serve for pictures only."
    return dataclasses.replace(
        data,
        distances=matrix.distances,
        label_columns={**data.label_columns, **matrix.label_columns},
        notices=(*data.notices, *matrix.notices, note),
    )
