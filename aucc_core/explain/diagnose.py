"""What is wrong with one clustering: too few or too many clusters, and where.

Two things are looked at. The shape of the ROC curve (`explain.curve_shape`): area lost at small
distances speaks for too many clusters, at large distances for too few. And the clusters one by one
(`explain.split_merge`): whether one would split, whether two would merge. Weights and thresholds
come from generated mixtures; `explain.tuned` says how, and how often the answer was right on
others: more often with both than with the curve alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from aucc_core.explain import tuned
from aucc_core.explain.curve_shape import Shape, curve_shape, logit
from aucc_core.explain.parts import Parts, parts_of
from aucc_core.explain.split_merge import Merge, Split, merges, splits
from aucc_core.score.inputs import Floats

if TYPE_CHECKING:
    from aucc_core.score.ranked import RankedPairs

Answer = Literal["too few", "about right", "too many"]
ANSWERS: tuple[Answer, ...] = ("too few", "about right", "too many")
# Areas below this are as good as none.
_SMALLEST_AREA = 1e-3
# Excesses beyond these say no more.
_LARGEST_EXCESS = 3.0
# Objects named in one piece of advice.
_MOST_OBJECTS = 50


@dataclass(frozen=True, eq=False)
class Advice:
    """One thing to look at.

    Attributes
    ----------
    kind : "split" (one cluster looks like two), "merge" (two look like one) or "objects".
    saying : a plain sentence with places for names of clusters.
    named : the names in it, as the labels have them.
    clusters : all clusters that it is about.
    objects : row numbers to highlight.
    strength : how clear it is, more is clearer, for ordering only: of a split or a merge above 1,
        of objects their share of all.
    """

    kind: Literal["split", "merge", "objects"]
    saying: str
    named: tuple[Any, ...]
    clusters: tuple[Any, ...]
    objects: npt.NDArray[np.intp]
    strength: float

    @property
    def text(self) -> str:
        """The sentence."""
        return self.saying.format(*self.named)

    def renamed(self, names: Mapping[Any, Any]) -> Advice:
        """The same where the clusters have other names."""
        named, clusters = (
            tuple(names[old] for old in all_) for all_ in (self.named, self.clusters)
        )
        return replace(self, named=named, clusters=clusters)


@dataclass(frozen=True, eq=False)
class Diagnosis:
    """What one clustering looks like.

    Attributes
    ----------
    k : number of clusters.
    answer : whether these are too few clusters, about right or too many.
    shape : the area its curve loses, early and late.
    split, merge : the largest excess of a cluster cut in two, the smallest of two neighbours.
    weakest_cluster, weakest_pair : the lowest score of a cluster and of a pair of clusters, as in
        `Pairs.by_cluster` and `Pairs.by_cluster_pair`.
    advice : what to look at, clearest first.
    """

    k: int
    answer: Answer
    shape: Shape
    split: float
    merge: float
    weakest_cluster: float
    weakest_pair: float
    advice: tuple[Advice, ...]

    @property
    def text(self) -> str:
        """The answer in a sentence, with how often such answers were right."""
        speech = {
            "too few": f"{self.k} clusters look like too few: much is lost at large distances.",
            "about right": f"{self.k} clusters look about right.",
            "too many": f"{self.k} clusters look like too many: much is lost at small distances.",
        }
        return f"{speech[self.answer]}{self._but()} {reliability()}"

    def _but(self) -> str:
        """What the clusters one by one say against the answer; curve and clusters may disagree."""
        kinds = {one.kind for one in self.advice}
        if self.answer == "too few" and "merge" in kinds and "split" not in kinds:
            return " Yet two of them look like one."
        if self.answer == "too many" and "split" in kinds and "merge" not in kinds:
            return " Yet one of them looks like two."
        return ""


def diagnose(pairs: RankedPairs, labels: Any) -> Diagnosis:
    """Look at one clustering: its curve, its clusters and its objects.

    >>> from aucc_core import Pairs, diagnose, load_dataset, make_partitions
    >>> X = load_dataset("ruspini").X
    >>> [diagnose(Pairs(X), p.labels).answer for p in make_partitions(X, "ward", [2, 4, 9], seed=0)]
    ['too few', 'about right', 'too many']
    """
    parts = parts_of(pairs, labels)
    shape = curve_shape(pairs.curve(parts.codes))
    own, both = splits(pairs, parts.codes), merges(pairs, parts.codes)
    largest, smallest = extreme_excesses(own, both)
    k = len(parts.names)
    weak = weakest_parts(parts)
    shares = answer_shares(shape_features(shape.early, shape.late, k, largest, smallest, *weak))
    answer = max(ANSWERS, key=lambda name: shares[name])
    advice = (*_cluster_advice(parts, own, both), *_object_advice(parts))
    return Diagnosis(k, answer, shape, largest, smallest, *weak, advice)


def reliability() -> str:
    """How often the answer was right on data it was not tuned on."""
    right = tuned.RECORD["shape"]
    return (
        f"(Such answers were right for {right.text()} of the clusterings of generated data that "
        "they were not tuned on.)"
    )


def extreme_excesses(own: Sequence[Split], both: Sequence[Merge]) -> tuple[float, float]:
    """Largest excess of a split and smallest of a merge; 0 when none could be tried."""
    return (
        max((s.excess for s in own), default=0.0),
        min((m.excess for m in both), default=0.0),
    )


def clear_excess(excess: npt.ArrayLike) -> Floats:
    """Excesses, those beyond what makes a difference cut off."""
    return np.clip(np.asarray(excess, dtype=np.float64), -_LARGEST_EXCESS, _LARGEST_EXCESS)


def weakest_parts(parts: Parts) -> tuple[float, float]:
    """Lowest score of a cluster and of a pair of clusters."""
    own, between = parts.by_cluster()["aucc"], parts.by_cluster_pair()["aucc"]
    return float(np.nanmin(own)), float(between.min())


def shape_features(
    early: float,
    late: float,
    k: int,
    split: float,
    merge: float,
    weakest_cluster: float,
    weakest_pair: float,
) -> Floats:
    """What the answer is computed from, in the order of the weights in `tuned`."""
    return np.array(
        [
            -np.log(max(early, _SMALLEST_AREA)),
            -np.log(max(late, _SMALLEST_AREA)),
            np.log(k),
            float(clear_excess(split)),
            float(clear_excess(merge)),
            float(logit(weakest_cluster)),
            float(logit(weakest_pair)),
        ]
    )


def answer_shares(features: Floats) -> dict[Answer, float]:
    """Shares of the three answers, from the tuned weights (multinomial logistic)."""
    scores = np.array([w[0] + np.dot(w[1:], features) for w in tuned.SHAPE_WEIGHTS])
    odds = np.exp(scores - scores.max())
    return dict(zip(ANSWERS, (odds / odds.sum()).tolist(), strict=True))


def _cluster_advice(parts: Parts, own: Sequence[Split], both: Sequence[Merge]) -> list[Advice]:
    found = []
    for s in own:
        if s.excess > tuned.SPLIT_EXCESS:
            name = (parts.names[s.cluster],)
            text = (
                f"Cluster {{}} looks like two: cut in halves of {s.halves[0].size} and "
                f"{s.halves[1].size} objects it scores {s.score:.2f} by itself, where one cloud "
                f"gives about {_one_cloud(s):.2f}."
            )
            objects = np.concatenate(s.halves)
            clear = s.excess / tuned.SPLIT_EXCESS
            found.append(Advice("split", text, name, name, objects, clear))
    for m in both:
        if m.excess < tuned.MERGE_EXCESS:
            names = (parts.names[m.cluster], parts.names[m.other])
            text = (
                f"Clusters {{}} and {{}} look like one: by themselves they score "
                f"{m.score:.2f}; one cloud cut in two gives about {_one_cloud(m):.2f}, and from "
                f"{_one_cloud(m, tuned.MERGE_EXCESS):.2f} on they would count as two."
            )
            objects = np.flatnonzero(np.isin(parts.codes, [m.cluster, m.other]))
            clear = 1 + tuned.MERGE_EXCESS - m.excess
            found.append(Advice("merge", text, names, names, objects, clear))
    return sorted(found, key=lambda a: -a.strength)


def _one_cloud(found: Split | Merge, more: float = 0.0) -> float:
    """The score that one cloud without clusters would have had, or one by ``more`` above it."""
    expected = float(logit(found.score)) - found.excess + more
    return 1 / (1 + float(np.exp(-expected)))


def _object_advice(parts: Parts) -> list[Advice]:
    table = parts.by_object()
    badly = table["margin"].to_numpy() < 0
    if not badly.any():
        return []
    rows = np.flatnonzero(badly)
    rows = rows[np.argsort(table["margin"].to_numpy()[rows], kind="stable")]
    clusters = tuple(dict.fromkeys(table["cluster"].iloc[rows]))
    named: tuple[Any, ...] = ()
    if rows.size == 1:
        named = (clusters[0], table["nearest"].iloc[rows[0]])
        text = "One object of cluster {} sits badly: by rank of distance it "
        text += "is nearer to cluster {} on average."
    else:
        text = f"{rows.size} objects sit badly: by rank of distance they are nearer to another "
        text += "cluster on average."
    share = float(badly.mean())
    return [Advice("objects", text, named, clusters, rows[:_MOST_OBJECTS], share)]
