"""All clusterings of a data set from which a chooser picks, made once: 7 algorithms, 14 k."""

import time
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from aucc_core.datasets.benchmark import BenchmarkSet
from aucc_core.paper.public import best_ari
from aucc_core.partitions import Partition, make_partitions
from tests.bench.kept import code_digest, data_digest

ALGORITHMS = ("kmeans", "ward", "average", "complete", "single", "gmm", "spectral")
KS = tuple(range(2, 16))
SEED = 0


@dataclass(frozen=True, eq=False)
class Clustered:
    """A data set and its clusterings, those of one cluster left out: nothing can score them.

    Attributes
    ----------
    one : the data set.
    partitions : by algorithm, then k.
    seconds : time that making all of them took.
    """

    one: BenchmarkSet
    partitions: tuple[Partition, ...]
    seconds: float

    @cached_property
    def aris(self) -> np.ndarray:
        """Agreement of each clustering with the reference that it agrees with best."""
        return np.array([best_ari(self.one, p.labels) for p in self.partitions])

    @property
    def best(self) -> float:
        """The largest agreement that a choice can have."""
        return float(self.aris.max())

    def only(self, algorithm):
        """The clusterings of one algorithm."""
        some = tuple(p for p in self.partitions if p.algorithm == algorithm)
        return Clustered(self.one, some, sum(p.seconds for p in some))

    @property
    def algorithms(self):
        return tuple(dict.fromkeys(p.algorithm for p in self.partitions))


def cluster(one, kept):
    """Cluster a data set in all ways, or take what was kept of it."""
    made_from = (data_digest(one), code_digest("partitions"), ALGORITHMS, KS, SEED)
    found, seconds = kept.get(f"clusterings {one.name}", made_from, lambda: _cluster(one))
    several = tuple(p for p in found if p.labels.min() != p.labels.max())
    return Clustered(one, several, seconds)


def _cluster(one):
    begin = time.perf_counter()
    ks = [k for k in KS if k < one.n]
    found = make_partitions(one.X, ALGORITHMS, ks, seed=SEED)
    return found, time.perf_counter() - begin
