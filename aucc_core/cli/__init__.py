"""The command line. A command is one module here and one line in `COMMANDS`.

Commands import what they compute with inside `run`, so that help and errors come at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn, Protocol

from aucc_core.cli import agreement, app, datasets, distances, doctor, paper, score, sweep, verdict
from aucc_core.score.inputs import InputError
from aucc_core.version import __version__

__all__ = ["COMMANDS", "main"]


class Command(Protocol):
    """What the main program needs of a command's module."""

    NAME: str
    HELP: str
    ABOUT: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do the work and return the exit status."""


COMMANDS: tuple[Command, ...] = (
    app,
    score,
    sweep,
    verdict,
    distances,
    datasets,
    agreement,
    paper,
    doctor,
)

_ABOUT = """\
How good is a clustering? AUCC is the probability that two objects of the same cluster are closer
together than two objects of different clusters: 1 is perfect, 0.5 is what random labels get."""

_EXAMPLES = """\
examples:
  aucc app flowers.csv                            look at a file in the browser
  aucc score ruspini                              a built-in data set and its known groups
  aucc score flowers.csv --labels species         a file and its label column
  aucc sweep ruspini --algorithms kmeans,ward --k 2:10 --seed 1
  aucc verdict ruspini                            how many clusters, or none, and why
  aucc distances flowers.csv --labels species     which distance fits these labels
  aucc datasets                                   what is built in
  aucc paper                                      the paper's figures, computed again
  aucc doctor                                     does this installation count right?

"aucc COMMAND --help" explains a command. Without installing, write "python -m aucc_core"
instead of "aucc". FILE may be "-" for standard input. Exit status: 0 good, 1 "aucc doctor" found
something wrong, 2 bad input (one line on stderr says why), 130 stopped with Ctrl+C."""

BAD_INPUT, INTERRUPTED = 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without "×" is no reason to stop
    try:
        args = _parser().parse_args(argv)
        status: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (head, less) has seen enough; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (InputError, OSError, MemoryError) as error:
        print(f"aucc: {_one_line(error)}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("aucc: stopped", file=sys.stderr)
        return INTERRUPTED
    return status


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line on stderr, with exit status 2."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        options.setdefault("allow_abbrev", False)
        super().__init__(**options)

    def error(self, message: str) -> NoReturn:
        """Leave with the message and where to read more."""
        print(f'{self.prog}: {message} (see "{self.prog} --help")', file=sys.stderr)
        raise SystemExit(2)


def _parser() -> Parser:
    parser = Parser(prog="aucc", description=_ABOUT, epilog=_EXAMPLES)
    parser.add_argument("--version", action="version", version=f"aucc {__version__}")
    chosen = parser.add_subparsers(metavar="COMMAND", required=True, title="commands")
    for command in COMMANDS:
        sub = chosen.add_parser(command.NAME, help=command.HELP, description=command.ABOUT)
        command.add_arguments(sub)
        sub.set_defaults(run=command.run)
    return parser


def _one_line(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "there is not enough memory for this; use fewer objects."
    return " ".join(str(error).split())
