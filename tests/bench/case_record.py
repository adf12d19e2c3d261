"""What is measured on one generated data set: everything that any way of choosing k looks at."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from aucc_core.criteria import criteria_scores
from aucc_core.diagnose import diagnose
from aucc_core.logits import logit
from aucc_core.objects import Objects
from aucc_core.partitions import make_partitions
from aucc_core.stability import draw_objects, rand_index
from aucc_core.structureless import REFERENCES
from tests.bench import mixtures

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

    case: mixtures.Case
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
    X = mixtures.draw(case, seed=seed)
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
        found = make_partitions(objects.subset(drawn), algorithm, KS, seed=run, n_init=STARTS)
        for at, partition in enumerate(found):
            runs[run, at, drawn] = partition.labels
    return np.array(
        [
            np.mean([rand_index(a, b) for a, b in combinations(runs[:, at], 2)])
            for at in range(len(KS))
        ]
    )
