"""Tune the verdict's weights on whole data sets, and write them down with their record.

Weights are those with which a draw among the clusterings of a set, in proportion to the
exponential of their weighed sum, agrees best with the reference on average (adjusted Rand index,
and something more where k is right), with a small ridge.

Sets are generated mixtures and scenes (tuning seed), public sets, and samples of larger public
sets; `KINDS` says how much each kind counts. How they are tuned (`Recipe`: which values are
weighed, and how much a right k is worth) is itself chosen by cross-validation over whole sets.

The record is nested: the set that is judged takes no part in that choice either. `held_out` leaves
out each public set in turn, or each battery (a folder of public sets) with all its sets.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from scipy.optimize import minimize

from aucc_core.datasets.benchmark import BenchmarkSet
from aucc_core.explain.rate import Rate
from aucc_core.paper.public import best_ari
from aucc_core.partitions.spec import run_of
from aucc_core.score.objects import Objects
from aucc_core.verdicts import tuned
from aucc_core.verdicts.answer import SOME, STRONG
from aucc_core.verdicts.looks import Scene
from aucc_core.verdicts.samples import stratified_samples
from aucc_core.verdicts.structure import Structure, structure_of
from aucc_core.verdicts.weigh import SAMPLE_OBJECTS, best_agreement, try_clusterings, weighed_values
from tests.bench.clusterings import ALGORITHMS, KS, SEED
from tests.bench.kept import code_digest, data_digest
from tests.bench.shape import dictionary, write_constants

RIDGE = 0.02
# By kind of data set.
KINDS = {"mixtures": 0.7, "scenes": 1.0, "public": 1.0, "sampled": 0.7}
NOT_GENERATED = ("public", "sampled")
# What is chosen among, and how much it counts; k of one algorithm is only judged.
AMONG = {
    "all": (ALGORITHMS, 1.0),
    "three": (("kmeans", "average", "single"), 0.3),
    **{name: ((name,), 0.0) for name in ALGORITHMS},
}
# An algorithm alone is judged where it can find the reference.
FINDABLE = 0.7
TEMPERATURES = np.round(np.arange(0.4, 3.01, 0.1), 1)
# Parts into which sets are put for the choice of a recipe.
FOLDS = 3


@dataclass(frozen=True)
class Recipe:
    """How weights are tuned: what a right k is worth, and which values are not weighed."""

    right_k: float
    without: tuple[str, ...] = ()


RECIPES = tuple(
    Recipe(right_k, without)
    for right_k in (0.2, 0.4)
    for without in ((), ("split", "merge"), ("aucc", "path_aucc"), ("inner_gap",))
)
# What a recipe is judged by: agreement, and so much more where k is right.
JUDGED_BY = 0.4


@dataclass(frozen=True, eq=False)
class Looked:
    """One data set: its clusterings as the verdict sees them, and how right each is.

    ``structure`` says whether the verdict sees any clusters in it at all.
    """

    kind: str
    name: str
    battery: str
    table: pd.DataFrame
    aris: np.ndarray
    hits: np.ndarray
    structure: Structure


@dataclass(frozen=True, eq=False)
class Choice:
    """What is chosen among once: what is seen of each clustering, and how right each is."""

    looked: Looked
    among: str
    weight: float
    table: pd.DataFrame
    seen: np.ndarray
    ks: np.ndarray
    aris: np.ndarray
    hits: np.ndarray


def look(one, kind, kept):
    """What the verdict weighs of every clustering of one data set, or what was kept of it."""
    made_from = (data_digest(one), code_digest(), ALGORITHMS, KS, SEED)
    return kept.get(f"looked {kind} {one.name}", made_from, lambda: _look(one, kind))


def _look(one, kind):
    ks = [k for k in KS if k < one.n]
    objects, spec = run_of(Objects(one.X), ALGORITHMS, ks, seed=SEED)
    tried = try_clusterings(Scene(objects), spec)
    aris = np.array([best_ari(one, partition.labels) for partition, _ in tried.made])
    hits = np.array([one.hit(partition.k) for partition, _ in tried.made], dtype=float)
    seen = structure_of(one.X, seed=SEED)
    return Looked(kind, one.name, one.battery, tried.table, aris, hits, seen)


def sampled(one):
    """The first sample through which a verdict looks at a large set, as a set of its own."""
    (keep,) = stratified_samples(Objects(one.X), SAMPLE_OBJECTS, 1, seed=SEED)
    references = tuple(labels[keep] for labels in one.references)
    return BenchmarkSet(one.name, one.battery, np.ascontiguousarray(one.X[keep]), references)


class Lesson:
    """All choices of some sets, and weights that were fitted to most of them.

    Choices of a kind count as much together as `KINDS` says, however many sets there are.
    """

    def __init__(self, looked):
        self.choices = [c for one in looked for c in _choices(one)]

    @cached_property
    def _stacked(self):
        """All clusterings below each other, and where each choice begins."""
        sizes = np.array([len(c.aris) for c in self.choices])
        return (
            np.concatenate([c.seen for c in self.choices]),
            np.concatenate([c.aris for c in self.choices]),
            np.concatenate([c.hits for c in self.choices]),
            sizes,
        )

    @cached_property
    def _taught(self):
        """The choices that weights are fitted to."""
        return np.array([c.weight > 0 for c in self.choices])

    def fit(self, recipe, keep):
        """Weights by name, from the choices where ``keep`` is true."""
        seen, aris, hits, sizes = self._stacked
        keep = np.asarray(keep) & self._taught
        rows, sizes = np.repeat(keep, sizes), sizes[keep]
        names = list(tuned.WEIGHTS)
        weighed = np.array([name not in recipe.without for name in names])
        seen = seen[rows][:, weighed]
        worth = aris[rows] + recipe.right_k * hits[rows]
        scale = seen.std(axis=0) + 1e-9
        Z = seen / scale
        starts = np.r_[0, np.cumsum(sizes)[:-1]]
        each = np.repeat(np.arange(len(sizes)), sizes)
        share = self._shares(keep)

        def loss(w):
            scores = Z @ w
            odds = np.exp(scores - np.maximum.reduceat(scores, starts)[each])
            odds /= np.add.reduceat(odds, starts)[each]
            mean = np.add.reduceat(odds * worth, starts)
            slope = Z.T @ (odds * (worth - mean[each]) * share[each])
            ridge = RIDGE / len(w)
            return ridge * w @ w - share @ mean, 2 * ridge * w - slope

        best = minimize(loss, np.zeros(Z.shape[1]), jac=True, method="L-BFGS-B")
        weights = np.zeros(len(names))
        weights[weighed] = best.x / scale
        return dict(zip(names, weights, strict=True))

    def _shares(self, keep):
        """How much each of the kept choices counts."""
        chosen = [c for c, kept in zip(self.choices, keep, strict=True) if kept]
        kinds = pd.Series([c.looked.kind for c in chosen])
        weights = pd.Series([c.weight for c in chosen])
        total = weights.groupby(kinds).transform("sum")
        share = (weights / total * kinds.map(KINDS)).to_numpy()
        return share / share.sum()

    def recipe(self, keep):
        """The recipe that does best on sets left out, among the choices where ``keep`` is true."""
        keep = np.asarray(keep)
        names = sorted({c.looked.name for c, kept in zip(self.choices, keep, strict=True) if kept})
        fold = {name: at % FOLDS for at, name in enumerate(names)}
        folds = np.array([fold.get(c.looked.name, -1) for c in self.choices])
        return max(RECIPES, key=lambda recipe: self._worth(recipe, keep, folds))

    def _worth(self, recipe, keep, folds):
        worth = np.zeros(len(self.choices))
        for part in range(FOLDS):
            weights = self.fit(recipe, keep & (folds != part))
            for at in np.flatnonzero(keep & self._taught & (folds == part)):
                choice = self.choices[at]
                picked = pick(choice, weights)
                worth[at] = choice.aris[picked] + JUDGED_BY * choice.hits[picked]
        return float(worth[keep] @ self._shares(keep))  # what is only judged has no share


def _choices(one):
    """One set, chosen from in every way."""
    for among, (algorithms, weight) in AMONG.items():
        own = one.table["algorithm"].isin(algorithms).to_numpy()
        inside = own & (one.table["large_clusters"] >= 2).to_numpy()
        if not inside.any() or (weight == 0 and one.aris[inside].max() < FINDABLE):
            continue
        part = one.table[own]
        values = np.column_stack(list(weighed_values(part).values()))[inside[own]]
        looks = one.table[inside]
        ks, aris, hits = looks["k"].to_numpy(), one.aris[inside], one.hits[inside]
        yield Choice(one, among, weight, looks, values, ks, aris, hits)


def pick(choice, weights):
    """Place of the clustering with the largest weighed sum."""
    return int(np.argmax(choice.seen @ np.array(list(weights.values()))))


def shares(choice, weights, degrees):
    """Share of the evidence on each number of clusters: that of its best clustering."""
    best = _best_by_k(choice, weights)
    odds = np.exp((best - best.max()) / degrees)
    return odds / odds.sum()


def _best_by_k(choice, weights):
    scores = choice.seen @ np.array(list(weights.values()))
    return pd.Series(scores).groupby(choice.ks).max()


def temperature(choices, weights):
    """With which shares over k make the right one most probable."""
    known = []
    for c in choices:
        right = (pd.Series(c.hits).groupby(c.ks).max() > 0).to_numpy()
        if right.any():
            best = _best_by_k(c, weights).to_numpy()
            known.append((c.weight, best - best.max(), right))

    def loss(degrees):
        lost = 0.0
        for weight, behind, right in known:
            odds = np.exp(behind / degrees)
            lost -= weight * np.log(max(odds[right].sum() / odds.sum(), 1e-12))
        return lost

    return float(min(TEMPERATURES, key=loss))


def held_out(looked, by):
    """Picks on every public set with a recipe and weights that were found without it.

    ``by`` is what is left out at a time: "name" for the set, "battery" for all sets of its battery.
    Where the verdict sees no clusters it has no pick: wrong, with an agreement of 0.
    """
    lesson = Lesson(looked)
    groups = np.array(
        [
            getattr(c.looked, by) if c.looked.kind in NOT_GENERATED else "generated"
            for c in lesson.choices
        ]
    )
    rows = []
    for group in sorted(set(groups) - {"generated"}):
        keep = groups != group
        recipe = lesson.recipe(keep)
        weights = lesson.fit(recipe, keep)
        degrees = temperature([lesson.choices[at] for at in np.flatnonzero(keep)], weights)
        for at in np.flatnonzero(~keep):
            c = lesson.choices[at]
            picked = pick(c, weights)
            ari, hit = c.aris[picked], c.hits[picked]
            sees = c.looked.structure.is_confirmed(best_agreement(c.table, picked))
            rows.append(
                {
                    "kind": c.looked.kind,
                    "among": c.among,
                    "left out": by,
                    "set": c.looked.name,
                    "k": int(c.ks[picked]),
                    "share": float(shares(c, weights, degrees).max()),
                    "picked_ari": ari,
                    "picked_hit": hit,
                    "ari": ari * sees,
                    "hit": hit * sees,
                    "possible": c.aris.max(),
                }
            )
    return pd.DataFrame(rows)


def record_table(picks):
    """How picks on sets left out did, for `print_table`."""
    rows = []
    for (among, kind, by), part in picks.groupby(["among", "kind", "left out"], sort=False):
        choice, said = (
            f"{part[a].mean():.3f}, {int(part[h].sum())} of {len(part)}"
            for a, h in (("picked_ari", "picked_hit"), ("ari", "hit"))
        )
        rows.append([among, kind, f"each {by}", choice, said, f"{part['possible'].mean():.3f}"])
    head = ["chosen among", "sets", "left out", "choice: ARI, k hit", 'with "none"', "possible ARI"]
    return head, rows


def strength_table(picks):
    """How often k was right by how large the share of the evidence on it was."""
    edges = [0.0, SOME, STRONG, 1.0]
    rows = []
    for (among, by), part in picks.groupby(["among", "left out"], sort=False):
        spans = pd.cut(part["share"], edges, include_lowest=True)
        for span, own in part.groupby(spans, observed=True)["picked_hit"]:
            hits = Rate(int(own.sum()), len(own))
            rows.append([among, f"each {by}", f"{span.left:.2f} to {span.right:.2f}", hits.text()])
    return ["chosen among", "left out", "share of evidence", "k hit"], rows


def all_held_out(looked):
    """Picks with each set and each battery left out in turn."""
    return pd.concat([held_out(looked, by) for by in ("name", "battery")], ignore_index=True)


def write(looked, picks):
    """Fit on all sets; put the constants where the package reads them.

    ``picks`` are those on sets left out, for the record on public sets; what else is in the record
    comes from `make bench-k`.
    """
    lesson = Lesson(looked)
    everything = np.ones(len(lesson.choices), dtype=bool)
    weights = lesson.fit(lesson.recipe(everything), everything)
    tuned.WEIGHTS = {name: round(float(w), 2) for name, w in weights.items()}
    tuned.TEMPERATURE = temperature(lesson.choices, weights)
    own = picks[(picks["kind"] == "public") & (picks["left out"] == "name")]
    whole = own[own["among"] == "all"]
    tuned.RECORD["public"] = Rate(int(whole["hit"].sum()), len(whole))
    tuned.PUBLIC_ARI["verdict"] = round(float(whole["ari"].mean()), 3)
    tuned.PUBLIC_ARI["possible"] = round(float(whole["possible"].mean()), 3)
    write_constants(tuned, text())


def text():
    """The constants as the package has them."""
    return f"""\
# Weights of what speaks for a clustering (`weigh.weighed_values`).
WEIGHTS = {dictionary(tuned.WEIGHTS)}
# Differences of the weighed sums are divided by this before they become shares.
TEMPERATURE = {tuned.TEMPERATURE}
# So many of so many were right (for "false alarms": wrong).
RECORD = {dictionary(tuned.RECORD)}
# Mean adjusted Rand index of the pick on the public sets: of the verdict, of the best criterion,
# and of the best clustering that there was.
PUBLIC_ARI = {dictionary(tuned.PUBLIC_ARI)}
"""
