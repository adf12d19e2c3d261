"""Ways of choosing one of many clusterings, or none: the verdict and its rivals.

Every criterion that there is; a rule without any constant to tune, from distances that go through
the data; the gap statistic; and two algorithms that choose k themselves.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import kmedoids
import numpy as np
from scipy.spatial import cKDTree
from scipy.spatial.distance import pdist, squareform
from scipy.stats import rankdata
from sklearn.metrics import silhouette_samples

import aucc_core
from aucc_core.criteria import CRITERIA, criteria_scores
from aucc_core.partitions import make_partitions
from aucc_core.score.objects import Objects
from aucc_core.score.path import path_distances
from tests.bench.clusterings import KS, SEED, Clustered
from tests.bench.kept import code_digest, data_digest

VERDICT = "verdict"
RULE = "path silhouette, mean + weakest"
# Sets without clusters for the gap statistic, and random starts on each.
GAP_SETS = 10
GAP_STARTS = 3


@dataclass(frozen=True, eq=False)
class Pick:
    """What a chooser settled on.

    Attributes
    ----------
    k : the number of clusters that it names; None when it says that there are none.
    labels : the clustering; None without one.
    seconds : time taken, that for the clusterings it looked at included.
    """

    k: int | None
    labels: np.ndarray | None
    seconds: float = 0.0


@dataclass(frozen=True)
class Chooser:
    """One way of choosing.

    Attributes
    ----------
    name : for tables.
    choose : from clusterings to (k, labels), both None for "no clusters".
    rooms : the parts of the library that decide what it picks; empty for all.
    may_say_none : whether "no clusters" is one of its answers.
    of_one_algorithm : whether it can choose among the clusterings of one algorithm.
    waits : whether it needs the clusterings to be made first, rather than its own.
    """

    name: str
    choose: Callable[[Clustered], tuple[int | None, np.ndarray | None]]
    rooms: tuple[str, ...] = ()
    may_say_none: bool = False
    of_one_algorithm: bool = True
    waits: bool = True

    def pick(self, clustered, kept):
        """Its pick among these clusterings, or what was kept of it."""
        made_from = (
            data_digest(clustered.one),
            code_digest("partitions"),
            code_digest(*self.rooms),
            Path(__file__).read_bytes(),
            clustered.algorithms,
            KS,
            SEED,
        )
        name = f"{self.name} {clustered.one.name}"
        return kept.get(name, made_from, lambda: self._pick(clustered))

    def _pick(self, clustered):
        begin = time.perf_counter()
        k, labels = self.choose(clustered)
        took = time.perf_counter() - begin + (clustered.seconds if self.waits else 0.0)
        return Pick(k, labels, took)


def choosers(*, verdict=True):
    """All of them, the verdict first; criteria as the registry has them."""
    found = [VERDICT_CHOOSER] if verdict else []
    found += [
        Chooser(RULE, by_path_rule, ("score",)),
        Chooser("path silhouette", by_path_silhouette, ("score",)),
        *(
            Chooser(row.short, by_criterion(row), ("score", "criteria"))
            for row in CRITERIA.values()
        ),
        Chooser("gap statistic", by_gap, ("partitions",), may_say_none=True),
        Chooser("HDBSCAN", by_hdbscan, ("partitions",), True, False, False),
        Chooser("HDBSCAN, noise joined", by_hdbscan_joined, ("partitions",), True, False, False),
    ]
    if hasattr(kmedoids, "dynmsc"):  # older releases have none
        found.append(Chooser("DynMSC", by_dynmsc, ("score",), False, False, False))
    return found


def by_verdict(clustered):
    """The library's own; it makes the clusterings itself."""
    ks = [k for k in KS if k < clustered.one.n]
    found = aucc_core.verdict(clustered.one.X, clustered.algorithms, ks, seed=SEED)
    return found.k, found.labels


VERDICT_CHOOSER = Chooser(VERDICT, by_verdict, may_say_none=True, waits=False)


def by_criterion(row):
    """The clustering with the best value; those without a finite one do not stand."""

    def choose(clustered):
        labels = [p.labels for p in clustered.partitions]
        table = criteria_scores(clustered.one.X, labels, [row.name])
        return _highest(clustered, row.orient(table[row.name].to_numpy(dtype=float)))

    return choose


def by_path_silhouette(clustered):
    """The largest mean silhouette over path distances."""
    return _highest(clustered, _path_silhouettes(clustered)[0])


def by_path_rule(clustered):
    """The rank of that mean and the rank of the weakest cluster's, added."""
    mean, weakest = _path_silhouettes(clustered)
    return _highest(clustered, rankdata(mean) + rankdata(weakest))


def _path_silhouettes(clustered):
    """Mean silhouette of each clustering, and that of its weakest cluster."""
    D = squareform(path_distances(clustered.one.X))
    mean, weakest = [], []
    for p in clustered.partitions:
        if p.labels.max() + 1 >= p.labels.size:  # every object alone
            mean.append(0.0)
            weakest.append(0.0)
            continue
        each = silhouette_samples(D, p.labels, metric="precomputed")
        sizes = np.bincount(p.labels)
        mean.append(each.mean())
        weakest.append((np.bincount(p.labels, each) / sizes).min())
    return np.array(mean), np.array(weakest)


def _highest(clustered, scores):
    """Of equally good ones the first: the earlier algorithm, then the smaller k."""
    standing = np.isfinite(scores)
    if not standing.any():
        return None, None
    best = clustered.partitions[int(np.where(standing, scores, -np.inf).argmax())]
    return best.k, best.labels


def by_gap(clustered):
    """Tibshirani, Walther and Hastie 2001: the first k whose gap the next does not clearly pass.

    k = 1 is one of the choices. With k-means, unless the clusterings are of one other algorithm.
    """
    algorithms = clustered.algorithms
    algorithm = algorithms[0] if len(algorithms) == 1 else "kmeans"
    own = {p.k: p.labels for p in clustered.partitions if p.algorithm == algorithm}
    X, ks = clustered.one.X, sorted(own)
    scatter = [_log_scatter(X, np.zeros(len(X), int)), *(_log_scatter(X, own[k]) for k in ks)]
    rng = np.random.default_rng(SEED)
    drawn = []
    for number in range(GAP_SETS):
        B = Objects(_box(X, rng))
        found = make_partitions(B, algorithm, ks, seed=number, n_init=GAP_STARTS)
        whole = _log_scatter(B.features, np.zeros(B.n, int))
        drawn.append([whole, *(_log_scatter(B.features, p.labels) for p in found)])
    drawn = np.array(drawn)
    gap = drawn.mean(axis=0) - scatter
    error = drawn.std(axis=0) * np.sqrt(1 + 1 / GAP_SETS)
    for at, k in enumerate([1, *ks[:-1]]):
        if gap[at] >= gap[at + 1] - error[at + 1]:
            return (None, None) if k == 1 else (k, own[k])
    return ks[-1], own[ks[-1]]


def _box(X, rng):
    """As many objects, spread evenly over a box along the main directions of the data."""
    centre = X.mean(axis=0)
    axes = np.linalg.svd(X - centre, full_matrices=False)[2]
    along = (X - centre) @ axes.T
    return centre + rng.uniform(along.min(axis=0), along.max(axis=0), along.shape) @ axes


def _log_scatter(X, codes):
    """Log of the sum of squares within clusters; the smallest number there is instead of 0."""
    within = sum(
        ((X[codes == c] - X[codes == c].mean(axis=0)) ** 2).sum() for c in np.unique(codes)
    )
    return np.log(max(within, np.finfo(float).tiny))


def by_hdbscan(clustered):
    """What HDBSCAN finds by itself; objects that it leaves out stay together as one group."""
    (found,) = make_partitions(clustered.one.X, "hdbscan", KS[0], seed=SEED)
    return (found.n_clusters, found.labels) if found.n_clusters > 1 else (None, None)


def by_hdbscan_joined(clustered):
    """The same, each object that was left out joined to the cluster of the nearest that was not."""
    k, labels = by_hdbscan(clustered)
    if labels is None:
        return k, labels
    inside = labels >= 0
    nearest = cKDTree(clustered.one.X[inside]).query(clustered.one.X[~inside])[1]
    joined = labels.copy()
    joined[~inside] = labels[inside][nearest]
    return k, joined


def by_dynmsc(clustered):
    """Lenssen and Schubert 2024: medoids whose silhouette is best, over all k."""
    most = min(KS[-1], clustered.one.n - 1)
    found = kmedoids.dynmsc(squareform(pdist(clustered.one.X)), most, KS[0], random_state=SEED)
    return int(found.bestk), np.asarray(found.labels)
