"""Compiled loops over pairs: counting, ranking and scoring in one or two passes.

Each has a plain numpy twin that small data goes through and that tests compare it with. All
release Python's lock and are cached on disk, so that only the first use on a machine compiles.

A pair's tie key (score.ties) is split into a *bin* (its leading bits) and a *rest*. Bins are
counted first; then pairs are dealt out to their bins and sorted inside by the rest. Sums of
coordinate differences run in order and without fused multiply-add, as scipy's do: another order
would split ties.
"""

from __future__ import annotations

import numpy as np

from aucc_core.score.inputs import row_start
from aucc_core.score.threads import compiled

TILE = 1024  # pairs of one row handled at a time, so that buffers stay in the fastest cache
BIN_COUNT = 1 << 20

_row_start = compiled(row_start)


def rest_bits(dropped_bits: int) -> int:
    """Bits of a tie key below its bin: 63 bits less the dropped ones and the 20 of the bin."""
    return 63 - dropped_bits - 20


@compiled
def row_values(kind, features, stored, n, i, start, stop, out):
    """Tie values of the pairs (i, start..stop-1).

    Four features a sweep, each added in turn: the order of the sum stays, the traffic does not.
    """
    m = stop - start
    if kind == 0:
        first = _row_start(np.int64(i), n) - i - 1 + start
        for j in range(m):
            out[j] = stored[first + j]
        return
    for j in range(m):
        out[j] = 0.0
    d = features.shape[0]
    c = 0
    if kind == 1:
        while c + 4 <= d:
            r0, r1 = features[c, start:stop], features[c + 1, start:stop]
            r2, r3 = features[c + 2, start:stop], features[c + 3, start:stop]
            h0, h1, h2, h3 = (
                features[c, i],
                features[c + 1, i],
                features[c + 2, i],
                features[c + 3, i],
            )
            for j in range(m):
                d0, d1, d2, d3 = h0 - r0[j], h1 - r1[j], h2 - r2[j], h3 - r3[j]
                out[j] = (((out[j] + d0 * d0) + d1 * d1) + d2 * d2) + d3 * d3
            c += 4
    for rest in range(c, d):
        row, here = features[rest, start:stop], features[rest, i]
        if kind == 1:
            for j in range(m):
                difference = here - row[j]
                out[j] += difference * difference
        elif kind == 2:
            for j in range(m):
                out[j] += abs(here - row[j])
        else:
            for j in range(m):
                out[j] = max(out[j], abs(here - row[j]))


@compiled
def _row_keys(kind, features, stored, n, i, start, stop, dropped, values, keys):
    """Tie keys of the pairs (i, start..stop-1)."""
    row_values(kind, features, stored, n, i, start, stop, values)
    bits = values.view(np.int64)
    half = np.int64(1) << (dropped - 1)
    for j in range(stop - start):
        keys[j] = (bits[j] + half) >> dropped


@compiled
def fill_values(kind, features, stored, n, rows, out):
    """Tie values of all pairs of some rows, in condensed order."""
    for i in range(rows[0], rows[1]):
        first = _row_start(np.int64(i), n)
        row_values(kind, features, stored, n, i, i + 1, n, out[first : first + n - 1 - i])


@compiled
def pair_values(kind, table, i, j, out):
    """Tie values of single pairs (i[t], j[t]); ``table`` has one object per row."""
    for t in range(i.size):
        a, b = table[i[t]], table[j[t]]
        total = 0.0
        for c in range(a.size):
            difference = abs(a[c] - b[c])
            if kind == 1:
                total += difference * difference
            elif kind == 2:
                total += difference
            else:
                total = max(total, difference)
        out[t] = total


@compiled
def count_bins(kind, features, stored, codes, rows, dropped, bits, counts):
    """Count pairs by bin: counts[0] within a cluster, counts[1] between; lowest, highest bin."""
    n = codes.size
    values = np.empty(TILE)
    keys = np.empty(TILE, np.int64)
    lowest, highest = np.int64(BIN_COUNT), np.int64(-1)
    for i in range(rows[0], rows[1]):
        code = codes[i]
        for start in range(i + 1, n, TILE):
            stop = min(n, start + TILE)
            _row_keys(kind, features, stored, n, i, start, stop, dropped, values, keys)
            for j in range(stop - start):
                at = keys[j] >> bits
                counts[np.int64(codes[start + j] != code), at] += 1
                lowest, highest = min(lowest, at), max(highest, at)
    return lowest, highest


@compiled
def deal_labelled(kind, features, stored, codes, rows, dropped, bits, lowest, place, dealt):
    """Write (rest, is between) of each pair to its bin's place; place < 0 leaves a bin out."""
    n = codes.size
    values = np.empty(TILE)
    keys = np.empty(TILE, np.int64)
    mask = (np.int64(1) << bits) - 1
    for i in range(rows[0], rows[1]):
        code = codes[i]
        for start in range(i + 1, n, TILE):
            stop = min(n, start + TILE)
            _row_keys(kind, features, stored, n, i, start, stop, dropped, values, keys)
            for j in range(stop - start):
                at = (keys[j] >> bits) - lowest
                to = place[at]
                if to >= 0:
                    between = np.int64(codes[start + j] != code)
                    dealt[to] = np.uint32(((keys[j] & mask) << 1) | between)
                    place[at] = to + 1


@compiled
def deal_indexed(kind, features, stored, n, rows, dropped, bits, lowest, place, dealt):
    """Write (rest, condensed index) of each pair to its bin's place."""
    values = np.empty(TILE)
    keys = np.empty(TILE, np.int64)
    mask = (np.int64(1) << bits) - 1
    for i in range(rows[0], rows[1]):
        first = _row_start(np.int64(i), n) - i - 1
        for start in range(i + 1, n, TILE):
            stop = min(n, start + TILE)
            _row_keys(kind, features, stored, n, i, start, stop, dropped, values, keys)
            for j in range(stop - start):
                at = (keys[j] >> bits) - lowest
                to = place[at]
                rest = np.uint64(keys[j] & mask) << np.uint64(32)
                dealt[to] = rest | np.uint64(first + start + j)
                place[at] = to + 1


@compiled
def _sort_by_rest(values, scratch, low, high):
    """Sort by bits low..high-1: insertion for few values, else byte by byte."""
    m = values.size
    shift = values.dtype.type(low)
    if m <= 40:
        for i in range(1, m):
            value = values[i]
            j = i - 1
            while j >= 0 and (values[j] >> shift) > (value >> shift):
                values[j + 1] = values[j]
                j -= 1
            values[j + 1] = value
        return
    source, target = values, scratch[:m]
    histogram = np.empty(257, np.int64)
    byte = values.dtype.type(255)
    passes = 0
    for bit in range(low, high, 8):
        shift = values.dtype.type(bit)
        histogram[:] = 0
        for i in range(m):
            histogram[np.int64((source[i] >> shift) & byte) + 1] += 1
        if histogram.max() == m:
            continue
        for b in range(1, 257):
            histogram[b] += histogram[b - 1]
        for i in range(m):
            value = source[i]
            b = np.int64((value >> shift) & byte)
            target[histogram[b]] = value
            histogram[b] += 1
        source, target = target, source
        passes += 1
    if passes % 2 == 1:
        values[:] = source


@compiled
def compare_in_bins(dealt, edges, bits, bins, totals):
    """Add up, over bins, (within closer than between, within tied with between) pairs of pairs."""
    longest = 1
    for b in range(bins[0], bins[1]):
        longest = max(longest, edges[b + 1] - edges[b])
    scratch = np.empty(longest, dealt.dtype)
    one = np.uint32(1)
    for b in range(bins[0], bins[1]):
        values = dealt[edges[b] : edges[b + 1]]
        m = values.size
        _sort_by_rest(values, scratch, 1, bits + 1)
        within_so_far = np.int64(0)
        i = 0
        while i < m:
            rest = values[i] >> one
            within = np.int64(0)
            between = np.int64(0)
            while i < m and (values[i] >> one) == rest:
                if values[i] & one:
                    between += 1
                else:
                    within += 1
                i += 1
            totals[0] += within_so_far * between
            totals[1] += within * between
            within_so_far += within


@compiled
def rank_in_bins(dealt, edges, bits, bins, ranks2, group_ends, representatives):
    """Give each pair its doubled mid-rank; list the ends and a member of every tie group.

    Groups are written from position edges[b] of their bin on; entries left at 0 are unused.
    """
    longest = 1
    for b in range(bins[0], bins[1]):
        longest = max(longest, edges[b + 1] - edges[b])
    scratch = np.empty(longest, dealt.dtype)
    half_word = np.uint64(32)
    index = np.uint64(0xFFFFFFFF)
    for b in range(bins[0], bins[1]):
        begin = edges[b]
        values = dealt[begin : edges[b + 1]]
        m = values.size
        _sort_by_rest(values, scratch, 32, 32 + bits)
        i = 0
        write = begin
        while i < m:
            rest = values[i] >> half_word
            j = i
            while j < m and (values[j] >> half_word) == rest:
                j += 1
            rank2 = 2 * begin + i + j + 1
            for t in range(i, j):
                ranks2[np.int64(values[t] & index)] = rank2
            group_ends[write] = begin + j
            representatives[write] = np.uint32(values[i] & index)
            write += 1
            i = j


@compiled
def rank_sums(ranks2, codes, rows, adds, sums):
    """Sum of doubled mid-ranks over within-cluster pairs, for many partitions at once.

    ``codes`` is (n, partitions): the labels of all partitions for one object lie side by side, so
    one pair meets every partition in wide registers. Sums are kept in 32 bits for ``adds`` pairs,
    as many as cannot overflow, and then moved to 64 bits.
    """
    n, partitions = codes.shape
    partial = np.zeros(partitions, np.uint32)
    zero = np.uint32(0)
    left = adds
    for i in range(rows[0], rows[1]):
        # _row_start written out: calling it makes this loop up to 7 % slower.
        first = np.int64(i) * (2 * n - i - 1) // 2 - i - 1
        here = codes[i]
        for j in range(i + 1, n):
            rank = np.uint32(ranks2[first + j])
            there = codes[j]
            for p in range(partitions):
                partial[p] += rank if there[p] == here[p] else zero
            left -= 1
            if left == 0:
                for p in range(partitions):
                    sums[p] += partial[p]
                    partial[p] = 0
                left = adds
    for p in range(partitions):
        sums[p] += partial[p]


@compiled
def within_by_rank(ranks2, order, edges, out):
    """Count within-cluster pairs by mid-rank position.

    ``order`` lists the objects cluster by cluster, ascending inside; clusters end at ``edges``.
    """
    n = order.size
    for c in range(edges.size - 1):
        for a in range(edges[c], edges[c + 1]):
            i = order[a]
            first = _row_start(np.int64(i), n) - i - 1
            for b in range(a + 1, edges[c + 1]):
                out[(np.int64(ranks2[first + order[b]]) >> 1) - 1] += 1


@compiled
def walk_corners(within_at_rank, group_ends, within, between, groups):
    """Corners of the ROC walk over tie groups; returns how many were written.

    A vertex in the middle of a straight run of only within or only between pairs is overwritten.
    """
    within[0] = between[0] = groups[0] = 0
    m = 0
    start = np.int64(0)
    ran_within = ran_between = False
    for g in range(group_ends.size):
        end = group_ends[g]
        step_within = np.int64(within_at_rank[((start + end + 1) >> 1) - 1])
        step_between = end - start - step_within
        only_within, only_between = step_between == 0, step_within == 0
        total_within = within[m] + step_within
        total_between = between[m] + step_between
        if not ((only_within and ran_within) or (only_between and ran_between)):
            m += 1
        within[m], between[m], groups[m] = total_within, total_between, g
        ran_within, ran_between = only_within, only_between
        start = end
    return m + 1
