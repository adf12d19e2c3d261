"""DBCV, density-based clustering validation (Moulavi, Jaskowiak, Campello, Zimek, Sander 2014).

Each object has a core distance: small where its own cluster is dense. Two objects are as far apart
as the largest of their distance and their two core distances. The smallest spanning tree of a
cluster by these distances follows its shape; its longest inner edge is where the cluster is
sparsest, and is set against the shortest way to an inner object of another cluster.

Where the paper leaves something open:

* An object alone in its cluster is noise: it counts in n and adds 0. With fewer than two clusters
  of two objects or more the value is 0.
* Inner objects have two edges or more, inner edges run between these. A cluster without any inner
  edge (a star, or three objects) is as sparse as its longest edge; the two objects of a pair are
  both inner.
* An object with an equal one in its cluster has the core distance 0, the limit of the formula.
  Sparseness and separation both 0 give the cluster the value 0.
* Of several smallest trees the one of the shorter distances is taken, then of the earlier rows.
  Core distances tie many edges, so that programs differ here, even in the second digit of DBCV.
  What is tied is judged by the rule of `aucc_core.score.ties`.
* Distances are those of the metric in use, as the paper writes; the authors' own program squares
  Euclidean ones, which is the metric "sqeuclidean".

The core distance takes the number of features as its dimension, so that distances alone do not do.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from aucc_core.criteria.quantities import PartitionView
from aucc_core.score.inputs import Bools, Floats, Integers
from aucc_core.score.ties import DROPPED_BITS, tie_keys


class Trees(NamedTuple):
    """Of each object its core distance and whether it is inner; of each cluster its sparseness."""

    core: Floats
    inner: Bools
    sparseness: Floats


def dbcv(v: PartitionView) -> float:
    """Mean over objects of (separation - sparseness) / the larger of both, of their cluster."""
    features = v.data.objects.features
    assert features is not None
    big = v.sizes > 1
    if big.sum() < 2:
        return 0.0
    if v.data.is_small:
        trees = _trees(v, features.shape[1])
        separation = _separation(v, trees)
    else:
        from aucc_core.criteria import kernels

        trees = Trees(np.zeros(v.n), np.zeros(v.n, np.bool_), np.zeros(v.k))
        kernels.grow_trees(v.data.square, v.order, v.edges, features.shape[1], *trees)
        separation = np.full(v.k, np.inf)
        kernels.separate(v.data.square, v.order, v.edges, trees.core, trees.inner, separation)
    larger = np.maximum(separation, trees.sparseness)[big]
    difference = (separation - trees.sparseness)[big]
    values = np.where(larger > 0, difference / np.where(larger > 0, larger, 1.0), 0.0)
    return float((v.sizes[big] * values).sum() / v.n)


# The same in plain numpy, for small data


def _trees(v: PartitionView, dimensions: int) -> Trees:
    found = Trees(np.zeros(v.n), np.zeros(v.n, np.bool_), np.zeros(v.k))
    for c in np.flatnonzero(v.sizes > 1):
        at = v.order[v.edges[c] : v.edges[c + 1]]
        D = v.data.square[np.ix_(at, at)]
        core = _core_distances(D, dimensions)
        reach = np.maximum(D, np.maximum(core[:, None], core))
        a, b = _spanning_tree(D, reach)
        degree = np.bincount(np.concatenate([a, b]), minlength=at.size)
        inner = degree > 1 if at.size > 2 else degree > 0
        lengths = reach[a, b]
        inside = inner[a] & inner[b]
        found.core[at], found.inner[at] = core, inner
        found.sparseness[c] = lengths[inside].max() if inside.any() else lengths.max()
    return found


def _core_distances(D: Floats, dimensions: int) -> Floats:
    """Mean density around each object by its distances to the others, as a distance.

    Distances are divided by the smallest, so that no power overflows.
    """
    m = len(D)
    others = D[~np.eye(m, dtype=bool)].reshape(m, m - 1)
    nearest = others.min(axis=1)
    equal = nearest == 0
    ratios = nearest[~equal, None] / others[~equal]
    core = np.zeros(m)
    mean = (ratios**dimensions).sum(axis=1) / (m - 1)
    core[~equal] = nearest[~equal] * mean ** (-1.0 / dimensions)
    return core


def _spanning_tree(D: Floats, reach: Floats) -> tuple[Integers, Integers]:
    """Ends of the edges of the smallest spanning tree, by Prim's way; ties as told above."""
    m = len(D)
    i, j = np.triu_indices(m, 1)
    straight, by_core = (tie_keys(values[i, j], DROPPED_BITS) for values in (D, reach))
    order = np.lexsort((j, i, straight, by_core))
    never = order.size
    rank = np.full((m, m), never)
    rank[i[order], j[order]] = rank[j[order], i[order]] = np.arange(order.size)
    nearest, near_to = rank[0].copy(), np.zeros(m, np.int64)
    outside = np.arange(m) > 0
    ends = np.zeros((2, m - 1), np.int64)
    for step in range(m - 1):
        new = int(np.where(outside, nearest, never).argmin())
        ends[:, step] = near_to[new], new
        outside[new] = False
        closer = rank[new] < nearest
        nearest[closer], near_to[closer] = rank[new, closer], new
    return ends[0], ends[1]


def _separation(v: PartitionView, trees: Trees) -> Floats:
    """By cluster, the shortest way from its inner objects to those of another cluster."""
    at = np.flatnonzero(trees.inner)
    core, codes = trees.core[at], v.codes[at]
    reach = np.maximum(v.data.square[np.ix_(at, at)], np.maximum(core[:, None], core))
    reach[codes[:, None] == codes] = np.inf
    separation = np.full(v.k, np.inf)
    np.minimum.at(separation, codes, reach.min(axis=1))
    return separation
