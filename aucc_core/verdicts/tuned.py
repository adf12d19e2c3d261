"""Constants of the verdict, and how often it was right.

The weights were fitted to 120 generated mixtures, 39 curved sets and 24 public sets of at most
1,100 objects, for a choice among several algorithms. Fitted anew, as ``python -m
tests.bench.bench_k --write --only public --public FOLDER`` does (tests/bench/tuning.py), they were
no better on public sets that were left out, and saw two groups in the z-scored wines, where there
are three. Weights of their own for k of one algorithm were no better either: on 120 mixtures of the
report half k-means' k was right for 101 with them and for 106 with these (before "none" and
"blind"); on public sets that were left out k-means' for 5 of 8 (ARI 0.831) and 6 of 8 (0.851),
Ward's for 4 of 7 (0.824) and 5 of 7 (0.872).

The record on public sets is that of weights that never saw the set they chose for: all is tuned
anew on the other 23, the choice of how it is tuned too, and where no clusters are seen at all the
agreement is 0 (jain and wdbc). ``python -m tests.bench.bench_k --held-out --only public
--tuning-mixtures 0 --tuning-scenes 0 --tuning-samples 0 --public FOLDER`` prints it; before "none"
it is 0.699 and 16 of 24. The weights here, which know these sets, reach 0.655 and 15 of 24 (0.697
and 16 of 24). The record is still a little too good: which values could be weighed at all was
chosen by cross-validation on the same public sets. (Gaussian mixtures, one of the seven algorithms,
have since got better starts; the record was not measured anew with these.)

Mixtures are the first 50 of the report half (``verdict(draw(case, seed=REPORT), "kmeans", range(2,
11), seed=0)`` for each of ``cases(50, 0, seed=REPORT)`` of tests/bench/cases.py); all 10 misses, 4
of them "no clusters", are among the 32 whose centres are 4.2 sd apart or less. How much clearer
dense groups must be for k-means to be called blind to them was set after a look at two of the hits.

False alarms are 28 draws of the last 12 report kinds (tests/bench/one_group.py), on which nothing
was set: ``make bench-k ARGS="--only structure --draws 28"`` has them. 19 of the 39 are waves, 7
Gaussians of 200 dimensions, 6 helices, 4 bent sheets; in the other eight kinds it is 3 of 224. They
are those of the test for clusters alone; a verdict also asks for clusters that are found again on
other draws of the objects (`structure.FOUND_AGAIN`), and takes back all 7 such Gaussians, with
k-means alone as with Ward and average linkage beside it.
"""

from aucc_core.explain.rate import Rate

# Weights of what speaks for a clustering (`weigh.weighed_values`).
WEIGHTS = {
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
    "mixtures": Rate(count=40, total=50),
    "false alarms": Rate(count=39, total=336),
}
# Mean adjusted Rand index of the pick on the public sets: of the verdict, of the best criterion,
# and of the best clustering that there was.
PUBLIC_ARI = {
    "verdict": 0.645,
    "best criterion": 0.538,
    "possible": 0.825,
}
