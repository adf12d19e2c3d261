"""Many criteria on the same partitions: what each picks, how they vote, where they agree."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform
from scipy.stats import rankdata

from aucc_core.criteria import CRITERIA
from aucc_core.partitions.spec import RunSpec
from aucc_core.score.inputs import Dataset, Progress, run_steps
from aucc_core.sweeps.scorer import ScoredPartition
from aucc_core.sweeps.sweep import sweep_steps


@dataclass(frozen=True, eq=False)
class Comparison:
    """Scores of many partitions by many criteria.

    Attributes
    ----------
    table : one row per partition: algorithm, k, the criteria as published, ARI with true labels.
    criteria : names of the criteria's columns.
    notices : what a person should know, such as criteria that were left out.
    """

    table: pd.DataFrame
    criteria: tuple[str, ...]
    notices: tuple[str, ...] = ()

    @property
    def has_truth(self) -> bool:
        """Whether there is an agreement with true labels to compare with."""
        return "ari" in self.table

    def only(self, criteria: Sequence[str]) -> Comparison:
        """The same partitions, fewer criteria."""
        kept = tuple(name for name in self.criteria if name in criteria)
        return Comparison(self.table, kept, self.notices)

    def oriented(self) -> pd.DataFrame:
        """One column per criterion, signs turned: higher is better; not finite is missing."""
        columns = {
            name: CRITERIA[name].orient(self.table[name].to_numpy(dtype=float))
            for name in self.criteria
        }
        found = pd.DataFrame(columns, index=self.table.index)
        return found.where(np.isfinite(found))

    def normalised(self) -> pd.DataFrame:
        """Each criterion from 0 (its worst partition here) to 1 (its best)."""
        scores = self.oriented()
        low, high = scores.min(), scores.max()
        # A criterion that says the same of all is best everywhere.
        span = (high - low).where(high > low, 1.0)
        return (scores - low) / span + (high == low).astype(float)

    def picks(self) -> pd.DataFrame:
        """The best partition of each criterion: criterion, algorithm, k, value as published.

        Of equal scores the smallest k wins, then the earlier algorithm. A criterion without any
        finite score has no row.
        """
        scores = self.oriented()
        rows = []
        for name in self.criteria:
            best = scores.index[scores[name] == scores[name].max()]
            if len(best) == 0:
                continue
            at = self.table.loc[best].sort_values("k", kind="stable").index[0]
            row = self.table.loc[at]
            rows.append((name, str(row["algorithm"]), int(row["k"]), float(row[name])))
        return pd.DataFrame(rows, columns=["criterion", "algorithm", "k", "value"])

    def votes(self) -> pd.Series:
        """How many criteria pick each k, most first; of equals the smaller k first."""
        picks = self.picks()
        chosen = picks.loc[[CRITERIA[name].votes for name in picks["criterion"]], "k"]
        counts = chosen.value_counts().rename_axis("k").reset_index(name="votes")
        counts = counts.sort_values(["votes", "k"], ascending=[False, True])
        return counts.set_index("k")["votes"]

    def agreement(self, external: str = "ari") -> pd.Series:
        """Pearson correlation of each criterion with an external index, as in the paper with ARI.

        Over all partitions where both are finite; not a number where fewer than two remain or all
        are equal.
        """
        scores, truth = self.oriented(), self.table[external].to_numpy(dtype=float)
        values = {name: correlation(scores[name].to_numpy(), truth) for name in self.criteria}
        return pd.Series(values, name="agreement", dtype=float)

    def rank_correlation(self) -> pd.DataFrame:
        """Spearman's rank correlation of every two criteria; alike ones stand side by side."""
        scores = self.oriented()
        names = [c for c in self.criteria if scores[c].min() < scores[c].max()]
        matrix = pd.DataFrame(np.eye(len(names)), index=names, columns=names)
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                matrix.loc[a, b] = matrix.loc[b, a] = _spearman(scores[a], scores[b])
        if len(names) < 3 or matrix.isna().to_numpy().any():
            return matrix
        apart = squareform(np.clip(1 - matrix.to_numpy(), 0, 2), checks=False)
        order = [names[i] for i in leaves_list(linkage(apart, "average", optimal_ordering=True))]
        return matrix.loc[order, order]


def _spearman(a: pd.Series, b: pd.Series) -> float:
    both = a.notna() & b.notna()
    if both.sum() < 3:
        return math.nan
    return correlation(rankdata(a[both]), rankdata(b[both]))


def compare_steps(
    dataset: Dataset, run: RunSpec, progress: Progress | None = None
) -> Generator[dict[str, Any], None, Comparison]:
    """Score every partition by every criterion: its row as soon as it is done, all at the end."""
    rows: list[dict[str, Any]] = []
    notices: list[str] = []
    criteria: tuple[str, ...] = ()
    for item in sweep_steps(dataset, run, criteria="all"):
        criteria = tuple(item.scores)
        notices += item.notices
        rows.append(_row(item))
        yield rows[-1]
        if progress is not None:
            progress(item.done, item.total, item.partition.title)
    return Comparison(pd.DataFrame(rows), criteria, tuple(dict.fromkeys(notices)))


def compare(dataset: Dataset, run: RunSpec) -> Comparison:
    """The whole comparison, here and now."""
    return run_steps(compare_steps(dataset, run))


def _row(item: ScoredPartition) -> dict[str, Any]:
    row = {"algorithm": item.partition.algorithm, "k": item.partition.k, **item.scores}
    if "ari" in item.external:
        row["ari"] = item.external["ari"]
    return row


def correlation(a: np.ndarray, b: np.ndarray) -> float:
    """Pearson's correlation of the finite pairs; not a number when fewer than two or all equal."""
    finite = np.isfinite(a) & np.isfinite(b)
    a, b = a[finite], b[finite]
    if a.size < 2 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return math.nan
    return float(np.corrcoef(a, b)[0, 1])
