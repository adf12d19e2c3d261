"""Which clusters hold together, for data too large to rank: AUCC by cluster, between bounds.

The same pass that counts pairs by bin can count each cluster's own pairs apart. What follows is
the part of AUCC that belongs to each cluster (see aucc_core.parts). The parts by object and by
pair of clusters, and the variance under random labels, do not follow from such counts: they need
the rank sums of every object.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.distances import distances_of
from aucc_core.large.binning import fit_map
from aucc_core.large.bounds import DEFAULT_TOLERANCE, affordable_bins, pilot_keys
from aucc_core.large.stream import Progress, Work, run_pass
from aucc_core.large.tally import Tally, exact_dot
from aucc_core.validate import InputError, as_codes

Integers = npt.NDArray[np.int64]

# Each cluster has counters of its own and costs a comparison a pair.
MAX_CLUSTERS = 64


def bounds_by_cluster(
    X: Any,
    labels: Any,
    *,
    metric: str = "euclidean",
    tolerance: float = DEFAULT_TOLERANCE,
    client: Any = None,
    p: float = 2.0,
    memory: int | None = None,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """One row a cluster, by first appearance: size, pairs, weight, low, high, aucc (the middle).

    The sum of weight × aucc is the AUCC of the whole, and so for low and high. A cluster of one
    object has no pairs, weight 0 and no score. Arguments as in aucc_bounds; the width of a small
    cluster's bounds may exceed the tolerance.
    """
    distances = distances_of(X, metric, p=p)
    codes = as_codes(labels, distances.n)
    sizes = np.bincount(codes)
    if sizes.size > MAX_CLUSTERS:
        raise InputError(f"At most {MAX_CLUSTERS} clusters are taken apart; got {sizes.size}.")
    bins = fit_map(
        [pilot_keys(distances, codes)],
        tolerance=tolerance,
        max_bins=affordable_bins(1 + sizes.size, distances.n_pairs, tolerance, memory),
    )
    alone = [_only(codes, c) for c in range(sizes.size)]
    work = Work.of(distances, [codes, *alone], bins, track=True)
    tables = run_pass(work, progress=progress, message="Counting pairs by cluster", client=client)
    tally = Tally.of_first(bins, *tables.totals(work))
    between = tally.between(0)
    pairs = sizes * (sizes - 1) // 2
    parts = [_part(tally, tally.within[1 + c], between) for c in range(sizes.size)]
    table = pd.DataFrame(parts, columns=["low", "high", "aucc"])
    table.insert(0, "size", sizes)
    table.insert(1, "pairs", pairs)
    table.insert(2, "weight", pairs / pairs.sum())
    return table


def _only(codes: Integers, cluster: int) -> Integers:
    """Codes by which only this cluster's objects share theirs."""
    return np.where(codes == cluster, codes.size, np.arange(codes.size))


def _part(tally: Tally, own: Integers, between: Integers) -> tuple[float, float, float]:
    """Worst, best and middle share of comparisons that a cluster's pairs win."""
    whole = int(own.sum()) * int(between.sum())
    if whole == 0:
        return np.nan, np.nan, np.nan
    farther = between.sum() - np.cumsum(between)
    sure = tally.one_tie
    won, tied = exact_dot(own, farther), exact_dot(own[sure], between[sure])
    open_ = exact_dot(own[~sure], between[~sure])
    doubled = (2 * won + tied, 2 * won + tied + 2 * open_, 2 * won + tied + open_)
    low, high, middle = (value / (2 * whole) for value in doubled)
    return low, high, middle
