"""The paper's numbers and small tables, each computed again: `PARTS`.

Adding a part is one function that returns checks and what to draw, and one row; the
command line's help names it too. A screen draws its curves; a picture of its series is drawn by a
function of that screen.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.spatial.distance import pdist

from aucc_core.criteria import CRITERIA
from aucc_core.datasets import load_dataset
from aucc_core.paper import published
from aucc_core.paper.chance import REDUCED_DESIGN, chance_experiment
from aucc_core.paper.checks import Check, PartResult, last_digit
from aucc_core.paper.theorems import equivalence, expectation
from aucc_core.partitions import make_partitions
from aucc_core.score.counting import Counts
from aucc_core.score.curve import DRAWN_ERROR, RocCurve
from aucc_core.score.definition import gamma_by_definition
from aucc_core.score.inputs import Floats, registry
from aucc_core.score.ranked import RankedPairs

BY_DEFINITION = (10, 20, 40, 80)
BY_RANKS = (10, 20, 40, 80, 160, 320, 640, 1280)
RACE_CLUSTERS = 4
_REPEATS = 4  # the quickest counts: the first also loads code, and others use the machine


@dataclass(frozen=True)
class Part:
    """A figure or table of the paper.

    Attributes
    ----------
    name, title, about : for code, for people, and one plain line on what it shows.
    compute : from a seed to its result.
    shared_section : name and title of the section of a screen where it stands beside others; None
        where it has one of its own.
    """

    name: str
    title: str
    about: str
    compute: Callable[[int], PartResult]
    shared_section: tuple[str, str] | None = None

    @property
    def section(self) -> tuple[str, str]:
        """Name and title of its section of a screen."""
        return self.shared_section or (self.name, self.title)


def _basics(seed: int) -> PartResult:
    """ROC basics: scores of objects of two classes, and the same scores turned around."""
    rng = np.random.default_rng(seed)
    positive = np.arange(60) % 2
    scores = rng.normal(size=60) + 1.2 * positive
    curves = {
        "scores": _roc_of(scores, positive),
        "scores turned around": _roc_of(-scores, positive),
    }
    areas = {name: curve.area for name, curve in curves.items()}
    higher = np.mean(np.sign(scores[positive == 1, None] - scores[positive == 0]) / 2 + 0.5)
    checks = (
        Check("area under the curve", areas["scores"]),
        Check(
            "area less the share of positive–negative pairs in the right order",
            abs(areas["scores"] - float(higher)),
            stated="the area is that probability",
            between=(0.0, 1e-12),
        ),
        Check(
            "area and turned area, less 1",
            abs(sum(areas.values()) - 1),
            stated="turned scores mirror the curve",
            between=(0.0, 1e-12),
        ),
    )
    return PartResult("basics", checks, curves, areas)


def _roc_of(scores: Floats, positive: npt.NDArray) -> RocCurve:
    """The curve of a classifier's scores, which have no ties."""
    order = np.argsort(-scores)
    hits = np.concatenate([[0], np.cumsum(positive[order])])
    return RocCurve(
        hits, np.arange(len(hits)) - hits, np.concatenate([[-math.inf], -scores[order]])
    )


def _toy(seed: int) -> PartResult:  # noqa: ARG001 - nothing is random here
    data = load_dataset("toy")
    pairs = RankedPairs(data)
    name, value = "abcd and efg", pairs.aucc(data.labels)
    check = Check(f"AUCC of {name}", value, published.TOY_AUCC)
    return PartResult(
        "toy", (check,), {name: pairs.curve(data.labels)}, {name: value}, scatters={name: data}
    )


def _ties(seed: int) -> PartResult:  # noqa: ARG001 - nothing is random here
    data = load_dataset("ties")
    pairs = RankedPairs(data)
    counts = pairs.counts(data.labels)
    aucc = pairs.aucc(data.labels)
    values = (*counts, counts.tie_mass, counts.gamma, aucc, counts.gamma_classical)
    checks = [
        Check(name, float(value), printed)
        for (name, printed), value in zip(published.TIES.items(), values, strict=True)
    ]
    for ties, said in (("optimistic", "for"), ("pessimistic", "against")):
        checks.append(Check(f"AUCC, ties count {said} it", pairs.aucc(data.labels, ties=ties)))
    name = "ties walk the diagonal"
    return PartResult("ties", tuple(checks), {name: pairs.curve(data.labels)}, {name: aucc})


def _curves_by_k(
    name: str, ks: tuple[int, ...], best: tuple[int, str], *, seed: int, n_init: int
) -> PartResult:
    data = load_dataset(name)
    pairs = RankedPairs(data)
    checks, curves, scores, found_ks, scatters = [], {}, {}, {}, {}
    for partition in make_partitions(data, "kmeans", ks, seed=seed, n_init=n_init):
        printed = best[1] if partition.k == best[0] else ""
        at = f"k = {partition.k}"
        found_ks[at] = partition.k
        scores[at] = pairs.aucc(partition.labels)
        curves[at] = pairs.curve(partition.labels, max_error=DRAWN_ERROR)
        scatters[at] = replace(data, labels=partition.labels)
        checks.append(Check(f"AUCC, k-means {at}", scores[at], printed))
    right = scores[f"k = {best[0]}"]
    others = [score for at, score in scores.items() if found_ks[at] != best[0]]
    low = [score for at, score in scores.items() if found_ks[at] < best[0]]
    high = [score for at, score in scores.items() if found_ks[at] > best[0]]
    for quantity, gap, words in (
        (f"k = {best[0]} less the best other k", right - max(others), "the right k scores best"),
        ("lowest of too many less highest of too few", min(high) - max(low),
         "too few score below too many"),
    ):  # fmt: skip
        checks.append(Check(quantity, gap, stated=words, between=(1e-12, math.inf)))
    return PartResult(name, tuple(checks), curves, scores, ks=found_ks, scatters=scatters)


def _ruspini(seed: int) -> PartResult:
    ks = (2, 3, 4, 5, 6)
    return _curves_by_k("ruspini", ks, published.RUSPINI_BEST, seed=seed, n_init=100)


def _nine(seed: int) -> PartResult:
    ks, best = (7, 8, 9, 10, 11), published.NINE_GAUSSIANS_BEST
    result = _curves_by_k("nine_gaussians", ks, best, seed=seed, n_init=20)
    labels = np.asarray(load_dataset("nine_gaussians").labels)
    merged = np.where(labels == labels.max(), labels.min(), labels)
    split = labels.copy()
    own = np.flatnonzero(labels == labels.max())
    split[own[: len(own) // 2]] = labels.max() + 1
    errors = [_wrong_pairs(labels, made) for made in (merged, split)]
    four = Check(
        "wrong pairs of two groups merged, over those of one halved",
        errors[0] / errors[1],
        stated="four times the errors",
        between=(published.MERGE_OVER_SPLIT - 1e-9, published.MERGE_OVER_SPLIT + 1e-9),
    )
    return replace(result, checks=(*result.checks, four))


def _wrong_pairs(truth: npt.NDArray, labels: npt.NDArray) -> int:
    """Pairs that are together in one of two partitions alone."""
    together = [pdist(codes[:, None].astype(float)) == 0 for codes in (truth, labels)]
    return int((together[0] != together[1]).sum())


def _overlap(seed: int) -> PartResult:
    checks, curves, scores, scatters = [], {}, {}, {}
    for variance, printed in published.OVERLAP.items():
        data = load_dataset("two_gaussians", variance=float(variance), seed=seed)
        pairs = RankedPairs(data)
        name = f"variance {variance}"
        scores[name] = pairs.aucc(data.labels)
        # Two draws, theirs and ours: their difference spreads √2 as wide as either.
        spread = math.sqrt(2) * published.DRAW_SPREAD[variance]
        random = spread if spread > last_digit(printed) else None  # else the printed digits decide
        checks.append(Check(f"AUCC, {name}", scores[name], printed, spread=random))
        curves[name] = pairs.curve(data.labels, max_error=DRAWN_ERROR)
        scatters[name] = data
    falls = np.diff(list(scores.values())).max()
    words = "AUCC falls as the variances grow"
    checks.append(
        Check("largest step from one variance to the next", float(falls), stated=words,
              between=(-1.0, 0.0))
    )  # fmt: skip
    return PartResult("overlap", tuple(checks), curves, scores, scatters=scatters)


def _chance(seed: int) -> PartResult:
    return chance_result(chance_experiment(REDUCED_DESIGN, seed=seed), REDUCED_DESIGN.repeats)


def chance_result(table: pd.DataFrame, repeats: int) -> PartResult:
    """What a table of the experiment with random labels says, however large its design is."""
    aucc = table[table["criterion"] == "aucc"]
    # Partitions are drawn independently, so variances of the means of cells add up.
    spread = math.sqrt(float((aucc["std"] ** 2).sum()) / repeats) / len(aucc)
    checks = [Check("mean AUCC", float(aucc["mean"].mean()), published.CHANCE_MEAN, spread=spread)]
    for name, drift in drifts(table).items():
        steady = name in published.STEADY
        words, between = ("steady", (0.0, 1.0)) if steady else ("moves", (1.0, math.inf))
        quantity = f"{CRITERIA[name].turned_short}, movement over k"
        checks.append(Check(quantity, drift, stated=words, between=between))
    return PartResult("chance", tuple(checks), series=table)


def drifts(table: pd.DataFrame) -> dict[str, float]:
    """How far a criterion's mean moves over k, in standard deviations of one random partition.

    The median over mixtures and balances, so that one odd data set does not decide.
    """
    moved = {}
    for name, rows in table.groupby("criterion", sort=False):
        cells = rows.groupby(["mixture", "balance"])
        reach = cells["mean"].max() - cells["mean"].min()
        moved[str(name)] = float((reach / cells["std"].mean()).median())
    return moved


@dataclass(frozen=True)
class Heat:
    """Both ways to Gamma on the same n objects, in seconds; the slow way for few objects only."""

    n: int
    counts: Counts
    ranks: float
    definition: float | None = None
    gamma_by_definition: float | None = None
    counts_by_definition: Counts | None = None


def race(seed: int, repeats: int = _REPEATS) -> Iterator[Heat]:
    """Gamma by ranks against its definition, for more and more objects; both from coordinates."""
    rng = np.random.default_rng(seed)
    for n in BY_RANKS:
        labels = np.arange(n) % RACE_CLUSTERS
        X = rng.normal(size=(n, 2))
        X[:, 0] += 3.0 * labels
        times = []
        for _ in range(repeats):
            begin = time.perf_counter()
            pairs = RankedPairs(X)
            pairs.ranking  # noqa: B018 - sort first, as for many partitions
            counts = pairs.counts(labels)
            times.append(time.perf_counter() - begin)
        heat = Heat(n, counts, min(times))
        if n in BY_DEFINITION:
            begin = time.perf_counter()
            slow = gamma_by_definition(RankedPairs(X), labels)
            heat = replace(
                heat,
                definition=time.perf_counter() - begin,
                gamma_by_definition=slow[0],
                counts_by_definition=slow[1],
            )
        yield heat


def _timing(seed: int) -> PartResult:
    rows = []
    for heat in race(seed):
        n, comparisons = heat.n, heat.counts.total
        row = {"n": n, "pairs": n * (n - 1) // 2, "comparisons": comparisons, "ranks": heat.ranks}
        if heat.definition is not None:
            row["definition"] = heat.definition
            row["disagreements"] = int(heat.counts_by_definition != heat.counts)
        rows.append(row)
    series = pd.DataFrame(rows)
    both = Check(
        "sizes where the two ways differ", float(series["disagreements"].sum()), between=(0.0, 0.5)
    )
    # Measured and therefore only shown: a busy machine bends both.
    steep = [
        Check(f"power of n that seconds grow with, {name}", _steepness(series, column))
        for column, name in (("definition", "definition"), ("ranks", "ranks"))
    ]
    return PartResult("timing", (both, *steep), series=series)


def _steepness(series: pd.DataFrame, column: str) -> float:
    """The power of n that the last three measured sizes speak for."""
    last = series.dropna(subset=[column]).iloc[-3:]
    return float(np.polyfit(np.log(last["n"]), np.log(last[column]), 1)[0])


_BY_HAND, _BY_K = ("toy", "Toy and ties"), ("curves", "ROC curves")
_PROVED = ("theorems", "Theorems")
PARTS: Mapping[str, Part] = registry(
    Part("basics", "ROC basics", "What a ROC curve and its area are (Figure 1).", _basics),
    Part("toy", "Toy example", "Seven objects, every pair by hand (Figure 2).", _toy, _BY_HAND),
    Part(
        "ties", "Ties", "Six pairs, three of them equally far (the table on ties).", _ties, _BY_HAND
    ),
    Part("ruspini", "Ruspini", "Too few, right, too many clusters: ROC curves.", _ruspini, _BY_K),
    Part("nine_gaussians", "Nine Gaussians", "The same for nine round groups.", _nine, _BY_K),
    Part("overlap", "Overlap", "Two groups grow into each other; true labels.", _overlap),
    Part("chance", "Expected value", "Labels drawn at random, for every k.", _chance),
    Part(
        "equivalence",
        "AUCC is Gamma",
        "Theorem 1 on random data, with the Gini coefficient and Mann–Whitney's U.",
        equivalence,
        _PROVED,
    ),
    Part(
        "expectation",
        "Random labels average one half",
        "Theorem 2, its corollary and the extended null model: all partitions, one by one.",
        expectation,
        _PROVED,
    ),
    Part("timing", "Timing", "Gamma by its definition, and by ranking pairs once.", _timing),
)
