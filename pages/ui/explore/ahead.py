"""The verdicts on the examples as they open, computed once after the server's start.

Most visitors begin with one of them. The work waits in the queue behind what people start, one
example after the other; what is found belongs to the server until there is no room for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from aucc_core.datasets import DATASETS, DatasetEntry, load_dataset
from aucc_core.sweeps.solutions import ExploreRun
from pages.ui.components import verdict_card
from pages.ui.explore.examination import BY_ITSELF_SECONDS
from pages.ui.jobs import job_queue, panel
from pages.ui.side_panel import k_range
from pages.ui.state import cache

_LOOK_EVERY = 0.5  # seconds


def examples() -> Iterator[DatasetEntry]:
    """Those that need no network, in the order of the menu."""
    return (entry for entry in DATASETS.values() if not entry.online)


def request_of(entry: DatasetEntry) -> panel.JobRequest:
    """The verdict that Explore asks for when an example is opened and nothing is changed."""
    study = cache.prepared(load_dataset(entry.name), (), "none")
    has_features = study.dataset.distances is None
    run = ExploreRun(
        ("kmeans" if has_features else "average",),
        k_range.usual(study.dataset.n),
        0,
        "euclidean" if has_features else "precomputed",
        n_init=10,
    )
    return verdict_card.examination_request(study, run)


async def examine_examples(owner: str) -> None:
    """Examine one after the other, for a session or whoever else keeps the results.

    Only those that Explore would examine without a click; it takes a minute or so.
    """
    for entry in examples():
        request = await asyncio.to_thread(request_of, entry)
        if request.cost.seconds > BY_ITSELF_SECONDS:
            continue
        while not job_queue.has_time(request.digest):
            await asyncio.sleep(_LOOK_EVERY)
        handle = job_queue.submit(
            owner,
            request.function,
            request.arguments,
            digest=request.digest,
            memory=request.cost.bytes,
            label=request.label,
            background=True,
        )
        while not handle.poll().finished:
            await asyncio.sleep(_LOOK_EVERY)
