"""What Explore asks for (`ExploreRun`) and gets (`Solution`); no Streamlit here.

A child process may run `solve` and `solve_large`, so this module imports the core only.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.criteria.external import external_scores
from aucc_core.explain.worst_pairs import WorstPairs, worst_pairs
from aucc_core.large.curve import CurveBand
from aucc_core.large.engine import ENGINES, Engine, EngineRow, Scoring, engine_row
from aucc_core.large.sample import drawn_rows, sample_rows
from aucc_core.partitions import ALGORITHMS
from aucc_core.partitions.make import Partition, iter_partitions
from aucc_core.partitions.noise import apply_noise_policy
from aucc_core.partitions.spec import RunSpec
from aucc_core.prepare.projection import Projection
from aucc_core.score.curve import DRAWN_ERROR, RocCurve
from aucc_core.score.inputs import (
    Dataset,
    Floats,
    Integers,
    Labels,
    Progress,
    label_codes,
    pair_index,
)
from aucc_core.score.objects import Objects
from aucc_core.score.ranked import RankedPairs
from aucc_core.score.result import Score
from aucc_core.sweeps.scorer import ScoredPartition, unscorable
from aucc_core.sweeps.sweep import sweep_steps

# A curve of more vertices is thinned: the eye cannot tell, the browser can.
MAX_VERTICES = 2000
# Vertices at the start of the curve that are never thinned.
EXACT_PAIRS = 300
# How many error pairs of each kind a scatter plot draws.
DRAWN_PAIRS = 400
# Pairs of a first look: about ± 0.001, in a second at most.
FIRST_LOOK_PAIRS = 1_000_000
# Drawn objects among which the worst errors are looked for.
LOOKED_AT = 2_000
# A step of counting all pairs beside a first look, for the progress bar.
_COUNTING_WEIGHT = 9


@dataclass(frozen=True)
class ExploreRun(RunSpec):
    """A run with what Explore asks for besides.

    Attributes
    ----------
    second : a criterion that is computed beside AUCC.
    cluster : address of the Dask scheduler that counts pairs; None for this machine.
    """

    second: str | None = None
    cluster: str | None = None

    @property
    def criteria(self) -> tuple[str, ...]:
        """The criteria to compute."""
        return tuple(dict.fromkeys(("aucc", self.second or "aucc")))

    @property
    def engine(self) -> EngineRow:
        """The engine that is asked for."""
        return engine_row(self.size.engine)

    def scored_by(self, engine: Engine, cluster: str | None = None) -> ExploreRun:
        """The same run, scored another way; its seed decides which pairs are sampled too."""
        size = replace(self.size, engine=engine, seed=self.seed)
        return replace(self, size=size, cluster=cluster or self.cluster)


@dataclass(frozen=True, eq=False)
class Solution:
    """One clustering with its score, its curve and its worst errors.

    Attributes
    ----------
    score : AUCC, and how sure it is.
    worst : the worst errors; of data too large to rank those among the drawn objects, called by
        their places among these (`large.sample.drawn_rows`).
    worst_distances : the distances of the worst errors apart and together, in their order; None
        when the pairs are ranked.
    band : a polygon (x, y) that certainly holds the curve; None when it is exact or sampled.
    first_look : whether something better will follow.
    """

    algorithm: str
    k: int
    labels: npt.NDArray[np.int32]
    score: Score
    curve: RocCurve
    worst: WorstPairs
    row: Mapping[str, Any] = field(default_factory=dict)
    second: float | None = None
    notices: tuple[str, ...] = ()
    worst_distances: tuple[Floats, Floats] | None = None
    band: tuple[Floats, Floats] | None = None
    first_look: bool = False

    @property
    def aucc(self) -> float:
        """AUCC, or the best guess at it."""
        return self.score.value

    @property
    def has_margin(self) -> bool:
        """Whether the pairs were not ranked, so that AUCC is known but for a margin."""
        return self.worst_distances is not None

    @property
    def how_sure(self) -> str:
        """AUCC for people: 0.8819 ± 0.0002, certain."""
        return f"{self.score}" + (" (a first look)" if self.first_look else "")

    @property
    def id(self) -> str:
        """A short name, unique in a run."""
        return f"{self.algorithm}-{self.k}"

    @property
    def label(self) -> str:
        """The algorithm, for people."""
        return ALGORITHMS[self.algorithm].label


def solve(
    dataset: Dataset, run: ExploreRun, progress: Progress | None = None
) -> Generator[Solution, None, tuple[Solution, ...]]:
    """Solutions in the order of the run, each as soon as it is scored; all of them at the end.

    A partition that cannot be scored (one cluster left, say) is no solution and is left out.
    """
    objects = run.objects(dataset)
    found = []
    for item in sweep_steps(objects, run, criteria=run.criteria):
        if np.isfinite(item.scores["aucc"]):
            found.append(_solution(objects, item, run))
            yield found[-1]
        if progress is not None:
            progress(item.done, item.total, item.partition.title)
    return tuple(found)


def solve_now(dataset: Dataset, run: ExploreRun) -> tuple[Solution, ...]:
    """All solutions of a run that takes no time worth mentioning."""
    return tuple(solve(dataset, run))


def _solution(objects: Objects, item: ScoredPartition, run: ExploreRun) -> Solution:
    labels = item.partition.labels
    keep, codes = apply_noise_policy(labels, run.noise)
    scored = objects.kept(keep)
    worst = worst_pairs(scored.pairs, codes, limit=DRAWN_PAIRS)
    places = np.flatnonzero(keep)
    return Solution(
        item.partition.algorithm,
        item.partition.k,
        labels,
        Score.exact(item.scores["aucc"]),
        thinned(scored.pairs.curve(codes)),
        WorstPairs(places[worst.apart], places[worst.together]),
        item.row(),
        item.scores.get(run.second) if run.second else None,
        item.notices,
    )


def drawn_solutions(solutions: Sequence[Solution], rows: Integers) -> list[Solution]:
    """The solutions with the labels of the drawn objects only."""
    return [replace(s, labels=s.labels[rows]) for s in solutions]


def drawn_picture(picture: Projection, rows: Integers) -> Projection:
    """The picture of the drawn objects, which says that there are more."""
    n = picture.points.shape[0]
    said = f"{rows.size:,} of {n:,} objects are drawn, as dense as all; scores use all."
    note = f"{picture.note} {said}".strip() if rows.size < n else picture.note
    return replace(picture, points=picture.points[rows], note=note)


def thinned(curve: RocCurve, *, counted: bool = True) -> RocCurve:
    """The curve within DRAWN_ERROR; all of it when it has few vertices, its start in any case.

    A curve whose pairs were not counted one by one has no exact start to keep.
    """
    if not counted:
        return curve.simplified(exact_fpr=0.0)
    if curve.thresholds.size <= MAX_VERTICES:
        return curve
    exact = min(0.001, EXACT_PAIRS / float(curve.between[-1]))
    return curve.simplified(exact_fpr=exact)


# Data too large to rank: a first look from a sample, then certain bounds


def solve_large(
    dataset: Dataset, run: ExploreRun, progress: Progress | None = None
) -> Generator[Solution, None, tuple[Solution, ...]]:
    """Solutions as soon as something is known of them; with bounds each comes a second time."""
    objects = run.objects(dataset)
    run.check(objects)
    worst = DrawnErrors.among(objects, drawn_rows(dataset))
    again = run.engine.certain
    steps = Steps(run.total, _COUNTING_WEIGHT if again else 0, progress)
    found: dict[str, Solution] = {}
    waiting: list[tuple[Solution, Partition]] = []
    for partition in iter_partitions(objects, run):
        solution = _first_look(objects, partition, worst, run)
        if solution is not None:
            found[solution.id] = solution
            waiting.append((solution, partition))
            yield solution
        steps.looked(f"A first look: {partition.title}" if again else partition.title)
    steps.total = steps.of(len(waiting))
    for solution, partition in waiting if again else ():
        found[solution.id] = _counted(objects, solution, partition, run, steps)
        yield found[solution.id]
    return tuple(found.values())


class Steps:
    """Where the work stands: quick first looks, then slow counts."""

    def __init__(self, partitions: int, weight: int, progress: Progress | None) -> None:
        self.partitions, self.weight, self.progress = partitions, weight, progress
        self.total = self.of(partitions)
        self.done = 0.0

    def of(self, counted: int) -> float:
        """All steps when so many partitions are counted."""
        return float(self.partitions + self.weight * counted)

    def looked(self, message: str) -> None:
        """One first look is done."""
        self.advance(1.0, message)

    def advance(self, step: float, message: str) -> None:
        """Tell whoever watches."""
        self.done += step
        if self.progress is not None:
            self.progress(self.done / self.total, 1.0, message)


class DrawnErrors:
    """The worst errors among some of the drawn objects, for any labels."""

    def __init__(self, pairs: RankedPairs, rows: Integers, places: npt.NDArray) -> None:
        self.pairs, self.rows, self.places = pairs, rows, places

    @classmethod
    def among(cls, objects: Objects, drawn: Integers) -> DrawnErrors:
        """Rank the distances between some of the drawn objects, whatever the metric."""
        places = sample_rows(drawn.size, LOOKED_AT)
        rows = drawn[places]
        i, j = np.triu_indices(rows.size, 1)
        values = objects.distances.pair_tie_values(rows[i], rows[j])
        return cls(RankedPairs(objects.distances.lengths(values), "precomputed"), rows, places)

    def of(self, labels: Labels) -> tuple[WorstPairs, Floats, Floats]:
        """The worst errors by their places among the drawn objects, and their distances."""
        own = labels[self.rows]
        # Noise is in no pair that counts: alone in its cluster it is apart from all, so left out.
        codes = label_codes(np.where(own < 0, np.arange(-own.size, 0), own))
        found = worst_pairs(self.pairs, codes, limit=DRAWN_PAIRS)
        kept = [pairs[(own[pairs] >= 0).all(axis=1)] for pairs in (found.apart, found.together)]
        distances = [self._distances(pairs) for pairs in kept]
        places = [self.places[pairs].reshape(-1, 2) for pairs in kept]
        return WorstPairs(*places), *distances  # type: ignore[return-value]

    def _distances(self, pairs: Integers) -> Floats:
        i, j = pairs.reshape(-1, 2).T
        return self.pairs.distances[pair_index(i, j, self.pairs.n)]


def _first_look(
    objects: Objects, partition: Partition, worst: DrawnErrors, run: ExploreRun
) -> Solution | None:
    keep, codes = apply_noise_policy(partition.labels, run.noise)
    if unscorable(codes):
        return None
    row, size, quick = run.engine, run.size, run.engine.certain
    if quick:
        row, size = ENGINES["sample"], replace(size, n_pairs=FIRST_LOOK_PAIRS)
    scoring = Scoring(objects.kept(keep), size)
    (estimate,) = row.score(scoring, [codes])
    curve = row.curve(scoring, codes)
    pairs, apart, together = worst.of(codes if keep.all() else partition.labels)
    true = objects.true_labels
    item = ScoredPartition(
        partition,
        {"aucc": estimate.value},
        {} if true is None else external_scores(label_codes(np.asarray(true)[keep]), codes),
        partition.coverage,
        partition.seconds,
    )
    entries = {**item.row(), "aucc_low": estimate.low, "aucc_high": estimate.high}
    return Solution(
        partition.algorithm,
        partition.k,
        partition.labels,
        estimate,
        thinned(curve, counted=False),
        pairs,
        entries,
        notices=(*_notices(run, objects), *run.notices(objects)),
        worst_distances=(apart, together),
        first_look=quick,
    )


def _counted(
    objects: Objects, solution: Solution, partition: Partition, run: ExploreRun, steps: Steps
) -> Solution:
    """The solution with certain bounds and the curve that follows from them."""
    keep, codes = apply_noise_policy(partition.labels, run.noise)
    seen = [0.0]

    def progress(done: float, total: float, _message: str) -> None:
        # A second pass over the pairs starts from 0 again: the bar waits for it.
        step = max(0.0, done / total - seen[0])
        seen[0] += step
        steps.advance(step * _COUNTING_WEIGHT, f"Counting all pairs: {partition.title}")

    assert run.engine.band is not None
    scoring = Scoring(objects.kept(keep), run.size, client=run.cluster, progress=progress)
    band = run.engine.band(scoring, codes)
    bounds = band.score
    row = {
        **solution.row,
        "aucc": bounds.value,
        "aucc_low": bounds.low,
        "aucc_high": bounds.high,
    }
    curve = thinned(band.middle, counted=False)
    return replace(
        solution, score=bounds, curve=curve, row=row, band=band_polygon(band), first_look=False
    )


def band_polygon(band: CurveBand) -> tuple[Floats, Floats]:
    """Both certain curves, thinned, moved apart by what thinning may have moved them together."""
    low = thinned(band.low, counted=False)
    high = thinned(band.high, counted=False)
    x = np.concatenate((high.fpr, low.fpr[::-1]))
    above = np.minimum(high.tpr + DRAWN_ERROR, 1.0)
    below = np.maximum(low.tpr - DRAWN_ERROR, 0.0)
    return x, np.concatenate((above, below[::-1]))


def _notices(run: ExploreRun, objects: Objects) -> Iterator[str]:
    if run.engine.certain:
        yield (
            f"All {objects.distances.n_pairs:,} pairs are counted: AUCC is certainly within the "
            "margin given. Curves and scores begin as a first look from a sample."
        )
    else:
        yield (
            f"AUCC comes from {run.engine.comes_from(run.size)}, with 95 % confidence; curves "
            "from fewer. Counts of pairs are estimates."
        )
    if run.second is not None:
        yield "The second criterion is left out: it needs all distances at hand."
