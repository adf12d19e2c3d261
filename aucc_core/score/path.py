"""The distance along dense paths: how long the steps are that lead from one object to another.

In a crescent or a ring the two ends of one cluster are far apart in a straight line, yet a chain
of short steps leads from one to the other; between two clusters at least one step is long. The
path distance (also called Fermat or power-weighted shortest path distance) sums the lengths of
the steps raised to a power, so that one long step costs more than many short ones, along the way
where that sum is smallest, and takes the root of the sum.

Steps go between near objects only. Two are joined when

* one is among the ``neighbours`` objects nearest to the other (itself not counted), or
* their edge is in a smallest spanning tree of the straight distances, so that all are connected.

Where several are equally near, or several trees equally small, all count: what is tied is judged
by the rule of `aucc_core.score.ties`, and the order of the rows changes nothing. Equal objects are
at distance 0 of each other, and one point for all others.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import pdist

from aucc_core.score.inputs import Floats, as_condensed, condensed_objects
from aucc_core.score.threads import run_parallel, thread_count

POWER = 3.0
NEIGHBOURS = 10
# A higher power leaves too few digits to add up steps of different lengths (lengths 30 digits apart
# still do with this one); more neighbours are no paths any more, and take long.
MOST_POWER = 20.0
MOST_NEIGHBOURS = 100
# Time of a pair here, in pairs as `thread_count` counts them.
_WORK_OF_A_PAIR = 20
# Powers of lengths are kept below 2 to this, so that a sum over all objects does not overflow. The
# other end is at 2^-1074: with the power 3, lengths 200 digits apart still add up.
_LARGEST_EXPONENT = 1000


def path_distances(
    features: Floats, *, power: float = POWER, neighbours: float = NEIGHBOURS
) -> Floats:
    """Path distances between the rows of a table, in scipy's pair order."""
    # A power of two changes no digit, and keeps squares of 1e200 from overflowing.
    exponent = _exponent(np.abs(features).max())
    straight = pdist(np.ldexp(features, -exponent))
    paths = _paths(straight, power, int(neighbours), out=straight)
    return np.ldexp(paths, exponent, out=paths)


def paths_along(
    straight: Floats, *, power: float = POWER, neighbours: float = NEIGHBOURS
) -> Floats:
    """The same from distances of any kind that are there already, square or condensed."""
    straight = as_condensed(straight)
    return _paths(straight, power, int(neighbours), out=np.empty_like(straight))


def _paths(straight: Floats, power: float, neighbours: int, *, out: Floats) -> Floats:
    """Path distances, written over ``out``, which may be the straight ones."""
    from aucc_core.score import path_kernels as kernels  # compiled code loads when it is needed

    n = condensed_objects(straight.size)
    lengths = straight if straight.flags.writeable else straight.copy()  # one type to compile for
    bits = lengths.view(np.int64)
    near = kernels.neighbour_keys(bits, n, min(neighbours, n - 1))
    order, joined = kernels.spanning_order(bits, n)
    # Equal objects follow each other in the tree's order, and become one point.
    new = joined > 0
    new[0] = True
    starts = np.append(np.flatnonzero(new), n)
    first, second, length = kernels.edges_of(
        bits, lengths, order, joined, near, np.cumsum(new) - 1, starts
    )
    exponent = int(_LARGEST_EXPONENT // power) - _exponent(length.max(initial=0.0))
    weight = np.ldexp(length, exponent) ** power
    graph = kernels.arcs_of(starts.size - 1, first, second, weight)
    threads = thread_count(_WORK_OF_A_PAIR * out.size)

    def fill(begin: int) -> None:
        kernels.fill_paths(begin, threads, *graph, order, starts, 1.0 / power, -exponent, out)

    run_parallel(fill, range(threads))
    return out


def _exponent(value: float) -> int:
    return int(np.frexp(value)[1])
