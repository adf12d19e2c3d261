"""For single objects: which other cluster is nearest, by mean distance."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.score.inputs import pair_index
from aucc_core.score.ranked import RankedPairs


def nearest_other(pairs: RankedPairs, labels: npt.ArrayLike, rows: npt.ArrayLike) -> pd.DataFrame:
    """A row for each of ``rows``: mean distance to its own cluster and to the nearest other.

    Columns: ``own`` (without itself; NaN for one alone in its cluster or left out as noise),
    ``other`` and ``other_cluster``. Objects with label -1 belong to no cluster.
    """
    codes = np.asarray(labels)
    clusters = np.unique(codes[codes >= 0])
    found = []
    for row in np.asarray(rows, dtype=np.int64):
        others = np.delete(np.arange(pairs.n), row)
        first, second = np.minimum(others, row), np.maximum(others, row)
        distances = pairs.distances[pair_index(first, second, pairs.n)]
        means = {
            int(c): float(distances[codes[others] == c].mean())
            for c in clusters
            if (codes[others] == c).any()
        }
        own = means.pop(int(codes[row]), np.nan)
        other = min(means, key=lambda c: (means[c], c)) if means else -1
        found.append((own, means.get(other, np.nan), other))
    return pd.DataFrame(found, columns=["own", "other", "other_cluster"]).set_axis(
        np.asarray(rows, dtype=np.int64)
    )
