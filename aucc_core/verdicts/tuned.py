"""Constants of the verdict, and how often it was right.

Written by ``python -m tests.bench.bench_k --write`` (tests/bench/tuning.py); do not edit by
hand. Constants come from one half of the generated data sets, the record from the other half.
"""

from aucc_core.explain.rate import Rate

# Weights of what speaks for a k; with a reference band, and from distances alone.
CHOICE = {
    "corrected": 0.28,
    "agreement": 8.66,
    "weakest_cluster": 1.14,
    "split": -1.31,
    "merge": 0.76,
}
CHOICE_WITHOUT_BAND = {
    "logit": 0.25,
    "agreement": 9.01,
    "weakest_cluster": 1.1,
    "split": -1.3,
    "merge": 0.8,
}
# A corrected score below this is no evidence of clusters.
EVIDENCE = 0.41
# So many of so many were right (for "false alarms": wrong).
RECORD = {
    "verdict": Rate(count=105, total=120),
    "verdict without band": Rate(count=107, total=120),
    "false alarms": Rate(count=1, total=40),
}
