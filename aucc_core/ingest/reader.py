"""`read_table`, `inspect_table` and `read_labels`: the functions that people call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy.typing as npt

from aucc_core.ingest.analysis import Analysis, analyse
from aucc_core.ingest.build import build
from aucc_core.ingest.cells import read_cells
from aucc_core.ingest.choices import Choices, make_choices
from aucc_core.ingest.labels import LabelFile, label_file
from aucc_core.ingest.limits import DEFAULT_LIMITS, check_file_size
from aucc_core.ingest.preview import Preview, make_preview
from aucc_core.ingest.table import RawTable
from aucc_core.score.inputs import Dataset, InputError

Source = bytes | str | Path
_UNNAMED = "table"


def read_table(source: Source, **choices: Any) -> Dataset:
    r"""Read a table of any kind people have into a `Dataset`.

    CSV, TSV and other delimited text, Excel, OpenDocument, Parquet, Feather and NumPy files are
    told apart by content. Every guess is recorded in ``Dataset.notices`` and can be overruled by
    a keyword; see `Choices` for all of them.

    Raises `InputError` with the row, the column and the remedy when the file cannot be used.

    >>> from aucc_core import read_table
    >>> flowers = read_table(b"width,height,kind\n1,2,a\n2,1,a\n8,9,b\n9,8,b\n", label=["kind"])
    >>> flowers.feature_names, flowers.labels.tolist()
    (('width', 'height'), ['a', 'a', 'b', 'b'])
    """
    return inspect_file(source, **choices).dataset()


def inspect_table(source: Source, **choices: Any) -> Preview:
    r"""What `read_table` would do with this file: guesses, first rows, column roles, questions.

    >>> from aucc_core import inspect_table
    >>> seen = inspect_table(b"width,kind\n1.5,a\n2.5,a\n8.25,b\n")
    >>> [(column.name, column.role) for column in seen.columns]
    [('width', 'feature'), ('kind', 'label')]
    """
    return inspect_file(source, **choices).preview


def read_labels(source: Source, **choices: Any) -> dict[str, npt.NDArray]:
    """Labels of a file with one or more label columns, by column name."""
    data, name = _load(source, choices)
    return _label_file(data, name, make_choices(choices)).labels


@dataclass(frozen=True, eq=False)
class Inspection:
    """A file read once: its preview, its labels and its data come from the same cells."""

    file_name: str
    analysis: Analysis

    @cached_property
    def preview(self) -> Preview:
        """What a person should see before taking the data."""
        return make_preview(self.analysis)

    def labels(self) -> LabelFile:
        """The file as one that holds labels for the objects of another."""
        return label_file(self.analysis.table, self.file_name, self.choices)

    def dataset(self, labels: LabelFile | None = None) -> Dataset:
        """The data, with the labels of a second file where there is one."""
        return build(self.analysis if labels is None else self.analysis.with_labels(labels))

    @property
    def choices(self) -> Choices:
        """What the caller decided."""
        return self.analysis.choices

    def under(self, choices: Choices) -> Inspection:
        """The same cells understood under other choices; those that make the cells must agree."""
        if choices.for_cells() != self.choices.for_cells():
            raise ValueError("These choices split the file into other cells: inspect it anew.")
        return _understand(self.analysis.table, self.file_name, choices)


def inspect_file(source: Source, **choices: Any) -> Inspection:
    """Read a file once, for its preview and its data."""
    data, name = _load(source, choices)
    wanted = make_choices(choices)
    return _understand(read_cells(data, wanted), name, wanted)


def _understand(table: RawTable, file_name: str, choices: Choices) -> Inspection:
    analysis = analyse(table, file_name, choices)
    if choices.labels_file is not None:
        analysis = analysis.with_labels(_second_file(choices))
    return Inspection(file_name, analysis)


def _second_file(choices: Choices) -> LabelFile:
    """The file that `labels_file` names: a path, bytes, or a name and either."""
    source, name = choices.labels_file, "the label file"
    if isinstance(source, tuple):
        name, source = source
    options = {"limits": choices.limits}
    data, found = _load(source, options)
    return _label_file(data, name if found == _UNNAMED else found, make_choices(options))


def _label_file(data: bytes, name: str, choices: Choices) -> LabelFile:
    return label_file(read_cells(data, choices), name, choices)


def _load(source: Source, choices: Mapping[str, Any]) -> tuple[bytes, str]:
    """Content and name of a path or of bytes."""
    limits = choices.get("limits") or DEFAULT_LIMITS
    given = choices.get("name")
    if isinstance(source, bytes | bytearray | memoryview):
        data = bytes(source)
        check_file_size(len(data), limits)
        return data, str(given or _UNNAMED)
    path = Path(source)
    try:
        check_file_size(path.stat().st_size, limits)
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"There is no file {str(path)!r}.") from error
    except (OSError, ValueError) as error:
        raise InputError(f"The file {str(path)!r} cannot be opened: {error}.") from error
    return data, str(given or path.name)
