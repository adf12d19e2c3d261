"""Constants of the verdict, and how often it was right.

Written by ``make bench-k`` with ``--write`` (tests/bench/tuning.py); do not edit by hand. Constants
come from one half of the generated data sets, the record from the other half.
"""

from aucc_core.record import Rate

# Weights of what speaks for a k; with a reference band, and from distances alone.
CHOICE = {
    "corrected": 0.39,
    "agreement": 10.8,
    "weakest_cluster": 0.98,
    "split": -1.26,
    "merge": 0.9,
}
CHOICE_WITHOUT_BAND = {
    "logit": 0.39,
    "agreement": 10.8,
    "weakest_cluster": 0.98,
    "split": -1.26,
    "merge": 0.9,
}
# A corrected score below this is no evidence of clusters.
EVIDENCE = 0.3
# Intercept and weights by answer (too few, about right, too many) of: -log early loss,
# -log late loss, log k, largest split excess, smallest merge excess.
SHAPE_WEIGHTS = (
    (0.118, 2.186, -1.819, -2.722, 2.339, 1.419, 0.0, 0.0),
    (0.378, -0.056, 0.401, -1.093, -0.726, 1.568, 0.0, 0.0),
    (-0.495, -2.13, 1.418, 3.815, -1.613, -2.987, 0.0, 0.0),
)
# A cluster looks like two above the first, two look like one below the second.
SPLIT_EXCESS = 0.75
MERGE_EXCESS = 0.9
# So many of so many were right (for "false alarms": wrong).
RECORD = {
    "verdict": Rate(count=15, total=21),
    "verdict without band": Rate(count=17, total=21),
    "false alarms": Rate(count=0, total=3),
    "shape": Rate(count=106, total=129),
}
