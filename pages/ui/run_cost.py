"""What a run of Explore takes, before it starts: seconds and bytes. No Streamlit here."""

from __future__ import annotations

import math

from aucc_core.dataset import Dataset
from aucc_core.partitions import ALGORITHMS
from aucc_core.partitions.algorithms import MOST_PAIRWISE
from aucc_core.plan import choose
from pages.ui.solutions import Run

# Bytes a pair at the peak, measured: distances, ranks and one curve at a time; on top of that what
# an algorithm or a second criterion works on.
A_PAIR = 40
A_PAIR_OF = {
    **dict.fromkeys(("single", "average", "complete", "ward"), 48),
    **dict.fromkeys(("kmedoids", "hdbscan", "dbscan"), 68),
    "spectral": 104,
    **dict.fromkeys(("gamma", "aupr"), 42),
    "c_index": 66,
}
A_PAIR_OF_OTHER_CRITERIA = 58
LIBRARIES = 240_000_000
# Bins, a sample of pairs and its curve, the ranks of drawn objects.
COUNTERS = 140_000_000
# Bytes an object beside the features, measured.
AN_OBJECT_OF = {"birch": 400, "hdbscan": 400}
AN_OBJECT = 100
# Bytes a pair of an algorithm that holds all distances, when they are not ranked besides.
A_PAIR_HELD = {
    **dict.fromkeys(("single", "average", "complete", "ward"), 17),
    "kmedoids": 34,
    **dict.fromkeys(("hdbscan", "dbscan"), 68),
    "spectral": 110,
}


def run_seconds(dataset: Dataset, run: Run) -> float:
    """Rough time for a run; decides whether it becomes a job and whether it asks first."""
    return _large_seconds(dataset, run) if run.is_large else _exact_seconds(dataset, run)


def _exact_seconds(dataset: Dataset, run: Run) -> float:
    n, d = dataset.n, dataset.d
    scoring = n * n / 2 * (5e-8 + 4e-8 * len(run.ks) * len(run.algorithms))
    starts = run.n_init * sum(run.ks) * n * d * 1e-8
    fits = run.n_init * len(run.ks)  # each costs something however small the data
    own = {
        "kmeans": starts + 2e-4 * fits,
        "bisecting": starts + 1.5e-3 * fits,
        "gmm": 20 * starts + 5e-3 * fits,
        "spectral": len(run.ks) * n * n * 2e-7,
        "kmedoids": n * n * 2e-7,
    }
    return scoring + sum(own.get(name, starts) + 0.01 for name in run.algorithms)


def run_memory(dataset: Dataset, run: Run) -> int:
    """Bytes a run holds at its peak, the libraries included; 1.0 to 1.5 of what is measured."""
    if run.is_large:
        return _large_memory(dataset, run)
    n_pairs = dataset.n * (dataset.n - 1) // 2
    a_pair = max((A_PAIR_OF.get(name, A_PAIR) for name in run.algorithms), default=A_PAIR)
    if run.second is not None:
        a_pair = max(a_pair, A_PAIR_OF.get(run.second, A_PAIR_OF_OTHER_CRITERIA))
    return LIBRARIES + a_pair * n_pairs


def _large_seconds(dataset: Dataset, run: Run) -> float:
    n, d = dataset.n, dataset.d
    scoring = choose(n, d, metric=run.metric, engine=run.engine).seconds + 0.5
    each = {
        **dict.fromkeys(("single", "average", "complete", "ward", "dbscan"), n * n * 2e-8),
        "kmedoids": n * n * 2e-7,
        "spectral": len(run.ks) * n * n * 2e-7,
        "hdbscan": n * n * (1e-8 if n > MOST_PAIRWISE else 1e-7),
        "birch": n * 1e-4 * max(1.0, d / 10),
        "gmm": 40 * sum(run.ks) * n * d * 2e-8,
    }
    starts = run.n_init * sum(run.ks) * n * d * 1e-8
    clustering = sum(each.get(name, starts) for name in run.algorithms)
    return (
        1.0
        + clustering
        + scoring * sum(len(run.ks) if ALGORITHMS[name].takes_k else 1 for name in run.algorithms)
    )


def _large_memory(dataset: Dataset, run: Run) -> int:
    an_object = max((AN_OBJECT_OF.get(n, AN_OBJECT) for n in run.algorithms), default=AN_OBJECT)
    if "hdbscan" in run.algorithms:  # the distances to the neighbours that make a place dense
        an_object += int(13 * math.sqrt(dataset.n))
    held = max((_held(dataset, name) for name in run.algorithms), default=0)
    return LIBRARIES + COUNTERS + dataset.n * an_object + 4 * dataset.X.nbytes + held


def _held(dataset: Dataset, name: str) -> int:
    in_a_tree = name == "hdbscan" and dataset.n > MOST_PAIRWISE
    return 0 if in_a_tree else A_PAIR_HELD.get(name, 0) * dataset.n * (dataset.n - 1) // 2
