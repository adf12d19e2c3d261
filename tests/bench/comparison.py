"""How choosers did: hits of k, agreement of the pick, false alarms, and how sure all that is.

Everything is computed from a table of outcomes, one row per data set and chooser.
"""

import numpy as np
import pandas as pd

from aucc_core.explain.rate import Rate
from aucc_core.paper.public import best_ari
from tests.bench.choosers import RULE, VERDICT
from tests.bench.clusterings import cluster

# k of one algorithm is asked for where it can find the reference at all.
FINDABLE = 0.7
ALONE = ("kmeans", "ward")
FIELD = "all"
BOOTSTRAPS = 10_000


def judge(one, choosers, kept, *, alone=(), findable=FINDABLE):
    """Rows of the table of outcomes for one data set.

    ``alone`` names algorithms whose own clusterings are also chosen from, each where its best
    agrees with a reference as much as is ``findable``.
    """
    clustered = cluster(one, kept)
    rows = _rows(clustered, choosers, kept, FIELD)
    for algorithm in alone:
        some = clustered.only(algorithm)
        if some.best >= findable:
            rows += _rows(some, [c for c in choosers if c.of_one_algorithm], kept, algorithm)
    return rows


def _rows(clustered, choosers, kept, among):
    one, rows = clustered.one, []
    for chooser in choosers:
        pick = chooser.pick(clustered, kept)
        # Who says that there are no clusters says that all objects are one.
        labels = np.zeros(one.n, dtype=np.int64) if pick.labels is None else pick.labels
        rows.append(
            {
                "set": one.name,
                "kind": one.battery,
                "n": one.n,
                "true": one.true_ks,
                "among": among,
                "chooser": chooser.name,
                "may_say_none": chooser.may_say_none,
                "k": 1 if pick.k is None else pick.k,
                "hit": one.hit(1 if pick.k is None else pick.k),
                "ari": best_ari(one, labels),
                "best": clustered.best,
                "seconds": pick.seconds,
            }
        )
    return rows


def choice_table(outcomes, against=VERDICT):
    """One row per chooser, the highest mean ARI first; text for `print_table`.

    The difference to ``against`` is paired by data set; its interval comes from drawing data sets
    anew.
    """
    ari = outcomes.pivot_table(index="set", columns="chooser", values="ari", sort=False)
    best = outcomes.groupby("set")["best"].first().mean()
    means = outcomes.groupby("chooser", sort=False)[["hit", "ari", "seconds"]].mean()
    rows = []
    for name, row in means.sort_values("ari", ascending=False, kind="stable").iterrows():
        hits = outcomes.loc[outcomes["chooser"] == name, "hit"]
        apart = ""
        if against in ari and name != against:
            low, high = paired_interval((ari[name] - ari[against]).to_numpy())
            difference = row["ari"] - means.loc[against, "ari"]
            apart = f"{difference:+.3f} ({low:+.3f} to {high:+.3f})"
        rows.append(
            [
                name,
                Rate(int(hits.sum()), len(hits)).text(),
                f"{row['ari']:.3f}",
                f"{row['ari'] / best:.0%}",
                apart,
                f"{row['seconds']:.2f}",
            ]
        )
    rows.append(["possible", "", f"{best:.3f}", "100%", "", ""])
    head = ["chooser", "k hit", "mean ARI", "of possible", f"minus {against} (95 %)", "s per set"]
    return head, rows


def paired_interval(differences, seed=0):
    """95 % of the means of data sets drawn anew."""
    rng = np.random.default_rng(seed)
    drawn = rng.integers(differences.size, size=(BOOTSTRAPS, differences.size))
    return np.quantile(differences[drawn].mean(axis=1), [0.025, 0.975])


def alarm_table(outcomes):
    """False alarms by kind of data, of those who may say that there are no clusters."""
    able = outcomes[outcomes["may_say_none"]]
    names = list(dict.fromkeys(able["chooser"]))
    rows = [[kind, *_alarms(part, names)] for kind, part in able.groupby("kind", sort=False)]
    rows.append(["all", *_alarms(able, names)])
    return ["kind", *names], rows


def _alarms(outcomes, names):
    """So many of so many who saw clusters, for each name."""
    found = []
    for name in names:
        seen = outcomes.loc[outcomes["chooser"] == name, "k"] > 1
        found.append(Rate(int(seen.sum()), len(seen)).text())
    return found


def factor_table(outcomes, factors, names=(VERDICT, RULE, "SWC", "AUCC")):
    """Hits of k by what makes a mixture hard; ``factors`` has one row per data set."""
    names = [name for name in names if name in set(outcomes["chooser"])]
    some = outcomes[outcomes["chooser"].isin(names)]
    rows = []
    for factor in factors.columns:
        for value, part in some.groupby(some["set"].map(factors[factor])):
            hits = part.groupby("chooser")["hit"].mean()
            count = part["set"].nunique()
            rows.append([f"{factor} {value}", str(count), *(f"{hits[name]:.0%}" for name in names)])
    return ["mixtures with", "sets", *names], rows


def set_table(outcomes, names):
    """What the first few chose on each data set: k, and agreement beside the possible one."""
    rows = []
    for name, part in outcomes.groupby("set", sort=False):
        picks = part.set_index("chooser")
        first = part.iloc[0]
        rows.append(
            [
                name,
                str(first["n"]),
                " ".join(map(str, first["true"])),
                *(f"{picks.loc[c, 'k']}, {picks.loc[c, 'ari']:.2f}" for c in names),
                f"{first['best']:.2f}",
            ]
        )
    return ["set", "n", "k of references", *names, "possible"], rows


def as_table(rows):
    """Outcomes as a table."""
    return pd.DataFrame(rows)
