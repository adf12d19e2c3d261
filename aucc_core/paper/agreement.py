"""Agreement of criteria with the truth: whether they rank partitions as true labels would.

The paper's experiment: cluster a labelled data set in many ways, score every partition by each
criterion and by the adjusted Rand index (ARI) against the labels, and correlate the two. On any
labelled data sets, one column of the table per set, as soon as it is done.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from aucc_core.criteria import CRITERIA
from aucc_core.datasets import DATASETS, load_dataset
from aucc_core.paper.published import (
    CLOSE,
    CORRECTED_AGREEMENT,
    PAPER_CRITERIA,
    PRINTED_AGREEMENT,
    TIE_REACH,
)
from aucc_core.partitions.algorithms import ALGORITHMS
from aucc_core.score.inputs import Dataset, InputError, Progress
from aucc_core.score.metrics import METRICS
from aucc_core.sweeps.comparison import Comparison
from aucc_core.sweeps.result import SweepResult
from aucc_core.sweeps.sweep import sweep

PAPER_ALGORITHMS = ("kmeans", "single", "average", "complete", "ward")
PAPER_STARTS = 100
# One unit of the last digit that the paper prints, and a hair for floating point.
_LAST_DIGIT = 0.01 + 1e-9

#: The paper's sets that come with the program, and those that are downloaded when asked for.
SHIPPED = tuple(n for n in PRINTED_AGREEMENT if n in DATASETS and not DATASETS[n].online)
ONLINE = tuple(n for n in PRINTED_AGREEMENT if n in DATASETS and DATASETS[n].online)


def agreement(result: SweepResult, external: str = "ari") -> pd.Series:
    """Pearson correlation of each criterion with an external index over all partitions.

    Criteria are oriented first (higher is better), so 1 is perfect for all of them. Partitions
    without a finite score are left out; not a number where fewer than two remain or all are equal.
    """
    if external not in result.external:
        known = ", ".join(result.external)
        raise InputError(
            f"The sweep has no column {external!r}; it has {known}."
            if known
            else "Agreement needs true labels; give the sweep a data set that has them."
        )
    return Comparison(result.table, result.criteria).agreement(external)


def paper_sweep(
    dataset: Dataset,
    *,
    seed: int,
    n_init: int,
    criteria: Sequence[str] = PAPER_CRITERIA,
    metric: str = "euclidean",
    progress: Progress | None = None,
) -> SweepResult:
    """The paper's partitions of one data set, all scored: five algorithms, k = 2 to ⌈√n⌉.

    With distances alone or another distance, only the algorithms that take those: not k-means,
    nor Ward, which wants Euclidean ones.
    """
    if dataset.distances is not None:
        metric = "precomputed"
    euclidean = METRICS[metric].is_euclidean
    return sweep(
        dataset,
        [a for a in PAPER_ALGORITHMS if euclidean or _takes_distances(a)],
        paper_ks(dataset.n),
        criteria=criteria,
        metric=metric,
        seed=seed,
        n_init=n_init,
        progress=progress,
    )


def _takes_distances(algorithm: str) -> bool:
    """Whether it takes any distances."""
    row = ALGORITHMS[algorithm]
    return row.needs == "distances" and row.metrics is None


def paper_agreement(
    dataset: Dataset, *, seed: int, n_init: int = PAPER_STARTS, progress: Progress | None = None
) -> pd.Series:
    """The paper's experiment on one data set, all partitions pooled."""
    return agreement(paper_sweep(dataset, seed=seed, n_init=n_init, progress=progress))


def paper_ks(n: int) -> range:
    """The numbers of clusters that the paper tries: 2 to ⌈√n⌉, as far as n objects allow it."""
    return range(2, min(math.isqrt(n - 1) + 1, n - 1) + 1)


@dataclass(frozen=True)
class SetAgreement:
    """One data set's column of the agreement table.

    Attributes
    ----------
    agreement : correlation with ARI by criterion; empty when `problem` says why there is none.
    seconds, clustering : time in all, and the part of it that making the partitions took.
    """

    name: str
    n: int = 0
    n_partitions: int = 0
    agreement: Mapping[str, float] = field(default_factory=dict)
    seconds: float = 0.0
    clustering: float = 0.0
    problem: str = ""


def study_steps(
    datasets: Sequence[Dataset | str],
    *,
    seed: int,
    n_init: int,
    progress: Progress | None = None,
) -> Generator[SetAgreement, None, tuple[SetAgreement, ...]]:
    """One `SetAgreement` per data set (or name of a built-in one); all of them at the end.

    A set that cannot be had or scored becomes a column that says why; the others go on.
    """
    columns = []
    for at, given in enumerate(datasets):
        columns.append(
            _column(given, at, len(datasets), seed=seed, n_init=n_init, progress=progress)
        )
        yield columns[-1]
    return tuple(columns)


def _column(
    given: Dataset | str, at: int, total: int, *, seed: int, n_init: int, progress: Progress | None
) -> SetAgreement:
    name = given if isinstance(given, str) else given.name
    begin = time.perf_counter()

    def tell(done: float, of: float, message: str) -> None:
        if progress is not None:
            progress(round(at + done / max(of, 1), 1), total, f"{name}: {message}")

    tell(0, 1, "loading")
    try:
        dataset = load_dataset(given) if isinstance(given, str) else given
        if dataset.labels is None:
            raise InputError("Agreement needs true labels, and this table has no label column.")
        result = paper_sweep(dataset, seed=seed, n_init=n_init, progress=tell)
        found = agreement(result)
    except InputError as error:
        return SetAgreement(name, problem=str(error), seconds=time.perf_counter() - begin)
    return SetAgreement(
        name,
        dataset.n,
        len(result.partitions),
        {c: float(found.get(c, math.nan)) for c in PAPER_CRITERIA},
        time.perf_counter() - begin,
        sum(p.seconds for p in result.partitions),
    )


def agreement_table(columns: Iterable[SetAgreement]) -> pd.DataFrame:
    """Tidy rows: data set, criterion, printed, corrected, ours, ours less corrected, and outcome.

    What the paper does not have is not a number, and "shown".
    """
    rows = []
    for column in columns:
        printed = PRINTED_AGREEMENT.get(column.name, {})
        corrected = CORRECTED_AGREEMENT.get(column.name, {})
        for criterion, value in column.agreement.items():
            right = corrected.get(criterion, math.nan)
            outcome = agreement_outcome(column.name, criterion, value) if corrected else "shown"
            row = printed.get(criterion, math.nan), right, value, value - right, outcome
            rows.append((column.name, CRITERIA[criterion].short, *row))
    names = ["data", "criterion", "printed", "corrected", "ours", "difference", "outcome"]
    return pd.DataFrame(rows, columns=names)


def agreement_outcome(name: str, criterion: str, ours: float) -> str:
    """Whether a cell of the agreement table is the corrected one, to its two digits or nearly.

    "moved by ties" where it is within what our own figure reaches with the rows in another order;
    "shown" where ours is not a number.
    """
    if math.isnan(ours):
        return "shown"
    corrected = CORRECTED_AGREEMENT[name][criterion]
    if abs(ours - corrected) <= _LAST_DIGIT:
        return "equal"
    if abs(ours - corrected) <= CLOSE:
        return "close"
    low, high = TIE_REACH.get(name, {}).get(criterion, (math.inf, -math.inf))
    half = _LAST_DIGIT / 2  # of a printed digit
    return "moved by ties" if low - half <= corrected <= high + half else "differs"


def agreement_ranking(cells: Mapping[str, Mapping[str, float]]) -> pd.DataFrame:
    """By criterion of the paper its best, average and worst over the data sets, and its rank.

    The rank is that of the average, 1 for the best.
    """
    table = pd.DataFrame({name: dict(values) for name, values in cells.items()})
    table = table.reindex(PAPER_CRITERIA)
    average = table.mean(axis=1)
    # To nine digits, so that sums in another order do not break a tie.
    rank = average.round(9).rank(ascending=False, method="min").astype("Int64")
    margins = {"best": table.max(axis=1), "average": average, "worst": table.min(axis=1)}
    return pd.DataFrame({**margins, "rank": rank})


def times_best(cells: Mapping[str, Mapping[str, float]]) -> dict[str, int]:
    """On how many data sets each criterion is the best, alone or with others; who never is, not."""
    times = {
        criterion: sum(
            round(max(row[c] for c in PAPER_CRITERIA) - row[criterion], 9) == 0
            for row in cells.values()
        )
        for criterion in PAPER_CRITERIA
    }
    return {criterion: count for criterion, count in times.items() if count}
