"""How much a score depends on which objects happened to be in the table: the bootstrap.

As many objects are drawn as there are, with replacement, again and again; each draw is scored. An
object drawn twice counts twice in every pair with another object. Its pair with itself is left out:
no table holds such pairs. Two clusterings scored on the same draws can be compared draw by draw.

>>> import numpy as np
>>> from aucc_core.score.ranked import RankedPairs
>>> pairs = RankedPairs(np.array([[0.0], [1.0], [9.0], [10.0]]))
>>> bootstrap_aucc(pairs, [0, 0, 1, 1], np.array([[1, 1, 1, 1], [2, 0, 1, 1], [4, 0, 0, 0]]))
array([ 1.,  1., nan])
"""

from __future__ import annotations

from typing import Any

import numpy as np

from aucc_core.score.inputs import Floats, Integers, as_codes
from aucc_core.score.ranked import RankedPairs
from aucc_core.score.threads import compiled, run_parallel, thread_count


def draw_counts(n: int, draws: int, *, seed: int) -> Integers:
    """How often each object is in each draw, (draws, n)."""
    rng = np.random.default_rng(seed)
    return rng.multinomial(n, np.full(n, 1 / n), size=draws)


def bootstrap_aucc(pairs: RankedPairs, labels: Any, counts: Integers) -> Floats:
    """AUCC (ties one half) on every draw; nan where it has no pair within or none between."""
    codes = as_codes(labels, pairs.n)
    order = np.argsort(pairs.ranks2, kind="stable")
    i, j = (side[order].astype(np.int32) for side in np.triu_indices(pairs.n, 1))
    same = codes[i] == codes[j]
    ranks = pairs.ranks2[order]
    opens = np.concatenate([[True], ranks[1:] != ranks[:-1]])
    parts = np.array_split(
        np.ascontiguousarray(counts, dtype=np.int64), thread_count(pairs.n_pairs * len(counts))
    )
    return np.concatenate(run_parallel(lambda some: _scores(i, j, same, opens, some), parts))


@compiled
def _scores(i, j, same, opens, counts):  # type: ignore[no-untyped-def]
    """Pairs in the order of their distance; ``opens`` marks the first of those that are equal."""
    out = np.empty(counts.shape[0])
    for draw in range(counts.shape[0]):
        often = counts[draw]
        won = 0.0
        # Pairs of smaller distance, and of the same.
        within_before, between_before, within_here, between_here = 0, 0, 0, 0
        for p in range(i.size):
            if opens[p]:
                won += between_here * (within_before + 0.5 * within_here)
                within_before += within_here
                between_before += between_here
                within_here, between_here = 0, 0
            weight = often[i[p]] * often[j[p]]
            if same[p]:
                within_here += weight
            else:
                between_here += weight
        won += between_here * (within_before + 0.5 * within_here)
        within = within_before + within_here
        between = between_before + between_here
        out[draw] = won / (within * between) if within and between else np.nan
    return out
