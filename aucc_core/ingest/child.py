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
RECORDS = "A table is a list of objects."
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
        read = {"workbook": read_sheet, "json": read_json}.get(options["kind"], read_arrow)
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
    hidden = [sheet.name for sheet in book.sheets_metadata if not is_visible(sheet)]
    result = {
        "sheet": name,
        "sheets": names,
        "hidden": hidden,
        "columns": columns,
        "merged": merged,
    }
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
        if "WorkSheet" in str(sheet.typ) and is_visible(sheet):
            found = book.get_sheet_by_name(sheet.name)
            shapes[sheet.name] = found.height * found.width
            if found.height > 2 and found.width > 0:
                return str(sheet.name)
    if not any(shapes.values()):
        raise RefusedError("The workbook has no visible sheet with cells. Is it the right file?")
    return max(shapes, key=lambda name: shapes[name])


def is_visible(sheet: Any) -> bool:
    """Neither hidden nor very hidden; the name of the enumeration holds "Visible" as well."""
    return str(sheet.visible).rpartition(".")[2] == "Visible"


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


def read_json(data: bytes, options: dict[str, Any], out: BinaryIO) -> None:
    """Write the records of a JSON file as columns of text cells."""
    sys.setrecursionlimit(3000)
    try:
        value = parse_json(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RefusedError("The JSON file is not UTF-8 text. Save it again as UTF-8.") from error
    except RecursionError as error:
        raise RefusedError("The JSON file is nested too deeply to be a table.") from error
    path, rows, names = records_of(value)
    dropped: dict[str, None] = {}
    if names is None and any(isinstance(row, dict) for row in rows):
        flat = [flatten(row, dropped) if isinstance(row, dict) else {} for row in rows]
        names = list(dict.fromkeys(name for row in flat for name in row))
        # A list in one row is a list in all of them.
        names = [name for name in names if name not in dropped]
        cells = ([row.get(name) for name in names] for row in flat)
    else:
        lists = [row if isinstance(row, list) else [row] for row in rows]
        width = max(map(len, lists), default=0)
        cells = (row + [None] * (width - len(row)) for row in lists)
        if names is not None and len(names) != width:
            raise RefusedError("The JSON file has other columns than its rows have cells.")
    width = len(names) if names is not None else width
    check_shape(len(rows), width, options)
    columns = [[json_text(cell) for cell in column] for column in zip(*cells, strict=True)]
    if not columns or not rows:
        raise RefusedError(f"The JSON file holds no records. {RECORDS}")
    if names is None and len(rows) > 1 and all(isinstance(v, str) for v in lists[0]):
        numbers = any(isinstance(v, int | float) for v in lists[1])
        if numbers:  # a first row of names
            names, columns = [c[0] for c in columns], [c[1:] for c in columns]
    result = {"names": names, "columns": columns, "path": path, "dropped": list(dropped)}
    out.write(json.dumps(result).encode())


def parse_json(text: str) -> Any:
    """The value of the file; of several lines, each a value, a list of these."""
    try:
        return json.loads(text)
    except ValueError as whole:
        lines = [(i, line) for i, line in enumerate(text.split("\n"), 1) if line.strip()]
        rows = []
        for i, line in lines:
            try:
                rows.append(json.loads(line))
            except ValueError as error:
                problem = whole if i == lines[0][0] else f"{error} of line {i}"
                raise RefusedError(
                    f"The JSON cannot be parsed: {problem}. Write the file again."
                ) from error
        return rows


def records_of(value: Any) -> tuple[list[str], list[Any], list[str] | None]:
    """Where the rows are, the rows, and the names of their cells where the file gives these."""
    if isinstance(value, list):
        return [], value, None
    if not isinstance(value, dict):
        raise RefusedError(f"The JSON file holds one value. {RECORDS}")
    if isinstance(value.get("columns"), list) and isinstance(value.get("data"), list):
        rows = [row if isinstance(row, list) else [row] for row in value["data"]]
        return [], rows, [str(name) for name in value["columns"]]
    parts = list(value.values())
    if len(parts) > 0 and all(isinstance(p, list) for p in parts):
        scalars = all(not isinstance(v, dict | list) for p in parts for v in p)
        if scalars and len({len(p) for p in parts}) == 1:
            return [], [list(row) for row in zip(*parts, strict=True)], [str(k) for k in value]
    found = largest_list(value, [])
    if found is not None:
        return found[0], found[1], None
    if len(parts) > 0 and all(isinstance(p, dict) for p in parts):
        return [], transposed(value), None
    raise RefusedError(f"The JSON file holds no list of records. {RECORDS}")


def transposed(value: dict[str, Any]) -> list[dict[str, Any]]:
    """Records of columns by name and row, as pandas writes them, or of records by their key."""
    keys = {tuple(part) for part in value.values()}
    if len(keys) == 1 and all(key.isdigit() for key in next(iter(keys))):
        return [{name: part[key] for name, part in value.items()} for key in next(iter(keys))]
    return [{"key": key, **part} for key, part in value.items()]


def largest_list(value: Any, path: list[str], depth: int = 4) -> tuple[list[str], list[Any]] | None:
    """The longest list of objects inside of objects, and the way to it."""
    best = None
    for key, part in value.items():
        found = None
        if isinstance(part, list) and any(isinstance(v, dict) for v in part):
            found = [*path, key], part
        elif isinstance(part, dict) and depth:
            found = largest_list(part, [*path, key], depth - 1)
        if found and (best is None or len(found[1]) > len(best[1])):
            best = found
    return best


def flatten(row: dict[str, Any], dropped: dict[str, None], depth: int = 6) -> dict[str, Any]:
    """Cells of a record by name; those of an object inside of it as outer.inner."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict) and depth:
            inner = flatten(value, dropped, depth - 1)
            flat.update({f"{name}.{key}": cell for key, cell in inner.items()})
        elif isinstance(value, dict | list):
            dropped[str(name)] = None
        else:
            flat[str(name)] = value
    return flat


def json_text(cell: Any) -> str:
    """Cell as text; lists within rows cannot be measured."""
    if cell is None or cell != cell:
        return ""
    if isinstance(cell, dict | list):
        raise RefusedError("A row of the JSON file holds a list. Give plain numbers and text.")
    return as_text(cell).encode("utf-8", "replace").decode()


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
