"""Compiled loops for data too large to rank: count pairs by bin, pick pairs for a sample.

A pair's tie key (score.ties) goes to a bin in two steps. Its *cell* is a run of keys of equal
length inside a window; a cell is cut evenly into bins, into more of them where within-cluster and
between-cluster pairs overlap. Later passes cut single bins again (*slices*). Every step keeps the
order of the keys, so bins are ordered like distances.

Distances come from aucc_core.score.kernels, so that ties are the same in all counts.
"""

from __future__ import annotations

import numpy as np

from aucc_core.score.kernels import row_values
from aucc_core.score.threads import compiled

# A tile of so many rows and columns keeps the columns' features in the fast caches.
TILE_ROWS, TILE_COLUMNS = 64, 512


@compiled
def _bins_of(values, m, dropped, window, cell_shifts, cell_offsets, keys, bins):
    """Tie keys and first-pass bins of m values. Bin 0 is for distances of zero alone.

    Three short loops: each runs in wide registers, one long loop would not.
    """
    shift, base, cells = window
    bits = values.view(np.int64)
    half = np.int64(1) << (dropped - 1)
    for j in range(m):
        key = (bits[j] + half) >> dropped
        keys[j] = key
        bins[j] = np.uint32(min(max((key >> shift) - base, -1), cells) + 1)
    for j in range(m):
        cell = bins[j]
        bins[j] = np.uint32(cell_offsets[cell] + (keys[j] >> cell_shifts[cell]))
    for j in range(m):
        bins[j] = bins[j] if keys[j] != 0 else np.uint32(0)


@compiled
def _slices_of(keys, m, slices_of_bin, lows, highs, shifts, offsets, unused, bins):
    """Replace first-pass bins by the later cuts of them; keys outside all slices go to unused."""
    for j in range(m):
        at = bins[j]
        key = keys[j]
        found = np.int64(unused)
        for s in range(slices_of_bin[at], slices_of_bin[at + 1]):
            if key <= highs[s]:
                if key >= lows[s]:
                    found = offsets[s] + ((key - lows[s]) >> shifts[s])
                break
        bins[j] = np.uint32(found)


@compiled
def _add_row(i, start, m, keys, bins, chosen, ends, codes, tables, spans):
    """Count one row of a tile: its own cluster's part, the rest, and every other partition."""
    rest, own, within = tables
    inside = min(max(ends[i] - start, 0), m)
    for j in range(inside):
        own[bins[j]] += 1
    for j in range(inside, m):
        rest[bins[j]] += 1
    for p in range(codes.shape[0]):
        here = codes[p, i]
        there = codes[p, start : start + m]
        count = 0
        for j in range(m):
            chosen[count] = bins[j]
            count += there[j] == here
        table = within[p]
        for t in range(count):
            table[chosen[t]] += 1
    if spans.shape[1] > 0:
        lowest, highest = spans[0], spans[1]
        for j in range(m):
            at = bins[j]
            lowest[at] = min(lowest[at], keys[j])
            highest[at] = max(highest[at], keys[j])


@compiled
def count_tiles(
    kind, features, stored, rows, ends, codes, dropped, window, cells, slices, tables, spans
):
    """Count the pairs (i, j > i) of some rows.

    ``ends[i]``: up to this column the pairs of row i are within its cluster (objects in cluster
    order); at most i + 1 when objects are in another order. ``codes``: labels of the partitions
    that need a comparison, one per row. ``tables``: counts by bin of all other pairs, of pairs
    before ``ends``, and of the pairs within clusters of each partition in ``codes``. ``spans``:
    lowest and highest key of each bin, or empty.
    """
    n = ends.size
    cell_shifts, cell_offsets = cells
    slices_of_bin, lows, highs, shifts, offsets = slices
    unused = tables[0].size - 1
    values = np.empty(TILE_COLUMNS)
    keys = np.empty(TILE_COLUMNS, np.int64)
    bins = np.empty(TILE_COLUMNS, np.uint32)
    chosen = np.empty(TILE_COLUMNS + 1, np.uint32)
    for top in range(rows[0], rows[1], TILE_ROWS):
        bottom = min(rows[1], top + TILE_ROWS)
        for left in range(top + 1, n, TILE_COLUMNS):
            stop = min(n, left + TILE_COLUMNS)
            for i in range(top, bottom):
                start = max(left, i + 1)
                m = stop - start
                if m <= 0:
                    continue
                row_values(kind, features, stored, n, i, start, stop, values)
                _bins_of(values, m, dropped, window, cell_shifts, cell_offsets, keys, bins)
                if lows.size > 0:
                    _slices_of(keys, m, slices_of_bin, lows, highs, shifts, offsets, unused, bins)
                _add_row(i, start, m, keys, bins, chosen, ends, codes, tables, spans)


@compiled
def count_block(block, top, left, ends, codes, dropped, window, cells, slices, tables, spans):
    """The same for a block of ready-made values; pairs with j <= i are left out."""
    cell_shifts, cell_offsets = cells
    slices_of_bin, lows, highs, shifts, offsets = slices
    unused = tables[0].size - 1
    columns = block.shape[1]
    keys = np.empty(columns, np.int64)
    bins = np.empty(columns, np.uint32)
    chosen = np.empty(columns + 1, np.uint32)
    for r in range(block.shape[0]):
        i = top + r
        start = max(left, i + 1)
        m = left + columns - start
        if m <= 0:
            continue
        values = block[r, start - left :]
        _bins_of(values, m, dropped, window, cell_shifts, cell_offsets, keys, bins)
        if lows.size > 0:
            _slices_of(keys, m, slices_of_bin, lows, highs, shifts, offsets, unused, bins)
        _add_row(i, start, m, keys, bins, chosen, ends, codes, tables, spans)


@compiled
def pick_pairs(starts, sizes, quotas, offsets, shifts, strides, between, first, second):
    """Positions (objects in cluster order) of picked pairs, ``quotas[c]`` of them for cluster c.

    The first object runs round the cluster from a random offset. Within clusters the second is a
    random shift ahead, another shift each round; between clusters it strides evenly over the
    objects of all other clusters from a random start. Each single pair is equally likely.
    """
    n = starts[-1] + sizes[-1]
    at = 0
    for c in range(sizes.size):
        begin, size = starts[c], sizes[c]
        turn = offsets[c]
        other = shifts[c]
        for _ in range(quotas[c]):
            first[at] = begin + turn
            if between:
                position = begin + size + other
                second[at] = position - n if position >= n else position
                other += strides[c]
                if other >= n - size:
                    other -= n - size
            else:
                position = turn + 1 + other
                second[at] = begin + (position - size if position >= size else position)
            at += 1
            turn += 1
            if turn == size:
                turn = 0
                if not between:
                    other += strides[c]
                    if other >= size - 1:
                        other -= size - 1
    return at


@compiled
def compare_marks(marks):
    """(within closer, tied) comparisons from sorted marks: twice the tie key, plus 1 if between."""
    won, tied, within_so_far = np.int64(0), np.int64(0), np.int64(0)
    i = 0
    while i < marks.size:
        key = marks[i] >> 1
        within, between = np.int64(0), np.int64(0)
        while i < marks.size and marks[i] >> 1 == key:
            if marks[i] & 1:
                between += 1
            else:
                within += 1
            i += 1
        won += within_so_far * between
        tied += within * between
        within_so_far += within
    return won, tied
