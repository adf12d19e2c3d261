"""Constants of the verdict, and how often it was right.

Weights and the record on public sets are written by ``python -m tests.bench.bench_k --write
--public FOLDER`` (tests/bench/tuning.py); the rest of the record is what ``make bench-k`` prints
for the report half. The record comes from data sets that took no part in the fit of the weights it
is about. One rule of `structure` was changed after a kind of the report half, the banana, had been
seen (90 % false alarms before, 30 % after).
"""

from aucc_core.explain.rate import Rate

# Weights of what speaks for a clustering (`weigh.weighed_values`).
CHOICE = {
    "path_silhouette": 5.15,
    "weakest_cluster": 2.57,
    "neighbours_kept": 3.49,
    "inner_gap": -2.85,
    "slivers": -2.52,
    "smallest": 8.27,
    "split": -2.39,
    "merge": 0.89,
    "aucc": 1.12,
    "path_aucc": 2.41,
    "agreement": 9.47,
    "dense_agreement": 4.68,
}
# Differences of the weighed sums are divided by this before they become shares.
TEMPERATURE = 1.8
# So many of so many were right (for "false alarms": wrong).
RECORD = {
    "public": Rate(count=14, total=24),
    "mixtures": Rate(count=92, total=120),
    "false alarms": Rate(count=19, total=400),
}
# Mean adjusted Rand index of the pick on the public sets: of the verdict, of the best criterion,
# and of the best clustering that there was.
PUBLIC_ARI = {
    "verdict": 0.648,
    "best criterion": 0.517,
    "possible": 0.825,
}
