"""``make soak``: everything that can go wrong, many times. Takes some minutes."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from aucc_core.cost import format_memory
from aucc_core.datasets import load_dataset
from aucc_core.sweeps.solutions import ExploreRun
from aucc_core.sweeps.sweep import run_cost
from pages.ui.jobs import JobQueue
from pages.ui.jobs.memory import MB
from tests.load.client import Visitor
from tests.load.figures import Figure, percentile, seconds
from tests.load.server import Server, running
from tests.waiting import ended

CANARY = "canary-2c81-of-the-soak"
TOO_LONG = 5.0  # seconds for a damaged file

# Killed workers, lost connections, a killed server


def runs_of(trace: Path, name: str) -> list[int]:
    """Process ids of the workers that started the job `name`."""
    lines = trace.read_text().splitlines() if trace.exists() else []
    return [int(pid) for who, pid in map(str.split, lines) if who == name]


async def worker_of(trace: Path, name: str) -> int:
    """Wait until the job `name` runs; its process id."""
    while not (found := runs_of(trace, name)):
        await asyncio.sleep(0.01)
    return found[-1]


async def start_job(visitor: Visitor, name: str, steps: int) -> None:
    """Fill in the form of `job_page` and press Run."""
    await visitor.set("digest", string_value=name)
    await visitor.set("steps", double_value=steps)
    await visitor.press("Run")


async def kill_workers(server: Server, trace: Path, times: int) -> Figure:
    """Kill the worker of one session again and again while another waits for its own job."""
    told: list[float] = []
    async with Visitor(server.address) as victim, Visitor(server.address) as other:
        await victim.rerun()
        await other.rerun()
        for i in range(times):
            await start_job(victim, f"victim{i}", 100_000)
            pid = await worker_of(trace, f"victim{i}")
            await start_job(other, f"other{i}", 1)
            os.kill(pid, signal.SIGKILL)
            told.append(await victim.look_until("stopped by the system"))
            await other.look_until("status=done result=1")
        errors = victim.exceptions + other.exceptions
    alive = server.health()["status"] == "ok"
    return Figure(
        f"worker killed mid-job, {times} times",
        f"message after {seconds(told)}, {times} other jobs done, {len(errors)} errors",
        "server alive, others unhurt, message ≤ 2 s",
        alive and not errors and max(told) <= 2,
    )


async def drop_connections(server: Server, trace: Path, times: int) -> Figure:
    """Lose the connection in the middle of a job; come back as the same session."""
    waits: list[float] = []
    async with Visitor(server.address) as visitor:
        await visitor.rerun()
        for i in range(times):
            await start_job(visitor, f"drop{i}", 5)
            await worker_of(trace, f"drop{i}")
            await visitor.drop()
            await visitor.connect()
            await visitor.rerun()
            waits.append(await visitor.look_until("status=done result=5"))
        errors = visitor.exceptions
    once = sum(len(runs_of(trace, f"drop{i}")) == 1 for i in range(times))
    return Figure(
        f"connection dropped mid-job, {times} times",
        f"{len(waits)} results after reconnect, {once} computed once, {len(errors)} errors",
        "all results appear, each computed once",
        once == len(waits) == times and not errors,
    )


def restart(server: Server) -> Figure:
    """Kill the server as a crash would, start it again."""
    server.kill()
    begin = time.monotonic()
    server.start()
    took = time.monotonic() - begin
    return Figure("server killed and restarted", f"back after {took:.1f} s", "≤ 10 s", took <= 10)


# Uploads: thousands of damaged files, and a canary that must be found nowhere


def damaged(count: int, *, batch: int = 100) -> Figure:
    """Read damaged files in workers of the queue, as the server reads"""
    jobs = JobQueue(places=1)
    outcomes: list[tuple[float, bool]] = []
    odd: list[str] = []
    try:
        for first in range(0, count, batch):
            seeds = range(first, min(first + batch, count))
            handle = jobs.submit("s", "tests.load.work:read_damaged", {"seeds": seeds})
            seen: tuple[tuple[float, bool], ...] = ()
            while not (state := handle.poll()).finished:
                seen = state.partial_results
                time.sleep(0.05)
            if state.status == "done":
                outcomes += state.result
            else:
                odd.append(f"seed {first + len(seen)} or later: {state.error}")
    finally:
        jobs.stop()
    for line in odd[:10]:
        print(line)
    took = [seconds for seconds, _ in outcomes]
    read = sum(could for _, could in outcomes)
    return Figure(
        f"{count} damaged uploads",
        f"{read} read, {len(outcomes) - read} refused, {len(odd)} odd, "
        f"p95 {percentile(took, 0.95):.2f} s, max {max(took, default=0):.2f} s",
        "no traceback, no death, ≤ 5 s each",
        not odd and len(outcomes) == count and max(took) <= TOO_LONG,
    )


async def canary(server: Server, log: Path, folder: Path) -> Figure:
    """Upload a text to a page that breaks with it, then look for it everywhere else."""
    async with Visitor(server.address) as owner, Visitor(server.address) as other:
        await owner.rerun()
        await other.rerun()
        secret = CANARY.encode() + b"," * 5_000_000
        await owner.upload("file", f"{CANARY}.csv", secret)
        await owner.set("digest", string_value=CANARY)
        await owner.press("Break")
        await other.rerun()
        return _hunt("canary text in an upload", server, other, log, folder)


async def canary_on_screens(server: Server, log: Path, folder: Path) -> Figure:
    """The same on Explore and Score: a good, a broken and a wrongly named file."""
    table = f"{CANARY},y,class\n" + "".join(f"{i % 7},{i},{CANARY}{i % 2}\n" for i in range(40))
    files = {
        "good.csv": table,
        "broken.csv": table + f'"{CANARY}',
        "not.xlsx": f"PK\x03\x04{table}",
    }
    async with Visitor(server.address, page="score") as other:
        for page in ("", "score"):
            for name, text in files.items():
                async with Visitor(server.address, page=page) as owner:
                    await owner.rerun()
                    await owner.upload(_uploader(owner), f"{CANARY} {name}", text.encode())
        await other.rerun()
        return _hunt("canary text on Explore and Score", server, other, log, folder)


def _uploader(visitor: Visitor) -> str:
    kinds = ((e, e.WhichOneof("type")) for e in visitor.elements.values())
    return next(str(e.file_uploader.label) for e, kind in kinds if kind == "file_uploader")


def _hunt(test: str, server: Server, other: Visitor, log: Path, folder: Path) -> Figure:
    files = [path for path in folder.rglob("*") if path.is_file()]
    places = {
        "log": CANARY in log.read_text(),
        "other session": CANARY in "\n".join(other.texts()),
        "health": CANARY in str(server.health()),
        "file": any(CANARY.encode() in path.read_bytes() for path in files),
    }
    found = [place for place, there in places.items() if there]
    return Figure(
        test,
        f"found in {', '.join(found) or 'nothing'}",
        "in no log, no file, no other session",
        not found,
    )


# Memory: what closed sessions leave behind, and how good the estimates of jobs are


async def open_and_close(server: Server, sessions: int, *, at_once: int = 20) -> Figure:
    """Open and close sessions on the start page; compare memory before and after."""

    async def one() -> None:
        async with Visitor(server.address) as visitor:
            await visitor.rerun()

    async def many(count: int) -> int:
        for _ in range(max(1, count // at_once)):
            await asyncio.gather(*(one() for _ in range(at_once)))
        return await settled(server)

    before = await many(sessions // 4)  # caches and pools fill up first
    after = await many(sessions)
    each = (after - before) / sessions / 1024
    return Figure(
        f"{sessions} sessions opened and closed",
        f"{each:.1f} KB a session ({before >> 20} MB before, {after >> 20} MB after)",
        "≤ 10 KB a session after collection",
        each <= 10,
    )


async def settled(server: Server) -> int:
    """Resident bytes once all sessions have been swept and garbage was collected."""
    while server.health()["sessions"]:
        await asyncio.sleep(1)
    await asyncio.sleep(25)  # two sweeps, each of which collects after it has closed sessions
    return int(server.health()["memory"]["resident_bytes"])


def estimates(sizes: tuple[int, ...]) -> Figure:
    """Estimated over measured peak of Explore's own jobs, exact ones and large ones."""
    jobs = JobQueue(places=1)
    exact = ExploreRun(("kmeans",), (2, 3), 0, n_init=1)
    cases = [(n, "aucc_core.sweeps.solutions:solve", exact) for n in sizes]
    cases += [(n, "aucc_core.sweeps.solutions:solve_large", run) for n, run in _large_runs()]
    ratios = []
    try:
        for n, worker, run in cases:
            dataset = load_dataset("blobs", n=n, d=10, seed=0)
            need = run_cost(dataset, run).bytes
            kwargs = {"dataset": dataset, "run": run}
            state = ended(jobs.submit("s", worker, kwargs, memory=need))
            ratios.append(need / state.peak_bytes if state.status == "done" else 0.0)
            print(
                f"      n = {n:,}, {run.algorithms[0]}, {run.size.engine}: "
                f"estimate {format_memory(need)}, peak {format_memory(state.peak_bytes)}"
            )
    finally:
        jobs.stop()
    return Figure(
        f"estimate over measured peak, {len(cases)} kinds of job",
        ", ".join(f"{ratio:.2f}" for ratio in ratios),
        "1.0 to 1.5",
        all(1.0 <= ratio <= 1.5 for ratio in ratios),
    )


def _large_runs() -> list[tuple[int, ExploreRun]]:
    made = (
        (100_000, "kmeans", "sample"),
        (50_000, "birch", "sample"),
        (20_000, "kmeans", "bounds"),
        (12_000, "ward", "bounds"),
        (8_000, "hdbscan", "bounds"),
    )
    return [(n, ExploreRun((name,), (2, 3), 0, n_init=1).scored_by(e)) for n, name, e in made]


def refused(objects: int) -> Figure:
    """A job above the memory cap never starts."""
    jobs = JobQueue(places=1, budget=512 * MB)
    dataset = load_dataset("uniform", n=objects, seed=0)
    need = run_cost(dataset, ExploreRun(("kmeans",), (2,), 0, n_init=1)).bytes
    state = jobs.submit("s", "time:sleep", {}, memory=need).poll()
    jobs.stop()
    return Figure(
        f"job of {format_memory(need)} with a cap of 512 MB",
        state.error[:44],
        "refused before it starts",
        state.status == "failed" and state.seconds == 0,
    )


# All of it


def figures(options: argparse.Namespace, folder: Path) -> Iterator[Figure]:
    """All figures, one after the other."""
    trace, log, temporary = folder / "trace", folder / "log", folder / "tmp"
    temporary.mkdir()
    settings = {"log": log, "AUCC_TEST_TRACE": str(trace), "TMPDIR": str(temporary)}
    with running("tests/load/job_app.py", **settings) as server:
        yield asyncio.run(canary(server, log, temporary))
        yield asyncio.run(kill_workers(server, trace, options.times))
        yield asyncio.run(drop_connections(server, trace, options.times))
        yield restart(server)
    yield refused(20_000)
    yield estimates((2000, 4000, 6000))
    yield damaged(options.files)
    settings = {"log": log, "TMPDIR": str(temporary)}
    with running("app.py", "--server.disconnectedSessionTTL", "5", **settings) as server:
        yield asyncio.run(canary_on_screens(server, log, temporary))
        yield asyncio.run(open_and_close(server, options.sessions))


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
