"""Which distance fits these labels? AUCC of one clustering at every distance and scaling.

The labels stay as they are and the distance changes: where pairs of one label are closer than pairs
of different labels, distance and labels speak of the same thing. (AUC of distances against known
labels is an earlier use of the idea behind AUCC, by its authors.) Each feature is also left out in
turn, at the scaling that fits best.

Choosing by the labels makes the best score too good. Two things say how much: the labels are
shuffled, and the best of all distances is taken again each time (p of the best); and the distance
is chosen on one half of the objects and scored on the other, again and again (held out).

>>> from aucc_core import load_dataset
>>> iris = load_dataset("iris")
>>> found = label_distances(iris, iris.labels, seed=0, metrics=["euclidean", "cosine"])
>>> found.best.metric, found.best.scaling
('cosine', 'none')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from aucc_core.cost import LIBRARIES, Cost, distances_seconds
from aucc_core.prepare.scaling import SCALINGS
from aucc_core.score.distances import distances_of
from aucc_core.score.inputs import Bools, Codes, Dataset, Floats, InputError, Progress, as_codes
from aucc_core.score.metrics import METRICS
from aucc_core.score.ranked import RankedPairs

MOST_OBJECTS = 1_000  # of more, a random part is looked at
MOST_FEATURES = 20  # of more, none is left out
N_SHUFFLES = 199
N_HALVINGS = 10
_NAMED = 3
# Labels fit a distance if at most this share of shuffled ones score as high.
_RARE = 0.05
# Scores closer than this are the same order of the pairs, as of a distance and its square.
_SAME = 1e-12


@dataclass(frozen=True)
class LabelFit:
    """AUCC of the labels at one distance; `left_out` is the feature that is missing, if any."""

    metric: str
    scaling: str
    left_out: str
    aucc: float
    p_value: float

    @property
    def label(self) -> str:
        """The distance in words."""
        row = METRICS[self.metric]
        if self.scaling == "none":
            return row.label
        return f"{row.label} after {SCALINGS[self.scaling].label}"


@dataclass(frozen=True, eq=False)
class LabelDistances:
    """How one clustering fits every distance.

    Attributes
    ----------
    fits : with all features, best first.
    without : without one feature each, at the best scaling of every distance.
    refused : why a distance could not be taken.
    n, total : objects looked at, and all that have a label.
    p_best : p of the best: (1 + shuffled labels that score as high at their own best distance) /
        (1 + `shuffles`).
    seen, held_out : mean score of the distance chosen on half of the objects, on these and on the
        others.
    """

    fits: tuple[LabelFit, ...]
    without: tuple[LabelFit, ...]
    refused: Mapping[str, str]
    n: int
    total: int
    p_best: float
    shuffles: int
    seen: float
    held_out: float

    @property
    def best(self) -> LabelFit:
        """Where the labels score highest."""
        return self.fits[0]

    @property
    def table(self) -> pd.DataFrame:
        """One row per distance, scaling and feature left out."""
        return pd.DataFrame([vars(fit) for fit in (*self.fits, *self.without)])

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was found, in plain sentences."""
        return tuple(_sentences(self))


def label_distances(
    data: Dataset,
    labels: Any,
    *,
    seed: int,
    metrics: Sequence[str] | None = None,
    n_shuffles: int = N_SHUFFLES,
    n_halvings: int = N_HALVINGS,
    progress: Progress | None = None,
) -> LabelDistances:
    """Score one clustering at every distance and scaling.

    Parameters
    ----------
    data : a table; distances alone cannot be computed another way.
    labels : one label of any hashable kind per object.
    metrics : names from `METRICS`; all that such a table can be compared by unless some are named.
    """
    if data.distances is not None:
        raise InputError(
            "Which distance fits needs a table of features; these data have distances only."
        )
    codes, total = as_codes(labels, data.n), data.n
    rng = np.random.default_rng(seed)
    if data.n > MOST_OBJECTS:
        rows = np.sort(rng.choice(data.n, MOST_OBJECTS, replace=False))
        data, codes = data.part(rows), as_codes(codes[rows], MOST_OBJECTS)
    shuffled = [rng.permutation(codes) for _ in range(n_shuffles)]
    halves = [_half(codes, rng) for _ in range(n_halvings)]
    places = list(_places(data, metrics))
    steps = len({metric for metric, _ in places}) * len(_features(data)) + len(places)
    say: Progress = progress or (lambda *_: None)
    seen: list[_Seen] = []
    refused: dict[str, str] = {}
    done = 0
    for metric, scaling in places:
        say(done, steps, METRICS[metric].label)
        done += 1
        try:
            seen.append(_look(data, metric, scaling, codes, shuffled, halves))
        except InputError as error:
            refused[metric] = str(error)
    if not seen:
        raise InputError("; ".join(refused.values()))
    seen.sort(key=lambda one: -one.fit.aucc)
    without = []
    for metric in dict.fromkeys(one.fit.metric for one in seen):
        at = next(one.fit for one in seen if one.fit.metric == metric)
        for feature in _features(data):
            say(done, steps, f"{METRICS[metric].label} without {feature}")
            done += 1
            found = _without(data, at, feature, codes)
            if found is not None:
                without.append(found)
    chosen, other = _held_out(seen)
    return LabelDistances(
        fits=tuple(one.fit for one in seen),
        without=tuple(without),
        refused=refused,
        n=data.n,
        total=total,
        p_best=_p_of_best(seen, n_shuffles),
        shuffles=n_shuffles,
        seen=chosen,
        held_out=other,
    )


def label_distances_cost(data: Dataset) -> Cost:
    """What looking at all distances takes."""
    n = min(data.n, MOST_OBJECTS)
    pairs, places = n * n / 2, list(_places(data, None))
    each = pairs * (1.5e-7 + 1.2e-9 * N_SHUFFLES + 1e-7 * N_HALVINGS) + 0.002 * N_HALVINGS
    features = len(_features(data)) * len({metric for metric, _ in places})
    taken = sum(distances_seconds(n, data.d, metric) for metric, _ in places)
    seconds = len(places) * each + features * (pairs * 1.5e-7 + 0.001) + taken
    return Cost(seconds, LIBRARIES + int(80 * pairs))


def fitting_metrics(data: Dataset) -> list[str]:
    """Distances that such a table can be compared by."""
    return [
        name
        for name, row in METRICS.items()
        if row.takes_features and (row.needs != "table" or data.mixed is not None)
    ]


def _places(data: Dataset, metrics: Sequence[str] | None) -> Iterator[tuple[str, str]]:
    for metric in fitting_metrics(data) if metrics is None else metrics:
        if METRICS[metric].needs == "features":
            yield from ((metric, scaling) for scaling in SCALINGS)
        else:
            yield metric, "none"  # scaled, it would be no table of categories and of yes or no


def _features(data: Dataset) -> Sequence[str]:
    names = list(data.feature_names) if data.mixed is None else [str(c) for c in data.mixed]
    return names if 2 <= len(names) <= MOST_FEATURES else []


@dataclass(frozen=True, eq=False)
class _Seen:
    """One distance: the score, those of shuffled labels, and those on halves (here, there)."""

    fit: LabelFit
    shuffled: Floats
    halves: Floats


def _look(
    data: Dataset,
    metric: str,
    scaling: str,
    codes: Codes,
    shuffled: Sequence[Codes],
    halves: Sequence[Bools],
) -> _Seen:
    distances = distances_of(_scaled(data, scaling), metric)
    pairs = RankedPairs(distances)
    own = np.array([[_half_score(distances, codes, s) for s in (half, ~half)] for half in halves])
    chance = pairs.aucc_many(shuffled)
    null = pairs.null(codes)
    fit = LabelFit(metric, scaling, "", pairs.aucc(codes), null.p_value)
    return _Seen(fit, chance, own.reshape(-1, 2))


def _half_score(distances: Any, codes: Codes, half: Bools) -> float:
    try:
        return RankedPairs(distances.kept(half)).aucc(codes[half])
    except InputError:  # no pair within or none between
        return float("nan")


def _scaled(data: Dataset, scaling: str) -> Dataset:
    return data if scaling == "none" else replace(data, X=SCALINGS[scaling].apply(data.X))


def _without(data: Dataset, at: LabelFit, feature: str, codes: Codes) -> LabelFit | None:
    if METRICS[at.metric].needs == "table":
        assert data.mixed is not None
        keep = [c for c in data.mixed if str(c) != feature]
        less = replace(data, mixed=data.mixed[keep])
    elif feature in data.feature_names:
        column = data.feature_names.index(feature)
        names = tuple(name for name in data.feature_names if name != feature)
        less = replace(data, X=np.delete(data.X, column, axis=1), feature_names=names, mixed=None)
    else:
        return None  # a column of categories, which this distance does not look at
    try:
        pairs = RankedPairs(_scaled(less, at.scaling), at.metric)
        null = pairs.null(codes)
        return replace(at, left_out=feature, aucc=pairs.aucc(codes), p_value=null.p_value)
    except InputError:
        return None


def _half(codes: Codes, rng: np.random.Generator) -> Bools:
    """Half of the objects of every cluster."""
    half = np.zeros(codes.size, dtype=bool)
    for cluster in range(int(codes.max()) + 1):
        members = rng.permutation(np.flatnonzero(codes == cluster))
        extra = int(rng.integers(0, 2)) if members.size % 2 else 0
        half[members[: members.size // 2 + extra]] = True
    return half


def _p_of_best(seen: Sequence[_Seen], n_shuffles: int) -> float:
    highest = np.max([one.shuffled for one in seen], axis=0)
    return float((1 + (highest >= seen[0].fit.aucc).sum()) / (1 + n_shuffles))


def _held_out(seen: Sequence[_Seen]) -> tuple[float, float]:
    """Mean score of the distance that is best on one half, there and on the other half."""
    scores = np.array([one.halves for one in seen])  # (distances, halvings, here and there)
    here, there = [], []
    for at in range(scores.shape[1]):
        for side in (0, 1):
            own = scores[:, at, side]
            if np.isnan(own).all():
                continue
            best = int(np.nanargmax(own))
            here.append(own[best])
            there.append(scores[best, at, 1 - side])
    if not here:
        return float("nan"), float("nan")
    return float(np.nanmean(here)), float(np.nanmean(there))


# In words


def _sentences(found: LabelDistances) -> Iterator[str]:
    best = found.best
    level = [fit for fit in found.fits[1:] if best.aucc - fit.aucc <= _SAME]
    same = f" (the same: {'; '.join(fit.label for fit in level[:_NAMED])})" if level else ""
    reached = round(found.p_best * (1 + found.shuffles)) - 1
    shuffled = (
        f"{reached or 'None'} of {found.shuffles:,} shufflings of the labels "
        f"score{'' if reached > 1 else 's'} as high at its own best distance (p = "
        f"{found.p_best:.3f}, the choice counted)."
    )
    if found.p_best > _RARE:
        yield (
            f"There is no evidence that any distance fits these labels: {best.label} has the "
            f"highest AUCC, {best.aucc:.4f}{same}."
        )
        yield shuffled
    else:
        yield f"The labels fit {best.label} best: AUCC {best.aucc:.4f}{same}."
    rest: list[LabelFit] = []
    for fit in found.fits[1 + len(level) :]:
        if len(rest) < _NAMED and not any(abs(fit.aucc - one.aucc) <= _SAME for one in rest):
            rest.append(fit)
    if rest:
        named = "; ".join(f"{fit.label} ({fit.aucc:.4f})" for fit in rest)
        yield f"Next: {named}. Worst: {found.fits[-1].label} ({found.fits[-1].aucc:.4f})."
    if found.p_best <= _RARE:
        yield from _on_features(found)
        yield shuffled
    if found.held_out == found.held_out:
        yield (
            "A distance chosen by the labels can look better than it is: chosen on half of the "
            f"objects it scores {found.seen:.4f} there and {found.held_out:.4f} on the other half "
            "(means)."
        )
    if found.n < found.total:
        yield f"A random {found.n:,} of the {found.total:,} objects were looked at."


def _on_features(found: LabelDistances) -> Iterator[str]:
    best = found.best
    own = [f for f in found.without if (f.metric, f.scaling) == (best.metric, best.scaling)]
    if not own:
        return
    lowest, highest = min(own, key=lambda f: f.aucc), max(own, key=lambda f: f.aucc)
    if lowest.aucc < best.aucc:
        yield f"It needs {lowest.left_out} most: without it {lowest.aucc:.4f}."
    if highest.aucc > best.aucc:
        yield f"It is better without {highest.left_out}: {highest.aucc:.4f}."
