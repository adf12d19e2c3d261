"""What a command is, and a parser that says what is wrong in one line."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn, Protocol


class Command(Protocol):
    """What the main program needs of a command's module."""

    NAME: str
    HELP: str
    ABOUT: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do the work and return the exit status."""


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
