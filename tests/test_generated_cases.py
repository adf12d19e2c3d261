"""`make test` draws the same cases every time; `make fuzz` draws others."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOME = "tests/core/score/test_counting.py::test_counts_equal_the_definition"


def drawn(*options: str) -> list[str]:
    """The cases of a generated test, as hypothesis tells them."""
    command = [sys.executable, "-m", "pytest", "-s", "-p", "no:cacheprovider", SOME]
    done = subprocess.run(
        [*command, "--hypothesis-verbosity=verbose", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return [line for line in done.stdout.splitlines() if "array(" in line]


def test_two_runs_draw_the_same_cases():
    first = drawn()
    assert len(first) > 50
    assert drawn() == first


def test_fuzzing_draws_others():
    first, second = drawn("--hypothesis-profile=fuzz"), drawn("--hypothesis-profile=fuzz")
    assert first != second
