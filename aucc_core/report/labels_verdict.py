"""The verdict for a scored table: how many clusters there are, and what that says of the labels.

The labels take no part in the examination: an algorithm makes clusterings of its own, as many
clusters as the labels have and some more. Only then the numbers are compared.

>>> from aucc_core import load_dataset
>>> from aucc_core.report.score_card import score_columns
>>> report = score_columns(load_dataset("ruspini"))
>>> inquiry_of(report, seed=0).how
'Examined with k-means for 2 to 10 clusters, on all 75 objects. Your labels take no part in it.'
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from aucc_core.partitions.algorithms import ALGORITHMS, Algorithm
from aucc_core.partitions.noise import NOISE_POLICIES
from aucc_core.partitions.spec import RunSpec
from aucc_core.report.escape import shortened
from aucc_core.report.score_card import ScoreCard, ScoreReport
from aucc_core.score.inputs import Bools, Dataset, InputError, Progress
from aucc_core.score.metrics import METRICS
from aucc_core.score.objects import Objects
from aucc_core.verdicts.null_data import references_for
from aucc_core.verdicts.weigh import Examination, Verdict, examine

# All pairs are ranked again for each of 30 runs: minutes at this size, hours above.
MOST_OBJECTS = 10_000
LARGEST_K = 30
_USUAL_K = 10
_BEYOND = 3
# What examines: k-means where distances are Euclidean, which it follows, else what takes any.
_OF_EUCLIDEAN = "kmeans"
_OF_ANY_DISTANCE = "average"
QUESTION = "Is there structure, and how many clusters?"
NO_BAND = (
    "With distances alone there is no reference band: whether there are clusters at all is not "
    "examined."
)
SAME_NUMBER = "The same number need not mean the same clusters."
# Clusterings named one by one; a table may hold hundreds.
_MOST_NAMED = 8


@dataclass(frozen=True, eq=False)
class Inquiry:
    """What is examined for a report.

    Attributes
    ----------
    dataset : as scored, with all objects.
    keep : which objects are examined: those that the best clustering is scored on.
    spec : what runs: one algorithm, at the distance of the report.
    reference : on which data without clusters it is compared.
    """

    dataset: Dataset
    keep: Bools
    spec: RunSpec
    reference: str

    @property
    def algorithm(self) -> Algorithm:
        """What makes the clusters."""
        return self.spec.rows[0]

    @property
    def has_band(self) -> bool:
        """Whether there are numeric features to draw data without clusters from."""
        return METRICS[self.spec.metric].has_features

    @property
    def algorithm_label(self) -> str:
        """The algorithm's name inside a sentence."""
        return self.algorithm.label.lower()

    @property
    def how(self) -> str:
        """What is done, in a few sentences."""
        examined = f"{int(self.keep.sum()):,}"
        objects = (
            f"all {examined} objects"
            if self.keep.all()
            else f"the {examined} objects that the best clustering puts in clusters"
        )
        ks = self.spec.ks
        tried = f"{ks[0]} to {ks[-1]}" if len(ks) > 1 else f"{ks[0]}"
        done = (
            f"Examined with {self.algorithm_label} for {tried} clusters, on {objects}. "
            "Your labels take no part in it."
        )
        return done if self.has_band else f"{done} {NO_BAND}"

    def objects(self) -> Objects:
        """The examined objects, at the distances they were scored at."""
        as_euclidean = METRICS[self.spec.metric].as_euclidean
        if as_euclidean is not None:
            return Objects(as_euclidean(self.dataset.X)[self.keep])
        return self.spec.objects(self.dataset).kept(self.keep)


@dataclass(frozen=True)
class OwnClusters:
    """How one scored clustering compares with the suggestion; `text` goes on after its name."""

    name: str
    k: int
    agrees: bool
    text: str


@dataclass(frozen=True, eq=False)
class ScoreVerdict:
    """The verdict, how it was found, and what it says of each scored clustering, best first."""

    verdict: Verdict
    inquiry: Inquiry
    own: tuple[OwnClusters, ...]

    @property
    def settings(self) -> str:
        """What to repeat it with, in a line."""
        spec = self.inquiry.spec
        label = self.inquiry.algorithm.label
        return f"{label}, k = {spec.ks[0]} to {spec.ks[-1]}, seed {spec.seed}"

    def own_lines(self, named: Callable[[str], str] | None = None) -> list[str]:
        """What it means for the clusterings, one line each; `named` writes a name."""
        write = named or (lambda name: shortened(name, 60))
        shown, more = self.own[:_MOST_NAMED], self.own[_MOST_NAMED:]
        lines = [f"{write(o.name)} {o.text}" for o in shown]
        if more:
            agree = sum(o.agrees for o in more)
            lines.append(f"Of {len(more):,} more, {agree:,} have as many as suggested.")
        if any(o.agrees for o in self.own):
            lines.append(SAME_NUMBER)
        return lines

    def record(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        found = self.verdict
        return {
            "k": found.k,
            "headline": found.headline,
            "share": found.share if found.k is not None else None,
            "runners_up": [{"k": k, "share": share} for k, share in found.runners_up],
            "clusterings": [
                {"labels": o.name, "k": o.k, "agrees": o.agrees, "text": o.text} for o in self.own
            ],
            "for_it": list(found.for_it),
            "against_it": list(found.against_it),
            "would_change": list(found.would_change),
            "record": found.record,
            "how": self.inquiry.how,
            "algorithm": self.inquiry.algorithm.name,
            "reference": self.inquiry.reference if self.inquiry.has_band else None,
            "seed": self.inquiry.spec.seed,
            "by_k": found.table.astype(object).to_dict(orient="records"),
        }


def inquiry_of(report: ScoreReport, *, seed: int, n_init: int = 10) -> Inquiry:
    """What to examine; raises InputError for a table that is too large for it."""
    require_size(report.dataset.n)
    keep = report.best.keep
    largest = max(clusters_of(card, report.noise) for card in report.cards)
    n = int(keep.sum())
    top = min(max(largest + _BEYOND, min(_USUAL_K, n // 4)), LARGEST_K, n - 1)
    row = METRICS[report.metric]
    euclidean = row.is_euclidean or row.as_euclidean is not None
    algorithm = _OF_EUCLIDEAN if euclidean else _OF_ANY_DISTANCE
    if not ALGORITHMS[algorithm].splits_equal:
        top = min(top, max(2, len(np.unique(report.dataset.X[keep], axis=0))))
    return Inquiry(
        dataset=report.dataset,
        keep=keep,
        spec=RunSpec.of(
            algorithm, range(2, top + 1), seed=seed, n_init=n_init, metric=report.metric
        ),
        # Drawn evenly from a box, values would be no counts and no yes or no any more.
        reference=references_for(own_values=row.own_values)[0],
    )


def require_size(n: int) -> None:
    """Refuse what would take hours."""
    if n > MOST_OBJECTS:
        raise InputError(
            f"How many clusters there are is examined for up to {MOST_OBJECTS:,} objects; this "
            f"table has {n:,}. Take a random part of it."
        )


def clusters_of(card: ScoreCard, noise: str) -> int:
    """Number of clusters to compare: noise objects scored each on its own are none."""
    return card.k - card.n_noise if NOISE_POLICIES[noise].alone else card.k


def examine_inquiry(
    inquiry: Inquiry, *, progress: Progress | None = None, **settings: Any
) -> Generator[Examination, None, Examination]:
    """Step by step, as `examine`; `settings` are its n_sets and n_runs."""
    objects = inquiry.objects()
    spec = replace(inquiry.spec, metric=objects.metric)
    steps = examine(objects, spec, reference=inquiry.reference, progress=progress, **settings)
    return (yield from steps)


def verdict_of(
    report: ScoreReport,
    *,
    seed: int,
    n_init: int = 10,
    progress: Progress | None = None,
    **settings: Any,
) -> ScoreVerdict:
    """Examine a scored table and compare its clusterings with what is found."""
    inquiry = inquiry_of(report, seed=seed, n_init=n_init)
    *_, last = examine_inquiry(inquiry, progress=progress, **settings)
    assert last.verdict is not None
    return compared(report, inquiry, last.verdict)


def compared(report: ScoreReport, inquiry: Inquiry, verdict: Verdict) -> ScoreVerdict:
    """A verdict beside the clusterings of a report."""
    own = tuple(_own(card, report.noise, inquiry, verdict) for card in report.cards)
    return ScoreVerdict(verdict, inquiry, own)


def _own(card: ScoreCard, noise: str, inquiry: Inquiry, verdict: Verdict) -> OwnClusters:
    k = clusters_of(card, noise)
    has = f"has {k:,} cluster{'' if k == 1 else 's'}"
    if NOISE_POLICIES[noise].alone and card.n_noise:
        has += " besides its noise"
    if verdict.k is None:
        return OwnClusters(
            card.name, k, False, f"{has}; {inquiry.algorithm_label} finds no evidence of any."
        )
    if verdict.k == k:
        return OwnClusters(card.name, k, True, f"{has}, as many as suggested.")
    shares = dict(zip(verdict.table["k"], verdict.table["share"], strict=True))
    if k in shares:
        why = f"k = {k} has {share_text(shares[k])} of the evidence"
    elif k > inquiry.spec.ks[-1]:
        why = f"more than {inquiry.spec.ks[-1]} were not tried"
    else:
        why = f"k = {k} cannot be examined"
    return OwnClusters(card.name, k, False, f"{has}; {verdict.k} are suggested ({why}).")


def share_text(share: float) -> str:
    """A share for people.

    >>> share_text(0.204), share_text(0.0004)
    ('20%', 'less than 1%')
    """
    return f"{share:.0%}" if share >= 0.01 else "less than 1%"
