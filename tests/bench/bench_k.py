"""`make bench-k`: which way of choosing the number of clusters is right how often.

Some hundred generated mixtures and sets without clusters are clustered by k-means for k = 2 to 10.
Picks by AUCC as it is, by AUCC above its reference band, by SWC, VRC, DB, PB, the gap statistic
and by the verdict are compared with the truth. Constants of the verdict come from one half of the
data sets (`--write` puts them into explain/tuned.py and verdicts/tuned.py); the figures printed
are those of the other half, drawn from another seed. No constant is fitted to that half. Two rules
were changed after its figures had been seen, each set from the first half: areas and losses below
0.001 count as that in the shape verdict, and the evidence threshold also covers noise clustered by
Ward.
"""

import argparse
import pickle
import sys
from pathlib import Path

import joblib

from tests.bench import cases, choices, tuning

MIXTURES = 120
NULL_DATA = 40
# Of the two halves: constants come from one, figures from the other.
TUNE, REPORT = 2022, 2023


def main(arguments=None):
    asked = _arguments(arguments)
    kept = Kept(asked.keep)
    if asked.write:
        # Ward sees more in noise than k-means does; the threshold must hold for both.
        noise = [c for c in _cases(asked, TUNE) if c.k == 1]
        tuning.write(
            kept.get((asked.algorithm, TUNE), lambda: _measure(asked, TUNE, asked.algorithm)),
            kept.get(("ward", "noise"), lambda: _measure(asked, TUNE, "ward", noise)),
            kept.get((asked.algorithm, REPORT), lambda: _measure(asked, REPORT, asked.algorithm)),
        )
    key = (asked.algorithm, REPORT)
    print(choices.report(kept.get(key, lambda: _measure(asked, REPORT, asked.algorithm))))


class Kept:
    """Measurements, kept in a file if one was named."""

    def __init__(self, path):
        self.path = Path(path) if path else None
        self.known = {}
        if self.path and self.path.exists():
            self.known = pickle.loads(self.path.read_bytes())

    def get(self, key, make):
        if key not in self.known:
            self.known[key] = make()
            if self.path:
                self.path.write_bytes(pickle.dumps(self.known))
        return self.known[key]


def _cases(asked, seed):
    return cases.cases(asked.mixtures, asked.null_data, seed=seed)


def _measure(asked, seed, algorithm, some=None):
    some = _cases(asked, seed) if some is None else some
    print(f"Measuring {len(some)} data sets ...", file=sys.stderr, flush=True)
    parallel = joblib.Parallel(n_jobs=asked.jobs, return_as="generator")
    records = []
    for record in parallel(
        joblib.delayed(cases.measure)(case, seed=seed, algorithm=algorithm) for case in some
    ):
        records.append(record)
        if len(records) % 20 == 0:
            print(f"  {len(records)} of {len(some)}", file=sys.stderr, flush=True)
    return records


def _arguments(arguments):
    parser = argparse.ArgumentParser(prog="make bench-k", description=__doc__.split("\n\n")[1])
    parser.add_argument("--mixtures", type=int, default=MIXTURES, help="in each half")
    parser.add_argument("--null-data", type=int, default=NULL_DATA, help="in each half")
    parser.add_argument("--algorithm", default="kmeans", help="another algorithm that takes k")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--keep", help="file to keep the measurements in, and to take them from")
    parser.add_argument(
        "--write", action="store_true", help="tune anew and write the two tuned.py of aucc_core"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
