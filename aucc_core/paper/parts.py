"""The paper's numbers and small tables, each computed again: `PARTS`.

Adding a part is one function that returns numbers beside their published values, and one row; the
command line's help names it too. A screen draws its curves; a picture of its series is drawn by a
function of that screen.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
import pandas as pd

from aucc_core.criteria import CRITERIA
from aucc_core.datasets import load_dataset
from aucc_core.paper import published
from aucc_core.paper.chance import REDUCED_DESIGN, chance_experiment
from aucc_core.partitions import make_partitions
from aucc_core.score.counting import Counts
from aucc_core.score.curve import DRAWN_ERROR, RocCurve
from aucc_core.score.definition import gamma_by_definition
from aucc_core.score.inputs import registry
from aucc_core.score.ranked import RankedPairs

BY_DEFINITION = (10, 20, 40, 80)
BY_RANKS = (10, 20, 40, 80, 160, 320, 640, 1280)
RACE_CLUSTERS = 4
_REPEATS = 4  # the quickest counts: the first also loads code, and others use the machine


@dataclass(frozen=True)
class PrintedNumber:
    """One number: what it is, what the paper prints (empty: nothing) and what we get.

    ``tolerance`` is how far the two may be apart when the data are a random draw; without it, one
    unit of the last printed digit. Where the paper says it in words, ``between`` is what the words
    mean for our number.
    """

    quantity: str
    published: str
    ours: float
    tolerance: float | None = None
    between: tuple[float, float] | None = None

    @property
    def difference(self) -> float:
        """Ours minus the printed number; not a number without one."""
        if not self.published or self.between is not None:
            return math.nan
        return self.ours - float(Fraction(self.published))

    @property
    def outcome(self) -> str:
        """In a word whether we get what was printed."""
        if not self.published:
            return "not printed"
        if self.between is not None:
            return "same" if self.between[0] <= self.ours < self.between[1] else "differs"
        limit = self.tolerance if self.tolerance is not None else _last_digit(self.published)
        # A hair more: a difference of exactly one unit must survive floating point.
        if abs(self.difference) > limit * (1 + 1e-9):
            return "differs"
        return "same" if self.tolerance is None else "same within a draw"


@dataclass(frozen=True, eq=False)
class PartResult:
    """One part, computed: its numbers, its curves by name, and a table behind its picture.

    Curves are thinned for drawing (within `DRAWN_ERROR`); ``scores`` has the exact area of each,
    ``ks`` the number of clusters of each where that is what they show.
    """

    name: str
    numbers: tuple[PrintedNumber, ...]
    curves: Mapping[str, RocCurve] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)
    series: pd.DataFrame = field(default_factory=pd.DataFrame)
    ks: Mapping[str, int] = field(default_factory=dict)


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


def _last_digit(text: str) -> float:
    return 1e-12 if "/" in text else 10.0 ** -len(text.partition(".")[2])


def _toy(seed: int) -> PartResult:  # noqa: ARG001 - nothing is random here
    data = load_dataset("toy")
    pairs = RankedPairs(data)
    name, value = "abcd and efg", pairs.aucc(data.labels)
    number = PrintedNumber(f"AUCC of {name}", published.TOY_AUCC, value)
    return PartResult("toy", (number,), {name: pairs.curve(data.labels)}, {name: value})


def _ties(seed: int) -> PartResult:  # noqa: ARG001 - nothing is random here
    data = load_dataset("ties")
    pairs = RankedPairs(data)
    counts = pairs.counts(data.labels)
    values = (*counts, counts.gamma, pairs.aucc(data.labels))
    numbers = [
        PrintedNumber(name, printed, float(value))
        for (name, printed), value in zip(published.TIES.items(), values, strict=True)
    ]
    for ties, said in (("optimistic", "for"), ("pessimistic", "against")):
        value = pairs.aucc(data.labels, ties=ties)
        numbers.append(PrintedNumber(f"AUCC, ties count {said} it", "", value))
    name = "ties walk the diagonal"
    return PartResult(
        "ties", tuple(numbers), {name: pairs.curve(data.labels)}, {name: float(values[-1])}
    )


def _curves_by_k(
    name: str, ks: tuple[int, ...], best: tuple[int, str], *, seed: int, n_init: int
) -> PartResult:
    data = load_dataset(name)
    pairs = RankedPairs(data)
    numbers, curves, scores, found_ks = [], {}, {}, {}
    for partition in make_partitions(data, "kmeans", ks, seed=seed, n_init=n_init):
        printed = best[1] if partition.k == best[0] else ""
        at = f"k = {partition.k}"
        found_ks[at] = partition.k
        scores[at] = pairs.aucc(partition.labels)
        curves[at] = pairs.curve(partition.labels, max_error=DRAWN_ERROR)
        numbers.append(PrintedNumber(f"AUCC, k-means {at}", printed, scores[at]))
    return PartResult(name, tuple(numbers), curves, scores, ks=found_ks)


def _ruspini(seed: int) -> PartResult:
    ks = (2, 3, 4, 5, 6)
    return _curves_by_k("ruspini", ks, published.RUSPINI_BEST, seed=seed, n_init=100)


def _nine(seed: int) -> PartResult:
    ks, best = (7, 8, 9, 10, 11), published.NINE_GAUSSIANS_BEST
    return _curves_by_k("nine_gaussians", ks, best, seed=seed, n_init=20)


def _overlap(seed: int) -> PartResult:
    numbers, curves, scores = [], {}, {}
    for variance, printed in published.OVERLAP.items():
        data = load_dataset("two_gaussians", variance=float(variance), seed=seed)
        pairs = RankedPairs(data)
        name = f"variance {variance}"
        scores[name] = pairs.aucc(data.labels)
        # Two draws, theirs and ours: their difference spreads √2 as wide as either.
        spread = 2.5 * math.sqrt(2) * published.DRAW_SPREAD[variance]
        limit = max(spread, _last_digit(printed))
        numbers.append(PrintedNumber(f"AUCC, {name}", printed, scores[name], limit))
        curves[name] = pairs.curve(data.labels, max_error=DRAWN_ERROR)
    return PartResult("overlap", tuple(numbers), curves, scores)


def _chance(seed: int) -> PartResult:
    table = chance_experiment(REDUCED_DESIGN, seed=seed)
    aucc = table.loc[table["criterion"] == "aucc", "mean"].mean()
    numbers = [PrintedNumber("mean AUCC", published.CHANCE_MEAN, float(aucc), 0.005)]
    for name, drift in drifts(table).items():
        steady = name in published.STEADY
        said, between = ("steady", (0.0, 1.0)) if steady else ("moves", (1.0, math.inf))
        quantity = f"{CRITERIA[name].short}, movement over k"
        numbers.append(PrintedNumber(quantity, said, drift, between=between))
    return PartResult("chance", tuple(numbers), series=table)


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
    last = series.iloc[-2:]
    growth = [float(last[c].iloc[1] / last[c].iloc[0]) for c in ("comparisons", "pairs")]
    numbers = (
        PrintedNumber("sizes where the two ways differ", "0", float(series["disagreements"].sum())),
        PrintedNumber("comparisons, n doubled (n⁴)", "16", growth[0], between=(15.5, 16.5)),
        PrintedNumber("pairs to rank, n doubled (n²)", "4", growth[1], between=(3.9, 4.1)),
    )
    return PartResult("timing", numbers, series=series)


_BY_HAND, _BY_K = ("toy", "Toy and ties"), ("curves", "ROC curves")
PARTS: Mapping[str, Part] = registry(
    Part("toy", "Toy example", "Seven objects, every pair by hand (Figure 2).", _toy, _BY_HAND),
    Part(
        "ties", "Ties", "Six pairs, three of them equally far (the table on ties).", _ties, _BY_HAND
    ),
    Part("ruspini", "Ruspini", "Too few, right, too many clusters: ROC curves.", _ruspini, _BY_K),
    Part("nine_gaussians", "Nine Gaussians", "The same for nine round groups.", _nine, _BY_K),
    Part("overlap", "Overlap", "Two groups grow into each other; true labels.", _overlap),
    Part("chance", "Expected value", "Labels drawn at random, for every k.", _chance),
    Part("timing", "Timing", "Gamma by its definition, and by ranking pairs once.", _timing),
)
