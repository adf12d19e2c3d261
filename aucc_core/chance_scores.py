"""Seven criteria for very many partitions of one data set at once.

The same formulas as `aucc_core.criteria` (tests compare the two), rearranged so that a whole
stack of partitions with the same k costs a few matrix products: three times as fast. Values are
oriented so that higher is better.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import squareform
from threadpoolctl import ThreadpoolController

from aucc_core.pairs import Pairs

Float = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]

# Names from `CRITERIA`, in the order of the paper's figure.
CHANCE_CRITERIA = ("aucc", "point_biserial", "vrc", "swc", "c_index", "c_sqrt_k", "pbm")


class Scorer:
    """Scores stacks of partitions of one feature table."""

    def __init__(self, X: Float) -> None:
        self.pairs = Pairs(X)
        self._X = X - X.mean(axis=0)
        d = self.pairs.distances
        self._square = squareform(d)
        self._total = float(d.sum())
        self._spread = float(d.std())
        ordered = np.sort(d)
        self._smallest = np.concatenate([[0.0], np.cumsum(ordered)])
        self._largest = np.concatenate([[0.0], np.cumsum(ordered[::-1])])
        self._sst = (self._X**2).sum(axis=0)
        self._to_mean = float(np.sqrt((self._X**2).sum(axis=1)).sum())

    def score(self, stacks: Sequence[Codes], criteria: Sequence[str]) -> dict[str, list[Float]]:
        """Criterion -> one array of scores a stack; a stack is (count, n) codes 0..k-1."""
        scores: dict[str, list[Float]] = {name: [] for name in criteria}
        if "aucc" in scores:
            every = self.pairs.aucc_many([labels for stack in stacks for labels in stack])
            scores["aucc"] = np.split(every, np.cumsum([len(s) for s in stacks])[:-1])
        others = [name for name in criteria if name != "aucc"]
        if others:
            # Small products on many threads spend their time waiting for one another.
            with _thread_pools().limit(limits=1, user_api="blas"):
                for stack in stacks:
                    values = self._stack_scores(stack)
                    for name in others:
                        scores[name].append(values[name])
        return scores

    def _stack_scores(self, L: Codes) -> dict[str, Float]:
        count, n = L.shape
        k = int(L.max()) + 1
        member = (L[:, None, :] == np.arange(k)[:, None]).astype(np.float64)  # count, k, n
        sizes = member.sum(axis=2)
        sums = (member.reshape(-1, n) @ self._square).reshape(count, k, n)
        own = np.take_along_axis(sums, L[:, None, :], axis=1)[:, 0]
        within = own.sum(axis=1) / 2
        w = (sizes * (sizes - 1)).sum(axis=1) / 2
        centroids = (member @ self._X) / sizes[:, :, None]
        ssb = (sizes[:, :, None] * centroids**2).sum(axis=1)  # count, features
        return {
            "point_biserial": self._point_biserial(within, w),
            "vrc": (ssb.sum(axis=1) / (k - 1)) / ((self._sst.sum() - ssb.sum(axis=1)) / (n - k)),
            "swc": _silhouette(sums, own, sizes, L),
            "c_index": self._c_index(within, w),
            "c_sqrt_k": np.sqrt(ssb / self._sst).mean(axis=1) / np.sqrt(k),
            "pbm": self._pbm(centroids, L),
        }

    def _point_biserial(self, within: Float, w: Float) -> Float:
        t = self.pairs.n_pairs
        b = t - w
        gap = (self._total - within) / b - within / w
        return gap * np.sqrt(w * b / t**2) / self._spread

    def _c_index(self, within: Float, w: Float) -> Float:
        pairs = w.astype(np.int64)
        low, high = self._smallest[pairs], self._largest[pairs]
        return -(within - low) / (high - low)

    def _pbm(self, centroids: Float, L: Codes) -> Float:
        k = centroids.shape[1]
        own = np.take_along_axis(centroids, L[:, :, None], axis=1)
        spread = np.sqrt(((self._X - own) ** 2).sum(axis=2)).sum(axis=1)
        apart = ((centroids[:, :, None] - centroids[:, None]) ** 2).sum(axis=3).max(axis=(1, 2))
        return (self._to_mean / spread / k) ** 2 * apart


@functools.cache
def _thread_pools() -> ThreadpoolController:
    return ThreadpoolController()


def _silhouette(sums: Float, own: Float, sizes: Float, L: Codes) -> Float:
    """Mean silhouette; objects alone in their cluster count 0."""
    own_size = np.take_along_axis(sizes, L, axis=1)
    a = own / np.maximum(own_size - 1, 1)
    mean = sums / sizes[:, :, None]
    np.put_along_axis(mean, L[:, None, :], np.inf, axis=1)
    b = mean.min(axis=1)
    width = (b - a) / np.maximum(np.maximum(a, b), np.finfo(float).tiny)
    return np.where(own_size > 1, width, 0.0).mean(axis=1)
