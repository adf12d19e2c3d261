"""`make bench`: every benchmark of the core, one after the other."""

from tests.bench import bench_core, bench_criteria, bench_large

BENCHMARKS = (bench_core, bench_criteria, bench_large)


def main() -> None:
    for benchmark in BENCHMARKS:
        benchmark.main([])


if __name__ == "__main__":
    main()
