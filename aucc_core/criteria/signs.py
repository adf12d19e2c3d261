r"""What the signs in the formulas of `CRITERIA` mean: `SIGNS`, and those of one formula."""

from __future__ import annotations

import re
from typing import NamedTuple

from aucc_core.criteria.registry import Criterion


class Sign(NamedTuple):
    """A sign in LaTeX, a pattern that finds it in a formula, and its meaning."""

    sign: str
    pattern: str
    meaning: str


# A letter that is no part of a LaTeX command or of a longer name.
_ALONE = r"(?<![A-Za-z\\])"
SIGNS = (
    Sign("s_+", r"s_\+", "comparisons of a pair within a cluster with a pair between clusters in "
         "which the first is closer"),
    Sign("s_-", r"s_-", "those in which it is farther"),
    Sign("s_0", r"s_0", "ties"),
    Sign("w", _ALONE + r"w(?![_A-Za-z])", "pairs within clusters"),
    Sign("b", _ALONE + r"b(?![_A-Za-z])", "pairs between clusters"),
    Sign("t", _ALONE + r"t\^2", "all pairs, w + b"),
    Sign("w_g,\\ b_g", r"w_g", "pairs within and between clusters up to the g-th smallest "
         "distance"),
    Sign(r"\bar d_w,\ \bar d_b", r"\\bar d_w", "mean distance within and between clusters"),
    Sign("s_d", r"s_d", "standard deviation of all distances"),
    Sign(r"\sum_w d", r"\\sum_\{w\} d", "sum of the distances within clusters"),
    Sign(r"\min_w,\ \max_w", r"\\min_w", "sums of the w smallest and of the w largest distances"),
    Sign("SS_B,\\ SS_W", r"SS_W", "sums of squares between and within clusters"),
    Sign("SS_{B,f},\\ SS_{T,f}", r"SS_\{T,f\}", "sums of squares of feature f between clusters and "
         "in all"),
    Sign("n", _ALONE + r"n(?![A-Za-z])", "objects"),
    Sign("k", _ALONE + r"k(?![A-Za-z])", "clusters"),
    Sign("d", r"\{d\}", "features"),
    Sign("C,\\ C'", r"(?<![A-Za-z\\])C(?![A-Za-z])", "clusters"),
    Sign("|C|", r"\|C\|", "number of objects of C"),
    Sign(r"d_{ij}", r"d_\{ij\}", "distance of objects i and j"),
    Sign(r"x_i", r"x_i", "object i"),
    Sign(r"\bar x", r"\\bar x\\", "mean of all objects"),
    Sign(r"\bar x_C", r"\\bar x_(\{C'\}|C)", "mean of cluster C"),
    Sign("s_C", r"s_C", "mean distance of the objects of C to its mean"),
    Sign("a_i", r"a_i", "mean distance of object i to the others of its cluster (to its mean where "
         "the formula says so)"),
    Sign("b_i", r"b_i", "smallest mean distance to another cluster"),
    Sign(r"\varepsilon", r"\\varepsilon", "a tiny number, so that nothing is divided by 0"),
    Sign("d_{o_{t-1}o_t}", r"d_\{o_", "length of one step"),
    Sign("o_0,\\dots,o_m", r"o_0", "a chain of neighbours from object i to object j"),
    Sign(r"\mathrm{sep}", r"mathrm\{sep\}", "smallest distance between inner objects of two "
         "clusters, density counted in"),
    Sign(r"\mathrm{sparse}", r"mathrm\{sparse\}", "longest edge inside the spanning tree of a "
         "cluster, density counted in"),
    Sign(r"\mathrm{AUCC}", r"mathrm\{AUCC\}", "the share of comparisons of a pair within a cluster "
         "with a pair between clusters in which the first is closer, ties one half"),
)  # fmt: skip


def signs_of(row: Criterion) -> list[tuple[str, str]]:
    """The signs of a criterion's formula with their meanings, in the order of `SIGNS`."""
    return [(s.sign, s.meaning) for s in SIGNS if re.search(s.pattern, row.formula)]
