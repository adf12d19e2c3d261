"""How well each cluster is found again in another clustering of the same objects."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.score.inputs import label_codes


def found_again(labels: npt.ArrayLike, other: npt.ArrayLike) -> pd.Series:
    """For each cluster the largest overlap with one of the other clustering's, by Jaccard's index.

    The index is the number of objects in both clusters divided by that in at least one: 1 is the
    same cluster again. Objects with label -1 are in no cluster.
    """
    own, others = np.asarray(labels), np.asarray(other)
    clusters = np.unique(own[own >= 0])
    best = np.zeros(clusters.size)
    if (others >= 0).any():
        codes = label_codes(np.where(others >= 0, others, others.max() + 1))
        sizes = np.bincount(codes[others >= 0], minlength=codes.max() + 1)
        for at, cluster in enumerate(clusters):
            inside = (own == cluster) & (others >= 0)
            shared = np.bincount(codes[inside], minlength=sizes.size)
            best[at] = (shared / (sizes + (own == cluster).sum() - shared)).max()
    return pd.Series(best, index=clusters)
