"""``make load``: a class at work. Prints one line for each figure; fails if one is missed."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.load.client import Visitor
from tests.load.figures import Figure, percentile, seconds
from tests.load.server import running

K = "Numbers of clusters k"
UNFORESEEN = "unexpected went wrong"  # what a page says instead of showing a traceback
HEAVY = "data=Blobs&blobs.n=2000&algorithms=Gaussian+mixture&algorithms=k-means&k=2&k=30&starts=50"
# The tab that says when all solutions are there.
TOGETHER = "data=Blobs&starts=100&k=2&k=30&tab=Take+away"


@dataclass
class Diary:
    """What a crowd went through."""

    first: list[float] = field(default_factory=list)
    reruns: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


async def browse(address: str, diary: Diary, *, until: float, think: float, seed: int) -> None:
    """One visitor: open Explore on Ruspini, then change something every few seconds."""
    chance = random.Random(seed)
    await asyncio.sleep(chance.uniform(0, 2 * think))
    try:
        async with Visitor(address) as visitor:
            diary.first.append(await visitor.rerun())
            while True:  # at least once, however late the first answer came
                await _look_on(visitor, chance.uniform(0.5, 1.5) * think)
                diary.reruns.append(await _change_something(visitor, chance))
                diary.errors += [text for text in visitor.texts() if UNFORESEEN in text]
                if time.monotonic() >= until:
                    break
            diary.errors += visitor.exceptions
    except (OSError, TimeoutError, LookupError) as error:
        diary.errors.append(repr(error))


async def _look_on(visitor: Visitor, seconds: float) -> None:
    """Think for a while; the page looks every second whether its verdict has come."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        await asyncio.sleep(min(1.0, left))
        for fragment in list(visitor.auto_reruns):
            await visitor.rerun(fragment=fragment)


async def _change_something(visitor: Visitor, chance: random.Random) -> float:
    """Mostly another range of k or another view; one time in eight a seed nobody had before."""
    match chance.randrange(8):
        case 0:
            return await visitor.set("Seed", double_value=chance.randrange(10**6))
        case 1 | 2 | 3:
            top = chance.randint(4, 12)
            return await visitor.set(K, double_array_value={"data": [2, top]})
        case _:
            wished = chance.randint(1, 9)
            return await visitor.set(
                "Scatter plots side by side", double_array_value={"data": [wished]}
            )


async def crowd(
    address: str, *, visitors: int, think: float, duration: float, heavy: bool, limit: float
) -> Figure:
    """Many visitors at once, with or without a heavy job beside them."""
    diary = Diary()
    until = time.monotonic() + 2 * think + duration
    tasks = [
        asyncio.create_task(browse(address, diary, until=until, think=think, seed=i))
        for i in range(visitors)
    ]
    if heavy:
        tasks.append(asyncio.create_task(_keep_a_heavy_job_running(address, until)))
    await asyncio.gather(*tasks)
    beside = " + heavy job" if heavy else ""
    return Figure(
        f"{visitors} sessions, {think:g} s think time{beside}",
        f"{seconds(diary.reruns)}, first {percentile(diary.first, 0.95):.2f} s, "
        f"{len(diary.reruns)} reruns, {len(diary.errors)} errors",
        f"p95 ≤ {limit:g} s, no error",
        not diary.errors and percentile(diary.reruns, 0.95) <= limit,
    )


async def _keep_a_heavy_job_running(address: str, until: float) -> None:
    seed = 0
    while time.monotonic() < until:
        seed += 1
        async with Visitor(address, query=f"{HEAVY}&seed={seed}") as visitor:
            await visitor.rerun()
            while visitor.auto_reruns and time.monotonic() < until:
                await asyncio.sleep(1)
                for fragment in list(visitor.auto_reruns):
                    await visitor.rerun(fragment=fragment)


async def press_run_together(address: str, *, users: int, objects: int) -> Figure:
    """All ask for a different job at once; note when each is done."""
    order: list[int] = []
    begin = time.monotonic()

    async def one(i: int, visitor: Visitor) -> float:
        while visitor.auto_reruns:
            await asyncio.sleep(1)
            for fragment in list(visitor.auto_reruns):
                await visitor.rerun(fragment=fragment)
        order.append(i)
        return time.monotonic() - begin

    visitors = [
        Visitor(address, query=f"{TOGETHER}&blobs.n={objects}&seed={i}") for i in range(users)
    ]
    jobs_seen = 0
    for visitor in visitors:  # one after the other, so that there is an order to keep
        await visitor.connect()
        await visitor.rerun()
        jobs_seen += bool(visitor.auto_reruns)
    waits = await asyncio.gather(*(one(i, visitor) for i, visitor in enumerate(visitors)))
    failed = [v for v in visitors if v.exceptions or not any("Labels of" in t for t in v.texts())]
    for visitor in visitors:
        await visitor.drop()
    late = sum(abs(place - i) > 2 for place, i in enumerate(order))  # looks come once a second
    return Figure(
        f"{users} users run n = {objects:,} at once",
        f"{users - len(failed)} finished ({jobs_seen} as jobs) in {max(waits):.1f} s, "
        f"{late} out of order",
        "all finish as jobs, order kept",
        not failed and late == 0 and jobs_seen == users,
    )


async def measure(address: str, options: argparse.Namespace) -> bool:
    """All figures, one after the other."""
    good = True
    plan = (
        lambda: crowd(address, visitors=3, think=0.5, duration=3, heavy=False, limit=60),
        lambda: crowd(
            address, visitors=options.visitors, think=options.think,
            duration=options.duration, heavy=False, limit=0.5,
        ),
        lambda: crowd(
            address, visitors=options.visitors, think=options.think,
            duration=options.duration, heavy=True, limit=1.0,
        ),
        lambda: press_run_together(address, users=options.users, objects=1000),
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
