"""ROC curve from a sample of pairs: for a first look, and for data too large to count."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.curves import RocCurve, walk_corners
from aucc_core.distances import distances_of
from aucc_core.large.layout import ClusterOrder
from aucc_core.large.paired import pair_tie_values
from aucc_core.ties import tie_keys
from aucc_core.validate import as_codes

Integers = npt.NDArray[np.int64]

# Pairs of each kind; a rate at a distance is then off by less than 0.01.
CURVE_PAIRS = 1 << 16


def sample_curve(
    X: Any,
    labels: Any,
    *,
    metric: str = "euclidean",
    n_pairs: int = CURVE_PAIRS,
    seed: int,
    p: float = 2.0,
) -> RocCurve:
    """Curve of ``n_pairs`` pairs within clusters and as many between them.

    Counts are scaled up to all pairs, so they are estimates too. Its area is an estimate of AUCC;
    `aucc_sample` gives a better one, with an interval.
    """
    distances = distances_of(X, metric, p=p)
    codes = as_codes(labels, distances.n)
    rng = np.random.default_rng(seed)
    layout = ClusterOrder.of(codes, rng)
    values = []
    for between in (False, True):
        a, b = layout.draw(n_pairs, between=between, rng=rng)
        values.append(pair_tie_values(distances, layout.order[a], layout.order[b]))
    keys = [tie_keys(v, distances.dropped_bits) for v in values]
    groups, first, of_pair = np.unique(np.concatenate(keys), return_index=True, return_inverse=True)
    kinds = np.repeat((0, 1), [k.size for k in keys])
    steps = [np.bincount(of_pair[kinds == kind], minlength=groups.size) for kind in (0, 1)]
    within, between_, corners = walk_corners(*steps)
    lengths = distances.lengths(np.concatenate(values)[first])
    sizes = layout.sizes
    all_within = int((sizes * (sizes - 1)).sum() // 2)
    all_between = distances.n_pairs - all_within
    return RocCurve(
        _scaled(within, all_within),
        _scaled(between_, all_between),
        np.concatenate(([-np.inf], lengths[corners[1:]])),
        exact_fpr=0.0,
    )


def _scaled(counts: Integers, whole: int) -> Integers:
    return np.rint(counts / counts[-1] * whole).astype(np.int64)
