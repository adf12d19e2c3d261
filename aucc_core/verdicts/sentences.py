"""The words of a verdict: for it, against it, what would change it, and headings of its table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from aucc_core.explain.diagnose import Diagnosis
from aucc_core.verdicts import tuned
from aucc_core.verdicts.band import ReferenceBand

# Adjusted Rand indices: above the first, runs agree; below the second, they do not.
_AGREE = 0.9
_DISAGREE = 0.7
# Another k with this share of the evidence might as well be the answer.
_CLOSE = 0.2


@dataclass(frozen=True)
class EvidenceColumn:
    """How a column of a verdict's table is headed, explained and rounded."""

    heading: str
    help: str | None = None
    digits: int = 2


EVIDENCE_COLUMNS = {
    "k": EvidenceColumn("k", digits=0),
    "aucc": EvidenceColumn("AUCC", digits=4),
    "corrected": EvidenceColumn(
        "Above the band",
        "Logit of AUCC less that of data without clusters. "
        f"Below {tuned.EVIDENCE:g} at every k there is no evidence of clusters.",
    ),
    "agreement": EvidenceColumn(
        "Agreement of runs",
        "Adjusted Rand index between runs on other draws of the objects: 1 is the same.",
    ),
    "weakest_cluster": EvidenceColumn(
        "Weakest cluster", "Lowest score of one cluster: does it hold together?"
    ),
    "split": EvidenceColumn(
        "Splits", "How much better some cluster splits than one cloud would; low is good."
    ),
    "merge": EvidenceColumn(
        "Merges",
        "How much better the nearest two clusters are apart than halves of one; high is good.",
    ),
    "answer": EvidenceColumn("Shape says", "From the curve and the clusters of this k alone."),
    "share": EvidenceColumn(
        "Share of evidence",
        "How the evidence is spread over the numbers of clusters that were tried.",
    ),
}


@dataclass(frozen=True)
class Lines:
    """Sentences by what they are for."""

    for_it: tuple[str, ...]
    against_it: tuple[str, ...]
    would_change: tuple[str, ...]
    record: str


def explain(
    table: pd.DataFrame, k: int | None, seen: Diagnosis, band: ReferenceBand | None
) -> Lines:
    """Sentences for a suggestion of k; `seen` is the diagnosis of that clustering."""
    by_k = table.set_index("k")
    if k is None:
        assert band is not None
        return _no_clusters(by_k, band)
    return Lines(
        tuple(_for(by_k, k, seen, band)),
        tuple(_against(by_k, k, seen, band)),
        tuple(_would_change(by_k, k)),
        record_text(has_band=band is not None),
    )


def record_text(*, has_band: bool) -> str:
    """How often verdicts were right on data that no constant was fitted to."""
    record = tuned.RECORD
    if not has_band:
        right = record["verdict without band"]
        return (
            f"Without a reference band, suggestions hit the true number for {right.text()} of "
            f"{right.total} generated mixtures (k-means) that no constant was fitted to."
        )
    right, wrong = record["verdict"], record["false alarms"]
    return (
        f"On {right.total} generated mixtures that no constant was fitted to, verdicts hit the "
        f"true number for {right.text()}; on {wrong.total} sets without clusters they saw some for "
        f"{wrong.text()} (k-means, up to 10 clusters; in brackets the 95 % interval). "
        "Your data may be harder."
    )


def _for(by_k: pd.DataFrame, k: int, seen: Diagnosis, band: ReferenceBand | None) -> list[str]:
    lines = []
    if band is not None:
        lines.append(f"{_beside_band(by_k, k, band)}.")
        if _best(by_k, "corrected") == k:
            lines.append(f"No other k is as far above its reference as k = {k}.")
    agreement = by_k["agreement"][k]
    if agreement >= _AGREE:
        lines.append(
            f"Runs on other draws of the objects find the same clusters (agreement {agreement:.2f} "
            "of 1, by the adjusted Rand index)."
        )
    if not any(a.kind == "merge" for a in seen.advice):
        lines.append("No two of its clusters look like one.")
    if not any(a.kind == "split" for a in seen.advice):
        lines.append("None of its clusters looks like two.")
    return lines


def _against(by_k: pd.DataFrame, k: int, seen: Diagnosis, band: ReferenceBand | None) -> list[str]:
    lines = [
        f"k = {other} has nearly as much evidence ({share:.0%} against {by_k['share'][k]:.0%})."
        for other, share in by_k["share"].items()
        if other != k and share >= _CLOSE
    ]
    if band is None:
        lines.append(
            "Whether there are clusters at all cannot be said: with distances alone there is "
            "nothing to draw data without clusters from."
        )
    elif _best(by_k, "corrected") != k:
        other = _best(by_k, "corrected")
        lines.append(f"k = {other} is farther above its reference than k = {k}.")
    agreement = by_k["agreement"][k]
    if agreement < _DISAGREE:
        lines.append(f"Runs on other draws of the objects disagree (agreement {agreement:.2f}).")
    lines += [a.text for a in seen.advice[:3]]
    raw = _best(by_k, "aucc")
    if raw != k:
        lines.append(
            f"Plain AUCC is highest at k = {raw} ({by_k['aucc'][raw]:.4f} against "
            f"{by_k['aucc'][k]:.4f}), but it tends to rise with k even without clusters."
        )
    return lines


def _would_change(by_k: pd.DataFrame, k: int) -> list[str]:
    lines = []
    ks = by_k.index
    if k == ks.max():
        lines.append(f"Trying more clusters: {k} is the largest number that was tried.")
    if k == ks.min() and k > 2:
        lines.append(f"Trying fewer clusters: {k} is the smallest number that was tried.")
    others = by_k["share"].drop(k)
    if len(others) and others.max() > 0:
        odds = float(by_k["share"][k] / others.max())
        if odds < 1000:
            lines.append(
                f"Evidence for k = {others.idxmax()} that is {odds:.1f} times as strong as it is: "
                "it comes next."
            )
    lines.append(
        "Other features, scaling or distances make other clusters; so does another algorithm."
    )
    return lines


def _no_clusters(by_k: pd.DataFrame, band: ReferenceBand) -> Lines:
    k = _best(by_k, "corrected")
    gain = float(by_k["corrected"][k])
    not_above = (
        "At no k is the score clearly above that of data without clusters; it comes nearest at "
        f"k = {k}. {_beside_band(by_k, k, band)}."
    )
    in_units = (
        f"The corrected score is {gain:.2f} there; clusters in generated data reach "
        f"{tuned.EVIDENCE:.2f} or more."
    )
    agreeing = [
        f"At k = {at} runs on other draws of the objects agree ({value:.2f})."
        for at, value in by_k["agreement"].items()
        if value >= _AGREE
    ]
    better_data = (
        "More objects, or features that tell groups apart: clusters that overlap a lot look like "
        "none."
    )
    other_shapes = (
        "Another algorithm or distance, if clusters are long, curved or nested: single linkage or "
        "spectral clustering find such ones."
    )
    return Lines(
        (not_above, in_units),
        tuple(agreeing[:2]),
        (better_data, other_shapes),
        record_text(has_band=True),
    )


def _best(by_k: pd.DataFrame, column: str) -> int:
    return int(by_k.index[int(by_k[column].to_numpy().argmax())])


def _beside_band(by_k: pd.DataFrame, k: int, band: ReferenceBand) -> str:
    at = band.ks.index(k)
    usual = float(np.median(band.scores[:, at]))
    return (
        f"AUCC is {by_k['aucc'][k]:.4f} at k = {k}; the same algorithm scores {usual:.4f} "
        f"({band.low[at]:.4f} to {band.high[at]:.4f}) on data without clusters"
    )
