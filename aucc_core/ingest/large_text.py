"""Large delimited text, split into cells by a process of its own, under limits.

Run by `limits.run_child` as a script: splitting holds Python's lock for seconds, which would stop a
server for everybody, and takes several times the file's size.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import pyarrow as pa

if __name__ == "__main__":  # as a script it must find its own package
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from aucc_core.ingest.child import REFUSED, limit_resources
from aucc_core.ingest.choices import CELLS, Choices
from aucc_core.ingest.limits import Limits, run_child
from aucc_core.ingest.table import Grid
from aucc_core.ingest.text_grid import decode_text, text_grid
from aucc_core.score.inputs import InputError

# Below, starting a process takes longer than splitting.
LARGE = 8 * 1024**2


def read_grid(data: bytes, choices: Choices) -> tuple[Grid, tuple[str, ...]]:
    """Cells of a delimited text, and notes on its encoding."""
    if len(data) <= LARGE:
        text, notes = decode_text(data, choices.encoding)
        return text_grid(text, choices), tuple(notes)
    cells = {n: getattr(choices, n) for n in CELLS if n != "limits"}
    output = run_child(
        "text",
        data,
        choices.limits,
        script=Path(__file__),
        cells=cells,
        bounds=asdict(choices.limits),
    )
    table = pa.ipc.open_stream(output).read_all()
    about = json.loads(table.schema.metadata[b"about"])
    columns = tuple(_one_chunk(c) for c in table.columns)
    grid = Grid(
        columns=columns,
        delimiter=about["delimiter"],
        notes=tuple(about["notes"]),
        row_names_first=about["row_names_first"],
        names=tuple(about["names"]),
    )
    return grid, tuple(about["encoding"])


def _one_chunk(column: pa.ChunkedArray) -> pa.Array:
    return column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks)


def main() -> int:
    """Split the text on stdin; `REFUSED` with the reason on stderr when it is refused."""
    options = json.loads(sys.argv[1])
    limit_resources(options["memory"], options["seconds"])
    choices = Choices(**options["cells"], limits=Limits(**options["bounds"]))
    try:
        text, encoding = decode_text(sys.stdin.buffer.read(), choices.encoding)
        grid = text_grid(text, choices)
    except InputError as error:
        sys.stderr.buffer.write(str(error).encode("utf-8", "replace"))
        return REFUSED
    about = {
        "delimiter": grid.delimiter,
        "notes": grid.notes,
        "row_names_first": grid.row_names_first,
        "names": grid.names,
        "encoding": encoding,
    }
    table = pa.table(list(grid.columns), [str(i) for i in range(grid.width)])
    schema = table.schema.with_metadata({"about": json.dumps(about)})
    with pa.ipc.new_stream(sys.stdout.buffer, schema) as stream:
        stream.write_table(table.cast(schema))
    return 0


if __name__ == "__main__":
    sys.exit(main())
