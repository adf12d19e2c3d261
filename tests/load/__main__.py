"""``make load``: a class at work. Prints one line for each figure; fails if one is missed."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.load import crowd
from tests.load.server import running


async def measure(address: str, options: argparse.Namespace) -> bool:
    """All figures, one after the other."""
    good = True
    plan = (
        lambda: crowd.crowd(address, visitors=3, think=0.5, duration=3, heavy=False, limit=60),
        lambda: crowd.crowd(
            address, visitors=options.visitors, think=options.think,
            duration=options.duration, heavy=False, limit=0.5,
        ),
        lambda: crowd.crowd(
            address, visitors=options.visitors, think=options.think,
            duration=options.duration, heavy=True, limit=1.0,
        ),
        lambda: crowd.press_run_together(address, users=options.users, objects=1000),
    )  # fmt: skip
    for number, step in enumerate(plan):
        figure = await step()
        if number:  # the first only wakes everything up
            print(figure, flush=True)
            good = good and figure.good
    return good


def main() -> int:
    """Run against a server of our own, or one given by address."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", help="host:port of a running server; default: start one")
    parser.add_argument("--visitors", type=int, default=100)
    parser.add_argument("--users", type=int, default=30)
    parser.add_argument("--think", type=float, default=5.0)
    parser.add_argument("--duration", type=float, default=40.0)
    options = parser.parse_args()
    if options.address:
        return 0 if asyncio.run(measure(options.address, options)) else 1
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        with running("app.py", log=log) as server:
            good = asyncio.run(measure(f"127.0.0.1:{server.port}", options))
            print("health:", server.health())
        trouble = [line for line in log.read_text().splitlines() if " at" in line or "rror" in line]
        print("\n".join(trouble) or "nothing in the log")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
