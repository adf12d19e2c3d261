"""Uploads: thousands of damaged files, and a canary that must be found nowhere."""

from __future__ import annotations

from pathlib import Path

from pages.ui.jobs import Supervisor
from tests.load.client import Visitor
from tests.load.figures import Figure, percentile
from tests.load.server import Server

CANARY = "canary-2c81-of-the-soak"
TOO_LONG = 5.0


def damaged(count: int, *, batch: int = 100) -> Figure:
    """Read damaged files in workers of the queue, as the server reads uploads."""
    jobs = Supervisor(places=1)
    outcomes: list[tuple[float, bool]] = []
    odd: list[str] = []
    try:
        for first in range(0, count, batch):
            seeds = range(first, min(first + batch, count))
            handle = jobs.submit("s", "tests.load.work:read_damaged", {"seeds": seeds})
            seen: tuple[tuple[float, bool], ...] = ()
            while not (state := handle.wait(0.2)).finished:
                seen = state.partial_results
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
