"""Compiled loops of the verdict: walks over a graph of near objects."""

from __future__ import annotations

import numpy as np

from aucc_core.score.threads import compiled


@compiled
def root_of(parent, i):
    """The root of an object's part, with the way to it halved."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@compiled
def widest_gaps(first, second, log_length, labels, log_core, least):
    """For each cluster, how much wider its widest inner passage is than the parts it joins.

    Edges come shortest first. Those inside clusters join objects to parts; where two parts with
    ``least`` objects of the cluster meet, the log of the passage less the mean log distance to the
    neighbours in the sparser part says how much of a gap there is.
    """
    n, k = labels.size, least.size
    parent = np.arange(n)
    size = np.ones(n)
    total = log_core.copy()
    widest = np.zeros(k)
    for e in range(first.size):
        cluster = labels[first[e]]
        if labels[second[e]] != cluster:
            continue
        a, b = root_of(parent, first[e]), root_of(parent, second[e])
        if a == b:
            continue
        if size[a] >= least[cluster] and size[b] >= least[cluster]:
            gap = log_length[e] - max(total[a] / size[a], total[b] / size[b])
            widest[cluster] = max(widest[cluster], gap)
        if size[a] < size[b]:
            a, b = b, a
        parent[b] = a
        size[a] += size[b]
        total[a] += total[b]
    return widest
