"""Chance labels, exactly: the distribution of AUCC when cluster sizes are dealt out at random.

AUCC = 1/2 - W/(PN), where W sums the centred mid-ranks over the P within-cluster pairs and N is
the number of between-cluster pairs. Under random relabelling W is a quadratic-assignment
statistic (Hubert and Schultz 1976): a sum over pairs of a fixed number times "same cluster". Its
m-th moment is a sum over m-tuples of pairs, and how probable it is that all m pairs fall within
clusters depends only on how the pairs hang together. For m = 3 there are eight ways:

======================================  =========================================
one pair, thrice                         two objects in one cluster
one pair twice, one that touches it      three in one cluster
one pair twice, one apart                two and two
a triangle                               three
a path of three pairs                    four
a star of three pairs                    four
two that touch, one apart                three and two
three apart                              two, two and two
======================================  =========================================

The sums of rank products over each are inclusion-exclusion of a few sums over the centred rank
matrix A with row sums a: its powers, a'Aa, and the trace of A³ for the triangles. That trace is
the only part that costs more than O(n²); it is a blocked matrix product, and from
`EXACT_OBJECTS` objects on it is estimated from a random part of the rows.

The distribution is skewed however large n is, so p comes from a Pearson III distribution with the
exact mean, variance and skewness; a normal p would be wrong by up to 17 times in the tail.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.score.counting import pairs_inside
from aucc_core.score.inputs import Codes, Floats, row_start

# Up to here the trace of A³ is exact (8 seconds on two cores at the limit); above, it is
# estimated from this many rows, to a few per cent, which moves p by less than that.
EXACT_OBJECTS = 6_000
_SAMPLED_ROWS = 512
_BLOCK = 512


@dataclass(frozen=True)
class NullSummary:
    """A score beside what random labels with the same cluster sizes give.

    Attributes
    ----------
    value : the AUCC of the labels.
    mean, std, skewness : of the AUCC of random labels, from formulas; the mean is always 0.5.
    z : how many standard deviations the value is above the mean.
    p_value : how probable it is that random labels score at least as high.
    """

    value: float
    mean: float
    std: float
    skewness: float
    z: float
    p_value: float


@dataclass(frozen=True)
class RankSums:
    """Sums over the matrix A of centred mid-ranks (in units of the number of pairs).

    Over pairs: ``squares`` A², ``cubes`` A³. Over objects, with row sums a and row sums of squares
    q: ``row_squares`` a², ``row_cubes`` a³, ``row_products`` a·q. ``quadratic`` is a'Aa and
    ``trace`` is that of A³.
    """

    squares: float
    cubes: float
    row_squares: float
    row_cubes: float
    row_products: float
    quadratic: float
    trace: float


def null_summary(value: float, sums: RankSums, sizes: Codes, n_pairs: int) -> NullSummary:
    """Mean, spread, z and p of AUCC under random relabelling, without simulation."""
    variance, third = central_moments(sums, sizes, n_pairs)
    if variance <= 0:  # all distances equal: every relabelling scores one half
        return NullSummary(value, 0.5, 0.0, 0.0, 0.0, 1.0)
    std = math.sqrt(variance)
    skewness = third / std**3
    z = (value - 0.5) / std
    return NullSummary(value, 0.5, std, skewness, z, tail_probability(z, skewness, sizes))


def tail_probability(z: float, skewness: float, sizes: Codes) -> float:
    """P(random labels score z or more), from Pearson III.

    Never below the probability that the dealing gives the same clusters again.
    """
    from scipy.stats import pearson3

    same = math.lgamma(sizes.sum() + 1) - sum(math.lgamma(s + 1) for s in sizes)
    swaps = sum(math.lgamma(m + 1) for m in np.unique(sizes, return_counts=True)[1])
    return max(float(pearson3.sf(z, skewness)), math.exp(swaps - same))


def central_moments(sums: RankSums, sizes: Codes, n_pairs: int) -> tuple[float, float]:
    """Variance and third central moment of AUCC for clusters of these sizes."""
    p = _togetherness([int(s) for s in sizes])
    within = Fraction(pairs_inside(sizes))
    # W in units of the number of pairs, so AUCC - 1/2 = -scale · W.
    scale = Fraction(n_pairs) / (within * (n_pairs - within))
    variance = _combine(
        (sums.squares, p[2] - 2 * p[3] + p[2, 2]),
        (sums.row_squares, p[3] - p[2, 2]),
        scale=scale**2,
    )
    # What each sum contributes to the eight kinds of triples; the weights are exact fractions,
    # because they nearly cancel when clusters are of equal size.
    third = _combine(
        (sums.cubes, p[2] - 6 * p[3] + 3 * p[2, 2] + 10 * p[4] - 12 * p[3, 2] + 4 * p[2, 2, 2]),
        (sums.row_products, 3 * (p[3] - p[2, 2] - 3 * p[4] + 5 * p[3, 2] - 2 * p[2, 2, 2])),
        (sums.row_cubes, p[4] - 3 * p[3, 2] + 2 * p[2, 2, 2]),
        (sums.quadratic, 3 * (p[4] - 2 * p[3, 2] + p[2, 2, 2])),
        (sums.trace, p[3] - 3 * p[4] + 3 * p[3, 2] - p[2, 2, 2]),
        scale=scale**3,
    )
    return max(variance, 0.0), -third


def rank_sums(ranks2: npt.NDArray[np.int32], n: int) -> RankSums:
    """The sums over the matrix of doubled mid-ranks; they do not depend on the labels."""
    rows = np.zeros(n)
    square_rows = np.zeros(n)
    cubes = 0.0
    for i in range(n - 1):
        row = _centred(ranks2, n, i)
        squared = row * row
        rows[i] += row.sum()
        rows[i + 1 :] += row
        square_rows[i] += squared.sum()
        square_rows[i + 1 :] += squared
        cubes += float(row @ squared)
    quadratic = 2.0 * sum(
        float(rows[i] * (_centred(ranks2, n, i) @ rows[i + 1 :])) for i in range(n - 1)
    )
    return RankSums(
        squares=float(square_rows.sum() / 2),
        cubes=cubes,
        row_squares=float((rows**2).sum()),
        row_cubes=float((rows**3).sum()),
        row_products=float(rows @ square_rows),
        quadratic=quadratic,
        trace=_trace_of_cube(ranks2, n),
    )


def _togetherness(sizes: list[int]) -> dict[Any, Fraction]:
    """How probable it is that given objects share clusters: p[3, 2] is three in one, two in one."""
    n = sum(sizes)

    def total(m: int) -> int:
        return sum(math.perm(s, m) for s in sizes)

    def both(a: int, b: int) -> int:
        """Ordered choices of a objects in one cluster and b others in one, perhaps the same."""
        same = sum(math.perm(s, a) * math.perm(s, b) for s in sizes)
        return total(a) * total(b) - same + total(a + b)

    twos = [math.perm(s, 2) for s in sizes]
    t1, t2, t3 = sum(twos), sum(t**2 for t in twos), sum(t**3 for t in twos)
    apart = t1**3 - 3 * t1 * t2 + 2 * t3
    four_two = both(4, 2) - total(6)
    counts = {
        2: (total(2), 2),
        3: (total(3), 3),
        4: (total(4), 4),
        (2, 2): (both(2, 2), 4),
        (3, 2): (both(3, 2), 5),
        (2, 2, 2): (apart + 3 * four_two + total(6), 6),
    }
    return {
        kind: Fraction(count, math.perm(n, m)) if n >= m else Fraction(0)
        for kind, (count, m) in counts.items()
    }


def _combine(*terms: tuple[float, Fraction], scale: Fraction) -> float:
    return math.fsum(value * float(weight * scale) for value, weight in terms)


def _centred(ranks2: npt.NDArray[np.int32], n: int, i: int) -> Floats:
    """Centred mid-ranks of the pairs (i, i+1..n-1), in units of the number of pairs."""
    first = row_start(i, n)
    n_pairs = ranks2.size
    return ranks2[first : first + n - 1 - i] / (2.0 * n_pairs) - (n_pairs + 1) / (2.0 * n_pairs)


def _rows(ranks2: npt.NDArray[np.int32], n: int, wanted: npt.NDArray[np.intp]) -> Floats:
    """Whole rows of the matrix of centred mid-ranks, with zeros on the diagonal."""
    n_pairs = ranks2.size
    above = np.arange(n)
    starts = row_start(above, n) - above - 1
    low = np.minimum(wanted[:, None], above)
    high = np.maximum(wanted[:, None], above)
    diagonal = low == high
    index = starts[low] + high
    index[diagonal] = 0
    rows = ranks2[index] / (2.0 * n_pairs) - (n_pairs + 1) / (2.0 * n_pairs)
    rows[diagonal] = 0.0
    return rows


def _trace_of_cube(ranks2: npt.NDArray[np.int32], n: int) -> float:
    """Trace of A³, block by block; for many objects from a fixed random part of the rows."""
    if n <= EXACT_OBJECTS:
        A = np.empty((n, n))
        blocks = [(b, min(b + _BLOCK, n)) for b in range(0, n, _BLOCK)]
        for a, b in blocks:  # what a row is made from takes several times its own memory
            A[a:b] = _rows(ranks2, n, np.arange(a, b))
        total = 0.0
        for at, (a, b) in enumerate(blocks):
            for c, d in blocks[at:]:
                part = float(((A[a:b] @ A[:, c:d]) * A[a:b, c:d]).sum())
                total += part if a == c else 2 * part
        return total
    chosen = np.sort(np.random.default_rng(0).choice(n, _SAMPLED_ROWS, replace=False))
    some = _rows(ranks2, n, chosen)
    total = 0.0
    for b in range(0, n, _BLOCK):
        block = _rows(ranks2, n, np.arange(b, min(b + _BLOCK, n)))
        total += float(((some @ block.T) * some[:, b : b + block.shape[0]]).sum())
    return total * n / _SAMPLED_ROWS
