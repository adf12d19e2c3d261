"""Constants of the verdict, and how often it was right.

Written by ``make bench-k`` with ``--write`` (tests/bench/tuning.py); do not edit by hand. Constants
come from one half of the generated data sets, the record from the other half.
"""

from aucc_core.record import Rate

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
# Intercept and weights by answer (too few, about right, too many) of: -log early loss,
# -log late loss, log k, largest split excess, smallest merge excess, logits of the weakest
# cluster's and pair's score.
SHAPE_WEIGHTS = (
    (1.962, 0.139, -1.017, -0.648, 1.747, 0.485, -0.028, 0.478),
    (-0.512, -0.592, -0.16, 0.142, -0.984, 0.629, 0.971, 0.662),
    (-1.45, 0.453, 1.177, 0.507, -0.762, -1.114, -0.942, -1.14),
)
# A cluster looks like two above the first, two look like one below the second.
SPLIT_EXCESS = 0.95
MERGE_EXCESS = 0.7
# So many of so many were right (for "false alarms": wrong).
RECORD = {
    "verdict": Rate(count=105, total=120),
    "verdict without band": Rate(count=107, total=120),
    "false alarms": Rate(count=1, total=40),
    "shape": Rate(count=685, total=735),
    "curve alone": Rate(count=570, total=735),
}
