"""Many criteria on the same partitions: what each picks, how they vote, where they agree."""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

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

Correlation = Literal["pearson", "spearman"]
CORRELATIONS: tuple[Correlation, ...] = get_args(Correlation)
# Values that agree to so many significant digits are equal: the last ones are arithmetic.
_DIGITS = 9


@dataclass(frozen=True, eq=False)
class Vote:
    """How families of criteria vote on k.

    Attributes
    ----------
    weights : votes by k; they add up to the number of families. A family has one vote, which its
        criteria share; a criterion with several equally good k shares it among them.
    criteria : which criteria pick each k.
    voters, families : how many criteria voted, of how many families.
    abstaining : criteria that say the same of all partitions.
    silent : criteria that never vote across k.
    """

    weights: pd.Series
    criteria: Mapping[int, tuple[str, ...]]
    voters: int
    families: int
    abstaining: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()

    @property
    def leaders(self) -> tuple[int, ...]:
        """The k with the most votes; several if they tie, none if nobody voted."""
        if not self.families:
            return ()
        most = self.weights.max()
        return tuple(int(k) for k in self.weights.index[self.weights > most - 1e-9])

    @property
    def at_edge(self) -> str:
        """Whether a single leader is the "smallest" or "largest" k of several; else empty."""
        ks = list(self.weights.index)
        if len(self.leaders) != 1 or len(ks) < 2:
            return ""
        return {ks[0]: "smallest", ks[-1]: "largest"}.get(self.leaders[0], "")


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

    def ranks(self) -> pd.DataFrame:
        """Each criterion from 0 (its worst partition here) to 1 (its best) by rank, ties halved.

        One bad partition cannot make all others look alike, as it would by value.
        """
        scores = _told_apart(self.oriented())
        places = scores.rank()
        count = scores.notna().sum()
        shares = (places - 1) / (count - 1).where(count > 1, 1)
        constant = scores.min() == scores.max()
        return shares.mask(constant & scores.notna(), 1.0)

    def picks(self) -> pd.DataFrame:
        """The best partitions of each criterion: criterion, algorithm, k, value as published.

        Equal best ones have a row each, the smallest k first, then in the order of the table. A
        criterion that says the same of all, or has no finite score, has no row.
        """
        scores = _told_apart(self.oriented())
        rows = []
        for name in self.criteria:
            if name in self.abstaining or scores[name].isna().all():
                continue
            best = self.table[scores[name] == scores[name].max()]
            rows += [
                (name, str(row["algorithm"]), int(row["k"]), float(row[name]))
                for row in best.sort_values("k", kind="stable").to_dict("records")
            ]
        return pd.DataFrame(rows, columns=["criterion", "algorithm", "k", "value"])

    @property
    def abstaining(self) -> tuple[str, ...]:
        """Criteria that give all partitions that they score the same value."""
        scores = _told_apart(self.oriented())
        # One partition alone is the pick of everyone.
        alike = scores.min() == scores.max()
        several = scores.notna().sum() > 1
        return tuple(name for name in self.criteria if alike[name] and several[name])

    def vote(self) -> Vote:
        """The vote on k: one per family, shared by its criteria, each shared by its best k."""
        picks = self.picks()
        voting = picks[[bool(CRITERIA[n].votes) for n in picks["criterion"]] or slice(0)]
        chosen = voting.drop_duplicates(["criterion", "k"]).copy()
        ks = sorted({int(k) for k in self.table["k"]})
        chosen["family"] = [CRITERIA[name].family for name in chosen["criterion"]]
        by_criterion = chosen.groupby("criterion")["k"].transform("size")
        by_family = chosen.groupby("family")["criterion"].transform("nunique")
        chosen["weight"] = 1.0 / (by_criterion * by_family)
        weights = chosen.groupby("k")["weight"].sum().reindex(ks, fill_value=0.0)
        criteria = chosen.groupby("k")["criterion"].agg(tuple).to_dict()
        abstaining = tuple(n for n in self.abstaining if CRITERIA[n].votes)
        silent = tuple(n for n in self.criteria if not CRITERIA[n].votes)
        return Vote(
            weights=weights,
            criteria={k: criteria.get(k, ()) for k in ks},
            voters=chosen["criterion"].nunique(),
            families=chosen["family"].nunique(),
            abstaining=abstaining,
            silent=silent,
        )

    def mean_ranks(self) -> pd.DataFrame:
        """Rank aggregation: algorithm, k and mean rank of each partition, best first.

        Every voting criterion ranks all partitions, 1 for its best; ranks are averaged in each
        family and then over families. Partitions that a criterion cannot score are its last.
        """
        names = [n for n in self.criteria if CRITERIA[n].votes and n not in self.abstaining]
        scores = _told_apart(self.oriented())[names].dropna(axis=1, how="all")
        places = scores.rank(ascending=False, na_option="bottom")
        families = pd.Series({name: CRITERIA[name].family for name in places.columns}, dtype=object)
        by_family = places.T.groupby(families).mean().T
        table = self.table[["algorithm", "k"]].assign(rank=by_family.mean(axis=1).astype(float))
        return table.sort_values(["rank", "k"], kind="stable", ignore_index=True)

    def agreement(self, external: str = "ari", *, how: Correlation = "pearson") -> pd.Series:
        """Correlation of each criterion with an external index; as in the paper Pearson's with ARI.

        Over all partitions where both are finite; not a number where fewer than two remain or all
        are equal. "spearman" correlates ranks.
        """
        scores, truth = self.oriented(), self.table[external].astype(float)
        values = {}
        for name in self.criteria:
            both = scores[name].notna() & np.isfinite(truth)
            a, b = scores[name][both].to_numpy(), truth[both].to_numpy()
            values[name] = (
                correlation(rankdata(a), rankdata(b)) if how == "spearman" else (correlation(a, b))
            )
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


def _told_apart(scores: pd.DataFrame) -> pd.DataFrame:
    """Scores rounded to `_DIGITS` significant digits; next to nothing is 0.

    That is a millionth of the median of a column, for one that is 0 but for arithmetic.
    """
    typical = scores.abs().median()
    size = scores.abs().clip(lower=1e-6 * typical.where(typical > 0, 1.0), axis=1)
    power = np.floor(np.log10(size.to_numpy())) - _DIGITS + 1
    step = pd.DataFrame(10.0**power, index=scores.index, columns=scores.columns)
    return (scores / step).round() * step


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
