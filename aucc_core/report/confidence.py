"""Which of the clusterings that someone brings is best, and whether that means anything.

Definitions, in one place:

corrected score  logit of AUCC less the mean logit of the yardstick: what the better of k-means and
                 Ward scores with as many clusters on 39 sets of the same size without clusters.
                 Clusterings are ranked by it, since raw AUCC grows with the number of clusters.
lead             corrected score of the best less that of the runner-up, with a 95 % interval: 400
                 draws of as many objects with replacement, both clusterings scored on each draw
                 (paired); the sets without clusters are drawn anew, too.
above the band   the best stands out from the sets without clusters more than 95 % of these stand
                 out from each other, each at its best number of clusters (simultaneous).
found again      mean adjusted Rand index (ARI) of the best with 10 new runs of k-means or Ward,
                 whichever is nearer, with as many clusters on other draws of all objects.

A clustering that leaves objects out as noise is set beside sets without clusters of which as many
objects, those that sit worst, are left out.

"Sure" is said only if the interval of the lead excludes 0, the best is above the band, and it is
found again with 0.9 or more. Otherwise the conditions that fail are named. Two further ones are
named only where they fail. A rival with as many clusters or fewer is better along dense paths (AUCC
at the distance "path", paired bootstrap as for the lead), as true groups are where the best merely
cuts bent ones into round pieces. And a verdict, once it is known, sees no clusters. How a score
compares with random labels is told, too, but no certainty rests on it: any clustering that was
fitted to data beats random labels.

Of more than 2,000 objects a random 1,000 is compared with data without clusters, drawn and run
again; AUCC is that of all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from aucc_core.cost import Cost
from aucc_core.explain.bootstrap import bootstrap_aucc, draw_counts
from aucc_core.explain.curve_shape import SMALLEST_LOSS, logit
from aucc_core.partitions.algorithms import ALGORITHMS
from aucc_core.report.escape import shortened
from aucc_core.report.score_card import (
    AnyReport,
    LargeCard,
    ScoreCard,
    examined_objects,
)
from aucc_core.score.inputs import (
    Bools,
    Codes,
    Dataset,
    Floats,
    InputError,
    Integers,
    Progress,
    as_codes,
)
from aucc_core.score.metrics import METRICS
from aucc_core.score.objects import Objects
from aucc_core.score.ranked import RankedPairs
from aucc_core.sweeps.sweep import run_cost
from aucc_core.verdicts.band import reference_rows
from aucc_core.verdicts.null_data import REFERENCES
from aucc_core.verdicts.stability import rand_index, stability_steps
from aucc_core.verdicts.weigh import Verdict
from aucc_core.verdicts.yardstick import (
    N_SETS,
    Yardstick,
    side_by_side,
    yardstick_spec,
    yardstick_steps,
)

SEED = 0
DRAWS = 400
N_RUNS = 10
RUN_STARTS = 2
FOUND_AGAIN = 0.9
MOST_OBJECTS = 2_000
SAMPLE_OBJECTS = 1_000
# How much more of the odds, on the logit scale, tells groups that are bent from others.
_CLEARER = 2.0
# How sure, in a word.
LEVELS = {
    "high": "Sure",
    "medium": "Not sure",
    "low": "No evidence",
    "unknown": "Not examined",
}


R = TypeVar("R", bound=AnyReport)


@dataclass(frozen=True)
class Condition:
    """One of the conditions for "Sure": whether it holds (None: cannot be said), and a sentence."""

    name: str
    holds: bool | None
    text: str


@dataclass(frozen=True)
class Standing:
    """One clustering beside the yardstick; without one, only the first three are known.

    Attributes
    ----------
    name, k, aucc : of the clustering, on the objects that were looked at.
    corrected : the corrected score.
    usual, upper : the yardstick's usual score with as many clusters, and the edge of its band.
    above : whether the score is above the band.
    below : whether every set without clusters scores higher.
    """

    name: str
    k: int
    aucc: float
    corrected: float = float("nan")
    usual: float = float("nan")
    upper: float = float("nan")
    above: bool = False
    below: bool = False


@dataclass(frozen=True)
class Confidence:
    """Which clustering of a score report is best, and how sure that is.

    Attributes
    ----------
    best : name of the best label column.
    headline : a short sentence that goes on after its name.
    chance : how it compares with random labels.
    conditions : those for "Sure": band, lead (if there is a rival) and runs.
    standings : all clusterings, best first.
    low, high : 95 % interval of the lead; not numbers without a rival, or
        where all of several k score less than data without clusters have.
    agreement : how well the best is found again.
    level : a name in `LEVELS`.
    notes : what else to know.
    """

    best: str
    headline: str
    chance: str
    conditions: tuple[Condition, ...]
    standings: tuple[Standing, ...]
    low: float = float("nan")
    high: float = float("nan")
    agreement: float = float("nan")
    notes: tuple[str, ...] = ()

    @property
    def level(self) -> str:
        """How sure the headline is."""
        by_name = {one.name: one.holds for one in self.conditions}
        if by_name["band"] is not True:
            return "low" if by_name["band"] is False else "unknown"
        return "high" if all(by_name.values()) else "medium"

    @property
    def word(self) -> str:
        """How sure, in a word."""
        return LEVELS[self.level]

    def beside(self, verdict: Verdict | None) -> Confidence:
        """The same where a verdict is known: "Sure" is not said above one that sees no clusters."""
        known = any(one.name == "verdict" for one in self.conditions)
        if verdict is None or known or verdict.sight not in ("none", "few", "blind"):
            return self
        seen = {
            "none": "The verdict on these data sees no evidence of clusters.",
            "few": "So few objects cannot tell clusters from chance.",
            "blind": "The verdict on these data sees clusters that no algorithm follows at the "
            "numbers that it tried.",
        }[verdict.sight]
        return replace(self, conditions=(*self.conditions, Condition("verdict", False, seen)))

    def record(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return {
            "best": self.best,
            "headline": self.headline,
            "level": self.level,
            "word": self.word,
            "chance": self.chance,
            "conditions": [vars(one) for one in self.conditions],
            "lead_interval": [self.low, self.high],
            "found_again": self.agreement,
            "clusterings": [vars(one) for one in self.standings],
            "notes": list(self.notes),
        }


@dataclass(frozen=True, eq=False)
class _Brought:
    """One clustering as it is looked at: which objects it covers, and their clusters.

    `aucc` and `p_value` are those of all objects.
    """

    name: str
    keep: Bools
    codes: Codes
    p_value: float
    aucc: float

    @property
    def k(self) -> int:
        return int(self.codes.max()) + 1

    def same_as(self, other: _Brought) -> bool:
        """Whether they differ by no more than the names of their clusters."""
        return np.array_equal(self.keep, other.keep) and np.array_equal(self.codes, other.codes)


def confidence_of(
    report: AnyReport,
    *,
    seed: int = SEED,
    n_sets: int = N_SETS,
    draws: int = DRAWS,
    progress: Progress | None = None,
) -> Confidence:
    """Judge a report; see the definitions above."""
    say: Progress = progress or (lambda *_: None)
    scene = _Scene.of(report, seed)
    yardstick, why_none = scene.yardstick(n_sets, say)
    standings = [scene.standing(at, yardstick) for at in range(len(scene.brought))]
    order = sorted(range(len(standings)), key=lambda at: _place(standings[at]))
    best = scene.brought[order[0]]
    rivals = [at for at in order[1:] if not scene.brought[at].same_as(best)]
    of_several = len({(one.k, one.upper) for one in standings}) > 1
    all_below = len({one.k for one in standings}) > 1 and all(one.below for one in standings)
    conditions = [
        _band_condition(
            standings[order[0]],
            yardstick,
            why_none,
            left_out=scene.left_out(best),
            of_several=of_several,
        )
    ]
    low = high = float("nan")
    if rivals and all_below:
        conditions.append(_no_lead_condition(standings[rivals[0]].name))
    elif rivals:
        say(1, 2, "Drawing objects again")
        low, high = scene.lead(order[0], rivals[0], yardstick, draws)
        conditions.append(_lead_condition(standings, order[0], rivals[0], low, high, yardstick))
        bent = scene.better_along_paths(order[0], rivals, draws)
        if bent:
            conditions.append(_paths_condition(*bent))
    say(1, 2, "Running again on other draws of the objects")
    name, agreement = scene.found_again(best)
    conditions.append(_runs_condition(name, agreement))
    bent_alone = standings[order[0]].above is False and scene.is_clear_along_paths(order[0])
    twins = len(order) - 1 - len(rivals)
    return Confidence(
        best=best.name,
        headline=_headline(
            [standings[at] for at in order], yardstick, alone=not rivals, all_below=all_below
        ),
        chance=_against_chance(best.p_value, below=standings[order[0]].below),
        conditions=tuple(conditions),
        standings=tuple(standings[at] for at in order),
        low=low,
        high=high,
        agreement=agreement,
        notes=tuple(_notes(scene, yardstick, twins, alone=not rivals, bent=bent_alone)),
    )


def ranked(report: R, confidence: Confidence) -> R:
    """The report with its clusterings in the order of their corrected scores."""
    place = {one.name: at for at, one in enumerate(confidence.standings)}
    cards = sorted(report.cards, key=lambda card: place.get(card.name, len(place)))
    return replace(report, cards=tuple(cards))  # type: ignore[arg-type]


def confidence_cost(report: AnyReport) -> Cost:
    """What judging a report takes."""
    n = report.dataset.n
    small = report.dataset
    if n > MOST_OBJECTS:
        n = SAMPLE_OBJECTS
        small = Dataset(small.name, np.zeros((n, max(small.d, 1))))
    ks = sorted({min(card.k, n - 1) for card in report.cards})
    objects = _shape_of(small, report)
    spec = yardstick_spec(objects, ks, seed=SEED)
    each = run_cost(small, spec, drawn=False)
    pairs = n * n / 2
    sets = N_SETS if METRICS[report.metric].takes_features else 0
    seconds = (sets + N_RUNS / 2) * each.seconds + 2 * DRAWS * pairs * 3e-9
    if any(not card.keep.all() for card in report.cards):  # each set is ranked without some objects
        seconds += 2 * sets * len(ks) * pairs * 2e-7
    return Cost(seconds, each.bytes + int(40 * pairs))


def _shape_of(dataset: Dataset, report: AnyReport) -> Objects:
    return Objects(dataset, report.metric, metric_options=report.metric_options)


@dataclass(frozen=True, eq=False)
class _Scene:
    """The clusterings as they are looked at, and the objects behind them."""

    report: AnyReport
    brought: list[_Brought]
    chosen: Bools
    seed: int

    @property
    def n(self) -> int:
        """All objects of the table."""
        return self.chosen.size

    @property
    def sampled(self) -> bool:
        """Whether only some are looked at."""
        return not self.chosen.all()

    @classmethod
    def of(cls, report: AnyReport, seed: int) -> _Scene:
        n = report.dataset.n
        chosen = np.ones(n, dtype=bool)
        if n > MOST_OBJECTS:
            chosen[:] = False
            rng = np.random.default_rng(seed)
            chosen[rng.choice(n, SAMPLE_OBJECTS, replace=False)] = True
        brought = [one for card in report.cards if (one := _looked_at(card, chosen))]
        if not brought:
            raise InputError("The clusters are too small to be seen in a sample of the objects.")
        return cls(report, brought, chosen, seed)

    def objects(self, keep: Bools) -> Objects:
        """The objects where `keep` is true, at the distance that was scored."""
        report = self.report
        return examined_objects(
            report.dataset, keep, metric=report.metric, metric_options=report.metric_options
        )

    def counts(self, draws: int) -> Integers:
        """How often each of the objects that are looked at is drawn again."""
        return draw_counts(int(self.chosen.sum()), draws, seed=self.seed)

    def drawn(self, counts: Integers, one: _Brought) -> Integers:
        """The same for the objects of one clustering."""
        return counts[:, np.flatnonzero(one.keep[self.chosen])]

    @property
    def _groups(self) -> list[list[int]]:
        """Clusterings that cover the same objects."""
        found: dict[bytes, list[int]] = {}
        for at, one in enumerate(self.brought):
            found.setdefault(one.keep.tobytes(), []).append(at)
        return list(found.values())

    def yardstick(self, n_sets: int, say: Progress) -> tuple[Yardstick | None, str]:
        """One column per clustering; None with the reason where there can be none."""
        groups = self._groups
        columns: dict[int, int] = {}
        parts: list[Yardstick] = []
        shift = 0
        for number, members in enumerate(groups):
            objects = self.objects(self.chosen)
            out = self.left_out(self.brought[members[0]])
            if reference_rows(objects) is None:
                return None, (
                    "Only distances are known: there is nothing to draw data without clusters "
                    "from, so whether the score means anything is not examined."
                )
            spec = yardstick_spec(objects, [self.brought[at].k for at in members], seed=self.seed)
            try:
                steps = yardstick_steps(objects, spec, n_sets=n_sets, left_out=out)
                total = n_sets * len(spec.algorithms)
                for done, found in steps:
                    part = (number + done / total) / len(groups)
                    say(part / 2, 1, "Scoring data without clusters")
                    if found is not None:
                        parts.append(found)
            except InputError as error:
                return None, f"Data without clusters cannot be scored: {error}"
            for at in members:
                columns[at] = shift + spec.ks.index(self.brought[at].k)
            shift += len(spec.ks)
        whole = side_by_side(parts)
        order = [columns[at] for at in range(len(self.brought))]
        return replace(
            whole, ks=tuple(whole.ks[c] for c in order), scores=whole.scores[:, order]
        ), ""

    def left_out(self, one: _Brought) -> int:
        """How many of the objects that are looked at a clustering leaves out."""
        return int((self.chosen & ~one.keep).sum())

    def standing(self, at: int, yardstick: Yardstick | None) -> Standing:
        """One clustering beside the yardstick."""
        one = self.brought[at]
        if yardstick is None:
            return Standing(one.name, one.k, one.aucc)
        return Standing(
            one.name,
            one.k,
            one.aucc,
            corrected=yardstick.corrected(at, one.aucc),
            usual=yardstick.mean(at),
            upper=yardstick.upper(at),
            above=yardstick.is_above(at, one.aucc),
            below=yardstick.is_below(at, one.aucc),
        )

    def lead(
        self, best: int, second: int, yardstick: Yardstick | None, draws: int
    ) -> tuple[float, float]:
        """95 % interval of the lead.

        Draws from a sample spread more than draws of all objects would, by the root of how many
        times more there are; the interval is narrowed by that, and stands about the whole lead.
        """
        counts = self.counts(draws)
        drawn: list[Floats] = []
        whole = seen = 0.0
        for sign, at in ((1, best), (-1, second)):
            one, pairs = self.brought[at], self.objects(self.brought[at].keep).pairs
            again = bootstrap_aucc(pairs, one.codes, self.drawn(counts, one))
            drawn.append(sign * logit(again))
            whole += sign * float(logit(one.aucc))
            seen += sign * float(logit(pairs.aucc(one.codes)))
        share = min(1.0, SAMPLE_OBJECTS / self.n) if self.sampled else 1.0
        leads: Floats = whole + (drawn[0] + drawn[1] - seen) * np.sqrt(share)
        if yardstick is not None:
            gaps = np.subtract(*logit(yardstick.scores[:, [best, second]]).T)
            rng = np.random.default_rng(self.seed + 1)
            leads = leads - gaps[rng.integers(0, gaps.size, (draws, gaps.size))].mean(axis=1)
        leads = leads[np.isfinite(leads)]
        if not leads.size:
            return float("nan"), float("nan")
        low, high = np.quantile(leads, [0.025, 0.975])
        return float(low), float(high)

    def better_along_paths(
        self, best: int, rivals: Sequence[int], draws: int
    ) -> tuple[str, float, float] | None:
        """A rival that is surely better along dense paths: its name, its score and the best's."""
        own = self.brought[best]
        X, metric = self.report.dataset.X, METRICS[self.report.metric]
        if not (metric.is_euclidean or metric.as_euclidean is not None):
            return None
        counts = self.counts(draws)

        def along(at: int) -> tuple[float, Floats]:
            one = self.brought[at]
            pairs = RankedPairs(X[one.keep], "path")
            drawn = bootstrap_aucc(pairs, one.codes, self.drawn(counts, one))
            return pairs.aucc(one.codes), drawn

        others = [at for at in rivals if self.brought[at].k <= own.k]
        if not others:
            return None
        score, drawn = along(best)
        found = {at: along(at) for at in others}
        at = max(found, key=lambda other: found[other][0])
        ahead = found[at][1] - drawn
        if not np.nanquantile(ahead, 0.025) > 0:
            return None
        return self.brought[at].name, found[at][0], score

    def is_clear_along_paths(self, at: int) -> bool:
        """Whether a clustering scores much higher along dense paths than in straight lines."""
        one, metric = self.brought[at], METRICS[self.report.metric]
        if not (metric.is_euclidean or metric.as_euclidean is not None):
            return False
        # Paths go through the objects that are left out, too: else any that are would be gaps.
        paths = Objects(self.report.dataset.X[self.chosen], "path").kept(one.keep[self.chosen])
        score = paths.pairs.aucc(one.codes)
        return bool(logit(score) - logit(one.aucc) > _CLEARER)

    def found_again(self, one: _Brought) -> tuple[str, float]:
        """The algorithm that comes nearest to a clustering, and how well its runs agree with it."""
        objects = self.objects(self.chosen)  # what it leaves out is there for new runs, too
        here = one.keep[self.chosen]
        spec = yardstick_spec(objects, [one.k], seed=self.seed, n_init=RUN_STARTS)
        codes = one.codes.astype(np.int32)
        found = {}
        for name in spec.algorithms:
            try:
                *_, runs = stability_steps(
                    objects, replace(spec, algorithms=(name,)), n_runs=N_RUNS
                )
            except InputError:
                continue  # fewer distinct objects than clusters
            alike = [rand_index(codes, run[here]) for run in runs.labels[:, 0]]
            found[name] = float(np.mean(alike))
        if not found:
            return "", float("nan")
        nearest = max(found, key=lambda name: found[name])
        return nearest, found[nearest]


def _looked_at(card: ScoreCard | LargeCard, chosen: Bools) -> _Brought | None:
    """A clustering on the chosen objects; None when no pair within or between is left."""
    part = card.keep & chosen
    p_value = card.null.p_value if isinstance(card, ScoreCard) else float("nan")
    try:
        codes = as_codes(card.codes[part[card.keep]], int(part.sum()))
        return _Brought(card.name, part, codes, p_value, card.aucc)
    except InputError:
        return None


def _place(one: Standing) -> tuple[float, float, int]:
    """Sorts the best first: by corrected score, where there is one."""
    has_none = np.isnan(one.corrected)
    return (0.0 if has_none else -one.corrected, -one.aucc, one.k)


# In words


def _short(score: float) -> str:
    """Four digits, more where only more tell a score from 1.

    >>> _short(0.97921), _short(0.999952)
    ('0.9792', '0.99995')
    """
    return f"{score:.5f}" if 0.9995 <= score < 0.999995 else f"{score:.4f}"


def _headline(
    order: Sequence[Standing], yardstick: Yardstick | None, *, alone: bool, all_below: bool
) -> str:
    best = order[0]
    reached = f"AUCC {_short(best.aucc)} with k = {best.k}"
    none = ""
    if yardstick is not None and not best.above:
        none = f", {'less than' if best.below else 'as'} data without clusters have"
    if alone:
        return f"has {reached} clusters{none}"
    if all_below:
        return (
            f"comes first of {len(order)}, but all score less than data without clusters have: "
            f"{reached}"
        )
    top = max(order, key=lambda one: one.aucc)
    if top.aucc > best.aucc:
        given = "its number of clusters" if top.k != best.k else "the objects that it keeps"
        return (
            f"is the best of {len(order)} for {given}: {reached}{none} "
            f"({shortened(top.name, 40)} has {_short(top.aucc)} with k = {top.k})"
        )
    return f"is the best of {len(order)}: {reached}{none}"


def _band_condition(
    best: Standing,
    yardstick: Yardstick | None,
    why_none: str,
    *,
    left_out: int,
    of_several: bool,
) -> Condition:
    if yardstick is None:
        return Condition("band", None, why_none)
    names = " or ".join(ALGORITHMS[name].label for name in yardstick.algorithms)
    # Logits tell no scores apart from here on.
    highest = 1 - SMALLEST_LOSS
    usual = _short(best.usual) if best.usual < highest - 1e-9 else f"{highest:g} or more"
    without = f", the {left_out:,} worst objects left out," if left_out else ","
    reach = (
        f"asked for {best.k} clusters on data without any{without} {names} usually reaches {usual}"
    )
    upper = _short(best.upper)
    edge = f"95 % of such data stay below {upper}"
    if of_several:
        edge = f"95 % of such data stay below the bands of all k here ({upper} for k = {best.k})"
    if best.above:
        text = f"AUCC {_short(best.aucc)} is above the band: {reach}, and {edge}."
    elif best.upper < highest - 1e-9:
        text = f"AUCC {_short(best.aucc)} is no sign of clusters: {reach}, and {edge}."
    else:
        text = (
            f"AUCC {_short(best.aucc)} is no sign of clusters: {reach}, and with data like these "
            "not even AUCC 1 would be one."
        )
    return Condition("band", best.above, text)


def _lead_condition(
    standings: Sequence[Standing],
    best: int,
    second: int,
    low: float,
    high: float,
    yardstick: Yardstick | None,
) -> Condition:
    a, b = standings[best], standings[second]
    name = shortened(b.name, 40)
    if np.isnan(low):
        return Condition("lead", None, f"The lead over {name} cannot be drawn again.")
    if yardstick is None and a.k != b.k:
        return Condition(
            "lead",
            None,
            f"{name} (AUCC {_short(b.aucc)}, k = {b.k}) has another number of clusters; without "
            "data to compare with, their scores cannot be compared.",
        )
    lead = (
        (a.corrected - b.corrected)
        if yardstick is not None
        else float(logit(a.aucc) - logit(b.aucc))
    )
    interval = f"{_signed(lead)}, 95 % interval {_signed(low)} to {_signed(high)}"
    if a.aucc > 1 - SMALLEST_LOSS >= b.aucc and low > 0:  # logits know no higher scores
        interval = f"{_signed(lead)} or more"
    what = "corrected score" if yardstick is not None else "logit of AUCC"
    if low > 0:
        return Condition(
            "lead", True, f"It is ahead of {name} also on other draws of the objects "
            f"({what}: {interval})."
        )  # fmt: skip
    return Condition(
        "lead",
        False,
        f"On other draws of the objects {name} (AUCC {_short(b.aucc)}, k = {b.k}) may be as "
        f"good or better ({what}: {interval}).",
    )


def _no_lead_condition(name: str) -> Condition:
    return Condition(
        "lead",
        None,
        f"Whether it is ahead of {shortened(name, 40)} is not told: where all score less than data "
        "without clusters have, the corrected score favours few clusters.",
    )


def _paths_condition(name: str, score: float, own: float) -> Condition:
    return Condition(
        "paths",
        False,
        f"{shortened(name, 40)} fits better along dense paths (AUCC {_short(score)} there, against "
        f"{_short(own)}): the groups may be long or bent, and cut into round pieces here.",
    )


def _runs_condition(algorithm: str, agreement: float) -> Condition:
    if np.isnan(agreement):
        return Condition("runs", None, "No algorithm could be run again on other draws.")
    label = ALGORITHMS[algorithm].label
    value = f"mean agreement ARI {round(agreement, 2) + 0:.2f}".replace("-", "−")  # no −0.00
    if agreement >= FOUND_AGAIN:
        return Condition(
            "runs", True, f"New runs of {label} on other draws of the objects find these "
            f"clusters again ({value})."
        )  # fmt: skip
    return Condition(
        "runs",
        False,
        f"New runs on other draws of the objects find other clusters ({value} with {label}, the "
        f"nearest; {FOUND_AGAIN} is asked).",
    )


def _signed(value: float) -> str:
    """Two digits with a sign.

    >>> _signed(0.5), _signed(-0.123)
    ('+0.50', '−0.12')
    """
    return f"{value:+.2f}".replace("-", "−")


def _against_chance(p: float, *, below: bool) -> str:
    if np.isnan(p):
        return ""
    if p > 0.5:
        return f"Most random labels score as high or higher (p = {p:.2f})."
    if p >= 0.05:
        return f"Random labels often score as high (p = {p:.2f})."
    often, value = ("practically never", "< 0.001") if p < 0.001 else ("rarely", f"= {p:.3f}")
    if below:
        rest = "what an algorithm cuts where there are no clusters scores higher still"
    else:
        rest = (
            "this says little, as it holds for whatever an algorithm cuts, also where there are "
            "no clusters"
        )
    return f"Random labels {often} score this high (p {value}); {rest}."


def _notes(
    scene: _Scene, yardstick: Yardstick | None, twins: int, *, alone: bool, bent: bool
) -> Iterator[str]:
    if twins:
        if alone:
            yield "All of them are the same clustering under other names."
        else:
            yield f"{twins} more {'is' if twins == 1 else 'are'} the same clustering as the best."
    if bent:
        yield (
            "Along dense paths it scores much higher: the groups may be long or bent. Judge them "
            f"at the distance {METRICS['path'].label}."
        )
    if scene.sampled:
        yield (
            f"Compared with data without clusters through a random {SAMPLE_OBJECTS:,} of the "
            f"{scene.n:,} objects."
        )
    if yardstick is not None:
        made = REFERENCES[yardstick.reference].help
        yield f"Data without clusters: {yardstick.n_sets} sets. {made}"
