"""When two distances count as equal: the tie rule that every number of this package rests on.

Floating-point noise splits distances that are equal in exact arithmetic (iris has 2,722 distinct
distances, double precision makes 5,478 of them), and AUCC then counts wins and losses where there
are ties. So distances that agree to about 10 significant digits are one tie group. The group is
named by an integer key, the leading bits of the float64 pattern rounded to nearest: positive
floats sort like their bit patterns, so keys are ordered like distances, and counting, ranking,
curves and bounds all work on the same integers.
"""

from __future__ import annotations

import numpy as np

from aucc_core.score.inputs import Floats, Integers

# 52 mantissa bits less 19 leave 33, a relative step of 1.2e-10. A squared distance has twice the
# relative spacing of its root, so one more bit goes there.
DROPPED_BITS = 19
DROPPED_BITS_SQUARED = 20


def tie_keys(values: Floats, dropped_bits: int) -> Integers:
    """Integer keys of non-negative values: equal keys are ties, larger keys are farther."""
    bits = np.ascontiguousarray(values + 0.0).view(np.int64)  # + 0.0 turns -0.0 into 0.0
    return (bits + (1 << (dropped_bits - 1))) >> dropped_bits
