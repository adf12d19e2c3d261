"""`make bench-k`: which way of choosing the number of clusters is right how often.

Some hundred generated mixtures and structureless sets are clustered by k-means for k = 2 to 10.
Picks by AUCC as it is, by AUCC above its reference band, by SWC, VRC, DB, PB, the gap statistic
and by the verdict are compared with the truth. Constants of the verdict come from every second
case (`--write` puts them into aucc_core/tuned.py); the figures printed are those of the others.
"""

import argparse
import pickle
import sys
from pathlib import Path

import joblib

from tests.bench import choices, mixtures, tuning
from tests.bench.case_record import measure

MIXTURES = 300
STRUCTURELESS = 100
SEED = 2022


def main(arguments=None):
    asked = _arguments(arguments)
    if asked.keep and Path(asked.keep).exists():
        records = pickle.loads(Path(asked.keep).read_bytes())
    else:
        records = _measure(asked)
        if asked.keep:
            Path(asked.keep).write_bytes(pickle.dumps(records))
    tuned = [r for r in records if r.case.half == "tune"]
    untouched = [r for r in records if r.case.half == "report"]
    if asked.write:
        tuning.write(tuned, untouched)
    print(choices.report(untouched))


def _measure(asked):
    cases = mixtures.cases(asked.mixtures, asked.structureless, seed=SEED)
    print(f"Measuring {len(cases)} data sets ...", file=sys.stderr, flush=True)
    parallel = joblib.Parallel(n_jobs=asked.jobs, return_as="generator")
    records = []
    for record in parallel(
        joblib.delayed(measure)(case, seed=SEED, algorithm=asked.algorithm) for case in cases
    ):
        records.append(record)
        if len(records) % 20 == 0:
            print(f"  {len(records)} of {len(cases)}", file=sys.stderr, flush=True)
    return records


def _arguments(arguments):
    parser = argparse.ArgumentParser(prog="make bench-k", description=__doc__.split("\n\n")[1])
    parser.add_argument("--mixtures", type=int, default=MIXTURES)
    parser.add_argument("--structureless", type=int, default=STRUCTURELESS)
    parser.add_argument("--algorithm", default="kmeans", help="another algorithm that takes k")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--keep", help="file to keep the measurements in, and to take them from")
    parser.add_argument(
        "--write", action="store_true", help="tune anew and write aucc_core/tuned.py"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
