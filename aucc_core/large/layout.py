"""Objects in cluster order, and pairs drawn from them so that each is equally likely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

_GOLDEN = 0.6180339887498949


@dataclass(frozen=True, eq=False)
class ClusterOrder:
    """Objects sorted by cluster.

    Attributes
    ----------
    order : object at each position; clusters are contiguous.
    starts, sizes : first position and number of objects of each cluster.
    """

    order: Integers
    starts: Integers
    sizes: Integers

    @classmethod
    def of(cls, codes: Integers, rng: np.random.Generator | None = None) -> ClusterOrder:
        """Sort by cluster; with ``rng`` the objects inside a cluster are shuffled."""
        if rng is None:
            order = np.argsort(codes, kind="stable")
        else:
            shuffled = rng.permutation(codes.size)
            order = shuffled[np.argsort(codes[shuffled], kind="stable")]
        sizes = np.bincount(codes).astype(np.int64)
        return cls(order, np.cumsum(sizes) - sizes, sizes)

    @property
    def ends(self) -> Integers:
        """For each position, where its cluster ends."""
        return np.repeat(self.starts + self.sizes, self.sizes)

    def draw(
        self, count: int, *, between: bool, rng: np.random.Generator
    ) -> tuple[Integers, Integers]:
        """Positions of ``count`` pairs, within clusters or between them.

        Clusters get their share by systematic rounding, so that every pair has the same chance.
        """
        from aucc_core.large import kernels

        sizes = self.sizes
        partners = int(sizes.sum()) - sizes if between else sizes - 1
        weights = sizes.astype(np.float64) * partners
        reach = np.floor(np.cumsum(weights) / weights.sum() * count + rng.random())
        reach[-1] = count
        quotas = np.diff(reach, prepend=0).astype(np.int64)
        quotas[partners == 0] = 0
        most = np.maximum(partners, 1)
        first, second = np.empty(count, np.int64), np.empty(count, np.int64)
        drawn = kernels.draw_pairs(
            self.starts,
            sizes,
            quotas,
            rng.integers(0, sizes),
            rng.integers(0, most),
            _coprime_strides(most),
            between,
            first,
            second,
        )
        return first[:drawn], second[:drawn]


def _coprime_strides(lengths: Integers) -> Integers:
    """A stride near the golden section of each length that meets every place before repeating."""
    strides = np.maximum(1, np.rint(lengths * _GOLDEN).astype(np.int64))
    while True:
        shared = np.gcd(strides, lengths) > 1
        if not shared.any():
            return strides
        strides[shared] += 1
