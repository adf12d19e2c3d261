"""Constants of `explain.diagnose`, and how often its answers were right.

Written by ``python -m tests.bench.bench_k --write`` (tests/bench/tuning.py); do not edit by
hand. Constants come from one half of the generated data sets, the record from the other half.
"""

from aucc_core.explain.rate import Rate

# Intercept and weights by answer (too few, about right, too many) of: -log early
# loss, -log late loss, log k, largest split excess, smallest merge excess, logits of the
# weakest cluster's and pair's score.
SHAPE_WEIGHTS = (
    (1.962, 0.139, -1.017, -0.648, 1.747, 0.485, -0.028, 0.478),
    (-0.512, -0.592, -0.16, 0.142, -0.984, 0.629, 0.971, 0.662),
    (-1.45, 0.453, 1.177, 0.507, -0.762, -1.114, -0.942, -1.14),
)
# A cluster looks like two above the first, two look like one below the second.
SPLIT_EXCESS = 0.95
MERGE_EXCESS = 0.7
# So many of so many clusterings were read right: as `diagnose` does, and by their curve alone.
RECORD = {
    "shape": Rate(count=685, total=735),
    "curve alone": Rate(count=570, total=735),
}
