"""The verdict for a scored table: how many clusters there are, and what that says of the labels.

The labels take no part in the examination: algorithms make clusterings of their own, with as many
clusters as the labels have and some more. Only then the numbers are compared.

>>> from aucc_core import load_dataset
>>> from aucc_core.report.score_card import score_columns
>>> report = score_columns(load_dataset("ruspini"))
>>> inquiry_of(report, seed=0).how.partition(", on ")[2]
'all 75 objects. Your labels take no part in it.'
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from aucc_core.criteria.external import Contingency
from aucc_core.partitions.algorithms import ALGORITHMS, refusal
from aucc_core.partitions.noise import NOISE_POLICIES
from aucc_core.partitions.spec import RunSpec
from aucc_core.report.escape import shortened
from aucc_core.report.score_card import (
    AnyReport,
    LargeCard,
    ScoreCard,
    examined_objects,
)
from aucc_core.score.inputs import Dataset, InputError, Progress
from aucc_core.score.metrics import METRICS
from aucc_core.score.objects import Objects
from aucc_core.verdicts import weigh
from aucc_core.verdicts.null_data import references_for
from aucc_core.verdicts.weigh import Examination, Verdict, examine

# Samples are looked at, but the table is read as a whole; without numeric features the distances of
# all pairs are needed besides.
MOST_OBJECTS = 1_000_000
MOST_WITHOUT_FEATURES = 10_000
LARGEST_K = 100
_USUAL_K = 10
_BEYOND = 3
# What examines: round groups, long ones and dense ones, where distances are Euclidean; else what
# takes any distance.
_OF_EUCLIDEAN = ("kmeans", "ward", "average", "single", "hdbscan")
_OF_ANY_DISTANCE = ("average", "single", "complete", "hdbscan")
# Rows among which equal ones are looked for.
_LOOKED_AT = 10_000
QUESTION = "Is there structure, and how many clusters?"
NO_BAND = (
    "With distances alone there is no reference band: whether there are clusters at all is not "
    "examined."
)
ARI_MEANS = (
    "ARI, the adjusted Rand index: 1 are the same clusters, 0 are no more alike than random labels."
)
# Clusterings named one by one; a table may hold hundreds.
_MOST_NAMED = 8


@dataclass(frozen=True, eq=False)
class Inquiry:
    """What is examined for a report.

    Attributes
    ----------
    dataset : as scored. All objects are examined, also those that clusterings leave out as noise:
        without the objects between them, pieces of anything would be clusters.
    spec : what runs: some algorithms, at the distance of the report.
    reference : on which data without clusters they are compared.
    """

    dataset: Dataset
    spec: RunSpec
    reference: str

    @property
    def has_band(self) -> bool:
        """Whether there is a table to draw data without clusters from."""
        return METRICS[self.spec.metric].takes_features

    @property
    def algorithm_labels(self) -> str:
        """The algorithms inside a sentence."""
        *first, last = (row.label for row in self.spec.rows)
        return f"{', '.join(first)} and {last}" if first else last

    @property
    def how(self) -> str:
        """What is done, in a few sentences."""
        n = self.dataset.n
        objects = f"all {n:,} objects"
        if n > weigh.MOST_OBJECTS:
            objects = f"{weigh.N_SAMPLES} samples of {weigh.SAMPLE_OBJECTS:,} of {objects}"
        ks = self.spec.ks
        tried = f"{ks[0]} to {ks[-1]}" if len(ks) > 1 else f"{ks[0]}"
        done = (
            f"Examined with {self.algorithm_labels} for {tried} clusters, on {objects}. "
            "Your labels take no part in it."
        )
        return done if self.has_band else f"{done} {NO_BAND}"

    def objects(self) -> Objects:
        """The examined objects, at the distances they were scored at."""
        return examined_objects(
            self.dataset, np.ones(self.dataset.n, dtype=bool), metric=self.spec.metric,
            metric_options=self.spec.metric_options,
        )  # fmt: skip


@dataclass(frozen=True)
class OwnClusters:
    """How one scored clustering compares with the suggestion; `text` goes on after its name.

    `agrees` says whether it has as many clusters; `ari` is how alike both are (adjusted Rand
    index) over the objects that both have in a cluster, None where nothing is suggested.
    """

    name: str
    k: int
    agrees: bool
    text: str
    ari: float | None = None


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
        names = ", ".join(row.label for row in spec.rows)
        return f"{names}; k = {spec.ks[0]} to {spec.ks[-1]}, seed {spec.seed}"

    def own_lines(self, named: Callable[[str], str] | None = None) -> list[str]:
        """What it means for the clusterings, one line each; `named` writes a name."""
        write = named or (lambda name: shortened(name, 60))
        shown, more = self.own[:_MOST_NAMED], self.own[_MOST_NAMED:]
        lines = [f"{write(o.name)} {o.text}" for o in shown]
        if more:
            agree = sum(o.agrees for o in more)
            lines.append(f"Of {len(more):,} more, {agree:,} have as many as suggested.")
        if any(o.ari is not None for o in shown):
            lines.append(ARI_MEANS)
        return lines

    def record(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        found = self.verdict
        return {
            "k": found.k,
            "algorithm": found.algorithm,
            "sight": found.sight,
            "seen_otherwise": found.seen_otherwise,
            "headline": found.headline,
            "share": found.share if found.k is not None else None,
            "runners_up": [{"k": k, "share": share} for k, share in found.runners_up],
            "clusterings": [
                {"labels": o.name, "k": o.k, "agrees": o.agrees, "ari": o.ari, "text": o.text}
                for o in self.own
            ],
            "for_it": list(found.for_it),
            "against_it": list(found.against_it),
            "would_change": list(found.would_change),
            "record": found.record,
            "how": self.inquiry.how,
            "algorithms": list(self.inquiry.spec.algorithms),
            "reference": self.inquiry.reference if self.inquiry.has_band else None,
            "seed": self.inquiry.spec.seed,
            "samples": list(found.samples),
            "by_clustering": found.table.astype(object).to_dict(orient="records"),
        }


def inquiry_of(report: AnyReport, *, seed: int, n_init: int = 10) -> Inquiry:
    """What to examine; raises InputError for a table that is too large for it."""
    data, row = report.dataset, METRICS[report.metric]
    require_size(data.n, report.metric)
    largest = max(clusters_of(card, report.noise) for card in report.cards)
    n = data.n
    top = min(max(largest + _BEYOND, min(_USUAL_K, n // 4)), LARGEST_K, n - 1)
    algorithms = _algorithms(report.metric)
    if not all(ALGORITHMS[name].splits_equal for name in algorithms if ALGORITHMS[name].takes_k):
        some = data.X[:: max(1, n // _LOOKED_AT)]
        top = min(top, max(2, len(np.unique(some, axis=0))))
    return Inquiry(
        dataset=data,
        spec=RunSpec.of(
            algorithms,
            range(2, top + 1),
            seed=seed,
            n_init=n_init,
            metric=report.metric,
            metric_options=report.metric_options,
        ),
        # Others than its own values would be no counts, no yes or no and no categories any more.
        reference=references_for(own_values=row.own_values or not row.has_features)[0],
    )


def _algorithms(metric: str) -> tuple[str, ...]:
    row = METRICS[metric]
    as_euclidean = row.as_euclidean is not None
    names = _OF_EUCLIDEAN if row.is_euclidean or as_euclidean else _OF_ANY_DISTANCE
    used = "euclidean" if as_euclidean else metric
    has = row.has_features
    return tuple(
        name
        for name in names
        if refusal(ALGORITHMS[name], metric=used, has_features=has, n=weigh.MOST_OBJECTS) is None
    )


def require_size(n: int, metric: str = "euclidean") -> None:
    """Refuse what would take hours or all memory."""
    most = MOST_OBJECTS if METRICS[metric].has_features else MOST_WITHOUT_FEATURES
    if n > most:
        without = "" if most == MOST_OBJECTS else " without numeric features"
        raise InputError(
            f"How many clusters there are is examined for up to {most:,} objects{without}; this "
            f"table has {n:,}. Take a random part of it."
        )


def clusters_of(card: ScoreCard | LargeCard, noise: str) -> int:
    """Number of clusters to compare: noise objects scored each on its own are none."""
    return card.k - card.n_noise if NOISE_POLICIES[noise].alone else card.k


def examine_inquiry(
    inquiry: Inquiry, *, progress: Progress | None = None, **settings: Any
) -> Generator[Examination, None, Examination]:
    """Step by step, as `examine`; `settings` are its n_sets and n_runs."""
    objects = inquiry.objects()
    spec = replace(inquiry.spec, metric=objects.metric, metric_options=objects.metric_options)
    steps = examine(objects, spec, reference=inquiry.reference, progress=progress, **settings)
    return (yield from steps)


def verdict_of(
    report: AnyReport,
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


def compared(report: AnyReport, inquiry: Inquiry, verdict: Verdict) -> ScoreVerdict:
    """A verdict beside the clusterings of a report."""
    own = tuple(_own(card, report.noise, inquiry, verdict) for card in report.cards)
    return ScoreVerdict(verdict, inquiry, own)


def _own(
    card: ScoreCard | LargeCard, noise: str, inquiry: Inquiry, verdict: Verdict
) -> OwnClusters:
    k = clusters_of(card, noise)
    has = f"has {k:,} cluster{'' if k == 1 else 's'}"
    if NOISE_POLICIES[noise].alone and card.n_noise:
        has += " besides its noise"
    if verdict.k is None:
        return OwnClusters(card.name, k, False, f"{has}; {_none_suggested(k, verdict)}.")
    ari = _agreement(card, verdict)
    alike = (
        ""
        if ari is None
        else f" Agreement with the suggested clusters: ARI {round(ari, 2) + 0:.2f}."
    )
    if verdict.k == k:
        return OwnClusters(card.name, k, True, f"{has}, as many as suggested.{alike}", ari)
    shares = verdict.table.groupby("k")["share"].max()
    if k in shares.index:
        why = f"k = {k} has {share_text(shares[k])} of the evidence"
    elif k > inquiry.spec.ks[-1]:
        why = f"more than {inquiry.spec.ks[-1]} were not tried"
    else:
        why = f"k = {k} cannot be examined"
    text = f"{has}; {verdict.k} are suggested ({why}).{alike}"
    return OwnClusters(card.name, k, False, text, ari)


def _agreement(card: ScoreCard | LargeCard, verdict: Verdict) -> float | None:
    """Adjusted Rand index with the suggested clusters, of objects in a cluster of both."""
    if verdict.labels is None:
        return None
    suggested = verdict.labels.astype(np.int64)
    own = np.full(suggested.size, -1)
    own[card.keep] = card.codes
    both = (suggested >= 0) & (own >= 0)
    if not both.any():
        return None
    return Contingency(own[both], suggested[both]).adjusted_rand()


def _none_suggested(k: int, verdict: Verdict) -> str:
    """Why no number is suggested, and what may be said of this one all the same."""
    if verdict.sight == "few":
        return "there are too few objects to tell"
    if verdict.sight != "blind":
        return "there is no evidence of any"
    untried = verdict.seen_otherwise not in set(verdict.table["k"])
    tried = "none of the tried algorithms follows those that there are"
    if verdict.seen_otherwise is not None and untried:
        tried = "no number of clusters that was tried fits those that there are"
    if verdict.seen_otherwise is None:
        return tried
    if verdict.seen_otherwise == k:
        return f"{tried}, but a look along dense paths sees as many"
    return f"{tried}, and a look along dense paths sees {verdict.seen_otherwise}"


def share_text(share: float) -> str:
    """A share for people.

    >>> share_text(0.204), share_text(0.0004)
    ('20%', 'less than 1%')
    """
    return f"{share:.0%}" if share >= 0.01 else "less than 1%"
