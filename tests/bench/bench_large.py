"""Large data: certain bounds beside silhouette_score, samples, and a Dask cluster.

Times are ratios inside one run, each in a process of its own with its peak memory beside the data.
`python -m tests.bench.bench_large --quick` takes smaller sizes and fewer runs.
"""

from __future__ import annotations

import argparse
import math
import os
import signal
import time

import numpy as np
from sklearn.metrics import silhouette_score

from aucc_core.large.bins import fit_map
from aucc_core.large.bounds import aucc_bounds, count_pairs, pilot_keys
from aucc_core.large.dask import count_on_cluster
from aucc_core.large.passes import Pass, count_here
from aucc_core.large.sample import aucc_sample
from aucc_core.score.distances import distances_of
from aucc_core.score.inputs import as_codes
from aucc_core.warm import warm_up
from tests.bench.harness import measure, print_table

COVERAGE_N, COVERAGE_PAIRS, COVERAGE_RUNS = 3_000, 32_000, 400
SAMPLED = 16_000_000


def _data(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 10, n)
    centres = rng.normal(size=(10, d)) * (1.2 if d < 30 else 0.6)
    return centres[labels] + rng.normal(size=(n, d)), labels


DATA: tuple[np.ndarray, np.ndarray]


class Prepared:
    """Makes the data in the measuring process before its clock starts."""

    def __init__(self, n: int, d: int) -> None:
        self.shape = (n, d)

    def warm(self) -> None:
        global DATA
        warm_up()
        DATA = _data(*self.shape)
        silhouette_score(DATA[0][:500], DATA[1][:500])


def bounds_work() -> tuple[float, int]:
    X, labels = DATA
    found = count_pairs(distances_of(X), [as_codes(labels, len(X))])
    return found.scores[0].width, found.passes


def silhouette_work() -> float:
    return float(silhouette_score(*DATA))


def sample_work() -> float:
    return aucc_sample(*DATA, n_pairs=SAMPLED, seed=0).margin


def bounds_beside_silhouette(sizes: list[tuple[int, int]]) -> None:
    rows = []
    for n, d in sizes:
        warm = Prepared(n, d).warm
        ours = measure(bounds_work, warm=warm, repeat=2)
        theirs = measure(silhouette_work, warm=warm)
        width, passes = ours.value
        rows.append(
            [
                f"{n:,}",
                str(d),
                f"{ours.seconds:.2f} s",
                f"{theirs.seconds:.1f} s",
                f"{theirs.seconds / ours.seconds:.1f}×",
                f"{width:.1e}",
                str(passes),
                f"{ours.megabytes:.0f} MB",
                f"{theirs.megabytes:.0f} MB",
            ]
        )
    print_table(
        "Certain bounds beside silhouette_score",
        ["n", "d", "bounds", "silhouette", "faster", "width", "passes", "extra", "its extra"],
        rows,
    )


def sampling(sizes: list[int]) -> None:
    rows = []
    for n in sizes:
        found = measure(sample_work, warm=Prepared(n, 10).warm, repeat=2)
        rows.append(
            [f"{n:,}", f"{found.seconds:.2f} s", f"{found.value:.1e}", f"{found.megabytes:.0f} MB"]
        )
    title = f"A sample of {SAMPLED:,} pairs, d = 10: 95 % margin"
    print_table(title, ["n", "time", "margin", "extra"], rows)


def growth(sizes: list[int]) -> None:
    """Exponent of the cost between the smallest and the largest size, in processor seconds."""
    rows = []
    for name, work, use in (
        ("bounds", bounds_work, sizes),
        ("sample", sample_work, [10 * n for n in sizes]),
    ):
        seconds = [measure(_processor_seconds, work, warm=Prepared(n, 10).warm).value for n in use]
        slope = np.polyfit(np.log(use), np.log(seconds), 1)[0]
        times = ", ".join(f"{n:,}: {s:.2f} s" for n, s in zip(use, seconds, strict=True))
        rows.append([name, times, f"{slope:.2f}"])
    print_table("Growth of cost with n (processor time)", ["work", "times", "exponent"], rows)


def _processor_seconds(work) -> float:
    best = math.inf
    for _ in range(2):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def coverage_kinds(n: int) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(3)
    few, many = rng.integers(0, 5, n), np.minimum(rng.geometric(0.03, n), 150)
    rare = (rng.random(n) < 0.02).astype(int)
    return {
        "Gaussian clusters": (rng.normal(size=(n, 10)) + few[:, None], few),
        "heavy tails": (rng.standard_cauchy((n, 3)) + few[:, None], few),
        "ties (a lattice)": (rng.integers(0, 4, (n, 3)) + few[:, None] // 2, few),
        "150 uneven clusters": (rng.normal(size=(n, 2)) + 0.3 * many[:, None], many),
        "one rare cluster": (rng.normal(size=(n, 2)) + rare[:, None], rare),
        "random labels": (rng.normal(size=(n, 5)), few),
    }


def coverage(runs: int) -> None:
    rows = []
    for name, (X, labels) in coverage_kinds(COVERAGE_N).items():
        truth = aucc_bounds(X, labels, tolerance=1e-7).value
        found = [aucc_sample(X, labels, n_pairs=COVERAGE_PAIRS, seed=s) for s in range(runs)]
        held = sum(e.low <= truth <= e.high for e in found) / runs
        bias = (np.mean([e.value for e in found]) - truth) / (
            np.std([e.value for e in found]) / math.sqrt(runs)
        )
        margin = np.mean([e.margin for e in found])
        rows.append([name, f"{truth:.5f}", f"{margin:.1e}", f"{100 * held:.1f} %", f"{bias:+.1f}"])
    print_table(
        f"Coverage of the 95 % interval, {runs} runs, n = {COVERAGE_N:,}",
        ["data", "AUCC", "margin", "covered", "bias / its error"],
        rows,
    )


def cluster(n: int) -> None:
    from distributed import Client, LocalCluster

    X, labels = _data(n, 10)
    distances = distances_of(X)
    bins = fit_map([pilot_keys(distances, labels)], tolerance=1e-5, max_bins=1 << 19)
    work = Pass.of(distances, [labels], bins, track=False)
    warm_up()
    settings = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1"}
    with (
        LocalCluster(
            **settings, processes=True, dashboard_address=None, memory_limit=0, silence_logs=50
        ) as started,
        Client(started, set_as_default=False) as client,
    ):
        client.wait_for_workers(2)
        client.run(warm_up)
        here, local = _timed(lambda: count_here(work))
        there, far = _timed(lambda: count_on_cluster(work, client))
        victim = next(iter(client.run(os.getpid).values()))
        killed: list[int] = []

        def kill_one(done: int, total: int, message: str) -> None:
            if not killed:
                os.kill(victim, signal.SIGKILL)
                killed.append(done)

        after, late = _timed(lambda: count_on_cluster(work, client, progress=kill_one))
    rows = [
        ["threads of one process", f"{local:.2f} s", "", ""],
        ["2 Dask workers", f"{far:.2f} s", f"{100 * (far / local - 1):+.0f} %", _same(here, there)],
        ["one killed midway", f"{late:.2f} s", "", _same(here, after)],
    ]
    print_table(f"Dask, n = {n:,}, d = 10", ["where", "time", "over local", "counts"], rows)


def _timed(work):
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


def _same(a, b) -> str:
    names = ("rest", "own", "within", "spans")
    same = all(np.array_equal(getattr(a, x), getattr(b, x)) for x in names)
    return "identical" if same else "DIFFERENT"


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller sizes, fewer runs")
    quick = parser.parse_args(argv).quick
    bounds_beside_silhouette(
        [(10_000, 10), (10_000, 64)] if quick else [(50_000, 10), (50_000, 64), (100_000, 10)]
    )
    sampling([100_000] if quick else [100_000, 1_000_000])
    growth([5_000, 10_000] if quick else [10_000, 20_000, 40_000])
    coverage(40 if quick else COVERAGE_RUNS)
    cluster(10_000 if quick else 50_000)


if __name__ == "__main__":
    main()
