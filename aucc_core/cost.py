"""What work takes before it starts: `Cost`, how it is foretold, and how people are told.

Facts about one entry (an algorithm's time, a criterion's) are in the rows of the registries and
passed in; here is what all work shares, as measured, and what the engines take, which reading a
table foretells before anyone has asked for one. Estimates of a job's memory
are 1.0 to 1.5 times what is measured: jobs that run together reserve what they say, and one that
takes a good deal more is stopped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aucc_core.score.inputs import InputError
from aucc_core.score.metrics import STORED, metric_row
from aucc_core.score.threads import thread_count


@dataclass(frozen=True)
class Cost:
    """What work will take: seconds, and bytes at its peak.

    >>> Cost(75.0, 1 << 30).line
    'Takes about 1 min 15 s and 1 GB of memory.'
    """

    seconds: float
    bytes: int

    @property
    def line(self) -> str:
        """For people, before a job starts."""
        return (
            f"Takes about {format_duration(self.seconds)} and {format_memory(self.bytes)} of "
            "memory."
        )


# Python and what a run imports.
LIBRARIES = 240_000_000
# A run, where its partitions come one by one. Bytes per pair at the peak: distances, ranks and one
# curve at a time. Seconds per pair: to rank all, to score a partition, to draw its curve and its
# errors. With Ward, 10 features, k = 2 to 9 and two cores, 5,000 objects take 1.9 s and drawn 3.8
# (foretold: 1.7 and 4.9), 9,000 take 4.5 s and drawn 10.9 (foretold: 5.0 and 15.4). An engine's row
# (`EngineCost`) measures something else: partitions that are there already and are scored together
# in one walk, which is many times quicker, and only what that adds to a process.
RANKED_PAIR = 40
_RANKING = 5e-8
_SCORING = 8e-9
_DRAWING = 3.2e-8
# Memory of scoring by any engine, whatever the size.
_ENGINE_BASE = 20_000_000
# Bins, a sample of pairs and its curve, the ranks of drawn objects; fewer without the drawing.
_COUNTERS = 140_000_000
_COUNTERS_ALONE = 90_000_000
# Drawn, where pairs are counted: a first look at all partitions, then the curve of each.
_FIRST_LOOK = 1.0
_COUNTED_DRAWING = 0.5
# Scored by many criteria: bytes besides those per pair.
_ALL_CRITERIA_BASE = 150_000_000
# A score card: all criteria, curves, random labels.
_CARD_PAIR = 105
# A verdict: starting it; whether there are clusters, on up to 500 objects and 50 features, per
# object and feature; a look at one clustering per pair; runs on other draws (of two thirds) and on
# data without clusters, with few starts; samples of a large table, per value. Bytes per pair: about
# twelve n × n matrices are held at once. On two cores 1,000 objects, two features, k = 2 to 15 and
# three algorithms take 2.9 s, 100,000 with ten features and two algorithms 15 s.
_VERDICT_START = 0.3
_VERDICT_STRUCTURE = 1.5e-4
_STRUCTURE_OBJECTS, _STRUCTURE_FEATURES = 500, 50
_VERDICT_LOOK = 5e-8
_VERDICT_RUNS = 4.0
_VERDICT_BAND = 9.0
_VERDICT_VALUE = 4e-6
_VERDICT_PAIR = 192
_VERDICT_BASE = 50_000_000


def pair_count(n: int) -> int:
    """Pairs of n objects."""
    return n * (n - 1) // 2


def distances_bytes(n: int) -> int:
    """Memory of the distances of all pairs."""
    return 8 * pair_count(n)


def distances_seconds(n: int, d: int, metric: str) -> float:
    """Time for the distances of all pairs."""
    pairs = pair_count(n)
    return pairs * metric_row(metric).nanoseconds(d) / thread_count(pairs) / 1e9


def ordering_bytes(n: int) -> int:
    """Memory to score one partition exactly, its pairs ordered but not ranked for others."""
    # Up to 100 MB of distances are kept, see aucc_core.score.counting.
    return max(4 * pair_count(n), min(distances_bytes(n), 10**8))


@dataclass(frozen=True)
class ScoreLoad:
    """How much there is to score: partitions of n objects with d features.

    Attributes
    ----------
    distance_ns, picked_ns : nanoseconds for the distance of a pair on one core, row by row and for
        pairs that are picked one by one.
    stores_distances : whether all distances are held before they are ordered.
    """

    n: int
    d: int
    partitions: int
    distance_ns: float
    picked_ns: float
    stores_distances: bool

    @classmethod
    def of(cls, n: int, d: int, *, partitions: int = 1, metric: str = "euclidean") -> ScoreLoad:
        """With the facts of the metric's row."""
        row = metric_row(metric)
        stores = row.kernel == STORED and row.takes_features
        each = row.nanoseconds(d), row.nanoseconds_alone(d)
        return cls(n, d, partitions, *each, stores)

    @property
    def pairs(self) -> int:
        """Pairs of objects."""
        return pair_count(self.n)

    @property
    def alone(self) -> bool:
        """Whether there is one partition only."""
        return self.partitions == 1

    @property
    def stored_bytes(self) -> int:
        """Memory of the distances that are held before they are ordered."""
        return distances_bytes(self.n) if self.stores_distances else 0

    @property
    def threads(self) -> int:
        """Threads that share the pairs."""
        return thread_count(self.pairs)


@dataclass(frozen=True)
class EngineCost:
    """What scoring takes, once the partitions are there: a fact of an engine's row.

    Attributes
    ----------
    nanoseconds : for all partitions, on one core.
    bytes : beside the data.
    """

    nanoseconds: Callable[[ScoreLoad], float]
    bytes: Callable[[ScoreLoad], int]

    def of(self, load: ScoreLoad) -> Cost:
        """Good to a factor of two, on cores of a 2.5 to 3.5 GHz server."""
        seconds = self.nanoseconds(load) / load.threads / 1e9
        return Cost(seconds, _ENGINE_BASE + self.bytes(load))


# Pairs of a sample, for a margin of about 0.0001.
SAMPLED_PAIRS = 16_000_000
# What the engines take, for their rows and for those who may not know the engines. Exactly, one
# partition is counted; several are ranked once and then scored in a moment.
EXACT_COST = EngineCost(
    lambda load: (
        load.pairs * (load.distance_ns + (12 if load.alone else 60 + 0.1 * load.partitions))
    ),
    lambda load: load.stored_bytes + (ordering_bytes(load.n) if load.alone else 28 * load.pairs),
)
BOUNDS_COST = EngineCost(
    lambda load: load.pairs * (load.distance_ns + 2.5 + 2.0 * (load.partitions - 1)),
    lambda load: 8 * load.n * load.d + 16_000_000 * load.threads,
)
SAMPLE_COST = EngineCost(
    lambda load: load.partitions * (SAMPLED_PAIRS * (load.picked_ns + 40) + 150.0 * load.n),
    lambda load: 8 * load.n * (load.d + 6) + 3 * SAMPLED_PAIRS,
)


@dataclass(frozen=True)
class Load:
    """How much there is to cluster: n objects with d features, numbers of clusters, starts."""

    n: int
    d: int
    ks: tuple[int, ...]
    n_init: int

    @property
    def pairs(self) -> int:
        """Pairs of objects."""
        return pair_count(self.n)

    @property
    def kmeans_seconds(self) -> float:
        """Seconds that all random starts of k-means take."""
        return self.n_init * sum(self.ks) * self.n * self.d * 1e-8

    @property
    def n_starts(self) -> int:
        """Number of random starts; each costs something however small the data."""
        return self.n_init * len(self.ks)


@dataclass(frozen=True)
class AlgorithmCost:
    """What an algorithm takes, beside the scoring of its partitions: a fact of its row.

    Attributes
    ----------
    seconds : for all k and starts.
    bytes_per_pair : at the peak of a run that ranks the pairs, ranks included.
    seconds_unranked : the same as seconds where there are too many objects to rank their pairs.
    held_per_pair : bytes of the distances it holds for itself, when they are not ranked besides.
    held_up_to : beyond so many objects it searches a tree and holds none; None: always holds them.
    bytes_per_object : beside the features, by the number of objects.
    """

    seconds: Callable[[Load], float]
    bytes_per_pair: int
    seconds_unranked: Callable[[Load], float] | None = None
    held_per_pair: int = 0
    held_up_to: int | None = None
    bytes_per_object: Callable[[int], int] = lambda _n: 100

    def held(self, load: Load) -> int:
        """Bytes of the distances it holds for itself."""
        in_a_tree = self.held_up_to is not None and load.n > self.held_up_to
        return 0 if in_a_tree else self.held_per_pair * load.pairs

    def unranked(self, load: Load) -> float:
        """Seconds where pairs are not ranked."""
        return (self.seconds_unranked or self.seconds)(load)


@dataclass(frozen=True)
class CriterionCost:
    """What a criterion takes by itself, besides AUCC: a fact of its row.

    Attributes
    ----------
    seconds_per_pair : for one partition, on one core. Criteria share work, so that many take less.
    bytes_per_pair : at the peak of a run that also ranks the pairs.
    once_per_pair : seconds for what all partitions share, where that is worth mentioning.
    """

    seconds_per_pair: float
    bytes_per_pair: int
    once_per_pair: float = 0.0


def ranked_run(
    load: Load,
    algorithms: Sequence[AlgorithmCost],
    criteria: Sequence[CriterionCost] = (),
    *,
    metric: str = "euclidean",
    drawn: bool = True,
) -> Cost:
    """A run that ranks all pairs and scores its partitions, with the memory that criteria need.

    ``drawn`` says, here and below, whether each partition's curve and errors are wanted too.
    """
    pairs = load.n * load.n / 2
    each = _SCORING + _DRAWING * drawn
    scoring = pairs * (_RANKING + each * len(load.ks) * len(algorithms))
    seconds = scoring + sum(row.seconds(load) + 0.01 for row in algorithms)
    seconds += distances_seconds(load.n, load.d, metric)
    seconds += load.pairs * sum(row.once_per_pair for row in criteria)
    per_pair = [row.bytes_per_pair for row in criteria] + [row.bytes_per_pair for row in algorithms]
    most = max((RANKED_PAIR, *per_pair))
    return Cost(seconds, LIBRARIES + most * load.pairs)


def counted_run(
    load: Load,
    algorithms: Sequence[AlgorithmCost],
    *,
    partitions: int,
    each: float,
    table: int,
    drawn: bool = True,
) -> Cost:
    """A run by bounds or samples: seconds of ``each`` score, bytes of the data ``table``."""
    clustering = sum(row.unranked(load) for row in algorithms)
    per_object = max((row.bytes_per_object(load.n) for row in algorithms), default=100)
    held = max((row.held(load) for row in algorithms), default=0)
    memory = LIBRARIES + _COUNTERS + load.n * per_object + 4 * table + held
    drawing = (_FIRST_LOOK + _COUNTED_DRAWING * partitions) * drawn
    return Cost(clustering + each * partitions + drawing, memory)


def compared_run(
    load: Load, n_algorithms: int, run: Cost, criteria: Sequence[CriterionCost]
) -> Cost:
    """A run whose partitions are all scored by many criteria."""
    each = sum(row.seconds_per_pair for row in criteria)
    once = sum(row.once_per_pair for row in criteria)
    scoring = load.pairs * (once + each * n_algorithms * len(load.ks))
    most = max(row.bytes_per_pair for row in criteria)
    scored = LIBRARIES + _ALL_CRITERIA_BASE + most * load.pairs
    return Cost(run.seconds + scoring, max(run.bytes, scored))


def examined_run(
    load: Load, run: Cost, again: Cost, *, algorithms: int = 1, parts: int = 1, whole: int = 0
) -> Cost:
    """A verdict: clusterings, looks at each, runs on other data or on parts of it.

    ``run`` makes all clusterings, ``again`` the same with few starts; of data without clusters one
    of the ``algorithms`` makes them. ``parts`` samples of a large table take as long one after the
    other; ``whole`` are its bytes.
    """
    values = min(load.n, _STRUCTURE_OBJECTS) * (5 + min(load.d, _STRUCTURE_FEATURES))
    looks = _VERDICT_LOOK * load.pairs * len(load.ks) * algorithms
    runs = (_VERDICT_RUNS + _VERDICT_BAND / algorithms) * again.seconds
    each = _VERDICT_START + _VERDICT_STRUCTURE * values + looks + run.seconds + runs
    large = _VERDICT_VALUE * whole / 8 * (parts > 1)
    held = _VERDICT_BASE + _VERDICT_PAIR * load.pairs + 4 * whole
    return Cost(parts * each + large, LIBRARIES + held)


def score_card_cost(n: int, d: int, columns: int, *, metric: str = "euclidean") -> Cost:
    """Score cards of some label columns: all criteria and a curve for each."""
    pairs = pair_count(n)
    # The distances once for the scores, and once more for how sure they are.
    seconds = 1.0 + pairs * (8e-8 + 6e-8 * columns) + 2 * distances_seconds(n, d, metric)
    return Cost(seconds, LIBRARIES + _CARD_PAIR * pairs)


def score_intervals_cost(columns: int, *, each: float, table: int) -> Cost:
    """Intervals for some label columns: little memory beyond the table."""
    return Cost(columns * each, LIBRARIES + _COUNTERS_ALONE + 4 * table)


def paper_cost() -> Cost:
    """The paper's whole evaluation: all parts, and the shipped sets with 100 starts."""
    # On two cores 12 s when they are free and 70 s when they are busy; half of the memory is used
    # without the largest set.
    return Cost(30.0, 600 << 20)


def random_labels_cost(n_criteria: int) -> Cost:
    """The paper's full design of random partitions, on two cores."""
    return Cost(20.0 + 40.0 * n_criteria, 400 << 20)


def format_duration(seconds: float) -> str:
    """A duration to the second.

    >>> format_duration(0.2), format_duration(75), format_duration(4000)
    ('1 s', '1 min 15 s', '1 h 7 min')
    """
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {round(whole % 3600 / 60)} min"


def about_seconds(seconds: float) -> str:
    """A duration that is a rough guess.

    >>> about_seconds(0.2), about_seconds(75), about_seconds(4000)
    ('less than a second', 'about 75 s', 'about 67 min')
    """
    if seconds < 1:
        return "less than a second"
    if seconds < 100:
        return f"about {seconds:.0f} s"
    return f"about {seconds / 60:.0f} min" if seconds < 6000 else f"about {seconds / 3600:.0f} h"


def format_bytes(count: float) -> str:
    """An amount of data, in powers of ten.

    >>> format_bytes(12e6), format_bytes(1.5e9)
    ('12 MB', '1.5 GB')
    """
    if count >= 1e9:
        return f"{count / 1e9:.2g} GB" if count < 99e9 else f"{count / 1e9:,.0f} GB"
    return f"{max(1, round(count / 1e6))} MB"


def format_memory(size: float) -> str:
    """Memory in the units in which machines and their limits are sold: powers of two.

    >>> format_memory(1_500_000_000), format_memory(512 << 20)
    ('1.4 GB', '512 MB')
    """
    for unit, name in ((1 << 30, "GB"), (1 << 20, "MB")):
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return f"{size / 1024:.0f} KB"


def parse_bytes(text: str) -> int:
    """Bytes from "2GB", "500 MB", "64 MiB" or a plain number."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?\s*", text.lower())
    if not found:
        raise InputError(f"An amount of memory such as 500MB or 2GB is needed; got {text!r}.")
    step = 1024 if found[3] else 1000
    return int(float(found[1]) * step ** " kmgt".index(found[2] or " "))
