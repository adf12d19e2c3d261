"""All criteria for a sweep's partitions beside a plain loop, and the time to make partitions.

The plain loop (plain_criteria.py) calls one function per criterion and partition: scikit-learn's
where there is one, `roc_auc_score` for AUCC, vectorised numpy for the rest, with one matrix of
distances for all.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import KMeans

from aucc_core.blas import one_thread
from aucc_core.criteria import CRITERIA, criteria_scores
from aucc_core.datasets import load_dataset
from aucc_core.paper.agreement import PAPER_ALGORITHMS, PAPER_STARTS, paper_ks
from aucc_core.partitions import make_partitions
from aucc_core.score.objects import Objects
from tests.bench.harness import measure, print_table
from tests.bench.plain_criteria import plain_form

WORK = ("vehicle", "digits-sized")
LINKAGES = PAPER_ALGORITHMS[1:]
PLAIN = {name: form for name in CRITERIA if (form := plain_form(name)) is not None}


def _features(work: str) -> np.ndarray:
    if work == "vehicle":
        return load_dataset("vehicle").X
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 10, 2_000)
    return rng.normal(size=(10, 64))[labels] * 2 + rng.normal(size=(2_000, 64))


def _partitions(work: str) -> list[np.ndarray]:
    """Labels for the paper's 145 and 220 partitions; 1 start is enough to time scoring."""
    X = _features(work)
    made = make_partitions(X, PAPER_ALGORITHMS, paper_ks(len(X)), seed=0, n_init=1)
    return [p.labels for p in made]


def plain_loop(work: str, labels: list[np.ndarray]) -> list[list[float]]:
    X = _features(work)
    D = squareform(pdist(X))
    return [[form(D, X, one) for form in PLAIN.values()] for one in labels]


def ours(work: str, labels: list[np.ndarray]) -> list[list[float]]:
    return criteria_scores(_features(work), labels, list(PLAIN)).to_numpy().tolist()


def aucc_share(work: str, labels: list[np.ndarray]) -> float:
    """Seconds that AUCC itself takes: ranking the pairs and scoring all partitions."""
    objects = Objects(_features(work))
    _ = objects.condensed
    start = time.perf_counter()
    objects.pairs.aucc_many(labels)
    return time.perf_counter() - start


def warm() -> None:
    X = np.random.default_rng(0).normal(size=(700, 3))
    criteria_scores(X, [np.arange(700) % 3, np.arange(700) % 4])


def rows(full: bool) -> list[list[str]]:
    lines = []
    for work in WORK:
        labels = _partitions(work)
        some = labels if full else labels[:: max(1, len(labels) // 6)]
        slow = measure(plain_loop, work, some)
        fast = measure(ours, work, labels, warm=warm, repeat=3)
        share = measure(aucc_share, work, labels, warm=warm, repeat=3)
        found = np.array(fast.value)[:: 1 if full else max(1, len(labels) // 6)]
        np.testing.assert_allclose(found, slow.value, rtol=1e-6)
        whole = slow.seconds * len(labels) / len(some)
        lines.append(
            [
                f"{len(labels)} partitions of {work}",
                f"{whole:.1f} s",
                f"{fast.seconds:.2f} s, {fast.megabytes:,.0f} MB",
                f"{whole / fast.seconds:.0f}×",
                f"{share.seconds:.3f} s = {share.seconds / fast.seconds:.1%}",
            ]
        )
    return lines


def scikit_kmeans(n_init: int) -> None:
    X = load_dataset("vehicle").X
    with one_thread():  # with more it is slower still when anything else runs
        for k in range(2, 31):
            KMeans(k, n_init=n_init, random_state=0).fit(X)


def our_partitions(algorithms: tuple[str, ...], n_init: int) -> None:
    make_partitions(load_dataset("vehicle"), algorithms, range(2, 31), seed=0, n_init=n_init)


def warm_kmeans() -> None:
    make_partitions(load_dataset("vehicle"), "kmeans", [5], seed=0, n_init=100)


def make_rows(n_init: int) -> list[list[str]]:
    slow = measure(scikit_kmeans, n_init, warm=warm_kmeans)
    fast = measure(our_partitions, ("kmeans",), n_init, warm=warm_kmeans)
    linkages = measure(our_partitions, LINKAGES, n_init, warm=warm_kmeans)
    starts = f"k = 2..30, {n_init} starts"
    return [
        [f"scikit-learn's KMeans, {starts}", f"{slow.seconds:.1f} s"],
        [f"k-means, {starts}", f"{fast.seconds:.1f} s"],
        ["four linkages, k = 2..30", f"{linkages.seconds:.2f} s"],
    ]


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="time every partition the slow way")
    parser.add_argument("--starts", type=int, default=PAPER_STARTS, help="random starts of k-means")
    args = parser.parse_args(argv)
    head = ["work", "plain loop takes", "aucc_core takes", "faster", "of which AUCC"]
    print_table(f"All {len(PLAIN)} criteria", head, rows(args.full))
    if left_out := ", ".join(CRITERIA[name].short for name in CRITERIA if name not in PLAIN):
        print(f"\nLeft out, for want of a plain form in plain_criteria.py: {left_out}.")
    if not args.full:
        print("\nPlain loop: about 6 partitions timed, scaled to all (--full times all).")
    print_table("Partitions of vehicle (n = 846)", ["work", "time"], make_rows(args.starts))


if __name__ == "__main__":
    main()
