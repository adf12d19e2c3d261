"""`verdict`: which clustering to believe, or that there are no clusters, and why.

Three questions, in this order. Are there clusters at all (`structure`, whichever algorithm is
asked about)? Which of the clusterings, algorithm by algorithm and k by k, speaks most for itself
(`looks`, and the agreement of new runs on other draws of the objects)? And can the algorithms that
were asked about follow the clusters that there are? Weights come from generated and public data
sets; `verdicts.tuned` has them, and how often verdicts were right on others.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.stats import rankdata

from aucc_core.cost import Cost, Load, examined_run
from aucc_core.criteria.external import Contingency
from aucc_core.explain.diagnose import Advice, diagnose
from aucc_core.large.engine import SizeChoices
from aucc_core.partitions.algorithms import ALGORITHMS
from aucc_core.partitions.make import Partition, iter_partitions, trials
from aucc_core.partitions.spec import Options, RunSpec, asked_run
from aucc_core.score.inputs import Dataset, Floats, InputError, Progress
from aucc_core.score.metrics import METRICS
from aucc_core.score.objects import Objects
from aucc_core.sweeps.numbering import numbered_like
from aucc_core.sweeps.scorer import unscorable
from aucc_core.sweeps.sweep import run_cost
from aucc_core.verdicts import tuned
from aucc_core.verdicts.answer import Strength, answer_of, as_good, doubts_of, strength_of
from aucc_core.verdicts.band import ReferenceBand, band_steps, reference_rows
from aucc_core.verdicts.looks import Scene, look_at, without_noise
from aucc_core.verdicts.null_data import references_for
from aucc_core.verdicts.samples import nearest_sampled, stratified_samples
from aucc_core.verdicts.sentences import Case, Lines, Sight, explain, far_objects
from aucc_core.verdicts.stability import Stability, stability_steps
from aucc_core.verdicts.structure import FEWEST_OBJECTS, Structure, structure_of

# More objects are looked at through samples of so many.
MOST_OBJECTS = 2_000
SAMPLE_OBJECTS = 1_000
N_SAMPLES = 3
# Starts on new draws and on data without clusters: these clusterings are many.
_FEW_STARTS = 2
# A k with at least this share of the evidence is named beside the suggested one.
_RUNNER_UP = 0.02
# Algorithms are blind where their best clustering agrees with the dense groups less than this
# while these stand apart so much more clearly along dense paths, and two of them or more have this
# share of the objects (a small group that stands far apart is not what the others miss).
_BLIND_AGREEMENT = 0.5
_BLIND_MARGIN = 0.26
_BLIND_SHARE = 0.1
# A mixed table stands out from its shuffled columns when so few of these do as much.
_P_VALUE = 0.05
_SETS_TO_DECIDE = 20
_FEWEST_SHUFFLED = 19  # with fewer no p value is that small


@dataclass(frozen=True, eq=False)
class Verdict:
    """A suggestion and its reasons.

    Attributes
    ----------
    k, algorithm : the suggested clustering; None when there is no evidence of clusters, or when
        none of the algorithms can follow those that there are (``sight`` says which it is).
    labels : its clusters, one number per object, -1 for noise; None without a suggestion.
    share : how much of the weight of evidence among the tried k is on it, 0 to 1.
    runners_up : (k, share) of the next ones, best first.
    for_it, against_it, would_change : plain sentences.
    record : how often such verdicts were right, in a sentence.
    table : one row per algorithm and k (or setting): what was weighed, its share, and whether it is
        the suggested one.
    structure : evidence of clusters at all; None where it cannot be examined.
    sight : what the algorithms see: "clusters", "blind" (there are some that they cannot follow),
        "none", "few" (objects, too few to tell) or "unknown" (clusters were chosen, but whether
        there are any was not examined).
    seen_otherwise : number of clusters that a look along dense paths sees; None for none.
    samples : the k found on each sample of a large table; empty when all objects were examined.
    advice : what is said in ``against_it`` about single clusters and objects of the suggestion.
    """

    k: int | None
    algorithm: str | None
    labels: npt.NDArray[np.int32] | None
    share: float
    runners_up: tuple[tuple[int, float], ...]
    for_it: tuple[str, ...]
    against_it: tuple[str, ...]
    would_change: tuple[str, ...]
    record: str
    table: pd.DataFrame
    structure: Structure | None
    sight: Sight
    seen_otherwise: int | None = None
    samples: tuple[int | None, ...] = ()
    advice: tuple[Advice, ...] = ()

    def numbered_like(self, numbers: npt.NDArray) -> Verdict:
        """The same, its sentences naming clusters by the numbers that a screen shows for them."""
        if self.labels is None:
            return self
        shown = (numbered_like(self.labels, numbers) + 1).tolist()
        names = dict(zip((self.labels + 1).tolist(), shown, strict=True))
        advice = tuple(one.renamed(names) for one in self.advice)
        texts = {old.text: new.text for old, new in zip(self.advice, advice, strict=True)}
        against = tuple(texts.get(line, line) for line in self.against_it)
        return replace(self, advice=advice, against_it=against)

    @property
    def headline(self) -> str:
        """The suggestion in a few words."""
        if self.k is not None:
            assert self.algorithm is not None
            return f"{self.k} clusters ({ALGORITHMS[self.algorithm].label})"
        untried = self.seen_otherwise not in set(self.table["k"])
        if self.sight == "blind" and not (self.seen_otherwise and untried):
            names = " or ".join(ALGORITHMS[name].label for name in self.table["algorithm"].unique())
            seen = f"; a look along dense paths sees {self.seen_otherwise}"
            return f"No clusters that {names} could find{seen if self.seen_otherwise else ''}"
        return self.answer

    @property
    def strength(self) -> Strength:
        """How strong the evidence for the suggestion is, in a word; "none" without one."""
        suggested = self.table[self.table["suggested"]]
        slivers, alone = int(suggested["slivers"].sum()), len(set(self.table["k"])) == 1
        return strength_of(self.share, self.sight, self.structure, slivers, alone=alone)

    @property
    def answer(self) -> str:
        """The verdict in one line: "k-means: 4 clusters, strong evidence"."""
        return answer_of(
            self.algorithm,
            () if self.k is None else as_good(self.k, self.share, self.runners_up),
            sight=self.sight,
            strength=self.strength,
            asked=list(self.table["algorithm"].unique()),
            otherwise=self.seen_otherwise,
            tried=set(self.table["k"]),
        )

    @property
    def weight(self) -> str:
        """How strong the suggestion is and what comes next, in a line; empty without one."""
        if self.k is None:
            return ""
        named = ", ".join(f"k = {k} ({share:.0%})" for k, share in self.runners_up)
        following = f" Next: {named}." if named else ""
        return f"{self.share:.0%} of the weighed evidence is on it.{following}"


@dataclass(frozen=True, eq=False)
class Examination:
    """What is known so far: the band, the runs, and at the end the verdict.

    Band and runs are those of one algorithm: the suggested one where it is told k.
    """

    band: ReferenceBand | None
    runs: Stability | None = None
    verdict: Verdict | None = None


def verdict(
    X: Any,
    algorithms: str | Iterable[str],
    ks: int | Iterable[int],
    *,
    seed: int,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
    n_init: int = 10,
    options: Options | None = None,
    progress: Progress | None = None,
    **effort: Any,
) -> Verdict:
    """Cluster, look at every clustering, run again, draw data without clusters, weigh.

    Parameters
    ----------
    X : (n, d) features, a Dataset, or distances with ``metric="precomputed"``. With distances
        alone whether there are clusters at all cannot be examined.
    algorithms : a name from `ALGORITHMS` or several.
    ks : numbers of clusters. Algorithms that find k themselves are tried with several values of
        the setting that decides it (min_cluster_size of HDBSCAN, eps of DBSCAN).
    options : further settings by algorithm; a value for such a setting is the only one tried.
    effort : ``n_runs`` new runs, ``n_sets`` sets without clusters, ``reference`` what these are.
    Others as in `sweep`. More than 2,000 objects are looked at through three samples of 1,000.

    >>> from aucc_core import load_dataset, verdict
    >>> found = verdict(load_dataset("ruspini"), "ward", range(2, 7), seed=0)
    >>> found.k, found.algorithm, found.answer
    (4, 'ward', 'Ward: 4 clusters, strong evidence')
    """
    objects, spec = asked_run(
        X,
        algorithms,
        ks,
        metric=metric,
        metric_options=metric_options,
        seed=seed,
        n_init=n_init,
        options=options,
    )
    *_, last = examine(objects, spec, progress=progress, **effort)
    assert last.verdict is not None
    return last.verdict


def examine(
    data: Any,
    spec: RunSpec,
    *,
    n_sets: int = 12,
    n_runs: int = 6,
    reference: str | None = None,
    progress: Progress | None = None,
) -> Generator[Examination, None, Examination]:
    """`verdict` step by step, for a chart that fills in: the band grows, at the end comes all.

    As a job it reports its progress and gives back the last step.
    """
    objects = spec.objects(data)
    effort: dict[str, Any] = {"n_sets": n_sets, "n_runs": n_runs, "reference": reference}
    say: Progress = progress or (lambda *_: None)
    if objects.n <= MOST_OBJECTS:
        return (yield from _examine(objects, np.arange(objects.n), spec, say, **effort))
    found = []
    samples = stratified_samples(objects, SAMPLE_OBJECTS, N_SAMPLES, seed=spec.seed)
    for number, keep in enumerate(samples):

        def part(done: float, total: float, message: str, number: int = number) -> None:
            say(number * total + done, N_SAMPLES * total, f"Sample {number + 1}: {message}")

        rows = np.flatnonzero(keep)
        found.append((yield from _examine(objects.kept(keep), rows, spec, part, **effort)))
    whole = _together(objects, samples, found)
    yield whole
    return whole


def examine_cost(dataset: Dataset, spec: RunSpec) -> Cost:
    """What an examination takes."""
    spec = replace(spec, size=SizeChoices())  # how a run is scored otherwise makes no difference
    small, parts, whole = dataset, 1, dataset.X.nbytes
    if dataset.n > MOST_OBJECTS:
        small = Dataset(dataset.name, np.zeros((SAMPLE_OBJECTS, max(dataset.d, 1))))
        parts = N_SAMPLES
        whole += 0 if dataset.distances is None else dataset.distances.nbytes
    load = Load(small.n, small.d, spec.ks or (2,), spec.n_init)
    run = run_cost(small, spec, drawn=False)
    again = run_cost(small, replace(spec, n_init=_FEW_STARTS), drawn=False)
    many = len(spec.algorithms)
    return examined_run(load, run, again, algorithms=many, parts=parts, whole=whole)


# What is weighed, and how


def weighed_values(table: pd.DataFrame) -> dict[str, Floats]:
    """What the weights in `tuned` are multiplied with, by name; ranks are 0 to 1.

    Ranks are taken among the clusterings that were tried: how high AUCC comes depends on the data.
    """
    agreement = table["agreement"].to_numpy(dtype=float)
    usual = float(np.nanmean(agreement)) if not np.isnan(agreement).all() else 0.0
    return {
        "path_silhouette": table["path_silhouette"].to_numpy(),
        "weakest_cluster": table["weakest_cluster"].to_numpy(),
        "neighbours_kept": _ranks(table["neighbours_kept"]),
        "inner_gap": np.clip(table["inner_gap"].to_numpy(), 0.0, 3.0),
        "slivers": np.minimum(table["slivers"].to_numpy(), 4) / 4,
        "smallest": np.minimum(table["smallest"].to_numpy(), 0.5),
        "split": table["split"].to_numpy(),
        "merge": table["merge"].to_numpy(),
        "aucc": _ranks(table["aucc"]),
        "path_aucc": _ranks(table["path_aucc"]),
        "agreement": np.nan_to_num(agreement, nan=usual),
        "dense_agreement": table["dense_agreement"].to_numpy(),
    }


def _ranks(values: pd.Series) -> Floats:
    return (rankdata(values.to_numpy()) - 1) / max(len(values) - 1, 1)


def scores_of(table: pd.DataFrame) -> Floats:
    """What speaks for each clustering; -inf for one that is a cluster and far objects."""
    values = weighed_values(table)
    scores = sum(weight * values[name] for name, weight in tuned.WEIGHTS.items())
    return np.where(table["large_clusters"].to_numpy() >= 2, scores, -np.inf)


def shares_of(table: pd.DataFrame, scores: Floats) -> dict[int, float]:
    """Share of the evidence on each number of clusters: that of its best clustering."""
    best = pd.Series(scores).groupby(table["k"].to_numpy()).max()
    best = best[np.isfinite(best)]
    odds = np.exp((best - best.max()) / tuned.TEMPERATURE)
    return {int(k): float(share) for k, share in (odds / odds.sum()).items()}


# One examination


@dataclass(frozen=True, eq=False)
class Tried:
    """Clusterings that were tried, with what is weighed of each.

    Attributes
    ----------
    made : each with the setting that made it, where that is not k.
    table : one row per clustering: what `weighed_values` takes.
    runs : new runs by algorithm.
    steps : how many steps of work it was.
    """

    made: list[tuple[Partition, str]]
    table: pd.DataFrame
    runs: dict[str, Stability]
    steps: int


def try_clusterings(
    scene: Scene, spec: RunSpec, *, n_runs: int = 6, progress: Progress | None = None
) -> Tried:
    """Make all clusterings of a run, look at each and run again on other draws of the objects."""
    say: Progress = progress or (lambda *_: None)
    objects = scene.objects
    told = [row.name for row in spec.rows if row.takes_k]
    # More clusters than places either come out as fewer, or part what is in one place.
    made = [
        (partition, setting)
        for partition, setting in _clusterings(objects, spec)
        if partition.k <= scene.places
        and not unscorable(without_noise(partition.labels, objects.square))
    ]
    if not made:
        raise InputError("None of these clusterings can be scored. Try other numbers of clusters.")
    total = len(made) + n_runs * len(told)
    table = look_at(
        scene,
        [partition.labels for partition, _ in made],
        lambda count: say(count, total, "Looking at the clusterings"),
    )
    table.insert(0, "algorithm", [partition.algorithm for partition, _ in made])
    table.insert(1, "k", [partition.k for partition, _ in made])
    table.insert(2, "setting", [setting for _, setting in made])
    table.insert(3, "coverage", [partition.coverage for partition, _ in made])
    done = len(made)
    runs: dict[str, Stability] = {}
    for name in told:
        alone = replace(spec, algorithms=(name,), n_init=_FEW_STARTS)
        for runs[name] in stability_steps(objects, alone, n_runs=n_runs):
            done += 1
            say(done, total, "Running again on other draws of the objects")
    table.insert(4, "agreement", _agreement(table, runs))
    return Tried(made, table, runs, total)


def _examine(
    objects: Objects,
    rows: npt.NDArray[np.intp],
    spec: RunSpec,
    say: Progress,
    *,
    n_sets: int,
    n_runs: int,
    reference: str | None,
) -> Generator[Examination, None, Examination]:
    spec.check(objects)
    told = [row.name for row in spec.rows if row.takes_k]
    reference = reference or _usual_reference(objects)
    has_band = reference_rows(objects) is not None
    if objects.features is None:
        n_sets = max(n_sets, _FEWEST_SHUFFLED)
    scene = Scene(objects)
    later = 1 + (n_sets if has_band else 0)

    def counted(done: float, total: float, message: str) -> None:
        say(done, total + later, message)

    tried = try_clusterings(scene, spec, n_runs=n_runs, progress=counted)
    made, table, runs, done = tried.made, tried.table, tried.runs, tried.steps
    total = done + later
    structure = None
    if objects.features is not None:
        structure = structure_of(objects.features, seed=spec.seed)
    done += 1
    say(done, total, "Looking for any clusters at all")
    scores = scores_of(table)
    best = made[int(np.argmax(scores))][0]
    band = None
    if has_band:
        name = best.algorithm if best.algorithm in told else _yardstick(objects, told)
        alone = replace(
            spec, algorithms=(name,), ks=_ks_of(spec, table, scene.places), n_init=_FEW_STARTS
        )
        for band in band_steps(
            objects,
            alone,
            reference=reference,
            n_sets=n_sets,
            observed=_observed(table, name, alone.ks),
        ):
            say(done + band.n_sets, total, "Scoring data without clusters")
            yield Examination(band, runs.get(name))
    table.insert(5, "corrected", _corrected(table, band))
    by_paths = METRICS[spec.metric].at_once is not None
    far = far_objects(scene.nearest, objects.condensed, rows)
    found = _decide(scene, made, table, scores, structure, band, far=far, by_paths=by_paths)
    whole = Examination(band, runs.get(band.algorithm if band else best.algorithm), found)
    yield whole
    return whole


def _clusterings(objects: Objects, spec: RunSpec) -> Iterable[tuple[Partition, str]]:
    """Every clustering with the setting that made it, where that is not k."""
    for row in spec.rows:
        alone = replace(spec, algorithms=(row.name,))
        if row.takes_k:
            yield from ((partition, "") for partition in iter_partitions(objects, alone))
            continue
        seen: set[bytes] = set()
        for options, text in trials(row, objects, spec):
            for partition in iter_partitions(objects, replace(alone, options=options)):
                if partition.labels.tobytes() not in seen:
                    seen.add(partition.labels.tobytes())
                    yield partition, text


def _usual_reference(objects: Objects) -> str:
    row = objects.distances.metric
    mixed = objects.features is None
    return references_for(own_values=row.own_values or mixed)[0]


def _yardstick(objects: Objects, told: Sequence[str]) -> str:
    """Whose scores on data without clusters are shown when the suggested one is not told k."""
    if told:
        return told[0]
    return "kmeans" if objects.features is not None else "average"


def _ks_of(spec: RunSpec, table: pd.DataFrame, places: int) -> tuple[int, ...]:
    ks = tuple(k for k in spec.ks if k <= places)
    return ks or tuple(sorted({int(k) for k in table["k"]}))


def _observed(table: pd.DataFrame, name: str, ks: Sequence[int]) -> list[float] | None:
    """AUCC of one algorithm for every k, where all of them were tried."""
    own = table[table["algorithm"] == name]
    known = dict(zip(own["k"], own["aucc"], strict=True))
    return [float(known[k]) for k in ks] if all(k in known for k in ks) else None


def _agreement(table: pd.DataFrame, runs: Mapping[str, Stability]) -> Floats:
    by_name = {
        (name, k): value
        for name, found in runs.items()
        for k, value in zip(found.ks, found.agreement, strict=True)
    }
    keys = zip(table["algorithm"], table["k"], strict=True)
    return np.array([by_name.get(key, np.nan) for key in keys])


def _corrected(table: pd.DataFrame, band: ReferenceBand | None) -> Floats:
    """AUCC less the mean of the band at the same k."""
    if band is None:
        return np.full(len(table), np.nan)
    usual = dict(zip(band.ks, band.scores.mean(axis=0), strict=True))
    expected = np.array([usual.get(k, np.nan) for k in table["k"]])
    return np.asarray(table["aucc"].to_numpy() - expected)


def _decide(
    scene: Scene,
    made: Sequence[tuple[Partition, str]],
    table: pd.DataFrame,
    scores: Floats,
    structure: Structure | None,
    band: ReferenceBand | None,
    *,
    far: tuple[str, ...],
    by_paths: bool,
) -> Verdict:
    at = int(np.argmax(scores))
    possible = bool(np.isfinite(scores[at]))
    shares = shares_of(table, scores) if possible else {}
    table["share"] = [
        shares.get(int(k), 0.0) if score == scores[table["k"].to_numpy() == k].max() else 0.0
        for k, score in zip(table["k"], scores, strict=True)
    ]
    otherwise = dense_groups(scene)
    partition = made[at][0]
    labels = without_noise(partition.labels, scene.objects.square)
    looks = table.iloc[at]
    sight = sight_of(
        scene, labels, looks, structure, band,
        possible=possible, otherwise=otherwise, agreement=best_agreement(table, at),
    )  # fmt: skip
    chosen = partition if sight in ("clusters", "unknown") else None
    k = None if chosen is None else int(table["k"].iloc[at])
    table.insert(0, "suggested", (np.arange(len(table)) == at) & (chosen is not None))
    ranked = sorted(shares.items(), key=lambda item: -item[1])
    seen = diagnose(scene.objects.pairs, labels + 1)
    dense = missed = None
    clearer = False
    if otherwise is not None:
        dense, missed = otherwise.k, otherwise.agreement(labels)
        clearer = _clear(otherwise.looks) > _clear(table.iloc[at])
    share = shares.get(int(table["k"].iloc[at]), 0.0)
    doubts: tuple[str, ...] = ()
    if k is not None and sight == "clusters":
        doubts = doubts_of(k, share, structure, alone=len(set(table["k"])) == 1)
    case = Case(
        table, at, k, sight, structure, band, dense, scene.n, scene.places,
        missed=missed, dense_is_clearer=clearer, agreement=best_agreement(table, at),
        by_paths=by_paths, doubts=doubts, far=far,
    )  # fmt: skip
    lines: Lines = explain(case, seen)
    return Verdict(
        k=k,
        algorithm=None if chosen is None else chosen.algorithm,
        labels=None if chosen is None else chosen.labels,
        share=share,
        runners_up=tuple(
            (other, share) for other, share in ranked if other != k and share >= _RUNNER_UP
        )[:3],
        for_it=lines.for_it,
        against_it=lines.against_it,
        would_change=lines.would_change,
        record=lines.record,
        table=table.drop(columns="large_clusters"),
        structure=structure,
        sight=sight,
        seen_otherwise=dense,
        advice=seen.advice,
    )


def sight_of(
    scene: Scene,
    labels: npt.NDArray[np.int64],
    looks: pd.Series,
    structure: Structure | None,
    band: ReferenceBand | None,
    *,
    possible: bool,
    otherwise: DenseGroups | None,
    agreement: float,
) -> Sight:
    """What is seen with the best clustering: its labels without noise, and its row of looks.

    ``possible`` says whether it has two clusters of some size, ``agreement`` how much runs agree at
    best (`best_agreement`).
    """
    if scene.n < FEWEST_OBJECTS:
        return "few"
    if not _may_be_clustered(structure, band, agreement):
        return "none"
    if not possible:
        return "none" if otherwise is None else "blind"
    if otherwise is not None and otherwise.is_missed_by(labels, looks, structure):
        return "blind"
    return "unknown" if structure is None and band is None else "clusters"


def best_agreement(table: pd.DataFrame, at: int) -> float:
    """How much new runs agree at best, of clusterings that are no sliver and a rest.

    NaN where that is not known of the chosen one, at a row of the table.
    """
    if np.isnan(table["agreement"].iloc[at]):
        return float("nan")
    return float(table["agreement"][table["large_clusters"] >= 2].max())


@dataclass(frozen=True, eq=False)
class DenseGroups:
    """The best of the clusterings by density: what a look along dense paths sees."""

    labels: npt.NDArray[np.int64]
    looks: pd.Series

    @property
    def k(self) -> int:
        """How many groups there are."""
        return int(self.labels.max()) + 1

    def is_missed_by(
        self, labels: npt.NDArray[np.int64], looks: pd.Series, structure: Structure | None
    ) -> bool:
        """Whether a clustering cannot follow these groups although they are clear."""
        if structure is None or max(structure.pieces, structure.dense) < 1:
            return False
        sizes = np.sort(np.bincount(self.labels))
        return bool(
            sizes[-2] >= _BLIND_SHARE * self.labels.size
            and _clear(self.looks) - _clear(looks) > _BLIND_MARGIN
            and self.agreement(labels) < _BLIND_AGREEMENT
        )

    def agreement(self, labels: npt.NDArray[np.int64]) -> float:
        """Adjusted Rand index with a clustering."""
        return Contingency(labels, self.labels).adjusted_rand()


def dense_groups(scene: Scene) -> DenseGroups | None:
    """What a look along dense paths sees; None for no groups."""
    found = scene.dense_clusterings
    if not found:
        return None
    looks = look_at(scene, found)
    clear = looks["path_silhouette"] + looks["weakest_cluster"] / 2
    at = int(clear.where(looks["large_clusters"] >= 2, -np.inf).to_numpy().argmax())
    if looks["large_clusters"].iloc[at] < 2:
        return None
    return DenseGroups(found[at], looks.iloc[at])


def _may_be_clustered(
    structure: Structure | None, band: ReferenceBand | None, agreement: float
) -> bool:
    """Whether there may be clusters at all, where that can be examined."""
    if structure is not None:
        return structure.is_confirmed(agreement)
    return band is None or band.evidence.p_value <= _P_VALUE


def _clear(looks: pd.Series) -> float:
    """How clearly clusters stand apart along dense paths."""
    return float(looks["path_silhouette"] + looks["weakest_cluster"] / 2)


# Large tables


def _together(
    objects: Objects, samples: Sequence[npt.NDArray[np.bool_]], found: Sequence[Examination]
) -> Examination:
    """One verdict from those on samples: the number of clusters that most of them see."""
    verdicts = [one.verdict for one in found if one.verdict is not None]
    ks = tuple(one.k for one in verdicts)
    votes = {k: (ks.count(k), sum(v.share for v in verdicts if v.k == k)) for k in ks}
    most = max(votes, key=lambda k: votes[k])
    at = max((i for i, k in enumerate(ks) if k == most), key=lambda i: verdicts[i].share)
    chosen = verdicts[at]
    labels = None
    if chosen.labels is not None:
        labels = nearest_sampled(objects, samples[at], chosen.labels)
    named = ", ".join("none" if k is None else str(k) for k in ks)
    by_sample = (
        f"Looked at through {len(ks)} samples of about {SAMPLE_OBJECTS:,} objects, which give "
        f"{named} clusters; the sentences and figures here are those of one of them"
        + ("." if labels is None else ", and every object has the label of the nearest in it.")
    )
    agree = len(set(ks)) == 1
    whole = replace(
        chosen,
        labels=labels,
        share=float(np.mean([v.share if v.k == most else 0.0 for v in verdicts])),
        for_it=(*chosen.for_it, by_sample) if agree else chosen.for_it,
        against_it=chosen.against_it if agree else (by_sample, *chosen.against_it),
        samples=ks,
    )
    return replace(found[at], verdict=whole)
