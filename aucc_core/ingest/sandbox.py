"""Parsers of binary formats run in a child process with a memory and a time limit.

A hostile file can make a parser abort, loop or take all memory; then only the child dies. The
children are plain scripts that import nothing of this package, so they start in a tenth of a
second.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from aucc_core.ingest.limits import Limits
from aucc_core.validate import InputError

_REFUSED = 3


def run_child(script: str, data: bytes, options: dict[str, Any], limits: Limits) -> bytes:
    """Output of a child script for this file; raises InputError with the child's reason."""
    settings = {
        **options,
        "memory": limits.child_memory,
        "seconds": int(limits.child_seconds) + 1,
        "max_rows": limits.rows,
        "max_columns": limits.columns,
        "max_cells": limits.cells,
    }
    command = [sys.executable, "-I", "-B", str(Path(__file__).with_name(script))]
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
            timeout=limits.child_seconds,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise InputError(
            f"Reading the file took longer than {limits.child_seconds:g} s and was stopped. Save "
            "the table as CSV and try again."
        ) from error
    if done.returncode == 0:
        return done.stdout
    if done.returncode == _REFUSED:
        raise InputError(done.stderr.decode("utf-8", "replace").strip())
    raise InputError(
        "The file is damaged, or needs more memory than a table of its size should; reading it "
        "was stopped. Save the table again, as CSV or xlsx."
    )
