"""Compiled loops behind `path`: nearest neighbours, spanning tree, edges, and shortest paths.

Distances are compared by their tie keys (score.ties), so that what is equal but for rounding is
treated alike. ``bits`` are the condensed distances seen as integers, which sort as they do.
"""

from __future__ import annotations

import math

import numpy as np

from aucc_core.score.inputs import row_start
from aucc_core.score.threads import compiled
from aucc_core.score.ties import DROPPED_BITS

_row_start = compiled(row_start)
_HALF = 1 << (DROPPED_BITS - 1)
_FARTHEST = np.iinfo(np.int64).max
_NOWHERE = -1


@compiled
def _at(i, j, n):
    """Condensed index of a pair in whichever order."""
    if i > j:
        i, j = j, i
    return _row_start(i, n) + j - i - 1


@compiled
def _key(bits):
    """Tie key of a distance."""
    return (bits + _HALF) >> DROPPED_BITS


@compiled
def _replace_largest(heap, value):
    """Put a smaller value for the largest of a heap, which stands at its top."""
    at = 0
    while True:
        child = 2 * at + 1
        if child >= heap.size:
            break
        if child + 1 < heap.size and heap[child + 1] > heap[child]:
            child += 1
        if heap[child] <= value:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = value


@compiled
def neighbour_keys(bits, n, k):
    """Tie key of the distance from each object to its k-th nearest other one."""
    nearest = np.full((n, k), _FARTHEST)
    largest = np.full(n, _FARTHEST)  # the tops of the heaps, side by side
    at = 0
    for i in range(n):
        for j in range(i + 1, n):
            value = bits[at]
            at += 1
            if value < largest[i]:
                _replace_largest(nearest[i], value)
                largest[i] = nearest[i, 0]
            if value < largest[j]:
                _replace_largest(nearest[j], value)
                largest[j] = nearest[j, 0]
    for i in range(n):
        largest[i] = _key(largest[i])
    return largest


@compiled
def spanning_order(bits, n):
    """Objects in the order in which Prim's tree takes them, and the key of each one's edge to it.

    The largest key from the one after place p up to place q is that of the longest step that no
    way between the objects at p and q can avoid, whichever of several smallest trees was grown.
    """
    order = np.empty(n, np.int64)
    joined = np.zeros(n, np.int64)
    left = np.arange(n)
    nearest = np.full(n, _FARTHEST)
    here, many = np.int64(0), n
    closest = 0
    for place in range(n):
        order[place] = here
        many -= 1
        left[closest], nearest[closest] = left[many], nearest[many]
        closest = 0
        for r in range(many):
            nearest[r] = min(nearest[r], _key(bits[_at(here, left[r], n)]))
            if nearest[r] < nearest[closest]:
                closest = r
        if many > 0:
            here = left[closest]
            joined[place + 1] = nearest[closest]
    return order, joined


@compiled
def edges_of(bits, lengths, order, joined, near, point, starts):
    """Edges between points, as (point, later point, length): rows of three arrays.

    A point is a run of equal objects: those at the places starts[a] to starts[a + 1] - 1. Two are
    joined when one is among the nearest of the other, or when their edge is in a smallest
    spanning tree: nothing on the way between them is shorter than it at its longest step.
    """
    n, points = order.size, starts.size - 1
    size = 16 * n
    first, second, length = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size)
    used = 0
    shortest = np.full(points, np.inf)
    met = np.empty(points, np.int64)
    for a in range(points):
        found = 0
        for p in range(starts[a], starts[a + 1]):
            i = order[p]
            longest_step = np.int64(0)
            for q in range(starts[a + 1], n):
                longest_step = max(longest_step, joined[q])
                j = order[q]
                at = _at(i, j, n)
                key = _key(bits[at])
                if key <= longest_step or key <= near[i] or key <= near[j]:
                    b = point[q]
                    if shortest[b] == np.inf:
                        met[found] = b
                        found += 1
                    shortest[b] = min(shortest[b], lengths[at])
        if used + found > size:
            size = 2 * size + found
            first, second = _longer(first, used, size), _longer(second, used, size)
            length = _longer(length, used, size)
        for t in range(found):
            b = met[t]
            first[used], second[used], length[used] = a, b, shortest[b]
            shortest[b] = np.inf
            used += 1
    return first[:used], second[:used], length[:used]


@compiled
def _longer(values, used, size):
    grown = np.empty(size, values.dtype)
    grown[:used] = values[:used]
    return grown


@compiled
def arcs_of(points, first, second, weight):
    """Both directions of the edges, by the point they leave from, lightest first."""
    starts = np.zeros(points + 1, np.int64)
    for t in range(first.size):
        starts[first[t] + 1] += 1
        starts[second[t] + 1] += 1
    for a in range(points):
        starts[a + 1] += starts[a]
    place = starts[:-1].copy()
    ends, weights = np.empty(2 * first.size, np.int32), np.empty(2 * first.size)
    for t in range(first.size):
        a, b = first[t], second[t]
        ends[place[a]], weights[place[a]] = b, weight[t]
        ends[place[b]], weights[place[b]] = a, weight[t]
        place[a] += 1
        place[b] += 1
    for a in range(points):
        own = slice(starts[a], starts[a + 1])
        lightest = np.argsort(weights[own])
        ends[own] = ends[own][lightest]
        weights[own] = weights[own][lightest]
    return starts, ends, weights


@compiled
def fill_paths(begin, step, arc_starts, ends, weights, order, starts, root, exponent, out):
    """Path distances from every step-th point to the later ones, written to all their objects.

    Each pair is filled from one of its two sides only, so that the outcome is symmetric to the
    last digit, and the same however many threads share the points.
    """
    n, points = order.size, starts.size - 1
    far = np.empty(points)
    heap = np.empty(points, np.int32)
    values = np.empty(points)
    place = np.empty(points, np.int32)
    for a in range(begin, points, step):
        _search(a, arc_starts, ends, weights, far, heap, values, place)
        for p in range(starts[a], starts[a + 1]):
            for q in range(p + 1, starts[a + 1]):
                out[_at(order[p], order[q], n)] = 0.0
        for b in range(a + 1, points):
            value = math.ldexp(far[b] ** root, exponent)
            for p in range(starts[a], starts[a + 1]):
                for q in range(starts[b], starts[b + 1]):
                    out[_at(order[p], order[q], n)] = value


@compiled
def _search(source, arc_starts, ends, weights, far, heap, values, place):
    """Sum of weights along the lightest way from the source to each point, into ``far``.

    Dijkstra's search. The heap has four children to a point, which is quicker than two; beside it
    lie the points' sums, and ``place`` says where in it a point is.
    """
    far[:] = np.inf
    place[:] = _NOWHERE
    far[source] = 0.0
    heap[0], values[0], place[source] = source, 0.0, 0
    waiting, met = 1, 1
    farthest = np.inf  # once all points are met, nothing farther than this can help
    while waiting > 0:
        here, distance = heap[0], values[0]
        waiting -= 1
        if waiting > 0:
            _sink(heap, values, place, waiting)
        for t in range(arc_starts[here], arc_starts[here + 1]):
            value = distance + weights[t]
            if value >= farthest:
                break  # arcs are sorted: the others are heavier
            there = ends[t]
            if value < far[there]:
                at = place[there]
                if at == _NOWHERE:
                    at = waiting
                    waiting += 1
                    met += 1
                far[there] = value
                _rise(heap, values, place, there, value, at)
                if met == far.size and farthest == np.inf:
                    farthest = far.max()


@compiled
def _rise(heap, values, place, point, value, at):
    """Move a point up, from where it was, to where it belongs."""
    while at > 0:
        above = (at - 1) >> 2
        if values[above] <= value:
            break
        _move(heap, values, place, above, at)
        at = above
    heap[at], values[at], place[point] = point, value, at


@compiled
def _sink(heap, values, place, size):
    """Put the point behind the last at the top, which is free, and move it down."""
    point, value, at = heap[size], values[size], 0
    while True:
        child = 4 * at + 1
        if child >= size:
            break
        for other in range(child + 1, min(4 * at + 5, size)):
            if values[other] < values[child]:
                child = other
        if values[child] >= value:
            break
        _move(heap, values, place, child, at)
        at = child
    heap[at], values[at], place[point] = point, value, at


@compiled
def _move(heap, values, place, start, at):
    point = heap[start]
    heap[at], values[at], place[point] = point, values[start], at
