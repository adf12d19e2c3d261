"""Which criterion to trust on benchmark sets: ranks with their confidence, and where each fails.

Criteria are ranked on each set by how well they order its clusterings (agreement with the true
labels). Mean ranks of few sets are unsure: intervals come from drawing the sets anew, and the
critical difference of Nemenyi says which mean ranks cannot be told apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import studentized_range

from aucc_core.criteria import CRITERIA
from aucc_core.paper.public import PublicAgreement, public_table
from aucc_core.score.inputs import InputError

DRAWS = 2_000
CONFIDENCE = 0.95
#: A pick whose ARI is below that of the best clustering by more than this is a failure.
FAR = 0.2
MOST_FAILURES = 3


@dataclass(frozen=True, eq=False)
class Leaderboard:
    """Criteria over benchmark sets.

    Attributes
    ----------
    table : one row per criterion, best mean rank first: agreement, rank, low and high (interval of
        the mean rank), ari and hit of its pick, far (share of sets where the pick is far below the
        best clustering) and failures (names of the worst of them, with ARI of pick and best).
    cells : agreement by criterion and set; criteria in the order of `table`.
    ranks : ranks by criterion and set.
    critical : mean ranks that differ by less cannot be told apart (Nemenyi, 5 %); infinite for one
        set.
    sets : battery, objects, clusters of the references and best ARI by set.
    problems : why a set is not there, by its name.
    """

    table: pd.DataFrame
    cells: pd.DataFrame
    ranks: pd.DataFrame
    critical: float
    sets: pd.DataFrame
    problems: dict[str, str]

    @property
    def like_first(self) -> tuple[str, ...]:
        """Criteria that cannot be told apart from the first, itself included."""
        ranks = self.table["rank"]
        near = ranks.index[ranks <= ranks.iloc[0] + self.critical]
        return tuple(str(name) for name in near)


def leaderboard(found: Sequence[PublicAgreement], *, seed: int) -> Leaderboard:
    """The leaderboard of what `public_agreement` found; Gamma is left out, as it is AUCC again."""
    rows = public_table(found)
    if rows.empty:
        raise InputError(
            "A leaderboard needs a set that could be clustered. "
            + " ".join(f"{one.name}: {one.problem}" for one in found)
        )
    rows = rows[[name == "aucc" or CRITERIA[name].from_aucc is None for name in rows["criterion"]]]
    rows = rows.assign(set=rows["battery"] + "/" + rows["data"])
    cells = rows.pivot_table(
        index="criterion", columns="set", values="agreement", aggfunc="first", dropna=False
    )
    # AUCC and others may differ in the last digit alone, which must not rank one above.
    ranks = cells.round(9).rank(ascending=False, na_option="bottom")
    means = ranks.mean(axis=1).sort_values(kind="stable")
    cells, ranks = cells.loc[means.index], ranks.loc[means.index]
    low, high = _interval(ranks.to_numpy(), seed)
    by_criterion = rows.groupby("criterion")
    rows = rows.assign(below=rows["best"] - rows["ari"].fillna(0.0))
    table = pd.DataFrame(
        {
            "agreement": by_criterion["agreement"].mean(),
            "rank": means,
            "low": pd.Series(low, index=means.index),
            "high": pd.Series(high, index=means.index),
            "ari": by_criterion["ari"].mean(),
            "hit": by_criterion["hit"].mean(),
            "far": rows.groupby("criterion")["below"].agg(lambda b: float((b > FAR).mean())),
            "failures": rows.groupby("criterion")[["set", "below", "ari", "best"]].apply(_worst),
        }
    ).loc[means.index]
    sets = rows.drop_duplicates("set").set_index("set")[["battery", "n", "references", "best"]]
    problems = {one.name: one.problem for one in found if one.problem}
    critical = critical_difference(len(ranks), ranks.shape[1])
    return Leaderboard(table, cells, ranks, critical, sets, problems)


def critical_difference(criteria: int, sets: int) -> float:
    """Nemenyi's critical difference of mean ranks at 5 % (Demšar 2006)."""
    if sets < 2 or criteria < 2:
        return math.inf
    q = float(studentized_range.ppf(CONFIDENCE, criteria, np.inf)) / math.sqrt(2)
    return q * math.sqrt(criteria * (criteria + 1) / (6 * sets))


def _interval(ranks: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Interval of the mean ranks when sets are drawn anew, with replacement."""
    rng = np.random.default_rng(seed)
    n = ranks.shape[1]
    drawn = rng.multinomial(n, np.full(n, 1 / n), size=DRAWS) / n
    means = ranks @ drawn.T
    tail = (1 - CONFIDENCE) / 2
    return np.quantile(means, tail, axis=1), np.quantile(means, 1 - tail, axis=1)


def _worst(rows: pd.DataFrame) -> str:
    far = rows[rows["below"] > FAR].sort_values("below", ascending=False, kind="stable")
    return ", ".join(
        f"{row['set']} ({round(row['ari'], 2) + 0.0:.2f} of {row['best']:.2f})"  # no -0.00
        for row in far.head(MOST_FAILURES).to_dict("records")
    )
