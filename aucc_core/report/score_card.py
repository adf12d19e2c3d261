"""Score clusterings that a table already holds: everything about each, and which is best.

>>> from aucc_core.score.inputs import Dataset
>>> data = Dataset("toy", [[0.0], [1.0], [9.0], [10.0]], label_columns={"a": [0, 0, 1, 1]})
>>> report = score_columns(data)
>>> report.best.name, report.best.aucc
('a', 1.0)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd

from aucc_core.criteria.external import EXTERNAL, external_scores
from aucc_core.criteria.quantities import DataView
from aucc_core.criteria.registry import CRITERIA, Criterion
from aucc_core.criteria.score import choose_criteria, score_partitions
from aucc_core.large.engine import ENGINES, Scoring, SizeChoices, choice_for, engine_row
from aucc_core.partitions.noise import (
    NOISE,
    NOISE_POLICIES,
    apply_noise_policy,
    require_noise_policy,
)
from aucc_core.prepare.projection import Projection, project
from aucc_core.score.counting import Counts, area
from aucc_core.score.curve import DRAWN_ERROR, RocCurve
from aucc_core.score.distances import distances_of
from aucc_core.score.inputs import (
    Bools,
    Codes,
    Dataset,
    Floats,
    InputError,
    Progress,
    as_codes,
    require_label_per_object,
)
from aucc_core.score.metrics import METRICS
from aucc_core.score.null import NullSummary
from aucc_core.score.objects import Objects
from aucc_core.score.ranked import RankedPairs
from aucc_core.score.result import Score
from aucc_core.sweeps.solutions import band_polygon, thinned

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class ScoreCard:
    """Everything about one clustering.

    Attributes
    ----------
    name : the label column.
    labels : as given, one per object; None where missing.
    codes : cluster of each scored object, 0 to k-1; `keep` says which objects are scored.
    sizes : objects by cluster, largest first.
    n_noise : objects labelled -1 or not at all; what was done with them is the report's `noise`.
    counts : comparisons won, lost and tied by pairs within clusters against pairs between.
    null : the score beside random labels with the same cluster sizes.
    criteria : other criteria by name, as published.
    """

    name: str
    labels: npt.NDArray
    codes: Codes
    keep: Bools
    sizes: Mapping[str, int]
    n_noise: int
    counts: Counts
    null: NullSummary
    curve: RocCurve
    criteria: Mapping[str, float]

    @property
    def n(self) -> int:
        """Number of scored objects."""
        return self.codes.size

    @property
    def k(self) -> int:
        """Number of clusters."""
        return int(self.codes.max()) + 1

    @property
    def coverage(self) -> float:
        """Share of the objects that are in a cluster."""
        return 1.0 - self.n_noise / self.keep.size

    @property
    def score(self) -> Score:
        """AUCC, ties counted one half."""
        return Score.exact(area(self.counts), self.counts)

    @property
    def aucc(self) -> float:
        """AUCC as a number."""
        return self.score.value

    @property
    def optimistic(self) -> float:
        """AUCC if every tie were won."""
        return area(self.counts, "optimistic")

    @property
    def pessimistic(self) -> float:
        """AUCC if every tie were lost."""
        return area(self.counts, "pessimistic")

    @property
    def gamma(self) -> float:
        """Generalised Gamma: ties count one half; equals 2 AUCC - 1."""
        return self.counts.gamma

    @property
    def gamma_classical(self) -> float:
        """Baker and Hubert's Gamma: ties left out; not a number when all comparisons are tied."""
        return self.counts.gamma_classical

    @property
    def tie_mass(self) -> float:
        """Share of the comparisons that are tied."""
        return self.counts.tie_mass

    def row(self) -> dict[str, Any]:
        """One row of the results table."""
        return {
            "labels": self.name,
            "n": self.n,
            "k": self.k,
            "aucc": self.aucc,
            "aucc_pessimistic": self.pessimistic,
            "aucc_optimistic": self.optimistic,
            "gamma": self.gamma,
            "gamma_classical": self.gamma_classical,
            "tie_mass": self.tie_mass,
            "s_plus": self.counts.s_plus,
            "s_minus": self.counts.s_minus,
            "s_zero": self.counts.s_zero,
            "z": self.null.z,
            "p_value": self.null.p_value,
            "noise": self.n_noise,
            "coverage": self.coverage,
            "largest_cluster": max(self.sizes.values()),
            "smallest_cluster": min(self.sizes.values()),
            **self.criteria,
        }


@dataclass(frozen=True, eq=False)
class ScoreReport:
    """Score cards of one data set, best first: by AUCC until `confidence` ranks them.

    `agreement` has one symmetric table per external index; `refused` says why a column has no card.
    """

    dataset: Dataset
    metric: str
    noise: str
    cards: tuple[ScoreCard, ...]
    refused: Mapping[str, str]
    agreement: Mapping[str, pd.DataFrame]
    notices: tuple[str, ...] = ()
    metric_options: Mapping[str, float] = field(default_factory=dict)

    @property
    def best(self) -> ScoreCard:
        """The first card."""
        return self.cards[0]

    @property
    def table(self) -> pd.DataFrame:
        """One row per clustering, best first."""
        return pd.DataFrame([card.row() for card in self.cards])


def score_columns(
    dataset: Dataset,
    columns: Sequence[str] | None = None,
    *,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
    noise: str = "drop",
) -> ScoreReport:
    """Score label columns of a data set and rank them.

    Beside AUCC stand the criteria whose row gives them a place on the card.
    Raises InputError when there is no label column, or when none can be scored.
    """
    asked = asked_columns(dataset, columns, noise)
    objects = Objects(dataset, metric, metric_options=metric_options)
    rows, notices = choose_criteria(_on_card(), objects)
    data = DataView(objects)
    cards, refused = scored_or_refused(
        asked, lambda name, labels: _card(name, labels, data, rows, noise)
    )
    # Equal scores: fewer clusters first, then the order in the file.
    cards.sort(key=lambda c: (-c.aucc, c.k))
    return ScoreReport(
        dataset=dataset,
        metric=objects.metric,
        noise=noise,
        cards=tuple(cards),
        refused=refused,
        agreement=_agreement(cards),
        notices=tuple(notices),
        metric_options=objects.metric_options,
    )


def _on_card() -> list[str]:
    places = {row.name: row.on_card for row in CRITERIA.values() if row.on_card is not None}
    return sorted(places, key=lambda name: places[name])


def asked_columns(
    dataset: Dataset, columns: Sequence[str] | None, noise: str
) -> dict[str, npt.NDArray]:
    """The label columns to score by name, all unless some are named; refuses what is not there."""
    require_noise_policy(noise)
    known = label_columns(dataset)
    names = list(known) if columns is None else list(dict.fromkeys(columns))
    unknown = [name for name in names if name not in known]
    if unknown:
        raise InputError(f"There is no label column {unknown[0]!r}; there are {', '.join(known)}.")
    if not names:
        raise InputError("There is no label column to score. Give one label per object.")
    return {name: known[name] for name in names}


def scored_or_refused(
    columns: Mapping[str, npt.NDArray], score: Callable[[str, npt.NDArray], T]
) -> tuple[list[T], dict[str, str]]:
    """The scores of the columns, and why others have none; at least one must have a score."""
    scored: list[T] = []
    refused: dict[str, str] = {}
    for name, labels in columns.items():
        try:
            scored.append(score(name, labels))
        except InputError as error:
            refused[name] = str(error)
    if not scored:
        raise InputError("; ".join(f"{name!r}: {why}" for name, why in refused.items()))
    return scored, refused


def label_columns(dataset: Dataset) -> dict[str, npt.NDArray]:
    """Label columns by name; plain labels without a column are called "labels"."""
    if dataset.label_columns:
        return dict(dataset.label_columns)
    return {} if dataset.labels is None else {"labels": dataset.labels}


def has_noise(labels: npt.NDArray) -> bool:
    """Whether some object is labelled -1 or not at all."""
    return bool(_noise_mask(labels).any())


def _noise_mask(labels: npt.NDArray) -> Bools:
    if labels.dtype != object and labels.dtype.kind in "iuf":
        return np.asarray((labels == NOISE) | np.isnan(labels.astype(np.float64)))
    return np.asarray(pd.isna(labels)) | np.isin(labels.astype(str), ("-1", "-1.0"))


def scored_part(labels: npt.NDArray, n: int, noise: str) -> tuple[Bools, Codes, int]:
    """Which objects are scored, their cluster codes, and how many objects are noise."""
    require_label_per_object(labels.size, n)
    is_noise = _noise_mask(labels)
    raw = pd.factorize(labels)[0].astype(np.int64)
    raw[is_noise] = NOISE
    keep, treated = apply_noise_policy(raw, noise)
    if treated.size < 3:
        few = f"Only {treated.size} objects are" if treated.size else "No object is"
        raise InputError(
            f"{few} in clusters, the others have the label −1 or none; AUCC needs 3 or more."
        )
    return keep, as_codes(treated, treated.size), int(is_noise.sum())


def _card(
    name: str, labels: npt.NDArray, data: DataView, rows: Sequence[Criterion], noise: str
) -> ScoreCard:
    keep, codes, n_noise = scored_part(labels, data.n, noise)
    view = data.kept(keep)
    (values,) = score_partitions(view, [codes], rows)
    pairs = view.pairs
    return ScoreCard(
        name=name,
        labels=labels,
        codes=codes,
        keep=keep,
        sizes=_sizes_by_name(labels, keep, noise),
        n_noise=n_noise,
        counts=pairs.counts(codes),
        null=pairs.null(codes),
        curve=pairs.curve(codes, max_error=DRAWN_ERROR),
        criteria=values,
    )


def _sizes_by_name(labels: npt.NDArray, keep: Bools, noise: str) -> dict[str, int]:
    """Objects by cluster, largest first."""
    names = _cluster_names(labels, _noise_mask(labels), noise)[keep]
    return {str(name): int(count) for name, count in pd.Series(names).value_counts().items()}


def _cluster_names(labels: npt.NDArray, is_noise: Bools, noise: str) -> npt.NDArray:
    names = np.array([str(v) for v in labels.tolist()], dtype=object)
    if NOISE_POLICIES[noise].alone:
        names[is_noise] = [f"noise {i + 1}" for i in range(int(is_noise.sum()))]
    else:
        names[is_noise] = "noise"
    return names


def _agreement(cards: Sequence[ScoreCard] | Sequence[LargeCard]) -> dict[str, pd.DataFrame]:
    """Every external index between all columns, over the objects both put in a cluster."""
    names = [card.name for card in cards]
    tables = {
        index: pd.DataFrame(np.eye(len(cards)), index=names, columns=names) for index in EXTERNAL
    }
    labels = [card.labels for card in cards]
    for a, first in enumerate(labels):
        for b, second in enumerate(labels[:a]):
            both = ~(_noise_mask(first) | _noise_mask(second))
            if not both.any():
                values = dict.fromkeys(EXTERNAL, float("nan"))
            else:
                values = external_scores(first[both], second[both])
            for index, value in values.items():
                tables[index].iloc[a, b] = tables[index].iloc[b, a] = value
    return tables


# Tables too large to rank: certain bounds, or a sample of pairs


@dataclass(frozen=True, eq=False)
class LargeCard:
    """One clustering of a table too large to rank.

    Attributes
    ----------
    name, labels, keep, codes, sizes, n_noise : as in `ScoreCard`.
    score : AUCC and how sure it is.
    curve : the ROC curve; through exact points where all pairs are counted.
    band : a polygon (x, y) that certainly holds the curve; None when it comes from a sample.
    """

    name: str
    labels: npt.NDArray
    keep: Bools
    codes: Codes
    sizes: Mapping[str, int]
    n_noise: int
    score: Score
    curve: RocCurve
    band: tuple[Floats, Floats] | None

    @property
    def n(self) -> int:
        """Number of scored objects."""
        return self.codes.size

    @property
    def k(self) -> int:
        """Number of clusters."""
        return int(self.codes.max()) + 1

    @property
    def coverage(self) -> float:
        """Share of the objects that are in a cluster."""
        return 1.0 - self.n_noise / self.keep.size

    @property
    def aucc(self) -> float:
        """AUCC as a number, good to the margin of the score."""
        return self.score.value

    def row(self) -> dict[str, Any]:
        """One row of the results table."""
        return {
            "labels": self.name,
            "n": self.n,
            "k": self.k,
            "n_noise": self.n_noise,
            "coverage": self.coverage,
            "low": self.score.low,
            "high": self.score.high,
            "estimate": self.score.value,
        }


@dataclass(frozen=True, eq=False)
class LargeReport:
    """Cards of the columns, highest score first; `refused` says why a column has none."""

    dataset: Dataset
    metric: str
    noise: str
    engine: str
    cards: tuple[LargeCard, ...]
    refused: Mapping[str, str]
    agreement: Mapping[str, pd.DataFrame]
    metric_options: Mapping[str, float] = field(default_factory=dict)

    @property
    def best(self) -> LargeCard:
        """The first card."""
        return self.cards[0]

    @property
    def notices(self) -> tuple[str, ...]:
        """How the scores were found."""
        if self.best.score.certain:
            how = "All pairs are counted in bins of close distances: AUCC is certainly in its range"
            return (f"{how}, and the curve in its band.",)
        return ("AUCC and the curves come from a sample of the pairs.",)

    @property
    def table(self) -> pd.DataFrame:
        """One row per clustering, best first."""
        return pd.DataFrame([card.row() for card in self.cards])


AnyReport = ScoreReport | LargeReport


def score_columns_large(
    dataset: Dataset,
    columns: Sequence[str] | None,
    size: SizeChoices,
    *,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
    noise: str = "drop",
    client: Any = None,
    progress: Progress | None = None,
) -> LargeReport:
    """Score label columns without ranking all pairs.

    ``size`` names the engine, one that is not exact; ``client`` counts bounds on a cluster.
    """
    names = [name for name, row in ENGINES.items() if not row.exact]
    if size.engine not in names:
        raise InputError(f"engine must be {' or '.join(map(repr, names))}; got {size.engine!r}.")
    asked = asked_columns(dataset, columns, noise)
    order = list(asked)
    distances = distances_of(dataset, metric, metric_options=metric_options)
    choice = choice_for(distances, size, metric=metric, client=client)

    def card(name: str, labels: npt.NDArray) -> LargeCard:
        step = _step(progress, order.index(name), len(order), name)
        step(0, 1, "")
        keep, codes, n_noise = scored_part(labels, dataset.n, noise)
        scoring = Scoring(Objects(distances.kept(keep)), size, metric, client, step)
        row, band = engine_row(choice.engine), None
        if row.band is not None:
            found = row.band(scoring, codes)
            score, curve, band = found.score, found.middle, band_polygon(found)
        else:
            (score,) = row.score(scoring, [codes])
            curve = row.curve(scoring, codes)
        drawn = thinned(curve, counted=False)
        sizes = _sizes_by_name(labels, keep, noise)
        return LargeCard(name, labels, keep, codes, sizes, n_noise, score, drawn, band)

    cards, refused = scored_or_refused(asked, card)
    cards.sort(key=lambda card: (-card.score.value, card.k))
    return LargeReport(
        dataset,
        distances.metric.name,
        noise,
        size.engine,
        tuple(cards),
        refused,
        _agreement(cards),
        dict(distances.options),
    )


def _step(progress: Progress | None, at: int, total: int, name: str) -> Progress:
    """Progress inside column number ``at``."""

    def tell(done: float, parts: float, _message: str) -> None:
        if progress is not None:
            progress(round(at + done / parts, 2), total, name)

    return tell


def examined_objects(
    dataset: Dataset, keep: Bools, *, metric: str, metric_options: Mapping[str, float]
) -> Objects:
    """Some objects of a table, at the distances that they are scored at."""
    row = METRICS[metric]
    if row.as_euclidean is not None:
        return Objects(row.as_euclidean(dataset.X)[keep])
    if row.at_once is not None:
        # Computed anew for these alone, as it is for the data without clusters beside them.
        return Objects(dataset.X[keep], metric, metric_options=metric_options)
    return Objects(dataset, metric, metric_options=metric_options).kept(keep)


def projection_of(report: AnyReport) -> Projection | None:
    """The objects in the plane: their two features, principal components, or the given layout."""
    dataset = report.dataset
    if dataset.d < 2:
        return None
    if dataset.d == 2:
        note = "Laid out so that near objects are near." if dataset.distances is not None else ""
        return Projection(dataset.X, (dataset.feature_names[0], dataset.feature_names[1]), note)
    return project(dataset, RankedPairs(dataset.X), "pca")
