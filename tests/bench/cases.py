"""Generated data with a known number of clusters, and data without any, for `make bench-k`.

Everything that makes the choice of k hard is varied: how many clusters, in how many dimensions,
how far apart, how unequal in size, of which shape, with how much noise between them. `measure`
takes down everything that any way of choosing k looks at.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from aucc_core.criteria import criteria_scores
from aucc_core.explain.curve_shape import logit
from aucc_core.explain.diagnose import diagnose
from aucc_core.partitions import make_partitions
from aucc_core.score.objects import Objects
from aucc_core.verdicts.null_data import REFERENCES
from aucc_core.verdicts.stability import draw_objects, rand_index

TRUE_KS = (2, 3, 4, 5, 6, 7, 8)
DIMENSIONS = (2, 2, 3, 5, 10)
# Smallest distance between two centres, in standard deviations of a round cluster.
SEPARATIONS = (6.0, 5.0, 4.2, 3.6, 3.2)
SHAPES = ("round", "long", "flat", "uneven")
BALANCES = ("equal", "one small", "one large")
NOISE = (0.0, 0.0, 0.05)
NULL_DATA = ("box", "gaussian", "slanted", "ball", "skewed")


@dataclass(frozen=True)
class Case:
    """One generated data set; ``k`` is 1 for data without clusters."""

    number: int
    k: int
    d: int
    n: int
    shape: str
    separation: float = 0.0
    balance: str = "equal"
    noise: float = 0.0


def cases(mixtures, null_data, *, seed):
    """The list of cases; each factor is drawn on its own, so none goes with another."""
    rng = np.random.default_rng(seed)
    made = []
    for number in range(mixtures):
        k = int(rng.choice(TRUE_KS))
        made.append(
            Case(
                number,
                k,
                int(rng.choice(DIMENSIONS)),
                int(rng.integers(20, 36)) * k if k > 3 else int(rng.integers(80, 200)),
                str(rng.choice(SHAPES)),
                float(rng.choice(SEPARATIONS)),
                str(rng.choice(BALANCES)),
                float(rng.choice(NOISE)),
            )
        )
    for number in range(mixtures, mixtures + null_data):
        d, n = int(rng.choice(DIMENSIONS)), int(rng.integers(80, 250))
        made.append(Case(number, 1, d, n, NULL_DATA[(number // 2) % len(NULL_DATA)]))
    return made


def draw(case, *, seed):
    """The objects of a case."""
    rng = np.random.default_rng([seed, case.number])
    return _null_data(case, rng) if case.k == 1 else _mixture(case, rng)


def _mixture(case, rng):
    centres = _centres(case, rng)
    sizes = _sizes(case, rng)
    parts = [c + _cloud(case, s, rng) for c, s in zip(centres, sizes, strict=True)]
    X = np.concatenate(parts)
    count = round(case.noise * case.n)
    if count:
        low, high = X.min(axis=0), X.max(axis=0)
        X = np.concatenate([X, rng.uniform(low, high, (count, case.d))])
    return X


def _centres(case, rng):
    """Centres at least the separation apart, in a cube just large enough to find them."""
    side = case.separation * max(1.0, case.k ** (1 / case.d))
    while True:
        for _ in range(200):
            centres = rng.uniform(0, side, (case.k, case.d))
            gaps = np.linalg.norm(centres[:, None] - centres, axis=2)
            if gaps[np.triu_indices(case.k, 1)].min() >= case.separation:
                return centres
        side *= 1.05


def _sizes(case, rng):
    share = {"equal": 1.0, "one small": 0.3, "one large": 3.0}[case.balance]
    weights = np.array([share] + [1.0] * (case.k - 1))
    sizes = np.maximum(np.round(case.n * weights / weights.sum()).astype(int), 8)
    return rng.permutation(sizes)


def _cloud(case, size, rng):
    d = case.d
    if case.shape == "flat":  # uniform in a ball of the same variance
        return _ball(size, d, rng) * np.sqrt(d + 2)
    cloud = rng.standard_normal((size, d))
    if case.shape == "long":  # one direction longer than the others, any way round
        lengths = np.ones(d)
        lengths[0] = 1.8
        return (cloud * lengths / np.sqrt((lengths**2).mean())) @ _rotation(d, rng)
    if case.shape == "uneven":
        return cloud * rng.uniform(0.5, 1.1)
    return cloud


def _null_data(case, rng):
    n, d = case.n, case.d
    if case.shape == "box":
        return rng.uniform(size=(n, d)) * rng.uniform(0.5, 1.5, d)
    if case.shape == "ball":
        return _ball(n, d, rng)
    cloud = rng.standard_normal((n, d))
    if case.shape == "slanted":
        return (cloud * np.exp(rng.normal(0, 0.5, d))) @ _rotation(d, rng)
    if case.shape == "skewed":
        return rng.gamma(4.0, size=(n, d))
    return cloud


def _ball(n, d, rng):
    cloud = rng.standard_normal((n, d))
    return (
        cloud / np.linalg.norm(cloud, axis=1, keepdims=True) * rng.uniform(size=(n, 1)) ** (1 / d)
    )


def _rotation(d, rng):
    return np.linalg.qr(rng.standard_normal((d, d)))[0]


# What is measured on one of them

KS = tuple(range(2, 11))
CRITERIA = ("aucc", "swc", "vrc", "davies_bouldin", "point_biserial")
REFERENCE_SETS = 10
RUNS = 8
# Fewer starts than for the data themselves: these clusterings are many.
STARTS = 3


@dataclass(frozen=True, eq=False)
class Record:
    """One data set: scores by criterion and k, and what reference sets and new runs gave.

    The logs of the sums of squares, in all and within clusters, are for the gap statistic.
    """

    case: Case
    scores: dict
    log_total: float
    log_scatter: np.ndarray
    reference_scores: np.ndarray
    reference_log_total: np.ndarray
    reference_log_scatter: np.ndarray
    agreement: np.ndarray
    early: np.ndarray
    late: np.ndarray
    split: np.ndarray
    merge: np.ndarray
    weakest_cluster: np.ndarray
    weakest_pair: np.ndarray

    @property
    def corrected(self):
        return logit(self.scores["aucc"]) - logit(self.reference_scores).mean(axis=0)


def measure(case, *, seed, algorithm="kmeans"):
    """Cluster one data set for every k, its reference sets and its bootstrap draws."""
    X = draw(case, seed=seed)
    objects = Objects(X)
    found = make_partitions(objects, algorithm, KS, seed=1)
    labels = [p.labels.astype(np.int64) for p in found]
    table = criteria_scores(objects, labels, CRITERIA)
    looks = _looks(objects, labels)
    references = _references(X, case, seed, algorithm)
    return Record(
        case=case,
        scores={name: table[name].to_numpy() for name in CRITERIA},
        log_total=log_scatter(X, np.zeros(len(X))),
        log_scatter=np.array([log_scatter(X, codes) for codes in labels]),
        reference_scores=references[0],
        reference_log_total=references[1],
        reference_log_scatter=references[2],
        agreement=_agreement(objects, case, algorithm),
        **{name: np.array([look[name] for look in looks]) for name in looks[0]},
    )


def _looks(objects, partitions):
    """What `diagnose` sees in each clustering."""
    found = []
    for codes in partitions:
        seen = diagnose(objects.pairs, codes)
        found.append(
            {
                "early": seen.shape.early,
                "late": seen.shape.late,
                "split": seen.split,
                "merge": seen.merge,
                "weakest_cluster": seen.weakest_cluster,
                "weakest_pair": seen.weakest_pair,
            }
        )
    return found


def log_scatter(X, codes):
    return np.log(
        sum(((X[codes == c] - X[codes == c].mean(axis=0)) ** 2).sum() for c in set(codes))
    )


def _references(X, case, seed, algorithm):
    rng = np.random.default_rng([seed, case.number, 1])
    scores, total, scatter = [], [], []
    for number in range(REFERENCE_SETS):
        drawn = Objects(REFERENCES["box"].draw(X, rng))
        found = make_partitions(drawn, algorithm, KS, seed=number, n_init=STARTS)
        scores.append(drawn.pairs.aucc_many([p.labels for p in found]))
        total.append(log_scatter(drawn.features, np.zeros(drawn.n)))
        scatter.append([log_scatter(drawn.features, p.labels) for p in found])
    return np.array(scores), np.array(total), np.array(scatter)


def _agreement(objects, case, algorithm):
    runs = np.full((RUNS, len(KS), objects.n), -2, dtype=np.int32)
    for run in range(RUNS):
        drawn = draw_objects(objects.n, max(KS), 1000 * case.number + run)
        found = make_partitions(objects.kept(drawn), algorithm, KS, seed=run, n_init=STARTS)
        for at, partition in enumerate(found):
            runs[run, at, drawn] = partition.labels
    return np.array(
        [
            np.mean([rand_index(a, b) for a, b in combinations(runs[:, at], 2)])
            for at in range(len(KS))
        ]
    )
