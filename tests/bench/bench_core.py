"""Exact AUCC beside what people use today: time as ratios in one run, and peak memory.

(a) pdist and roc_auc_score for every partition, as the paper's authors publish it;
(b) the same with one pdist shared by all partitions;
(c) scikit-learn's silhouette_score, a different index that people would compute instead.
"""

from __future__ import annotations

import argparse

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.metrics import roc_auc_score, silhouette_score

from aucc_core import Pairs, aucc_score
from tests.bench.harness import measure, print_table

SINGLE = ((2_000, 10), (10_000, 10))
SWEEP_N, SWEEP_D, SWEEP_PARTITIONS = 2_000, 64, 220


def _data(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 5, n)
    centres = rng.normal(size=(5, d)) * 2
    return centres[labels] + rng.normal(size=(n, d)), labels


def _partitions(n: int, count: int) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    return [rng.integers(0, 2 + p % 44, n) for p in range(count)]


def authors_way(n: int, d: int) -> float:
    X, labels = _data(n, d)
    distances = pdist(X)
    i, j = np.triu_indices(n, 1)
    return float(roc_auc_score(labels[i] == labels[j], -distances))


def ours(n: int, d: int) -> float:
    X, labels = _data(n, d)
    return aucc_score(X, labels)


def silhouette(n: int, d: int) -> float:
    X, labels = _data(n, d)
    return float(silhouette_score(X, labels))


def authors_sweep(count: int, shared: bool) -> list[float]:
    X, _ = _data(SWEEP_N, SWEEP_D)
    i, j = np.triu_indices(SWEEP_N, 1)
    distances = pdist(X) if shared else None
    return [
        float(roc_auc_score(c[i] == c[j], -(pdist(X) if distances is None else distances)))
        for c in _partitions(SWEEP_N, count)
    ]


def silhouette_sweep(count: int) -> None:
    X, _ = _data(SWEEP_N, SWEEP_D)
    for labels in _partitions(SWEEP_N, count):
        silhouette_score(X, labels)


def our_sweep(count: int) -> list[float]:
    X, _ = _data(SWEEP_N, SWEEP_D)
    return Pairs(X).aucc_many(_partitions(SWEEP_N, count)).tolist()


def warm() -> None:
    """Load the compiled kernels from their cache."""
    X, labels = _data(1_000, 3)
    pairs = Pairs(X)
    pairs.counts(labels)
    pairs.aucc_many([labels])


def single_rows() -> list[list[str]]:
    rows = []
    for n, d in SINGLE:
        a = measure(authors_way, n, d, repeat=3 if n < 5_000 else 1)
        c = measure(silhouette, n, d, repeat=3)
        us = measure(ours, n, d, warm=warm, repeat=5)
        if abs(a.value - us.value) > 1e-9:
            raise AssertionError(f"scores differ: {a.value} and {us.value}")
        for name, other in (("(a) pdist + roc_auc_score", a), ("(c) silhouette_score", c)):
            rows.append(
                [
                    f"n = {n:,}, d = {d}",
                    name,
                    f"{other.seconds:.3f} s, {other.megabytes:,.0f} MB",
                    f"{us.seconds:.3f} s, {us.megabytes:,.0f} MB",
                    f"{other.seconds / us.seconds:.1f}×",
                    f"{other.megabytes / max(us.megabytes, 1):.1f}×",
                ]
            )
    return rows


def sweep_rows(full: bool) -> list[list[str]]:
    some = SWEEP_PARTITIONS if full else 11
    scale = SWEEP_PARTITIONS / some
    a = measure(authors_sweep, some, False)
    b = measure(authors_sweep, some, True)
    c = measure(silhouette_sweep, some)
    us = measure(our_sweep, SWEEP_PARTITIONS, warm=warm, repeat=5)
    if max(abs(x - y) for x, y in zip(a.value, us.value, strict=False)) > 1e-9:
        raise AssertionError("scores differ")
    one = measure(our_sweep, 1, warm=warm, repeat=5)
    each = (us.seconds - one.seconds) / (SWEEP_PARTITIONS - 1)
    names = (
        ("(a) pdist + roc_auc_score each", a),
        ("(b) roc_auc_score, shared pdist", b),
        ("(c) silhouette_score each", c),
    )
    what = f"{SWEEP_PARTITIONS} partitions, n = {SWEEP_N:,}, d = {SWEEP_D}"
    rows = [
        [
            what,
            name,
            f"{other.seconds * scale:.1f} s, {other.megabytes:,.0f} MB",
            f"{us.seconds:.3f} s, {us.megabytes:,.0f} MB",
            f"{other.seconds * scale / us.seconds:,.0f}×",
            f"{other.megabytes / max(us.megabytes, 1):.1f}×",
        ]
        for name, other in names
    ]
    per = c.seconds / some
    rows.append(
        [
            "each further partition",
            "(c) silhouette_score",
            f"{per * 1e3:.2f} ms",
            f"{each * 1e3:.3f} ms",
            f"{per / each:,.0f}×",
            "",
        ]
    )
    return rows


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--full", action="store_true", help="time all 220 partitions of the slow ways, not 11"
    )
    full = parser.parse_args(argv).full
    head = ["work", "instead", "instead takes", "aucc_core takes", "faster", "memory"]
    print_table("Exact AUCC of one partition", head, single_rows())
    print_table("AUCC of a sweep", head, sweep_rows(full))
    if not full:
        print("\nSlow ways of the sweep: 11 partitions timed, scaled to 220 (--full times all).")


if __name__ == "__main__":
    main()
