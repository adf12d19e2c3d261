"""Child process: one sheet of a workbook (stdin) to JSON columns of text cells (stdout).

Run by `sandbox.run_child`; imports nothing of the package to start fast.
"""

import datetime
import io
import json
import sys
from pathlib import Path
from typing import Any

# Isolated mode leaves the script's folder out; at the end it cannot shadow anything.
sys.path.append(str(Path(__file__).parent))

from child_limits import limit_resources, refuse  # type: ignore[import-not-found]


def main() -> int:
    """Read, convert, print; 3 with a message on stderr when the workbook is refused."""
    options = json.loads(sys.argv[1])
    limit_resources(options["memory"], options["seconds"])
    data = sys.stdin.buffer.read()
    from python_calamine import CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        names = book.sheet_names
        name = choose(book, options.get("sheet"))
        sheet = book.get_sheet_by_name(name)
        cells = sheet.height * sheet.width
        if cells > options["max_cells"] or sheet.width > options["max_columns"]:
            return refuse(
                f"Sheet {name!r} spans {sheet.height:,} rows × {sheet.width:,} columns; the limit "
                f"is {options['max_cells']:,} cells. Delete stray cells far from the table, or "
                "save the table as CSV."
            )
        rows = sheet.to_python(skip_empty_area=True)
        top, left = sheet.start or (0, 0)
        merged = [
            [[a - top, b - left], [c - top, d - left]]
            for (a, b), (c, d) in (sheet.merged_cell_ranges or [])
        ]
    except LookupError as error:
        return refuse(str(error.args[0]))
    except MemoryError:
        return 4
    except BaseException as error:  # noqa: BLE001 - the parser's panics are no Exceptions
        if "password" in str(error).lower():
            return refuse(
                "The workbook is protected with a password. Save it without one and upload again."
            )
        return refuse(f"The workbook cannot be read ({str(error)[:200]}). Save it again as xlsx.")
    columns = [[as_text(c) for c in column] for column in zip(*rows, strict=True)]
    result = {"sheet": name, "sheets": names, "columns": columns, "merged": merged}
    sys.stdout.write(json.dumps(result))
    return 0


def choose(book: Any, wanted: Any) -> str:
    """Name of the wanted sheet, or of the first visible one with a table."""
    names = book.sheet_names
    if isinstance(wanted, int):
        if not -len(names) <= wanted < len(names):
            raise LookupError(f"There is no sheet number {wanted}; the workbook has {len(names)}.")
        return str(names[wanted])
    if wanted is not None:
        if wanted not in names:
            raise LookupError(f"There is no sheet {wanted!r}. The sheets are: {', '.join(names)}.")
        return str(wanted)
    shapes = {}
    for sheet in book.sheets_metadata:
        if "WorkSheet" in str(sheet.typ) and "Visible" in str(sheet.visible):
            found = book.get_sheet_by_name(sheet.name)
            shapes[sheet.name] = found.height * found.width
            if found.height > 2 and found.width > 0:
                return str(sheet.name)
    if not any(shapes.values()):
        raise LookupError("The workbook has no visible sheet with cells. Is it the right file?")
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


if __name__ == "__main__":
    sys.exit(main())
