"""The definition of AUCC, written as slowly and obviously as possible.

Everything is exact: distances are fractions or integers, comparisons are counted one by one.
"""

from fractions import Fraction
from itertools import combinations


def squared_distance(a, b):
    return sum((Fraction(x) - Fraction(y)) ** 2 for x, y in zip(a, b, strict=True))


def all_pairs(points, labels, distance=squared_distance):
    """(distance, same cluster) of every pair, in scipy's condensed order."""
    return [
        (distance(points[i], points[j]), labels[i] == labels[j])
        for i, j in combinations(range(len(points)), 2)
    ]


def counts(pairs):
    """(s+, s-, s0): compare every within-cluster pair with every between-cluster pair."""
    within = [Fraction(d) for d, same in pairs if same]
    between = [Fraction(d) for d, same in pairs if not same]
    won = sum(near < far for near in within for far in between)
    lost = sum(near > far for near in within for far in between)
    return won, lost, len(within) * len(between) - won - lost


def curve(pairs):
    """Vertices (accepted between, accepted within) after each distinct distance, from (0, 0)."""

    def accepted(limit, kind):
        return sum(1 for d, same in pairs if d <= limit and same == kind)

    limits = sorted({d for d, _ in pairs})
    return [(0, 0), *((accepted(limit, False), accepted(limit, True)) for limit in limits)]
