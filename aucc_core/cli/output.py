"""What commands print: aligned tables, JSON with all digits, notices and a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucc_core.report.escape import json_text
from aucc_core.score.inputs import InputError

if TYPE_CHECKING:
    from aucc_core.verdicts.weigh import Verdict

BAR_WIDTH = 30


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print columns of equal width; text from files is shown without control characters."""
    lines = [list(header), *([printable(cell) for cell in row] for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(header))]
    for line in lines:
        print("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip())


def print_json(value: Any) -> None:
    """Print JSON; numbers with all their digits, NaN and infinity as null."""
    print(json_text(value))


def print_verdict(found: Verdict, *, own: Iterable[str] = (), how: str = "") -> None:
    """A verdict as text; ``own`` is what it means for clusterings someone brought."""
    print(found.headline)
    print("=" * len(found.headline))
    if found.weight:
        print(found.weight)
    sections = {
        "Your clusterings": own,
        "For it": found.for_it,
        "Against it": found.against_it,
        "What would change it": found.would_change,
    }
    for title, lines in sections.items():
        shown = [f"- {printable(line)}" for line in lines]
        if shown:
            print("\n".join(["", f"{title}:", *shown]))
    print("\n".join(["", *([how] if how else []), found.record]))


def print_notices(notices: Iterable[str]) -> None:
    """Say on stderr what was done to the data."""
    for notice in notices:
        print(f"note: {printable(notice)}", file=sys.stderr)


def printable(text: str) -> str:
    """The text with control characters (which could steer a terminal) replaced."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def require_folder(out: str | None, what: str = "") -> None:
    """Refuse a file that cannot be written before the work, not after it."""
    if out is not None and not Path(out).absolute().parent.is_dir():
        raise InputError(f"{what}{out!r} cannot be written: there is no folder {Path(out).parent}.")


class ProgressBar:
    """A bar on stderr that moves in place: call it with (done, total, message)."""

    def __init__(self, *, shown: bool | None = None) -> None:
        # In a log file the moving bar would be one long line of noise.
        self.shown = sys.stderr.isatty() if shown is None else shown
        self._length = 0

    def __call__(self, done: float, total: float, message: str = "") -> None:
        """Draw the bar."""
        if not self.shown:
            return
        filled = int(BAR_WIDTH * done / max(total, 1))
        bar = "#" * filled + "." * (BAR_WIDTH - filled)
        line = f"[{bar}] {int(done)}/{int(total)} {printable(message)}"
        print("\r" + line.ljust(self._length), end="", file=sys.stderr, flush=True)
        self._length = len(line)

    def close(self) -> None:
        """Wipe the bar, so that what follows starts on a clean line."""
        if self.shown and self._length:
            print("\r" + " " * self._length + "\r", end="", file=sys.stderr, flush=True)
            self._length = 0
