"""What a file may cost; everything above is refused before it costs memory.

Parsers of binary formats run in a child process with a memory and a time limit: a hostile file can
make a parser abort, loop or take all memory; then only the child dies.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aucc_core.ingest.child import REFUSED, SAMPLE
from aucc_core.score.inputs import InputError


@dataclass(frozen=True)
class Limits:
    """Upper bounds while reading one file."""

    file_bytes: int = 512 * 1024**2
    line_characters: int = 8 * 1024**2
    columns: int = 20_000
    rows: int = 5_000_000
    cells: int = 60_000_000
    # Spreadsheets are zip archives of XML: what they may unpack to, and how densely.
    unpacked_bytes: int = 512 * 1024**2
    unpack_ratio: int = 250
    # The child process that parses binary formats.
    child_memory: int = 3 * 1024**3
    child_seconds: float = 30.0


DEFAULT_LIMITS = Limits()
CHILD = Path(__file__).with_name("child.py")
_USUAL = 50 * 1024**2
_TIMES_SIZE = 12
_PATIENCE = 4
# The signal that ends a child which has used up its processor time, where there are signals.
_OUT_OF_TIME = int(getattr(signal, "SIGXCPU", 0))


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
            f"The table declares {rows:,} rows; the limit is {limits.rows:,}. {SAMPLE}"
        )
    if rows * columns > limits.cells:
        raise InputError(
            f"The table declares {rows:,} rows × {columns:,} columns; the limit is "
            f"{limits.cells:,} cells. Upload a sample of the rows or fewer columns."
        )


def megabytes(size: int) -> str:
    """Size for people: '3.2 MB'."""
    return f"{size / 1024**2:,.1f} MB"


def run_child(
    kind: str, data: bytes, limits: Limits, *, script: Path = CHILD, **options: Any
) -> bytes:
    """Output of the child process for a file; raises InputError with the child's reason."""
    # Large files take longer, and several times their size; so does a busy machine, on the clock.
    seconds = limits.child_seconds * max(1.0, len(data) / _USUAL)
    slow = InputError(
        f"Reading the file took longer than {seconds:.3g} s and was stopped. "
        "Keep fewer rows or columns, or save it as Parquet."
    )
    settings = {
        **options,
        "kind": kind,
        # Address space: what the libraries reserve, and several times the file's size.
        "memory": limits.child_memory + _TIMES_SIZE * len(data),
        "seconds": int(seconds) + 1,
        "max_rows": limits.rows,
        "max_columns": limits.columns,
        "max_cells": limits.cells,
    }
    command = [sys.executable, "-I", "-B", str(script)]
    environment = {
        **{k: os.environ[k] for k in ("PATH", "SYSTEMROOT", "LANG") if k in os.environ},
        # Other allocators reserve far more address space than they use.
        "ARROW_DEFAULT_MEMORY_POOL": "system",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and script, no shell
            [*command, json.dumps(settings)],
            input=data,
            capture_output=True,
            timeout=_PATIENCE * seconds,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise slow from error
    if done.returncode == 0:
        return done.stdout
    if done.returncode == -_OUT_OF_TIME:
        raise slow
    if done.returncode == REFUSED:
        raise InputError(done.stderr.decode("utf-8", "replace").strip())
    raise InputError(
        "The file is damaged, or needs more memory than a table of its size should; "
        "reading it was stopped. Save the table again, as CSV or xlsx."
    )
