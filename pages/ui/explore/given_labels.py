"""Labels that no algorithm made, scored as solutions: own label columns, or made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.explain.worst_pairs import WorstPairs, worst_pairs
from aucc_core.score.inputs import Dataset, label_codes
from aucc_core.score.result import Score
from aucc_core.sweeps.numbering import matched_numbers
from aucc_core.sweeps.scorer import unscorable
from aucc_core.sweeps.solutions import DRAWN_PAIRS, ExploreRun, Solution, thinned
from pages.ui.state import cache
from pages.ui.state.cache import Study
from pages.ui.store.digest import digest_of


@dataclass(frozen=True, eq=False)
class OwnSolution(Solution):
    """A label column, seen like what an algorithm has found."""

    name: str = ""

    @property
    def label(self) -> str:
        """For people, in place of an algorithm."""
        return self.name


def own_solutions(
    study: Study, run: ExploreRun, names: Sequence[str], beside: Sequence[Solution] = ()
) -> tuple[OwnSolution, ...]:
    """These label columns as solutions; those that cannot be scored are left out.

    Clusters take the numbers, and so the colours, of a solution ``beside`` with as many.
    """
    columns = list(study.table.label_columns)
    found = []
    for name in names:
        if name in columns and not run.is_large:
            labels = labels_of(study.table.label_columns[name])
            like = next((s.labels for s in beside if s.k == labels.max() + 1), None)
            if like is not None:
                labels = matched_numbers([like, labels])[1]
            solution = score_labels(study, run, labels, f"own{columns.index(name) + 1}")
            if solution is not None:
                row = {**solution.row, "algorithm": name}
                found.append(OwnSolution(**{**vars(solution), "row": row}, name=name))
    return tuple(found)


def columns_to_choose(dataset: Dataset) -> list[str]:
    """The label columns that have few enough clusters to be looked at."""
    return [
        name
        for name, column in dataset.label_columns.items()
        if not unscorable((codes := labels_of(column))[codes >= 0]) and codes.max() < dataset.n / 2
    ]


def labels_of(column: npt.NDArray) -> npt.NDArray[np.int32]:
    """Numbers for the clusters, the largest first; objects without a label are noise."""
    known = ~pd.isna(column) & (column.astype(str) != "")
    labels = np.full(column.size, -1, np.int32)
    if known.any():
        labels[known] = label_codes(column[known])
    return matched_numbers([labels])[0]


def score_labels(
    study: Study, run: ExploreRun, labels: npt.NDArray[np.int32], algorithm: str
) -> Solution | None:
    """A solution of these labels, noise -1; None for labels that have no score."""
    keep = labels >= 0
    if not keep.any() or unscorable(label_codes(labels[keep])):
        return None
    key = digest_of("labels", study.digest, run.metric, run.metric_options, labels, algorithm)
    return cache.remembered(key, lambda: _scored(study, run, labels, algorithm))


def _scored(
    study: Study, run: ExploreRun, labels: npt.NDArray[np.int32], algorithm: str
) -> Solution:
    keep = labels >= 0
    pairs = cache.kept_pairs(study, run.metric, keep, run.metric_options)
    codes = label_codes(labels[keep])
    (score,) = pairs.scores([codes])
    worst = worst_pairs(pairs, codes, limit=DRAWN_PAIRS)
    places = np.flatnonzero(keep)
    k = int(codes.max()) + 1
    return Solution(
        algorithm,
        k,
        labels,
        Score.exact(score.value, score.counts),
        thinned(pairs.curve(codes)),
        WorstPairs(places[worst.apart], places[worst.together]),
        {"algorithm": algorithm, "k": k, "aucc": score.value, "coverage": float(keep.mean())},
    )
