"""`aucc_bounds`: AUCC of data too large to rank, between two numbers that are certain.

All pairs are counted into bins of close distances. Inside a bin the order is not known, so the
worst and the best order give a lower and an upper bound. Bins that hold one single distance are
ties and leave nothing open. Bins that leave too much open are cut again in another pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from aucc_core.large import DEFAULT_TOLERANCE
from aucc_core.large.bins import Slices, Tally, fit_map
from aucc_core.large.passes import Pass, Tables, count_here
from aucc_core.large.sample import ClusterOrder
from aucc_core.score.counting import SMALL_PAIRS, area, count_plainly
from aucc_core.score.distances import Distances, distances_of
from aucc_core.score.inputs import InputError, Integers, Progress, as_codes
from aucc_core.score.result import Score
from aucc_core.score.threads import thread_count
from aucc_core.score.ties import tie_keys

# Counters in bytes, when the caller sets no limit: for one partition (about 300 / tolerance are
# used), and for several at a time.
MAX_MEMORY = 512_000_000
BATCH_MEMORY = 128_000_000
_PILOT_PAIRS = 1 << 15
_MAX_PASSES = 10
# A sample in which more pairs than this share their key comes from data with ties.
_TIED_SHARE = 0.02


@dataclass(frozen=True, eq=False)
class Counted:
    """What the passes over all pairs found: everything that follows from bins, and how many."""

    tally: Tally
    scores: tuple[Score, ...]
    distances: Distances = field(repr=False)
    passes: int = 1


def aucc_bounds(
    X: Any,
    labels: Any,
    *,
    metric: str = "euclidean",
    tolerance: float = DEFAULT_TOLERANCE,
    client: Any = None,
    metric_options: Mapping[str, float] | None = None,
    p: float | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> Score:
    """Certain bounds of AUCC with ``high - low <= tolerance``, for any number of objects.

    Parameters
    ----------
    X, labels, metric, metric_options, p : as in aucc_score.
    tolerance : width to aim for. If it cannot be met, the score's ``note`` says why.
    client : a dask.distributed Client, or the address of a Dask scheduler, to count there.
    memory : bytes that the counters may take; by default 512 MB (the usual tolerance needs 30 MB).
    progress : called with (done, total, message).

    >>> from aucc_core import aucc_bounds, load_dataset
    >>> digits = load_dataset("digits")
    >>> found = aucc_bounds(digits.X, digits.labels, tolerance=1e-4)
    >>> found.low <= 0.8695730079548383 <= found.high, found.high - found.low <= 1e-4
    (True, True)
    """
    return aucc_bounds_many(
        X, [labels], metric=metric, tolerance=tolerance, client=client,
        metric_options=metric_options, p=p, memory=memory, progress=progress,
    )[0]  # fmt: skip


def aucc_bounds_many(
    X: Any,
    partitions: Sequence[Any],
    *,
    metric: str = "euclidean",
    tolerance: float = DEFAULT_TOLERANCE,
    client: Any = None,
    metric_options: Mapping[str, float] | None = None,
    p: float | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> list[Score]:
    """Certain bounds for several partitions; each distance is computed once for all of them."""
    distances = distances_of(X, metric, metric_options=metric_options, p=p)
    distances.require_pairwise()
    codes = [as_codes(labels, distances.n) for labels in partitions]
    _require_tolerance(tolerance)
    if distances.n_pairs <= SMALL_PAIRS:
        return [_exact(distances, c) for c in codes]
    out: list[Score] = []
    for batch in _batches(codes, distances.n_pairs, tolerance, memory):
        found = count_pairs(
            distances, batch, tolerance=tolerance, client=client, memory=memory, progress=progress
        )
        out.extend(found.scores)
    return out


def _exact(distances: Distances, codes: Integers) -> Score:
    """Bounds of small data: no width."""
    value = area(count_plainly(distances, codes))
    return Score(value, value, value, engine="bounds")


def count_pairs(
    distances: Distances,
    codes: Sequence[Integers],
    *,
    tolerance: float = DEFAULT_TOLERANCE,
    client: Any = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> Counted:
    """Count all pairs by bin, then cut open bins again until the tolerance is met."""
    samples = [pilot_keys(distances, c) for c in codes]
    max_bins = affordable_bins(len(codes), distances.n_pairs, tolerance, memory)
    bins = fit_map(samples, tolerance=tolerance, max_bins=max_bins)
    work = Pass.of(distances, codes, bins, track=_has_ties(samples))
    message = "Counting pairs"
    tables = _one_pass(work, client, progress, message)
    tally = Tally.of_first(bins, *tables.totals(work))
    passes, reason = 1, ""
    while _unmet(tally, tolerance):
        slices = _choose_slices(tally, tolerance, max_bins // 2, bins.n_bins)
        if slices is None:
            reason = "narrower bins would take more memory than allowed; allow more, or less width"
            break
        if passes == _MAX_PASSES:
            reason = f"{passes} passes over all pairs were not enough"
            break
        passes += 1
        again = work.again(slices)
        message = f"Looking closer, pass {passes}"
        tables = _one_pass(again, client, progress, message)
        tally = tally.refined(slices, *tables.totals(again))
    scores = tuple(_score_of(tally, at, tolerance, reason) for at in range(len(codes)))
    return Counted(tally, scores, distances, passes)


def _score_of(tally: Tally, at: int, tolerance: float, reason: str) -> Score:
    won, tied, open_ = tally.comparisons(at)
    whole = int(tally.within[at].sum()) * int(tally.between(at).sum())
    low, high = (2 * won + tied) / (2 * whole), (2 * won + tied + 2 * open_) / (2 * whole)
    middle = (2 * won + tied + open_) / (2 * whole)
    met = not reason or open_ <= tolerance * whole
    note = "" if met else f"The bounds are wider than asked for: {reason}."
    return Score(middle, low, high, engine="bounds", note=note)


def _one_pass(work: Pass, client: Any, progress: Progress | None, message: str) -> Tables:
    """Count all pairs, here or on the cluster behind ``client``."""
    if client is None:
        return count_here(work, progress=progress, message=message)
    from aucc_core.large.dask import count_on_cluster

    return count_on_cluster(work, client, progress=progress, message=message)


def _unmet(tally: Tally, tolerance: float) -> list[int]:
    """Partitions whose bounds are too wide."""
    every = range(tally.within.shape[0])
    return [at for at in every if tally.open_area(at).sum() > tolerance]


def _choose_slices(
    tally: Tally, tolerance: float, max_bins: int, n_first_bins: int
) -> Slices | None:
    """Which ranges to cut again, the widest-open first; None when memory allows no progress."""
    need = np.zeros(tally.total.size)
    for at in _unmet(tally, tolerance):
        open_area = tally.open_area(at)
        heaviest = np.argsort(-open_area)
        left = open_area.sum() - np.cumsum(open_area[heaviest])
        enough = int(np.searchsorted(-left, -0.25 * tolerance)) + 1
        chosen = heaviest[:enough]
        need[chosen] = np.maximum(need[chosen], np.sqrt(open_area[chosen]))
    chosen = np.flatnonzero(need)
    if chosen.size > max_bins // 4:
        return None
    parts = np.clip(need[chosen] / need[chosen].sum() * max_bins / 2, 2, None)
    return Slices.cut(
        tally.lows[chosen], tally.highs[chosen], tally.parents[chosen], parts, n_first_bins
    )


def pilot_keys(distances: Distances, codes: Integers) -> tuple[Integers, Integers]:
    """Tie keys of some pairs within clusters and of some between them; always the same ones."""
    rng = np.random.default_rng(8)
    layout = ClusterOrder.of(codes, rng)

    def keys(between: bool) -> Integers:
        a, b = layout.pick(_PILOT_PAIRS, between=between, rng=rng)
        values = distances.pair_tie_values(layout.order[a], layout.order[b])
        return tie_keys(values, distances.dropped_bits)

    return keys(False), keys(True)


def _has_ties(samples: list[tuple[Integers, Integers]]) -> bool:
    keys = np.concatenate([k[k > 0] for s in samples for k in s])
    return keys.size > 0 and np.unique(keys).size < (1 - _TIED_SHARE) * keys.size


def affordable_bins(
    partitions: int, n_pairs: int, tolerance: float, memory: int | None = None
) -> int:
    """Bins that the tolerance may need, as far as their counters fit into memory.

    A bin takes 32 bits per thread and kind of pair, 64 bits for the sums, and two keys when
    tracked.
    """
    threads = thread_count(n_pairs)
    a_bin = (partitions + 1) * (4 * threads + 16) + 16 * (threads + 1)
    needed = 4096 + int(min(4 / tolerance, 8 * n_pairs))
    return max(64, min(needed, (MAX_MEMORY if memory is None else memory) // a_bin))


def _batches(
    codes: Sequence[Integers], n_pairs: int, tolerance: float, memory: int | None
) -> Iterator[Sequence[Integers]]:
    """As many partitions at a time as can be counted in bins narrow enough for the tolerance."""
    limit = BATCH_MEMORY if memory is None else memory
    alone = affordable_bins(1, n_pairs, tolerance, limit)
    size = 1
    while size < len(codes) and affordable_bins(size + 1, n_pairs, tolerance, limit) >= alone:
        size += 1
    for start in range(0, len(codes), size):
        yield codes[start : start + size]


def _require_tolerance(tolerance: float) -> None:
    if not 0 < tolerance <= 1:
        raise InputError(f"tolerance must be above 0 and at most 1; got {tolerance}.")
