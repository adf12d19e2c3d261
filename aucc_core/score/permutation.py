"""Chance labels, by drawing: what `null` answers by formulas, from random relabellings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from aucc_core.score.inputs import Floats, InputError, Progress, as_codes
from aucc_core.score.ranked import RankedPairs

# Relabellings scored at once.
_BATCH = 64


@dataclass(frozen=True)
class PermutationTest:
    """A score beside those of labels that were dealt out at random."""

    value: float
    draws: Floats
    p_value: float

    @property
    def z(self) -> float:
        """Standard deviations of the value above the mean of the draws; 0 when all are equal."""
        spread = float(self.draws.std(ddof=1))
        return float(self.value - self.draws.mean()) / spread if spread > 0 else 0.0


def permutation_test(
    pairs: RankedPairs,
    labels: Any,
    *,
    seed: int,
    n_permutations: int = 999,
    progress: Progress | None = None,
) -> PermutationTest:
    """Deal the labels out at random again and again; p counts the labels themselves as one draw.

    >>> from aucc_core import Pairs, load_dataset, permutation_test
    >>> ruspini = load_dataset("ruspini")
    >>> permutation_test(Pairs(ruspini.X), ruspini.labels, seed=0, n_permutations=99).p_value
    0.01
    """
    if n_permutations < 1:
        raise InputError(f"n_permutations must be 1 or more; got {n_permutations}.")
    codes = as_codes(labels, pairs.n)
    rng = np.random.default_rng(seed)
    value = float(pairs.aucc_many([codes])[0])
    draws = np.empty(n_permutations)
    for start in range(0, n_permutations, _BATCH):
        stop = min(start + _BATCH, n_permutations)
        shuffled = rng.permuted(np.tile(codes, (stop - start, 1)), axis=1)
        draws[start:stop] = pairs.aucc_many(list(shuffled))
        if progress is not None:
            progress(stop, n_permutations, "random relabellings")
    reached = int((draws >= value).sum())
    draws.setflags(write=False)
    return PermutationTest(value, draws, (1 + reached) / (1 + n_permutations))
