"""`make test` draws the same cases every time; `make fuzz` draws others."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis.internal.conjecture import providers

ROOT = Path(__file__).resolve().parent.parent
# Its range is wide, so that Hypothesis would draw constants of other modules there.
FILE, TEST = "tests/core/score/test_inputs.py", "test_pair_index_and_objects_match"


def drawn(*options: str, place: str = FILE) -> list[str]:
    """The cases of a generated test, as hypothesis tells them."""
    command = [sys.executable, "-m", "pytest", "-s", "-p", "no:cacheprovider", place]
    done = subprocess.run(
        [*command, "-k", f"{TEST} and not ends", "--hypothesis-verbosity=verbose", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return [line for line in done.stdout.splitlines() if line.startswith(("    n=", "Draw"))]


def test_two_runs_draw_the_same_cases():
    first = drawn()
    assert len(first) > 50
    assert drawn() == first


@pytest.mark.skipif(
    not hasattr(providers, "_get_local_constants"), reason="another version of Hypothesis"
)
def test_a_test_draws_the_same_alone_and_among_others():
    assert drawn(place="tests/core") == drawn()


def test_fuzzing_draws_others():
    first, second = drawn("--hypothesis-profile=fuzz"), drawn("--hypothesis-profile=fuzz")
    assert first != second
