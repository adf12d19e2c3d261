"""The agreement study on any labelled data sets, one column a set, as soon as it is done."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from aucc_core.agreement import PAPER_AGREEMENT, PAPER_ALGORITHMS, PAPER_CRITERIA, agreement
from aucc_core.criteria import CRITERIA
from aucc_core.dataset import Dataset
from aucc_core.datasets import DATASETS, load_dataset
from aucc_core.sweep import sweep
from aucc_core.validate import InputError

Report = Callable[[float, float, str], Any]

#: The paper's sets that come with the program, and those that are downloaded when asked for.
SHIPPED = tuple(n for n in PAPER_AGREEMENT if n in DATASETS and not DATASETS[n].online)
ONLINE = tuple(n for n in PAPER_AGREEMENT if n in DATASETS and DATASETS[n].online)
# k-means on distances alone does not exist; the four linkages do.
_ON_DISTANCES = tuple(name for name in PAPER_ALGORITHMS if name not in ("kmeans", "ward"))


@dataclass(frozen=True)
class Column:
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
    report: Report | None = None,
) -> Generator[Column, None, tuple[Column, ...]]:
    """One `Column` a data set (or name of a built-in one); all of them at the end.

    A set that cannot be had or scored becomes a column that says why; the others go on.
    """
    columns = []
    for at, given in enumerate(datasets):
        columns.append(_column(given, at, len(datasets), seed=seed, n_init=n_init, report=report))
        yield columns[-1]
    return tuple(columns)


def _column(
    given: Dataset | str, at: int, total: int, *, seed: int, n_init: int, report: Report | None
) -> Column:
    name = given if isinstance(given, str) else given.name
    begin = time.perf_counter()

    def tell(done: int, of: int, message: str) -> None:
        if report is not None:
            report(round(at + done / max(of, 1), 1), total, f"{name}: {message}")

    tell(0, 1, "loading")
    try:
        dataset = load_dataset(given) if isinstance(given, str) else given
        if dataset.labels is None:
            raise InputError("Agreement needs true labels, and this table has no label column.")
        on_distances = dataset.distances is not None
        result = sweep(
            dataset,
            _ON_DISTANCES if on_distances else PAPER_ALGORITHMS,
            range(2, largest_k(dataset.n) + 1),
            criteria=PAPER_CRITERIA,
            metric="precomputed" if on_distances else "euclidean",
            seed=seed,
            n_init=n_init,
            progress=tell,
        )
        found = agreement(result)
    except InputError as error:
        return Column(name, problem=str(error), seconds=time.perf_counter() - begin)
    return Column(
        name,
        dataset.n,
        len(result.partitions),
        {c: float(found.get(c, math.nan)) for c in PAPER_CRITERIA},
        time.perf_counter() - begin,
        sum(p.seconds for p in result.partitions),
    )


def largest_k(n: int) -> int:
    """The paper's largest number of clusters, ⌈√n⌉, as far as n objects allow it."""
    return min(math.isqrt(n - 1) + 1, n - 1)


def agreement_table(columns: Iterable[Column]) -> pd.DataFrame:
    """Tidy rows: data set, criterion, ours, published (corrected), difference."""
    rows = []
    for column in columns:
        printed = PAPER_AGREEMENT.get(column.name, {})
        for criterion, value in column.agreement.items():
            paper = printed.get(criterion, math.nan)
            rows.append((column.name, CRITERIA[criterion].short, value, paper, value - paper))
    return pd.DataFrame(rows, columns=["data", "criterion", "ours", "published", "difference"])
