"""AUCC and Gamma exactly as they were defined, comparison by comparison: slow, hard to get wrong.

AUCC is the share of comparisons, of a pair in one cluster with a pair in two, in which the first is
closer; a tie counts one half. Distances tie when they agree to about 10 significant digits (`ties`
says why). The fast code is measured against it, and in the course it shows what ranking saves.

>>> count_by_definition([2, 5, 3, 1, 5, 3], "aabb")
Counts(s_plus=5, s_minus=2, s_zero=1)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from aucc_core.score.counting import Counts
from aucc_core.score.inputs import as_codes
from aucc_core.score.ties import tie_keys

if TYPE_CHECKING:
    from aucc_core.score.ranked import RankedPairs


def count_by_definition(distances: Iterable[Any], labels: Sequence[Any]) -> Counts:
    """Compare every within-cluster pair with every between-cluster pair.

    ``distances`` are numbers of any kind, in the order (0, 1), (0, 2) … (1, 2) …, and here only
    equal numbers are ties: `aucc_by_definition` hands in keys that are equal where distances agree
    to 10 digits. Takes time of order n⁴ / k: about a second for 120 objects in 4 clusters.
    """
    within: list[Any] = []
    between: list[Any] = []
    for distance, (one, other) in zip(distances, combinations(labels, 2), strict=True):
        (within if one == other else between).append(distance)
    s_plus = s_minus = s_zero = 0
    for near in within:
        for far in between:
            if near < far:
                s_plus += 1
            elif near > far:
                s_minus += 1
            else:
                s_zero += 1
    return Counts(s_plus, s_minus, s_zero)


def aucc_by_definition(pairs: RankedPairs, labels: Any) -> float:
    """Share of the comparisons that the within-cluster pair wins, a tie counting one half."""
    counts = _counts(pairs, labels)
    return (counts.s_plus + counts.s_zero / 2) / counts.total


def gamma_by_definition(pairs: RankedPairs, labels: Any) -> tuple[float, Counts]:
    """Generalised Gamma (comparisons won less those lost, by all) and its counts."""
    counts = _counts(pairs, labels)
    return (counts.s_plus - counts.s_minus) / counts.total, counts


def _counts(pairs: RankedPairs, labels: Any) -> Counts:
    # Whole numbers in the order of the distances, equal where these count as tied.
    keys = tie_keys(pairs.source.tie_values(), pairs.source.dropped_bits)
    return count_by_definition(keys.tolist(), as_codes(labels, pairs.n).tolist())
