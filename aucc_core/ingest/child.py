"""The child process that parses binary formats: a file on stdin, plain columns on stdout.

Run by `limits.run_child` as a script of its own, under limits on memory and time. It imports
nothing of this package, so that it starts in a tenth of a second.
"""

import datetime
import io
import json
import sys
from typing import Any, BinaryIO

REFUSED = 3
SAMPLE = "Upload a random sample of the rows."
PROTECTED = (
    "The workbook is protected with a password. "
    "Save it without one (in Excel: File > Info > Protect Workbook) and upload again."
)


class RefusedError(Exception):
    """Why a file is not read; the parent tells the person."""


def main() -> int:
    """Read, simplify, print; `REFUSED` with the reason on stderr when the file is refused."""
    options = json.loads(sys.argv[1])
    limit_resources(options["memory"], options["seconds"])
    data = sys.stdin.buffer.read()
    try:
        read = read_sheet if options["kind"] == "workbook" else read_arrow
        read(data, options, sys.stdout.buffer)
    except RefusedError as error:
        sys.stderr.buffer.write(str(error).encode("utf-8", "replace"))
        return REFUSED
    return 0


def limit_resources(memory: int, seconds: int) -> None:
    """Cap address space and processor time where the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read_sheet(data: bytes, options: dict[str, Any], out: BinaryIO) -> None:
    """Write one sheet of a workbook as JSON columns of text cells."""
    from python_calamine import CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        names = book.sheet_names
        name = choose_sheet(book, options.get("sheet"))
        sheet = book.get_sheet_by_name(name)
        cells = sheet.height * sheet.width
        if cells > options["max_cells"] or sheet.width > options["max_columns"]:
            raise RefusedError(
                f"Sheet {name!r} spans {sheet.height:,} rows × {sheet.width:,} columns; "
                f"the limit is {options['max_cells']:,} cells. "
                "Delete stray cells far from the table, or save the table as CSV."
            )
        rows = sheet.to_python(skip_empty_area=True)
        top, left = sheet.start or (0, 0)
        merged = [
            [[a - top, b - left], [c - top, d - left]]
            for (a, b), (c, d) in (sheet.merged_cell_ranges or [])
        ]
    except (RefusedError, MemoryError):
        raise
    except BaseException as error:
        if "password" in str(error).lower():
            raise RefusedError(PROTECTED) from error
        reason = str(error)[:200]
        raise RefusedError(
            f"The workbook cannot be read ({reason}). Save it again as xlsx."
        ) from error
    columns = [[as_text(c) for c in column] for column in zip(*rows, strict=True)]
    result = {"sheet": name, "sheets": names, "columns": columns, "merged": merged}
    out.write(json.dumps(result).encode())


def choose_sheet(book: Any, wanted: Any) -> str:
    """Name of the wanted sheet, or of the first visible one with a table."""
    names = book.sheet_names
    if isinstance(wanted, int):
        if not -len(names) <= wanted < len(names):
            raise RefusedError(f"The workbook has no sheet number {wanted}; it has {len(names)}.")
        return str(names[wanted])
    if wanted is not None:
        if wanted not in names:
            raise RefusedError(f"There is no sheet {wanted!r}. The sheets are: {', '.join(names)}.")
        return str(wanted)
    shapes = {}
    for sheet in book.sheets_metadata:
        if "WorkSheet" in str(sheet.typ) and "Visible" in str(sheet.visible):
            found = book.get_sheet_by_name(sheet.name)
            shapes[sheet.name] = found.height * found.width
            if found.height > 2 and found.width > 0:
                return str(sheet.name)
    if not any(shapes.values()):
        raise RefusedError("The workbook has no visible sheet with cells. Is it the right file?")
    return max(shapes, key=lambda name: shapes[name])


def as_text(cell: Any) -> str:
    """Cell as a CSV would have it, so that one reader serves all formats."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float):
        return f"{cell:.0f}" if cell.is_integer() and abs(cell) < 1e22 else repr(cell)
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(sep=" ")
    return str(cell)


def read_arrow(data: bytes, options: dict[str, Any], out: BinaryIO) -> None:
    """Write a Parquet or Feather file as an Arrow stream of simple columns.

    Column types are reduced to float64, int64, bool and text; field metadata says what a column
    was declared as.
    """
    import pyarrow as pa

    pa.set_cpu_count(1)
    try:
        simple, dropped = simplify(load_arrow(data, options))
    except (pa.ArrowException, OSError, ValueError, KeyError) as error:
        kind = "Parquet" if options["kind"] == "parquet" else "Feather"
        reason = str(error).splitlines()[0][:150] if str(error) else "damaged"
        raise RefusedError(
            f"The {kind} file is damaged or cut short ({reason}). "
            "Write it again, or save the table as CSV."
        ) from error
    schema = simple.schema.with_metadata({"dropped": json.dumps(dropped)})
    with pa.ipc.new_stream(out, schema) as stream:
        stream.write_table(simple.cast(schema))


def load_arrow(data: bytes, options: dict[str, Any]) -> Any:
    """Table of the file, after its footer passed the limits."""
    import pyarrow as pa

    source = pa.BufferReader(data)
    if options["kind"] == "parquet":
        import pyarrow.parquet as pq

        file = pq.ParquetFile(source, thrift_string_size_limit=10**8)
        meta = file.metadata
        groups = [meta.row_group(i) for i in range(meta.num_row_groups)]
        rows = max(meta.num_rows, sum(g.num_rows for g in groups))
        check_shape(rows, meta.num_columns, options)
        size = sum(g.total_byte_size for g in groups)
        check_size(size, options)
        return file.read(use_threads=False)
    reader = pa.ipc.open_file(source)
    check_shape(0, len(reader.schema), options)
    batches, rows, size = [], 0, 0
    for i in range(reader.num_record_batches):
        batch = reader.get_batch(i)
        rows, size = rows + batch.num_rows, size + batch.nbytes
        check_shape(rows, len(reader.schema), options)
        check_size(size, options)
        batches.append(batch)
    return pa.Table.from_batches(batches, reader.schema)


def check_shape(rows: int, columns: int, options: dict[str, Any]) -> None:
    """Refuse more rows, columns or cells than allowed, as declared by the file."""
    if columns > options["max_columns"]:
        raise RefusedError(
            f"The file declares {columns:,} columns, more than the limit of "
            f"{options['max_columns']:,}."
        )
    if rows > options["max_rows"] or rows * columns > options["max_cells"]:
        raise RefusedError(
            f"The file declares {rows:,} rows × {columns:,} columns; the limits are "
            f"{options['max_rows']:,} rows and {options['max_cells']:,} cells. {SAMPLE}"
        )


def check_size(size: int, options: dict[str, Any]) -> None:
    """Refuse contents that would not fit the memory of this process."""
    if size > options["memory"] // 3:
        raise RefusedError(
            f"The file unpacks to {size / 1024**2:,.0f} MB, more than allowed. "
            "Upload fewer rows or columns."
        )


def simplify(table: Any) -> tuple[Any, list[str]]:
    """Columns as float64, int64, bool or text; nested and binary ones are dropped by name."""
    import pyarrow as pa

    t = pa.types
    fields, columns, dropped = [], [], []
    for field, column in zip(table.schema, table.columns, strict=True):
        kind, declared = field.type, ""
        if t.is_dictionary(kind):
            column = column.cast(kind.value_type)
            kind = kind.value_type
        if t.is_boolean(kind):
            declared = "boolean"
        elif t.is_integer(kind):
            declared = "integer"
            column = column.cast(pa.float64() if t.is_uint64(kind) else pa.int64())
        elif t.is_floating(kind):
            column = column.cast(pa.float64())
        elif t.is_decimal(kind):
            declared = "decimal"
            column = column.cast(pa.float64())
        elif t.is_string(kind) or t.is_large_string(kind) or "string_view" in str(kind):
            column = column.cast(pa.large_string())
        elif t.is_temporal(kind):
            declared = "date"
            column = column.cast(pa.large_string())
        elif t.is_null(kind):
            column = column.cast(pa.float64())
        else:
            dropped.append(f"{field.name} ({str(kind)[:40]})")
            continue
        fields.append(pa.field(field.name, column.type, metadata={"declared": declared}))
        columns.append(column)
    return pa.Table.from_arrays(columns, schema=pa.schema(fields)), dropped


if __name__ == "__main__":
    sys.exit(main())
