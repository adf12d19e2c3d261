"""Tune the verdict's weights on whole data sets, and write them down with their record.

Weights are those with which a draw among the clusterings of a set, in proportion to the
exponential of their weighed sum, agrees best with the reference on average (adjusted Rand index,
and 0.4 more where k is right), with a small ridge. Sets are generated mixtures and curved
groups (tuning seed) and the public sets; each kind counts as much as the others, mixtures half as
much again. Every set is chosen from four times: among all algorithms, k-means alone, Ward alone
and three algorithms, because people ask for one or for many.

The record on public sets leaves each set out in turn. Which values are weighed was decided by
such cross-validation on the same sets, with some fifty combinations tried; so the record is a
little too good.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.optimize import minimize

from aucc_core.explain.rate import Rate
from aucc_core.paper.public import best_ari
from aucc_core.partitions.spec import run_of
from aucc_core.score.objects import Objects
from aucc_core.verdicts import tuned
from aucc_core.verdicts.looks import Scene
from aucc_core.verdicts.structure import structure_of
from aucc_core.verdicts.weigh import try_clusterings, weighed_values
from tests.bench.clusterings import ALGORITHMS, KS, SEED
from tests.bench.kept import code_digest, data_digest
from tests.bench.shape import dictionary, write_constants

RIDGE = 0.02
RIGHT_K = 0.4
# By kind of data set, and by what is chosen among.
KINDS = {"mixtures": 1.5, "curved": 1.0, "public": 1.0}
AMONG = {
    "all": (tuple(ALGORITHMS), 1.0),
    "kmeans": (("kmeans",), 0.5),
    "ward": (("ward",), 0.5),
    "three": (("kmeans", "average", "single"), 0.3),
}
# An algorithm alone teaches something where it can find the reference.
FINDABLE = 0.7
TEMPERATURES = np.round(np.arange(0.6, 3.01, 0.1), 1)


@dataclass(frozen=True, eq=False)
class Looked:
    """One data set: its clusterings as the verdict sees them, and how right each is.

    ``is_clustered`` says whether the verdict sees any clusters in it at all.
    """

    kind: str
    name: str
    table: pd.DataFrame
    aris: np.ndarray
    hits: np.ndarray
    is_clustered: bool


@dataclass(frozen=True, eq=False)
class Choice:
    """What is chosen among once: what is seen of each clustering, and what it is worth."""

    looked: Looked
    among: str
    seen: np.ndarray
    rows: np.ndarray
    weight: float

    @property
    def aris(self):
        return self.looked.aris[self.rows]

    @property
    def hits(self):
        return self.looked.hits[self.rows]

    @property
    def worth(self):
        return self.aris + RIGHT_K * self.hits

    @property
    def ks(self):
        return self.looked.table["k"].to_numpy()[self.rows]


def look(one, kind, kept):
    """What the verdict weighs of every clustering of one data set, or what was kept of it."""
    made_from = (data_digest(one), code_digest(), ALGORITHMS, KS, SEED)
    return kept.get(f"looked {one.name}", made_from, lambda: _look(one, kind))


def _look(one, kind):
    ks = [k for k in KS if k < one.n]
    objects, spec = run_of(Objects(one.X), ALGORITHMS, ks, seed=SEED)
    tried = try_clusterings(Scene(objects), spec)
    aris = np.array([best_ari(one, partition.labels) for partition, _ in tried.made])
    hits = np.array([one.hit(partition.k) for partition, _ in tried.made], dtype=float)
    clustered = structure_of(one.X, seed=SEED).is_clustered
    return Looked(kind, one.name, tried.table, aris, hits, clustered)


def choices(looked, counts):
    """Every set, chosen from in every way; ``counts`` has the number of sets of each kind."""
    found = []
    for one in looked:
        for among, (algorithms, weight) in AMONG.items():
            rows = one.table["algorithm"].isin(algorithms).to_numpy()
            rows = rows & (one.table["large_clusters"].to_numpy() >= 2)
            if not rows.any():
                continue
            alone = len(algorithms) == 1
            if alone and one.aris[rows].max() < FINDABLE:
                continue
            part = one.table[one.table["algorithm"].isin(algorithms)]
            values = np.column_stack(list(weighed_values(part).values()))
            inside = (part["large_clusters"] >= 2).to_numpy()
            each = weight * KINDS[one.kind] / counts[one.kind]
            found.append(Choice(one, among, values[inside], np.flatnonzero(rows), each))
    return found


def fit(found):
    """The weights."""
    names = list(tuned.CHOICE)
    scale = np.concatenate([c.seen for c in found]).std(axis=0) + 1e-9
    parts = [(c.seen / scale, c.worth, c.weight) for c in found]
    total = sum(c.weight for c in found)

    def loss(w):
        value, slope = RIDGE * w @ w / len(w), 2 * RIDGE * w / len(w)
        for Z, worth, weight in parts:
            scores = Z @ w
            p = np.exp(scores - scores.max())
            p /= p.sum()
            mean = p @ worth
            value -= weight / total * mean
            slope -= weight / total * ((p * (worth - mean)) @ Z)
        return value, slope

    best = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B")
    return dict(zip(names, best.x / scale, strict=True))


def pick(choice, weights):
    """Place of the clustering with the largest weighed sum."""
    return int(np.argmax(choice.seen @ np.array(list(weights.values()))))


def temperature(found, weights):
    """With which shares over k make the right one most probable."""
    w = np.array(list(weights.values()))

    def loss(value):
        lost = 0.0
        for c in found:
            best = pd.Series(c.seen @ w).groupby(c.ks).max()
            right = pd.Series(c.hits).groupby(c.ks).max() > 0
            odds = np.exp((best - best.max()) / value)
            if right.any():
                lost -= c.weight * np.log(max((odds[right] / odds.sum()).sum(), 1e-12))
        return lost

    return float(min(TEMPERATURES, key=loss))


def cross_validated(looked):
    """For every public set, the pick with weights fitted without it.

    Where the verdict sees no clusters it has no pick: wrong, with an agreement of 0.
    """
    counts = pd.Series([one.kind for one in looked]).value_counts()
    found = choices(looked, counts)
    rows = []
    for one in looked:
        if one.kind != "public":
            continue
        weights = fit([c for c in found if c.looked is not one])
        for c in found:
            if c.looked is one:
                at = pick(c, weights)
                ari, hit, sees = c.aris[at], c.hits[at], one.is_clustered
                rows.append((one.name, c.among, int(c.ks[at]), ari, hit, ari * sees, hit * sees))
    columns = ["set", "among", "k", "picked_ari", "picked_hit", "ari", "hit"]
    return pd.DataFrame(rows, columns=columns)


def write(looked, picked):
    """Fit on all sets; put the constants where the package reads them.

    ``picked`` are cross-validated picks, for the record on public sets; the rest of the record is
    what `make bench-k` prints afterwards, and is written by hand.
    """
    counts = pd.Series([one.kind for one in looked]).value_counts()
    found = choices(looked, counts)
    weights = fit(found)
    tuned.CHOICE = {name: round(float(w), 2) for name, w in weights.items()}
    tuned.TEMPERATURE = temperature(found, weights)
    whole = picked[picked["among"] == "all"]
    public = [one for one in looked if one.kind == "public"]
    tuned.RECORD["public"] = Rate(int(whole["hit"].sum()), len(whole))
    tuned.PUBLIC_ARI["verdict"] = round(float(whole["ari"].mean()), 3)
    tuned.PUBLIC_ARI["possible"] = round(float(np.mean([one.aris.max() for one in public])), 3)
    write_constants(tuned, _text())


def _text():
    return f"""# Weights of what speaks for a clustering (`weigh.weighed_values`).
CHOICE = {dictionary(tuned.CHOICE)}
# Differences of the weighed sums are divided by this before they become shares.
TEMPERATURE = {tuned.TEMPERATURE}
# So many of so many were right (for "false alarms": wrong).
RECORD = {dictionary(tuned.RECORD)}
# Mean adjusted Rand index of the pick on the public sets: of the verdict, of the best criterion,
# and of the best clustering that there was.
PUBLIC_ARI = {dictionary(tuned.PUBLIC_ARI)}
"""
