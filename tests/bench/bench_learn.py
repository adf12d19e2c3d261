"""A class of 30 opens the course at once and works through it: how long does one step take?

Students speak the browser's own protocol, so a step is what the server does for it: a rerun of
the page, from the click to the last message. Run against a server of your own:

    python -m tests.bench.bench_learn http://127.0.0.1:8501 [students]
"""

from __future__ import annotations

import asyncio
import sys
import time

import numpy as np
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.ui.learn import LESSONS

THINKING = (1.0, 4.0)  # seconds between two steps of a student


async def step(socket: websockets.ClientConnection, lesson: str) -> float:
    """Open a lesson; seconds until the page is complete."""
    wish = BackMsg()
    wish.rerun_script.query_string = f"lesson={lesson}&seed=1"
    wish.rerun_script.page_name = "learn"
    begin = time.perf_counter()
    await socket.send(wish.SerializeToString())
    while True:
        heard = ForwardMsg()
        heard.ParseFromString(await socket.recv())
        if heard.WhichOneof("type") == "script_finished":
            return time.perf_counter() - begin


async def student(url: str, number: int, rounds: int) -> list[float]:
    """One way through the course."""
    rng = np.random.default_rng(number)
    await asyncio.sleep(rng.uniform(0, 2))
    seconds = []
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    async with websockets.connect(address, subprotocols=["streamlit"], max_size=None) as socket:
        for lesson in list(LESSONS) * rounds:
            seconds.append(await step(socket, lesson))
            await asyncio.sleep(rng.uniform(*THINKING))
    return seconds


async def a_class(url: str, students: int) -> None:
    # The teacher opens every lesson once, as people do before a class.
    first = await student(url, 0, 1)
    print("teacher, first visit:  " + "  ".join(f"{s * 1000:.0f}" for s in first) + "  ms")
    results = await asyncio.gather(*(student(url, 1 + i, 1) for i in range(students)))
    steps = 1000 * np.concatenate(results)
    print(
        f"{students} students, {steps.size} steps: median {np.median(steps):.0f} ms, "
        f"p95 {np.percentile(steps, 95):.0f} ms, slowest {steps.max():.0f} ms"
    )


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    asyncio.run(a_class(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 30))
    return 0


if __name__ == "__main__":
    sys.exit(main())
