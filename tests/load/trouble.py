"""What goes wrong in a long day: killed workers, lost connections, a killed server."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

from tests.load.client import Visitor
from tests.load.figures import Figure, seconds
from tests.load.server import Server


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
