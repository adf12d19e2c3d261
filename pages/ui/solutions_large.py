"""Solutions of data too large to rank: a first look from a sample, then certain bounds.

A child process may run `solve_large`, so this module imports the core only.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from aucc_core.dataset import Dataset
from aucc_core.external import external_scores
from aucc_core.large.bounds import count_pairs
from aucc_core.large.curve import CurveBand, bands_of
from aucc_core.large.paired import pair_tie_values
from aucc_core.large.sample import aucc_sample
from aucc_core.large.sample_curve import sample_curve
from aucc_core.noise import apply_noise_policy
from aucc_core.objects import Objects
from aucc_core.pairs import Pairs
from aucc_core.partitions import ALGORITHMS
from aucc_core.partitions.make import Partition, iter_partitions
from aucc_core.partitions.plan import Plan, plan_run
from aucc_core.plan import SAMPLED_PAIRS
from aucc_core.scoring import ScoredPartition, unscorable
from aucc_core.validate import label_codes
from aucc_core.witnesses import Witnesses, witnesses
from pages.ui.drawing import drawn_rows
from pages.ui.solutions import DRAWN_PAIRS, MAX_ERROR, Margin, Run, Solution

Floats = npt.NDArray[np.float64]
Report = Callable[[float, float, str], Any]

# Pairs of a first look: about ± 0.001, in a second at most.
FIRST_LOOK_PAIRS = 1_000_000
# Drawn objects among which the worst errors are looked for.
LOOKED_AT = 2_000
# A step of counting all pairs beside a first look, for the progress bar.
_COUNTING_WEIGHT = 9


def solve_large(
    dataset: Dataset, run: Run, report: Report | None = None
) -> Generator[Solution, None, tuple[Solution, ...]]:
    """Solutions as soon as something is known of them; with bounds each comes a second time."""
    objects = Objects(dataset, run.metric)
    plan = plan_run(objects, run.algorithms, run.ks, seed=run.seed, n_init=run.n_init)
    worst = WorstPairs.among(objects, drawn_rows(dataset))
    bounds = run.engine == "bounds"
    steps = Steps(plan.total, _COUNTING_WEIGHT if bounds else 0, report)
    found: dict[str, Solution] = {}
    waiting: list[tuple[Solution, Partition]] = []
    for partition in iter_partitions(objects, plan):
        solution = _first_look(objects, partition, worst, plan, run)
        if solution is not None:
            found[solution.id] = solution
            waiting.append((solution, partition))
            yield solution
        steps.looked(f"A first look: {_name(partition)}")
    steps.total = steps.of(len(waiting))
    for solution, partition in waiting if bounds else ():
        found[solution.id] = _counted(objects, solution, partition, run, steps)
        yield found[solution.id]
    return tuple(found.values())


class Steps:
    """Where the work stands: quick first looks, then slow counts."""

    def __init__(self, partitions: int, weight: int, report: Report | None) -> None:
        self.partitions, self.weight, self.report = partitions, weight, report
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
        if self.report is not None:
            self.report(self.done / self.total, 1.0, message)


class WorstPairs:
    """The worst errors among some of the drawn objects, for any labels."""

    def __init__(self, pairs: Pairs, rows: npt.NDArray[np.int64], places: npt.NDArray) -> None:
        self.pairs, self.rows, self.places = pairs, rows, places

    @classmethod
    def among(cls, objects: Objects, drawn: npt.NDArray[np.int64]) -> WorstPairs:
        """Rank the distances between some of the drawn objects, whatever the metric."""
        size = min(LOOKED_AT, drawn.size)
        places = np.sort(np.random.default_rng(0).choice(drawn.size, size, replace=False))
        rows = drawn[places]
        i, j = np.triu_indices(size, 1)
        values = pair_tie_values(objects.distances, rows[i], rows[j])
        return cls(Pairs(objects.distances.lengths(values), "precomputed"), rows, places)

    def of(self, labels: npt.NDArray[np.integer]) -> tuple[Witnesses, Floats, Floats]:
        """The worst errors by their places among the drawn objects, and their distances."""
        own = labels[self.rows]
        # Noise is in no pair that counts: alone in its cluster it is apart from all, so left out.
        codes = label_codes(np.where(own < 0, np.arange(-own.size, 0), own))
        found = witnesses(self.pairs, codes, limit=DRAWN_PAIRS)
        kept = [pairs[(own[pairs] >= 0).all(axis=1)] for pairs in (found.apart, found.together)]
        distances = [self._distances(pairs) for pairs in kept]
        places = [self.places[pairs].reshape(-1, 2) for pairs in kept]
        return Witnesses(*places), *distances  # type: ignore[return-value]

    def _distances(self, pairs: npt.NDArray[np.int64]) -> Floats:
        n = self.pairs.n
        i, j = pairs.reshape(-1, 2).T
        return self.pairs.distances[i * n - i * (i + 1) // 2 + j - i - 1]


def _first_look(
    objects: Objects, partition: Partition, worst: WorstPairs, plan: Plan, run: Run
) -> Solution | None:
    keep, codes = apply_noise_policy(partition.labels, "drop")
    if unscorable(codes):
        return None
    scored = objects if keep.all() else objects.subset(keep)
    quick = run.engine == "bounds"
    estimate = aucc_sample(
        scored.distances,
        codes,
        metric=run.metric,
        n_pairs=FIRST_LOOK_PAIRS if quick else SAMPLED_PAIRS,
        seed=run.seed,
    )
    curve = sample_curve(scored.distances, codes, metric=run.metric, seed=run.seed)
    pairs, apart, together = worst.of(partition.labels)
    words = f"{estimate}" + (" (a first look)" if quick else "")
    true = objects.true_labels
    item = ScoredPartition(
        partition,
        {"aucc": estimate.value},
        {} if true is None else external_scores(label_codes(np.asarray(true)[keep]), codes),
        partition.coverage,
        partition.seconds,
    )
    row = {**item.row(), "aucc_low": estimate.low, "aucc_high": estimate.high}
    return Solution(
        partition.algorithm,
        partition.k,
        partition.labels,
        estimate.value,
        curve.simplified(MAX_ERROR, exact_fpr=0.0),
        pairs,
        row,
        notices=(*_notices(run, objects), *plan.notices),
        margin=Margin(estimate.low, estimate.high, words, apart, together),
    )


def _counted(
    objects: Objects, solution: Solution, partition: Partition, run: Run, steps: Steps
) -> Solution:
    """The solution with certain bounds and the curve that follows from them."""
    keep, codes = apply_noise_policy(partition.labels, "drop")
    scored = objects if keep.all() else objects.subset(keep)
    seen = [0.0]

    def progress(done: int, total: int, _message: str) -> None:
        # A second pass over the pairs starts from 0 again: the bar waits for it.
        step = max(0.0, done / total - seen[0])
        seen[0] += step
        steps.advance(step * _COUNTING_WEIGHT, f"Counting all pairs: {_name(partition)}")

    counted = count_pairs(scored.distances, [codes], client=run.cluster, progress=progress)
    (band,) = bands_of(counted)
    bounds = band.bounds
    assert solution.margin is not None
    margin = replace(
        solution.margin,
        low=bounds.low,
        high=bounds.high,
        words=str(bounds),
        band=_polygon(band),
    )
    row = {
        **solution.row,
        "aucc": bounds.estimate,
        "aucc_low": bounds.low,
        "aucc_high": bounds.high,
    }
    curve = band.middle.simplified(MAX_ERROR, exact_fpr=0.0)
    return replace(solution, aucc=bounds.estimate, curve=curve, row=row, margin=margin)


def _polygon(band: CurveBand) -> tuple[Floats, Floats]:
    """Both certain curves, thinned, moved apart by what thinning may have moved them together."""
    low = band.low.simplified(MAX_ERROR, exact_fpr=0.0)
    high = band.high.simplified(MAX_ERROR, exact_fpr=0.0)
    x = np.concatenate((high.fpr, low.fpr[::-1]))
    above = np.minimum(high.tpr + MAX_ERROR, 1.0)
    below = np.maximum(low.tpr - MAX_ERROR, 0.0)
    return x, np.concatenate((above, below[::-1]))


def _notices(run: Run, objects: Objects) -> Iterator[str]:
    if run.engine == "bounds":
        yield (
            f"All {objects.distances.n_pairs:,} pairs are counted: AUCC is certainly within the "
            "margin given. Curves and scores begin as a first look from a sample."
        )
    else:
        yield (
            f"AUCC comes from samples of {SAMPLED_PAIRS:,} pairs, with 95 % confidence; curves "
            "from fewer. Counts of pairs are estimates."
        )
    if run.second is not None:
        yield "The second criterion is left out: it needs all distances at hand."


def _name(partition: Partition) -> str:
    return f"{ALGORITHMS[partition.algorithm].label}, k = {partition.k}"
