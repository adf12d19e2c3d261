"""The agreement study on a folder of benchmark sets: which criterion to trust on data like those.

As in the paper, each set is clustered in many ways and every criterion is correlated with the
adjusted Rand index (ARI). A set may have several references that are equally right: the one that
a partition agrees with best counts, and objects that it calls noise are left out. Beside the
correlation stands what a user of the criterion gets: the partition that it scores best, its ARI,
and whether it has the right number of clusters.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.criteria import CRITERIA
from aucc_core.criteria.external import Contingency
from aucc_core.datasets.benchmark import NOISE_LABEL, BenchmarkSet
from aucc_core.paper.agreement import PAPER_STARTS, paper_sweep
from aucc_core.score.inputs import Dataset, InputError, Progress, label_codes
from aucc_core.sweeps.comparison import Comparison


def best_ari(one: BenchmarkSet, labels: npt.NDArray) -> float:
    """ARI of a clustering with the reference that it agrees with best.

    Objects that a reference calls noise are left out of the comparison with it.
    """
    found = []
    for reference in one.references:
        kept = reference != NOISE_LABEL
        counted = Contingency(label_codes(reference[kept]), label_codes(labels[kept]))
        found.append(counted.adjusted_rand())
    return max(found)


@dataclass(frozen=True)
class PublicAgreement:
    """One benchmark set's part of the study.

    Attributes
    ----------
    table : one row per criterion, by name: agreement (correlation with ARI), and of the partition
        that it scores best algorithm, k, ari and hit (whether a reference has so many clusters).
        Empty when `problem` says why there is none.
    best : the largest ARI of any partition.
    """

    name: str
    battery: str
    n: int
    true_ks: tuple[int, ...]
    n_partitions: int = 0
    best: float = math.nan
    table: pd.DataFrame = field(default_factory=pd.DataFrame)
    seconds: float = 0.0
    problem: str = ""


def public_agreement(
    one: BenchmarkSet, *, seed: int, n_init: int = PAPER_STARTS, progress: Progress | None = None
) -> PublicAgreement:
    """The paper's experiment on one benchmark set, by all criteria that there are."""
    begin = time.perf_counter()
    about = PublicAgreement(one.name, one.battery, one.n, one.true_ks)
    try:
        result = paper_sweep(
            Dataset(one.name, one.X),
            seed=seed,
            n_init=n_init,
            criteria=tuple(CRITERIA),
            progress=progress,
        )
    except InputError as error:
        return replace(about, problem=str(error))
    truth = np.array([best_ari(one, p.labels) for p in result.partitions])
    compared = Comparison(result.table.assign(ari=truth), result.criteria)
    rows = pd.DataFrame({"agreement": compared.agreement()})
    # Of equally good ones a user takes the smallest k.
    picks = compared.picks().drop_duplicates("criterion").set_index("criterion")
    where = [
        result.table.index[(result.table["algorithm"] == a) & (result.table["k"] == k)][0]
        for a, k in zip(picks["algorithm"], picks["k"], strict=True)
    ]
    rows["algorithm"], rows["k"] = picks["algorithm"], picks["k"]
    rows["ari"] = pd.Series(truth[where], index=picks.index, dtype=float)
    rows["hit"] = pd.Series([one.hit(k) for k in picks["k"]], index=picks.index, dtype=float)
    return replace(
        about,
        n_partitions=truth.size,
        best=float(truth.max()),
        table=rows,
        seconds=time.perf_counter() - begin,
    )


def public_table(found: Sequence[PublicAgreement]) -> pd.DataFrame:
    """Tidy rows: battery, data, n, criterion, agreement, rank of it, and of the pick all there is.

    The rank is that among the criteria on the same set, 1 for the highest agreement.
    """
    parts = []
    for one in found:
        if one.problem:
            continue
        part = one.table.rename_axis("criterion").reset_index()
        part.insert(0, "best", one.best)
        part.insert(0, "references", ", ".join(map(str, one.true_ks)))
        part.insert(0, "n", one.n)
        part.insert(0, "data", one.name)
        part.insert(0, "battery", one.battery)
        # AUCC and Gamma are the same but for the last digit, which must not rank one above.
        part["rank"] = part["agreement"].round(9).rank(ascending=False, na_option="bottom")
        parts.append(part)
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def public_summary(table: pd.DataFrame) -> pd.DataFrame:
    """Means over the sets by criterion, best mean rank first; a table of `public_table`."""
    means = table.groupby("criterion", sort=False)[["agreement", "rank", "ari", "hit"]].mean()
    return means.sort_values("rank", kind="stable")
