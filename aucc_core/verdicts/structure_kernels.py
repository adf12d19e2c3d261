"""Compiled loops of `structure`: k-means pieces, valleys between them, passages of a tree."""

from __future__ import annotations

import heapq

import numpy as np

from aucc_core.score.threads import compiled

# Neighbouring pieces are no farther apart than so many times the usual distance around them.
REACH = 2.0
# An object lies between two others when the walk over it is at most so many times as long.
DETOUR = 1.1
# So many of the steps of a spanning tree are usual ones.
USUAL = 0.95


@compiled
def distances_between(X):
    """Euclidean distances between all rows, as a square matrix."""
    n = len(X)
    D = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            total = 0.0
            for c in range(X.shape[1]):
                total += (X[i, c] - X[j, c]) ** 2
            D[i, j] = D[j, i] = np.sqrt(total)
    return D


@compiled
def spanning_tree(D, core):
    """Rows (one end, other end, length); no length is below the core distance of an end."""
    n = len(core)
    inside = np.zeros(n, np.bool_)
    length = np.full(n, np.inf)
    parent = np.zeros(n, np.int64)
    edges = np.empty((n - 1, 3))
    at = 0
    inside[0] = True
    for row in range(n - 1):
        nearest = -1
        for j in range(n):
            if inside[j]:
                continue
            reach = max(D[at, j], core[at], core[j])
            if reach < length[j]:
                length[j], parent[j] = reach, at
            if nearest < 0 or length[j] < length[nearest]:
                nearest = j
        edges[row, 0], edges[row, 1] = parent[nearest], nearest
        edges[row, 2] = length[nearest]
        inside[nearest] = True
        at = nearest
    return edges


@compiled
def cut_tree(tree, n, k):
    """Labels of a tree cut into k clusters."""
    up = np.arange(2 * n - 1)
    for i in range(n - k):
        up[int(tree[i, 0])] = up[int(tree[i, 1])] = n + i
    name = np.full(2 * n - 1, -1)
    labels = np.empty(n, np.int64)
    count = 0
    for i in range(n):
        top = i
        while up[top] != top:
            top = up[top]
        if name[top] < 0:
            name[top] = count
            count += 1
        labels[i] = name[top]
    return labels


@compiled
def centres_of(X, labels, k):
    """Means of the clusters, and how many objects each has."""
    centres = np.zeros((k, X.shape[1]))
    counts = np.zeros(k, np.int64)
    for i in range(len(X)):
        counts[labels[i]] += 1
        centres[labels[i]] += X[i]
    for c in range(k):
        centres[c] /= max(counts[c], 1)
    return centres, counts


@compiled
def kmeans_from(X, labels, k):
    """k-means from given labels."""
    labels = labels.copy()
    for _ in range(30):
        centres, counts = centres_of(X, labels, k)
        changed = False
        for i in range(len(X)):
            nearest, least = 0, np.inf
            for c in range(k):
                if counts[c] == 0:
                    continue
                total = 0.0
                for j in range(X.shape[1]):
                    total += (X[i, j] - centres[c, j]) ** 2
                if total < least:
                    nearest, least = c, total
            if nearest != labels[i]:
                labels[i] = nearest
                changed = True
        if not changed:
            break
    return labels


@compiled
def bulge(x, start, end, side):
    """Largest distance of the empirical cdf from a chord, above it (1) or below it (-1)."""
    most = 1.0
    if end - start > 1 and x[end] != x[start]:
        slope = (end - start) / (x[end] - x[start])
        for j in range(start, end + 1):
            most = max(most, side * (j - start - (x[j] - x[start]) * slope) + 1)
    return most


@compiled
def dip(x):
    """Hartigan and Hartigan 1985: distance of sorted values from the nearest unimodal cdf."""
    n = len(x)
    if n < 4 or x[n - 1] == x[0]:
        return 0.0
    convex = np.zeros(n, np.int64)  # next corner to the left of the convex minorant
    for j in range(1, n):
        convex[j] = j - 1
        while True:
            a = convex[j]
            b = convex[a]
            if a == 0 or (x[j] - x[a]) * (a - b) < (x[a] - x[b]) * (j - a):
                break
            convex[j] = b
    concave = np.full(n, n - 1)  # next corner to the right of the concave majorant
    for j in range(n - 2, -1, -1):
        concave[j] = j + 1
        while True:
            a = concave[j]
            b = concave[a]
            if a == n - 1 or (x[j] - x[a]) * (a - b) < (x[a] - x[b]) * (j - a):
                break
            concave[j] = b
    low, high, most = 0, n - 1, 1.0
    below = np.zeros(n + 2, np.int64)
    above = np.zeros(n + 2, np.int64)
    for _ in range(n):
        below[1], i = high, 1
        while below[i] > low:
            below[i + 1] = convex[below[i]]
            i += 1
        n_below = at_below = i
        ix = i - 1
        above[1], i = low, 1
        while above[i] < high:
            above[i + 1] = concave[above[i]]
            i += 1
        n_above = at_above = i
        iv = 2
        gap = 0.0
        if n_below == 2 and n_above == 2:
            gap = 1.0
        else:
            while True:
                g, h = below[ix], above[iv]
                if g > h:
                    left = below[ix + 1]
                    here = h - left + 1 - (x[h] - x[left]) * (g - left) / (x[g] - x[left])
                    iv += 1
                    if here >= gap:
                        gap, at_below, at_above = here, ix + 1, iv - 1
                else:
                    left = above[iv - 1]
                    here = (x[g] - x[left]) * (h - left) / (x[h] - x[left]) - (g - left - 1)
                    ix -= 1
                    if here >= gap:
                        gap, at_below, at_above = here, ix + 1, iv
                ix = max(ix, 1)
                iv = min(iv, n_above)
                if below[ix] == above[iv]:
                    break
        if gap < most:
            break
        for j in range(at_below, n_below):
            most = max(most, bulge(x, below[j + 1], below[j], 1))
        for j in range(at_above, n_above):
            most = max(most, bulge(x, above[j], above[j + 1], -1))
        if low == below[at_below] and high == above[at_above]:
            break
        low, high = below[at_below], above[at_above]
    return most / (2 * n)


@compiled
def dip_score(x):
    """Hartigan's dip of sorted values, less its mean and over its sd for evenly spread values."""
    return (dip(x) * np.sqrt(len(x)) - 0.37) / 0.08


@compiled
def valley(both, line):
    """Dip along a line, in sd of the flat case."""
    return dip_score(np.sort(both @ line))


@compiled
def graph(D, neighbours):
    """Who is joined with whom: nearest neighbours, both ways, and the ends of the smallest tree.

    The partners of i are ends[start[i] : start[i + 1]].
    """
    n = len(D)
    joined = np.zeros((n, n), np.bool_)
    for i in range(n):
        for j in np.argsort(D[i])[: neighbours + 1]:
            if i != j:
                joined[i, j] = joined[j, i] = True
    for edge in spanning_tree(D, np.zeros(n)):
        a, b = int(edge[0]), int(edge[1])
        joined[a, b] = joined[b, a] = True
    start = np.zeros(n + 1, np.int64)
    for i in range(n):
        start[i + 1] = start[i] + joined[i].sum()
    ends = np.empty(start[n], np.int64)
    for i in range(n):
        ends[start[i] : start[i + 1]] = np.flatnonzero(joined[i])
    return start, ends


@compiled
def walks_from(D, start, ends, source):
    """How far it is to every object, stepping from partner to partner (Dijkstra)."""
    far = np.full(len(D), np.inf)
    far[source] = 0.0
    waiting = [(0.0, source)]
    while len(waiting) > 0:
        walked, at = heapq.heappop(waiting)
        if walked > far[at]:
            continue
        for place in range(start[at], start[at + 1]):
            j = ends[place]
            reach = walked + D[at, j]
            if reach < far[j]:
                far[j] = reach
                heapq.heappush(waiting, (reach, j))
    return far


@compiled
def middle_of(D, members):
    """The member with the smallest sum of distances to the others."""
    middle, least = members[0], np.inf
    for i in members:
        total = 0.0
        for j in members:
            total += D[i, j]
        if total < least:
            middle, least = i, total
    return middle


@compiled
def walked_valley(D, start, ends, a, b):
    """Dip along the walk from one cluster's middle to the other's, over both and what is between.

    Walked distances p and q to the two middles, W apart, say how far along an object is: in the
    flat case (p ** 2 - q ** 2) / 2 W is its place on the straight line through the middles. A bent
    group that was cut in two has no valley: no stretch of it is emptier than its neighbours.
    """
    one, other = np.flatnonzero(a), np.flatnonzero(b)
    end = middle_of(D, other)
    p = walks_from(D, start, ends, middle_of(D, one))
    q = walks_from(D, start, ends, end)
    between = a | b | (p + q <= DETOUR * p[end])
    return dip_score(np.sort((p**2 - q**2)[between]))


@compiled
def deepest_border(X, labels, k, part):
    """Join pieces across the shallowest border; the deepest border between two large parts."""
    centres, counts = centres_of(X, labels, k)
    order = np.argsort(labels, kind="mergesort")
    start = np.zeros(k + 1, np.int64)
    start[1:] = np.cumsum(counts)
    total = np.zeros((k, k))
    pairs = np.zeros((k, k))
    D = distances_between(centres)
    spacing = np.full(k, np.inf)
    for a in range(k):
        for b in range(k):
            if a != b and counts[b] > 0:
                spacing[a] = min(spacing[a], D[a, b])
    joined = np.zeros((k, k), np.bool_)
    for edge in spanning_tree(D, np.zeros(k)):
        a, b = int(edge[0]), int(edge[1])
        joined[a, b] = joined[b, a] = True
    for a in range(k):
        for b in range(a):
            if counts[a] == 0 or counts[b] == 0:
                continue
            between = False  # a third centre in the ball over the two: no neighbours
            for c in range(k):
                if c not in (a, b) and counts[c] > 0:
                    between |= D[a, c] ** 2 + D[b, c] ** 2 < D[a, b] ** 2
            far = D[a, b] > REACH * max(spacing[a], spacing[b])
            if between or (far and not joined[a, b]):
                continue
            t = np.empty(counts[a] + counts[b])
            at = 0
            for c in (a, b):
                for i in order[start[c] : start[c + 1]]:
                    t[at] = (X[i] * (centres[a] - centres[b])).sum()
                    at += 1
            total[a, b] = total[b, a] = dip_score(np.sort(t)) if at >= 8 else -1.0
            pairs[a, b] = pairs[b, a] = 1
    alive = counts > 0
    deepest = 0.0
    found = False
    while True:
        low, x, y = np.inf, -1, -1
        for a in range(k):
            for b in range(a):
                if alive[a] and alive[b] and pairs[a, b] > 0:
                    value = total[a, b] / np.sqrt(pairs[a, b])
                    if value < low:
                        low, x, y = value, a, b
        if x < 0:
            return deepest
        if min(counts[x], counts[y]) >= part and (low > deepest or not found):
            deepest, found = low, True
        alive[y] = False
        counts[x] += counts[y]
        for c in range(k):
            total[x, c] += total[y, c]
            total[c, x] = total[x, c]
            pairs[x, c] += pairs[y, c]
            pairs[c, x] = pairs[x, c]


@compiled
def widest_passage(D, core, part):
    """Largest log ratio of a passage's width to what is usual in either of the parts it joins."""
    n = len(core)
    edges = spanning_tree(D, core)
    edges = edges[np.argsort(edges[:, 2], kind="mergesort")]
    root = np.arange(n)
    size = np.ones(n, np.int64)
    following = np.full(n, -1)
    last = np.arange(n)
    best = 0.0
    for edge in edges:
        a, b = int(edge[0]), int(edge[1])
        while root[a] != a:
            a = root[a]
        while root[b] != b:
            b = root[b]
        if min(size[a], size[b]) >= part:
            usual = 0.0
            for c in (a, b):
                inside = np.empty(size[c])
                i = c
                for at in range(size[c]):
                    inside[at] = core[i]
                    i = following[i]
                usual = max(usual, np.median(inside))
            best = max(best, np.log(edge[2] / max(usual, 1e-300)))
        if size[a] < size[b]:
            a, b = b, a
        root[b] = a
        size[a] += size[b]
        following[last[a]] = b
        last[a] = last[b]
    return best


@compiled
def widest_gap(D, least):
    """Largest log ratio of a gap, beside a part of at least so many objects, to usual steps.

    Usual is the widest step within the smaller part (of two equal ones the tighter), and what
    nearly all steps of the smallest spanning tree stay below.
    """
    n = len(D)
    edges = spanning_tree(D, np.zeros(n))
    edges = edges[np.argsort(edges[:, 2], kind="mergesort")]
    usual = max(edges[int(USUAL * (n - 2)), 2], 1e-300)
    root = np.arange(n)
    size = np.ones(n, np.int64)
    widest = np.zeros(n)
    best = 0.0
    for edge in edges:
        a, b = int(edge[0]), int(edge[1])
        while root[a] != a:
            a = root[a]
        while root[b] != b:
            b = root[b]
        if size[a] < size[b]:
            a, b = b, a
        if size[b] >= least:
            inside = widest[b] if size[b] < size[a] else min(widest[a], widest[b])
            best = max(best, np.log(max(edge[2], 1e-300) / max(inside, usual)))
        root[b] = a
        size[a] += size[b]
        widest[a] = edge[2]
    return best
