"""`verdict`: how many clusters, or none, with what speaks for it, against it and what is near.

Weighed for each k are: how far the score is above the reference band (the same algorithm on data
without clusters), how well new runs on other draws of the objects agree, how well the weakest
cluster holds together, whether some cluster would split and whether some two would merge. Weights
and thresholds were tuned on generated mixtures; `verdicts.tuned` has them and how often the
verdict was right on others.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from aucc_core.cost import Cost, Load, examined_run
from aucc_core.explain.curve_shape import logit
from aucc_core.explain.diagnose import clear_excess, diagnose
from aucc_core.partitions.make import Partition, iter_partitions
from aucc_core.partitions.spec import Options, RunSpec, run_of
from aucc_core.score.inputs import Dataset, Floats, InputError, Progress
from aucc_core.score.objects import Objects
from aucc_core.sweeps.scorer import scores_or_chance, unscorable
from aucc_core.sweeps.sweep import run_cost
from aucc_core.verdicts import tuned
from aucc_core.verdicts.band import ReferenceBand, band_steps
from aucc_core.verdicts.sentences import Lines, explain
from aucc_core.verdicts.stability import Stability, stability_steps

# A k with at least this share of the evidence is named beside the suggested one.
_RUNNER_UP = 0.02


@dataclass(frozen=True, eq=False)
class Verdict:
    """A suggestion and its reasons.

    Attributes
    ----------
    k : the suggested number of clusters; None when there is no evidence of clusters.
    share : how much of the weight of evidence among the tried k is on it, 0 to 1.
    runners_up : (k, share) of the next ones, best first.
    for_it, against_it, would_change : plain sentences.
    record : how often such verdicts were right, in a sentence.
    table : one row per k: aucc, corrected, agreement, weakest_cluster, split, merge, answer, share.
    """

    k: int | None
    share: float
    runners_up: tuple[tuple[int, float], ...]
    for_it: tuple[str, ...]
    against_it: tuple[str, ...]
    would_change: tuple[str, ...]
    record: str
    table: pd.DataFrame

    @property
    def headline(self) -> str:
        """The suggestion in a few words."""
        return "No evidence of clusters" if self.k is None else f"{self.k} clusters"

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
    """What is known so far: the band, the runs, and at the end the verdict."""

    band: ReferenceBand | None
    runs: Stability | None = None
    verdict: Verdict | None = None


def verdict(
    X: Any,
    algorithm: str,
    ks: Iterable[int],
    *,
    seed: int,
    metric: str = "euclidean",
    metric_options: Mapping[str, float] | None = None,
    n_init: int = 10,
    n_sets: int = 20,
    n_runs: int = 10,
    reference: str = "box",
    options: Options | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Cluster, draw references, run again, weigh; settings as in `sweep` and `reference_band`.

    With distances alone there is no reference band: the verdict then rests on the agreement of
    runs and on the clusters themselves, and cannot say whether there are clusters at all.
    """
    objects, spec = run_of(
        X,
        algorithm,
        ks,
        metric=metric,
        metric_options=metric_options,
        seed=seed,
        n_init=n_init,
        options=options,
    )
    *_, last = examine(
        objects, spec, n_sets=n_sets, n_runs=n_runs, reference=reference, progress=progress
    )
    assert last.verdict is not None
    return last.verdict


def examine(
    data: Any,
    spec: RunSpec,
    *,
    n_sets: int = 20,
    n_runs: int = 10,
    reference: str = "box",
    progress: Progress | None = None,
) -> Generator[Examination, None, Examination]:
    """`verdict` step by step, for a chart that fills in: the band grows, at the end comes all.

    As a job it reports its progress and gives back the last step.
    """
    say: Progress = progress or (lambda *_: None)
    objects = spec.objects(data)
    spec.check(objects)
    found = list(iter_partitions(objects, spec))
    tried = replace(spec, ks=tuple(p.k for p in found))
    has_band = objects.features is not None
    weighed_from = n_runs + (n_sets if has_band else 0)
    total = weighed_from + len(found)
    band = runs = None
    if has_band:
        for band in band_steps(
            objects,
            tried,
            reference=reference,
            n_sets=n_sets,
            observed=scores_or_chance(objects, found).tolist(),
        ):
            say(band.n_sets, total, "Scoring data without clusters")
            yield Examination(band)
    for runs in stability_steps(objects, tried, n_runs=n_runs):
        done = weighed_from - n_runs + runs.n_runs
        say(done, total, "Running again on other draws of the objects")
    assert runs is not None

    def weighed(count: int) -> None:
        say(weighed_from + count, total, "Weighing the evidence")

    whole = Examination(band, runs, weigh(objects, found, band, runs, weighed))
    yield whole
    return whole


def examine_cost(dataset: Dataset, spec: RunSpec) -> Cost:
    """What an examination takes."""
    load = Load(dataset.n, dataset.d, spec.ks, spec.n_init)
    return examined_run(load, run_cost(dataset, spec))


def weigh(
    objects: Objects,
    partitions: Sequence[Partition],
    band: ReferenceBand | None,
    runs: Stability,
    weighed: Callable[[int], object] = lambda _: None,
) -> Verdict:
    """The verdict from what is already computed: one partition per k, its band, its runs.

    ``weighed`` is called with the number of partitions taken apart so far.
    """
    scorable = [p for p in partitions if not unscorable(p.labels)]
    if not scorable:
        raise InputError("None of these clusterings can be scored. Try other numbers of clusters.")
    diagnoses = {}
    for count, p in enumerate(scorable, start=1):
        diagnoses[p.k] = diagnose(objects.pairs, p.labels + 1)
        weighed(count)
    ks = tuple(diagnoses)
    table = pd.DataFrame(
        {
            "k": ks,
            "aucc": objects.pairs.aucc_many([p.labels for p in scorable]),
            "corrected": _by_k(ks, band.ks, band.corrected) if band else np.nan,
            "agreement": _by_k(ks, runs.ks, runs.agreement),
            "weakest_cluster": [diagnoses[k].weakest_cluster for k in ks],
            "split": [diagnoses[k].split for k in ks],
            "merge": [diagnoses[k].merge for k in ks],
            "answer": [diagnoses[k].answer for k in ks],
        }
    )
    shares = shares_of(table)
    table["share"] = shares
    k = choose(table)
    order = np.argsort(-shares, kind="stable")
    best = ks[order[0]]
    ranked = [(ks[at], float(shares[at])) for at in order if ks[at] != k]
    runners = tuple((other, share) for other, share in ranked if share >= _RUNNER_UP)[:3]
    lines: Lines = explain(table, k, diagnoses[best], band)
    return Verdict(
        k=k,
        share=float(shares.max()),
        runners_up=runners,
        for_it=lines.for_it,
        against_it=lines.against_it,
        would_change=lines.would_change,
        record=lines.record,
        table=table,
    )


def shares_of(table: pd.DataFrame) -> Floats:
    """Share of the evidence on each k; a table with the columns of `Verdict.table`."""
    values = evidence_values(table)
    has_band = not table["corrected"].isna().any()
    weights = tuned.CHOICE if has_band else tuned.CHOICE_WITHOUT_BAND
    scores = sum(weight * values[name] for name, weight in weights.items())
    odds = np.exp(scores - np.max(scores))
    return odds / odds.sum()


def evidence_values(table: pd.DataFrame) -> dict[str, Floats]:
    """What the weights in `tuned` are multiplied with, by name."""
    return {
        "corrected": table["corrected"].to_numpy(),
        "logit": logit(table["aucc"].to_numpy()),
        "agreement": np.nan_to_num(table["agreement"].to_numpy(), nan=1.0),
        "weakest_cluster": logit(table["weakest_cluster"].to_numpy()),
        "split": np.maximum(clear_excess(table["split"]), 0.0),
        "merge": clear_excess(table["merge"]),
    }


def choose(table: pd.DataFrame) -> int | None:
    """The k with the largest share, or None when no k stands out from data without clusters."""
    corrected = table["corrected"].to_numpy()
    if not np.isnan(corrected).any() and corrected.max() < tuned.EVIDENCE:
        return None
    return int(table["k"].iloc[int(table["share"].to_numpy().argmax())])


def _by_k(ks: Sequence[int], known: Sequence[int], values: Floats) -> list[float]:
    at = dict(zip(known, values, strict=True))
    return [float(at[k]) for k in ks]
