"""Child process: a Parquet or Feather file (stdin) to simple Arrow columns (stdout).

Run by `sandbox.run_child`; imports nothing of the package to start fast. Column types are reduced
to float64, int64, bool and text; field metadata says what a column was declared as.
"""

import json
import sys
from pathlib import Path
from typing import Any

# Isolated mode leaves the script's folder out; at the end it cannot shadow anything.
sys.path.append(str(Path(__file__).parent))

from child_limits import limit_resources, refuse  # type: ignore[import-not-found]


def main() -> int:
    """Check the declared size, read, simplify, print; 3 with a reason when refused."""
    options = json.loads(sys.argv[1])
    limit_resources(options["memory"], options["seconds"])
    data = sys.stdin.buffer.read()
    import pyarrow as pa

    pa.set_cpu_count(1)
    try:
        table = read(data, options)
        simple, dropped = simplify(table)
    except LookupError as error:
        return refuse(str(error.args[0]))
    except MemoryError:
        return 4
    except (pa.ArrowException, OSError, ValueError, KeyError) as error:
        kind = "Parquet" if options["format"] == "parquet" else "Feather"
        reason = str(error).splitlines()[0][:150] if str(error) else "damaged"
        return refuse(
            f"The {kind} file is truncated or damaged ({reason}). Write it again, or save the "
            "table as CSV."
        )
    schema = simple.schema.with_metadata({"dropped": json.dumps(dropped)})
    with pa.ipc.new_stream(sys.stdout.buffer, schema) as out:
        out.write_table(simple.cast(schema))
    return 0


def read(data: bytes, options: dict[str, Any]) -> Any:
    """Table of the file, after its footer passed the limits."""
    import pyarrow as pa

    source = pa.BufferReader(data)
    if options["format"] == "parquet":
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
        raise LookupError(
            f"The file declares {columns:,} columns; the limit is {options['max_columns']:,}."
        )
    if rows > options["max_rows"] or rows * columns > options["max_cells"]:
        raise LookupError(
            f"The file declares {rows:,} rows × {columns:,} columns; the limits are "
            f"{options['max_rows']:,} rows and {options['max_cells']:,} cells. Upload a random "
            "sample of the rows."
        )


def check_size(size: int, options: dict[str, Any]) -> None:
    """Refuse contents that would not fit the memory of this process."""
    if size > options["memory"] // 3:
        raise LookupError(
            f"The file unpacks to {size / 1024**2:,.0f} MB, more than allowed. Upload fewer rows "
            "or columns."
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
