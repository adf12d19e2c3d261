"""Running the command line in tests: inside this process, or as one of its own."""

import os
import subprocess
import sys
from pathlib import Path

from aucc_core import cli

ROOT = Path(__file__).resolve().parents[3]


def run_process(*arguments, stdin=None, **environment):
    return subprocess.run(
        [sys.executable, "-m", "aucc_core", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | environment,
        check=False,
    )


def run(capsys, *arguments):
    """Exit status, stdout, stderr of one command in this process."""
    try:
        status = cli.main(list(arguments))
    except SystemExit as stop:
        status = stop.code
    captured = capsys.readouterr()
    return status, captured.out, captured.err
