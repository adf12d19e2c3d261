"""Memory: what closed sessions leave behind, and how good the estimates of jobs are."""

from __future__ import annotations

import asyncio

from aucc_core.datasets import load_dataset
from pages.ui.jobs import Supervisor
from pages.ui.jobs.memory import MB, in_words
from pages.ui.run_cost import run_memory
from pages.ui.solutions import Run
from tests.load.client import Visitor
from tests.load.figures import Figure
from tests.load.server import Server


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
    jobs = Supervisor(places=1)
    exact = Run(("kmeans",), (2, 3), "euclidean", 0, 1)
    cases = [(n, "solutions:solve", exact) for n in sizes]
    cases += [(n, "solutions_large:solve_large", run) for n, run in _large_runs()]
    ratios = []
    try:
        for n, worker, run in cases:
            dataset = load_dataset("blobs", n=n, d=10, seed=0)
            need = run_memory(dataset, run)
            kwargs = {"dataset": dataset, "run": run}
            state = jobs.submit("s", f"pages.ui.{worker}", kwargs, memory=need).wait(300)
            ratios.append(need / state.peak_bytes if state.status == "done" else 0.0)
            print(
                f"      n = {n:,}, {run.algorithms[0]}, {run.engine}: estimate {in_words(need)}, "
                f"peak {in_words(state.peak_bytes)}"
            )
    finally:
        jobs.stop()
    return Figure(
        f"estimate over measured peak, {len(cases)} kinds of job",
        ", ".join(f"{ratio:.2f}" for ratio in ratios),
        "1.0 to 1.5",
        all(1.0 <= ratio <= 1.5 for ratio in ratios),
    )


def _large_runs() -> list[tuple[int, Run]]:
    made = (
        (100_000, "kmeans", "sample"),
        (50_000, "birch", "sample"),
        (20_000, "kmeans", "bounds"),
        (12_000, "ward", "bounds"),
        (8_000, "hdbscan", "bounds"),
    )
    return [(n, Run((name,), (2, 3), "euclidean", 0, 1, engine=e)) for n, name, e in made]


def refused(objects: int) -> Figure:
    """A job above the memory cap never starts."""
    jobs = Supervisor(places=1, budget=512 * MB)
    dataset = load_dataset("uniform", n=objects, seed=0)
    need = run_memory(dataset, Run(("kmeans",), (2,), "euclidean", 0, 1))
    state = jobs.submit("s", "time:sleep", {}, memory=need).poll()
    jobs.stop()
    return Figure(
        f"job of {in_words(need)} with a cap of 512 MB",
        state.error[:44],
        "refused before it starts",
        state.status == "failed" and state.seconds == 0,
    )
