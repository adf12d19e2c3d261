"""JSON records, columns, rows or lines to named columns, parsed in the child."""

from __future__ import annotations

import json

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.limits import check_shape, run_child
from aucc_core.ingest.names import listed, tidy_names
from aucc_core.ingest.table import RawColumn, RawTable, text_array


def read_json(data: bytes, choices: Choices) -> RawTable:
    """Columns of text cells, as a CSV of the same records would have them."""
    result = json.loads(run_child("json", data, choices.limits))
    names, columns = result["names"], result["columns"]
    check_shape(len(columns[0]), len(columns), choices.limits)
    notes = []
    if result["path"]:
        notes.append(f"Records are read from {' › '.join(p[:40] for p in result['path'])}.")
    if result["dropped"]:
        notes.append(f"Lists inside of records are dropped: {listed(result['dropped'])}.")
    tidy, name_notes = tidy_names(names or [f"column {i + 1}" for i in range(len(columns))])
    return RawTable(
        tuple(RawColumn(name, text_array(c)) for name, c in zip(tidy, columns, strict=True)),
        (*notes, *name_notes),
        unnamed=not names,
    )
