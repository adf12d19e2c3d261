"""What the browser needs to score a clustering made by hand: integer ranks of all pairs."""

from __future__ import annotations

import numpy as np

from aucc_core.score.ranked import RankedPairs
from aucc_core.sweeps.solutions import ExploreRun
from pages.ui.state import cache, handout
from pages.ui.state.cache import Study
from pages.ui.store.digest import digest_of

MOST_OBJECTS = 2_000  # two million pairs: 8 MB of ranks and up to 8 MB of distances


def address_of(study: Study, run: ExploreRun) -> str | None:
    """Where the browser fetches the ranks when the first edit begins; None for too many objects."""
    if run.is_large or study.dataset.n > MOST_OBJECTS:
        return None
    # The closure holds the pairs, which every session with these data shares, also when the store
    # has dropped them; they are ranked when they are first asked for.
    pairs = cache.pairs(study, run.metric, run.metric_options)
    return handout.offer(
        "ranks",
        digest_of("ranks", study.digest, run.metric, run.metric_options),
        lambda: packed_ranks(pairs),
    )


def packed_ranks(pairs: RankedPairs) -> bytes:
    """Objects, groups of equal distances, each pair's group, each group's distance.

    Pairs are in condensed order; numbers are little-endian of four bytes, distances floats.
    """
    ends = pairs.ranking.group_ends
    sizes = np.diff(ends, prepend=0)
    at_position = np.repeat(np.arange(ends.size, dtype=np.uint32), sizes)
    groups = at_position[(pairs.ranks2 - 1) >> 1]
    distances = pairs.source.of_pairs(pairs.ranking.representatives)
    head = np.array([pairs.n, ends.size], "<u4")
    return head.tobytes() + groups.astype("<u4").tobytes() + distances.astype("<f4").tobytes()
