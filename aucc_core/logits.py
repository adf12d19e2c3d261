"""Scores on the logit scale, where halving the loss counts the same wherever it happens."""

from __future__ import annotations

from typing import Any

import numpy as np

# A loss below this counts as this: a perfect score must not be infinitely good, and whether 1 or 2
# comparisons in 10,000 are lost says nothing on the number of clusters.
SMALLEST_LOSS = 1e-3


def logit(scores: Any) -> np.ndarray:
    """log(score / (1 - score)), with losses and gains below `SMALLEST_LOSS` counted as that."""
    kept = np.clip(scores, SMALLEST_LOSS, 1 - SMALLEST_LOSS)
    return np.log(kept) - np.log1p(-kept)
