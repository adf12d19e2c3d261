"""One pass over all pairs: row ranges counted on the threads of this process.

The counts of row ranges just add up, so the result is the same wherever a range was counted.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.large.bins import BinMap, Slices
from aucc_core.large.sample import ClusterOrder
from aucc_core.score.distances import Distances
from aucc_core.score.inputs import Floats, Integers, Progress, row_start
from aucc_core.score.metrics import STORED
from aucc_core.score.threads import row_ranges, thread_count

Rows = tuple[int, int]

# Counters have 32 bits: they are emptied before so many pairs could fill one.
_FULL = 2**32 - 1
# Blocks that scipy computes, 2 MB each.
_BLOCK_ROWS, _BLOCK_COLUMNS = 128, 2048
_TASKS_PER_THREAD = 8


@dataclass(frozen=True, eq=False)
class Pass:
    """Everything a pass needs, wherever it runs.

    Attributes
    ----------
    n, kind, dropped : objects; how kernels get a distance; bits that the tie rule ignores.
    by_feature, stored, blocks : where distances come from: features, given ones, or scipy.
    ends, codes : see aucc_core.large.kernels.count_tiles. With objects in the order of the first
        partition's clusters (``sorted_by_first``), its labels need no comparison.
    bins, slices : how pairs go to bins.
    track : note the lowest and highest key of each bin.
    """

    n: int
    kind: int
    dropped: int
    by_feature: Floats
    stored: Floats
    blocks: Distances | None
    ends: Integers
    codes: npt.NDArray[np.uint32]
    sorted_by_first: bool
    bins: BinMap
    slices: Slices
    track: bool

    @classmethod
    def of(
        cls, distances: Distances, codes: Sequence[Integers], bins: BinMap, *, track: bool
    ) -> Pass:
        """Prepare a first pass."""
        n, in_kernel = distances.n, distances.kernel != STORED
        by_feature, ends, others = np.zeros((1, 1)), np.zeros(n, np.int64), list(codes)
        if in_kernel:
            # Differences have no direction: another order of the objects changes no distance.
            layout = ClusterOrder.of(codes[0])
            assert distances.features is not None
            by_feature = np.take(distances.features.T, layout.order, axis=1)
            by_feature *= distances.scale
            ends = layout.ends
            others = [c[layout.order] for c in codes[1:]]
        given = distances.given
        return cls(
            n=n,
            kind=distances.kernel,
            dropped=distances.dropped_bits,
            by_feature=by_feature,
            stored=np.zeros(1) if given is None else given + 0.0,
            blocks=distances if given is None and not in_kernel else None,
            ends=ends,
            codes=np.array(others, np.uint32).reshape(len(others), n),
            sorted_by_first=in_kernel,
            bins=bins,
            slices=Slices.none(),
            track=track,
        )

    def __post_init__(self) -> None:
        # What comes over the network is read-only, which to the compiler is another type: here
        # too, or every worker would compile the kernels anew.
        s, b = self.slices, self.bins
        arrays = (self.by_feature, self.stored, self.ends, self.codes, b.shifts, b.offsets)
        for array in (*arrays, s.of_bin, s.lows, s.highs, s.shifts, s.offsets):
            array.setflags(write=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Pass, tuple(getattr(self, f.name) for f in fields(self))

    def again(self, slices: Slices) -> Pass:
        """A later pass that looks into some bins only."""
        return replace(self, slices=slices, track=True)

    @property
    def n_bins(self) -> int:
        """Bins that a pass counts into."""
        return self.slices.n_bins or self.bins.n_bins

    def count(self, rows: Rows, tables: Tables) -> None:
        """Count the pairs of some rows into the tables."""
        from aucc_core.large import kernels

        s = self.slices
        settings = (
            self.ends,
            self.codes,
            self.dropped,
            self.bins.window,
            (self.bins.shifts, self.bins.offsets),
            (s.of_bin, s.lows, s.highs, s.shifts, s.offsets),
            (tables.rest, tables.own, tables.within),
            tables.spans,
        )
        if self.blocks is None:
            kernels.count_tiles(self.kind, self.by_feature, self.stored, rows, *settings)
            return
        for top in range(*rows, _BLOCK_ROWS):
            block_rows = slice(top, min(rows[1], top + _BLOCK_ROWS))
            for left in range(top + 1, self.n, _BLOCK_COLUMNS):
                columns = slice(left, min(self.n, left + _BLOCK_COLUMNS))
                block = np.ascontiguousarray(self.blocks.block(block_rows, columns))
                self.blocks.require_defined(block)
                kernels.count_block(block, top, left, *settings)


@dataclass(eq=False)
class Tables:
    """Counters of one thread or task; the last bin takes what a later pass does not look into."""

    rest: npt.NDArray
    own: npt.NDArray
    within: npt.NDArray
    spans: Integers

    @classmethod
    def empty(cls, work: Pass, kind: type = np.uint32) -> Tables:
        """All zero."""
        size = work.n_bins + 1
        spans = np.empty((2, size if work.track else 0), np.int64)
        spans[0], spans[1] = np.iinfo(np.int64).max, -1
        within: npt.NDArray = np.zeros((work.codes.shape[0], size), kind)
        return cls(np.zeros(size, kind), np.zeros(size, kind), within, spans)

    def add(self, other: Tables) -> None:
        """Take over the counts of another."""
        self.rest += other.rest
        self.own += other.own
        self.within += other.within
        np.minimum(self.spans[0], other.spans[0], out=self.spans[0])
        np.maximum(self.spans[1], other.spans[1], out=self.spans[1])

    def clear(self) -> None:
        """Set the counts to zero; the keys seen stay."""
        for counts in (self.rest, self.own, self.within):
            counts[...] = 0

    def totals(self, work: Pass) -> tuple[Integers, Integers, Integers]:
        """(all pairs, pairs within clusters by partition, lowest and highest key) by bin."""
        within: Integers = self.within
        if work.sorted_by_first:
            within = np.concatenate((self.own[None], within))
        return (self.rest + self.own)[:-1], within[:, :-1], self.spans[:, :-1]


def count_here(work: Pass, *, progress: Progress | None = None, message: str = "") -> Tables:
    """Count all pairs on the threads of this process."""
    threads = thread_count(row_start(work.n, work.n))
    ranges = safe_ranges(work.n, threads * _TASKS_PER_THREAD)
    sums = Tables.empty(work, np.int64)
    lock, stop = threading.Lock(), threading.Event()
    waiting = iter(ranges)
    done: queue.SimpleQueue[bool] = queue.SimpleQueue()

    def run_thread() -> None:
        tables, counted = Tables.empty(work), 0
        try:
            while not stop.is_set():
                with lock:
                    rows = next(waiting, None)
                if rows is None:
                    break
                pairs = pairs_of(rows, work.n)
                if counted + pairs > _FULL:
                    with lock:
                        sums.add(tables)
                    tables.clear()
                    counted = 0
                work.count(rows, tables)
                counted += pairs
                done.put(True)
            with lock:
                sums.add(tables)
        except BaseException:
            stop.set()
            done.put(False)
            raise

    with ThreadPoolExecutor(threads) as pool:
        running = [pool.submit(run_thread) for _ in range(threads)]
        try:
            for number in range(1, len(ranges) + 1):
                if not done.get():
                    break  # a thread has failed; its own error is raised below
                if progress is not None:
                    progress(number, len(ranges), message)
        except BaseException:
            stop.set()
            raise
        for thread in running:
            thread.result()
    return sums


def safe_ranges(n: int, parts: int) -> list[Rows]:
    """Row ranges of about equal numbers of pairs, none of which could fill a 32-bit counter."""
    parts = max(parts, 2 * n * n // _FULL)
    return [r for r in row_ranges(n, min(parts, n - 1)) if r[1] > r[0]]


def pairs_of(rows: Rows, n: int) -> int:
    """Number of pairs (i, j > i) with i in the rows."""
    return int(row_start(rows[1], n) - row_start(rows[0], n))
