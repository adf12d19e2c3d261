"""``make soak``: everything that can go wrong, many times. Takes some minutes."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.load import growth, trouble, uploads
from tests.load.figures import Figure
from tests.load.server import running


def figures(options: argparse.Namespace, folder: Path) -> Iterator[Figure]:
    """All figures, one after the other."""
    trace, log, temporary = folder / "trace", folder / "log", folder / "tmp"
    temporary.mkdir()
    settings = {"log": log, "AUCC_TEST_TRACE": str(trace), "TMPDIR": str(temporary)}
    with running("tests/load/job_app.py", **settings) as server:
        yield asyncio.run(uploads.canary(server, log, temporary))
        yield asyncio.run(trouble.kill_workers(server, trace, options.times))
        yield asyncio.run(trouble.drop_connections(server, trace, options.times))
        yield trouble.restart(server)
    yield growth.refused(20_000)
    yield growth.estimates((2000, 4000, 6000))
    yield uploads.damaged(options.files)
    settings = {"log": log, "TMPDIR": str(temporary)}
    with running("app.py", "--server.disconnectedSessionTTL", "5", **settings) as server:
        yield asyncio.run(uploads.canary_on_screens(server, log, temporary))
        yield asyncio.run(growth.open_and_close(server, options.sessions))


def main() -> int:
    """Print one line for each figure; fail if one is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--sessions", type=int, default=2000)
    options = parser.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for figure in figures(options, Path(folder)):
            print(figure, flush=True)
            good = good and figure.good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
