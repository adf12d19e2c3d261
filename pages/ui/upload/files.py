"""Uploaded files put together: which holds data, which labels, which distances. No Streamlit."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aucc_core.dataset import Dataset
from aucc_core.ingest import Preview, inspect_table, read_table
from aucc_core.validate import InputError

PARTS = {
    "features": "data: one object a row",
    "distances": "distance matrix",
    "labels": "labels for the data",
}
MOST_FILES = 3


@dataclass(frozen=True)
class Upload:
    """One file of the person."""

    name: str
    data: bytes


def guess_parts(previews: Sequence[Preview]) -> list[str]:
    """What each file is for: the one with features or distances, and label files beside it."""
    if len(previews) == 1:
        return [previews[0].looks_like]
    parts = [
        p.looks_like if p.looks_like == "distances" or _measures(p) else "labels" for p in previews
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


def preview_of(upload: Upload, choices: Mapping[str, Any]) -> Preview:
    """Preview under the choices made so far."""
    return inspect_table(upload.data, name=upload.name, **choices)


def read_uploads(
    uploads: Sequence[Upload], parts: Sequence[str], choices: Mapping[str, Any]
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
    main = by_part.get("features") or by_part.get("distances")
    if main is None:
        raise InputError(
            "There are labels, but no data to score them on. Add the table or the distance matrix."
        )
    options = dict(choices)
    if "labels" in by_part:
        labels = by_part["labels"]
        options["labels_file"] = (labels.name, labels.data)
    if main is by_part.get("distances"):
        options["kind"] = "distances"
        return read_table(main.data, name=main.name, **options)
    data = read_table(main.data, name=main.name, **options)
    if "distances" not in by_part:
        return data
    return _with_distances(data, by_part["distances"])


def _with_distances(data: Dataset, upload: Upload) -> Dataset:
    matrix = read_table(upload.data, name=upload.name, kind="distances")
    if matrix.n != data.n:
        raise InputError(
            f"The distance matrix has {matrix.n:,} objects, the data has {data.n:,} rows. Both "
            "must list the same objects in the same order."
        )
    note = f"Distances come from {matrix.name}; the features serve for pictures only."
    return dataclasses.replace(
        data,
        distances=matrix.distances,
        label_columns={**data.label_columns, **matrix.label_columns},
        notices=(*data.notices, *matrix.notices, note),
    )
