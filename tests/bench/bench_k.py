"""`make bench-k`: which way of choosing the number of clusters is right how often.

Some hundred generated mixtures and structureless sets are clustered by k-means for k = 2 to 10.
Picks by AUCC as it is, by AUCC above its reference band, by SWC, VRC, DB, PB, the gap statistic
and by the verdict are compared with the truth. Constants of the verdict come from one half of the
data sets (`--write` puts them into aucc_core/tuned.py); the figures printed are those of the other
half, drawn from another seed and looked at only once everything was fixed.
"""

import argparse
import pickle
import sys
from pathlib import Path

import joblib

from tests.bench import choices, mixtures, tuning
from tests.bench.case_record import measure

MIXTURES = 120
STRUCTURELESS = 40
# Of the two halves: constants come from one, figures from the other.
TUNE, REPORT = 2022, 2023


def main(arguments=None):
    asked = _arguments(arguments)
    halves = (TUNE, REPORT) if asked.write else (REPORT,)
    kept = Path(asked.keep) if asked.keep else None
    known = pickle.loads(kept.read_bytes()) if kept and kept.exists() else {}
    for seed in halves:
        if seed not in known:
            known[seed] = _measure(asked, seed)
            if kept:
                kept.write_bytes(pickle.dumps(known))
    if asked.write:
        tuning.write(known[TUNE], known[REPORT])
    print(choices.report(known[REPORT]))


def _measure(asked, seed):
    cases = mixtures.cases(asked.mixtures, asked.structureless, seed=seed)
    print(f"Measuring {len(cases)} data sets ...", file=sys.stderr, flush=True)
    parallel = joblib.Parallel(n_jobs=asked.jobs, return_as="generator")
    records = []
    for record in parallel(
        joblib.delayed(measure)(case, seed=seed, algorithm=asked.algorithm) for case in cases
    ):
        records.append(record)
        if len(records) % 20 == 0:
            print(f"  {len(records)} of {len(cases)}", file=sys.stderr, flush=True)
    return records


def _arguments(arguments):
    parser = argparse.ArgumentParser(prog="make bench-k", description=__doc__.split("\n\n")[1])
    parser.add_argument("--mixtures", type=int, default=MIXTURES, help="in each half")
    parser.add_argument("--structureless", type=int, default=STRUCTURELESS, help="in each half")
    parser.add_argument("--algorithm", default="kmeans", help="another algorithm that takes k")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--keep", help="file to keep the measurements in, and to take them from")
    parser.add_argument(
        "--write", action="store_true", help="tune anew and write aucc_core/tuned.py"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
