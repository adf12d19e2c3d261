"""How much a file may ask for; everything above is refused before it costs memory."""

from __future__ import annotations

from dataclasses import dataclass

from aucc_core.validate import InputError


@dataclass(frozen=True)
class Limits:
    """Upper bounds while reading one file."""

    file_bytes: int = 256 * 1024**2
    line_characters: int = 8 * 1024**2
    columns: int = 20_000
    rows: int = 5_000_000
    cells: int = 60_000_000
    # Spreadsheets are zip archives of XML: what they may unpack to, and how densely.
    unpacked_bytes: int = 400 * 1024**2
    unpack_ratio: int = 250
    # The child process that parses binary formats.
    child_memory: int = 3 * 1024**3
    child_seconds: float = 30.0


DEFAULT_LIMITS = Limits()


def check_file_size(size: int, limits: Limits) -> None:
    """Refuse a file larger than the limit."""
    if size > limits.file_bytes:
        raise InputError(
            f"The file has {megabytes(size)}; the limit is {megabytes(limits.file_bytes)}. "
            "Keep only the columns you need, or a random sample of the rows."
        )


def check_shape(rows: int, columns: int, limits: Limits) -> None:
    """Refuse a table with more rows, columns or cells than the limits allow."""
    if columns > limits.columns:
        raise InputError(
            f"The table has {columns:,} columns; the limit is {limits.columns:,}. "
            "Keep fewer columns, or reduce them first (for example by PCA)."
        )
    if rows > limits.rows:
        raise InputError(
            f"The table declares {rows:,} rows; the limit is {limits.rows:,}. "
            "Upload a random sample of the rows."
        )
    if rows * columns > limits.cells:
        raise InputError(
            f"The table declares {rows:,} rows × {columns:,} columns; the limit is "
            f"{limits.cells:,} cells. Upload a sample of the rows or fewer columns."
        )


def megabytes(size: int) -> str:
    """Size for people: '3.2 MB'."""
    return f"{size / 1024**2:,.1f} MB"
