"""A subsample for drawing: as dense where the data is dense as the data itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.validate import InputError, as_features

Integers = npt.NDArray[np.int64]

# Features that decide who is near whom: each takes bits of a 60-bit code.
_MAX_FEATURES = 6
_CODE_BITS = 60


def density_subsample(X: Any, size: int, *, seed: int, labels: Any = None) -> Integers:
    """Rows (ascending) of ``size`` objects that keep the density of all.

    Objects are put in an order in which neighbours in space are mostly neighbours in line (the
    Z-order of their ranks), and every n/size-th of them is taken from a random start. So each
    region, and each cluster when ``labels`` are given, keeps its share, with less noise than a
    plain random draw. All rows come back when there are no more than ``size``.
    """
    if size < 1:
        raise InputError(f"A subsample needs 1 object or more; got {size}.")
    features = as_features(X)
    n = features.shape[0]
    if size >= n:
        return np.arange(n)
    line = np.argsort(_z_order(features), kind="stable")
    if labels is not None:
        codes = np.unique(np.asarray(labels), return_inverse=True)[1].reshape(-1)
        line = line[np.argsort(codes[line], kind="stable")]
    start = np.random.default_rng(seed).random()
    picked = np.floor((np.arange(size) + start) * (n / size)).astype(np.int64)
    return np.sort(line[np.minimum(picked, n - 1)])


def sample_rows(n: int, size: int, *, seed: int = 0) -> Integers:
    """Rows (ascending) of a plain random sample: what holds for it holds for all, but for chance.

    >>> sample_rows(10, 3).size
    3
    """
    return np.sort(np.random.default_rng(seed).choice(n, min(size, n), replace=False))


def _z_order(features: npt.NDArray[np.float64]) -> npt.NDArray[np.uint64]:
    """Bits of the features' ranks, dealt in turn: near codes are near in space."""
    n, d = features.shape
    spread = np.argsort(-features.std(axis=0), kind="stable")[:_MAX_FEATURES]
    bits = min(16, _CODE_BITS // min(d, _MAX_FEATURES))
    code = np.zeros(n, np.uint64)
    ranks = []
    for c in spread:
        rank = np.empty(n, np.int64)
        rank[np.argsort(features[:, c], kind="stable")] = np.arange(n)
        ranks.append((rank * (1 << bits) // n).astype(np.uint64))
    for bit in range(bits - 1, -1, -1):
        for rank in ranks:
            code = (code << np.uint64(1)) | ((rank >> np.uint64(bit)) & np.uint64(1))
    return code
